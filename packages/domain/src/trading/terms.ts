import { assert } from '../assert.ts';
import { divHalfEven, money, mulRateFloor, rate, RATE_SCALE } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import type { LossLimits } from './loss-limits.ts';

/** What one duration of a product offers. */
export type DurationTerms = {
  readonly seconds: number;
  readonly payoutRate: Rate;
  readonly minStake: Money;
  readonly maxStake: Money;
};

/** How the price and the status of a second follow from what the sources report. */
export type TermsPriceRule = {
  /** A report that is older than this is stale. */
  readonly freshMs: number;
  /** A price is an outlier if it is farther from the median than this many millionths of it. */
  readonly nearPpm: number;
  /** How many sources of a live product must be fresh and agree. A recording and the simulator are one source. */
  readonly minSources: number;
};

/** The longest time that any terms may allow between a signature and the acceptance. */
export const ACCEPT_WITHIN_MS_MAX = 3000;

/** The latest entry that any terms may name, in seconds after the first whole one. */
export const ENTRY_DELAY_SEC_MAX = 10;

/**
 * The terms of a product in one version. `decimals` are those of its prices. An order keeps its version. Terms from before
 * devices signed deadlines have neither of the last two.
 */
export type Terms = {
  readonly version: number;
  readonly product: string;
  readonly decimals: number;
  readonly durations: readonly DurationTerms[];
  readonly feeRate: Rate;
  readonly presets: readonly Money[];
  /** How long after its signature an order may be accepted. */
  readonly acceptWithinMs?: number;
  readonly priceRule?: TermsPriceRule;
  /**
   * How many seconds after the first whole one an order enters. What is known of an exchange when an order is accepted is in the price by
   * then, so seeing it first does not pay. Left out: none. Terms with a delay have both of the others too.
   */
  readonly entryDelaySec?: number;
  /** What the house can lose at most: an order that could cost more is refused. Left out: no limit. Terms with limits have a price rule too. */
  readonly lossLimits?: LossLimits;
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
 * fee, another moment of entry, or a stake no longer accepted. If either side does not offer the duration, `current` counts as worse.
 */
export function isWorse(seen: Terms, current: Terms, durationSec: number, stake: Money): boolean {
  const before = durationTerms(seen, durationSec);
  const after = durationTerms(current, durationSec);
  if (before === null || after === null) return true;
  if (after.payoutRate < before.payoutRate || current.feeRate > seen.feeRate) return true;
  if ((current.entryDelaySec ?? 0) !== (seen.entryDelaySec ?? 0)) return true;
  return stake < after.minStake || stake > after.maxStake;
}
