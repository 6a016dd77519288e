/** Ticks with simulated prices and rounds of public randomness, for receipts from the time whose rounds are recorded. */
import { formatPrice, price } from '@candor/domain/price';
import { roundOfSecond } from '../beacon.ts';
import type { BeaconRound } from '../beacon.ts';
import { isoText } from '../lines.ts';
import { simulatorSourceText } from '../simulator-source.ts';
import { recordedRound } from './quicknet-rounds.ts';
import { CHAIN_START, ENTRY_AT, rising } from './receipts.ts';
import type { MadeTick } from './receipts.ts';

/** Whole hours, so that entry and close lie in their minute as always. Both have recorded rounds if the order takes 5 s. */
export const ROUNDS_SHIFT_MS = Date.parse('2023-08-23T15:59:30.000Z') - ENTRY_AT;

/**
 * A simulated tick, with its round if there is a record of it and it is wanted.
 * @param back another round is named, this many before the right one
 */
export function simulatedWithRounds(at: number, isWanted: (at: number) => boolean = () => true, back = 0): MadeTick {
  const round = isWanted(at) ? recordedRound(roundOfSecond(at) - back) : null;
  return simulatedTick(at, round);
}

export function simulatedTick(at: number, round: BeaconRound | null): MadeTick {
  const { units } = rising(Math.max(CHAIN_START, at - ROUNDS_SHIFT_MS));
  const report = {
    price: formatPrice(price(units), 2),
    receivedAt: isoText(at),
    source: simulatorSourceText(null, 2, round),
    tradeId: null,
    tradedAt: null,
    verdict: 'used',
  };
  return { units, feed: 'simulated', reports: [report] };
}
