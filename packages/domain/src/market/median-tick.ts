/**
 * One published price from several sources. A source that is stale or far from the median is left out, never adjusted.
 * If too few sources remain, the last price is repeated with a status that says so, and no order is settled on it.
 */
import { assert } from '../assert.ts';
import { divHalfEven } from '../decimal.ts';
import { price } from '../price.ts';
import type { Price } from '../price.ts';
import type { TickStatus } from '../trading/tick.ts';
import { isLegalPrice, isWithin } from './price-rule.ts';
import type { PriceRule } from './price-rule.ts';

/** The price of one source at the tick's second, with the moment we received it (epoch ms). */
export type SourceSample = {
  readonly source: string;
  /** What the tick names instead of `source`. */
  readonly label?: string;
  readonly price: Price;
  readonly receivedAt: number;
  /** From when it ages, if that is not `receivedAt`: a trade that was fetched later is as old as it is. */
  readonly freshAt?: number;
};

export type MedianRules = Pick<PriceRule, 'signedScale'> & {
  readonly nowMs: number;
  /** A sample older than this is stale. */
  readonly staleAfterMs: number;
  /** A price is an outlier if it is farther from the median than this many millionths of the median's size. */
  readonly maxDeviationPpm: number;
  readonly minSources: number;
  /** The last published price; null before the first. */
  readonly last: Price | null;
};

export type MedianTick = {
  /** Null only if there is no price now and there never was one. */
  readonly price: Price | null;
  readonly status: Exclude<TickStatus, 'CLOSED'>;
  /** The names of the sources that made the price; empty unless the status is OK. */
  readonly used: readonly string[];
  readonly rejected: readonly { readonly source: string; readonly reason: 'stale' | 'outlier' }[];
};

/**
 * The median of the fresh sources near it. DEAD: no source gave a sample. STALE: too few samples are fresh.
 * DISAGREE: enough samples are fresh, but too few of them agree.
 */
export function medianTick(samples: readonly SourceSample[], rules: MedianRules): MedianTick {
  assert(rules.minSources >= 1, 'a price needs a source');
  assert(new Set(samples.map((sample) => sample.source)).size === samples.length, 'one sample a source');
  const byName = samples.toSorted((a, b) => (a.source < b.source ? -1 : 1));
  const [fresh, stale] = split(
    byName,
    ({ receivedAt, freshAt = receivedAt }) => rules.nowMs - freshAt <= rules.staleAfterMs,
  );
  const rejectedStale = stale.map(({ source }) => ({ source, reason: 'stale' as const }));
  const without = (status: MedianTick['status'], rejected: MedianTick['rejected']): MedianTick => ({
    price: rules.last,
    status,
    used: [],
    rejected,
  });
  if (samples.length === 0) return without('DEAD', []);
  if (fresh.length < rules.minSources) return without('STALE', rejectedStale);

  const [agreeing, outliers] = splitOutliers(fresh, rules);
  const rejected = [...rejectedStale, ...outliers.map(({ source }) => ({ source, reason: 'outlier' as const }))];
  if (agreeing.length < rules.minSources) return without('DISAGREE', rejected);
  return {
    price: medianOf(agreeing.map((sample) => sample.price)),
    status: 'OK',
    used: agreeing.map((sample) => sample.source),
    rejected,
  };
}

/** A price that the product may not have is wrong, even if no other source contradicts it. */
function splitOutliers(
  fresh: readonly SourceSample[],
  rules: MedianRules,
): [readonly SourceSample[], readonly SourceSample[]] {
  const legal = fresh.filter((sample) => isLegalPrice(sample.price, rules));
  if (legal.length === 0) return [[], fresh];
  const median = medianOf(legal.map((sample) => sample.price));
  return split(
    fresh,
    (sample) => isLegalPrice(sample.price, rules) && isWithin(median, sample.price, rules.maxDeviationPpm, rules),
  );
}

/** The middle price. For an even count: the mean of the middle two, rounded HALF_EVEN at the product's decimals. */
export function medianOf(prices: readonly Price[]): Price {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  assert(upper !== undefined && lower !== undefined, 'a median needs a price');
  return price(divHalfEven(lower + upper, 2n));
}

function split<T>(items: readonly T[], belongs: (item: T) => boolean): [readonly T[], readonly T[]] {
  return [items.filter((item) => belongs(item)), items.filter((item) => !belongs(item))];
}
