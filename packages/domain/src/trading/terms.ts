import { assert } from '../assert.ts';
import { divHalfEven, money, mulRateFloor, rate, RATE_SCALE } from '../money.ts';
import type { Money, Rate } from '../money.ts';

/** What one duration of a product offers. */
export type DurationTerms = {
  readonly seconds: number;
  readonly payoutRate: Rate;
  readonly minStake: Money;
  readonly maxStake: Money;
};

/** The terms of a product in one version. `decimals` are those of its prices. An order keeps its version. */
export type Terms = {
  readonly version: number;
  readonly product: string;
  readonly decimals: number;
  readonly durations: readonly DurationTerms[];
  readonly feeRate: Rate;
  readonly presets: readonly Money[];
};

/** The terms of one duration; null if it is not offered. */
export function durationTerms(terms: Terms, durationSec: number): DurationTerms | null {
  return terms.durations.find((offer) => offer.seconds === durationSec) ?? null;
}

/** Profit of a won order, before its fee: floor(stake × payoutRate). */
export function profitIfWon(stake: Money, payoutRate: Rate): Money {
  return mulRateFloor(stake, payoutRate);
}

/** Stake and profit: what a won order returns. */
export function payoutIfWon(stake: Money, payoutRate: Rate): Money {
  return money(stake + profitIfWon(stake, payoutRate));
}

/** Fee of an order: floor(stake × feeRate), kept when it is won or lost, returned otherwise. */
export function feeOf(stake: Money, feeRate: Rate): Money {
  return mulRateFloor(stake, feeRate);
}

/** The win rate at which a member loses nothing: (1 + feeRate) / (1 + payoutRate), HALF_EVEN. */
export function breakEvenRate(feeRate: Rate, payoutRate: Rate): Rate {
  assert(feeRate >= 0n && payoutRate >= 0n, 'rates of terms are never negative');
  return rate(divHalfEven((RATE_SCALE + feeRate) * RATE_SCALE, RATE_SCALE + payoutRate));
}

/**
 * Whether `current` is worse than the terms the member saw, for this duration and stake: a lower payout rate, a higher
 * fee, or a stake no longer accepted. If either side does not offer the duration, `current` counts as worse.
 */
export function isWorse(seen: Terms, current: Terms, durationSec: number, stake: Money): boolean {
  const before = durationTerms(seen, durationSec);
  const after = durationTerms(current, durationSec);
  if (before === null || after === null) return true;
  if (after.payoutRate < before.payoutRate || current.feeRate > seen.feeRate) return true;
  return stake < after.minStake || stake > after.maxStake;
}
