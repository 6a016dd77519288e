import { assert } from '../assert.ts';
import { addDecimals, largerOf, smallerOf } from '../decimal.ts';
import type { Price } from '../price.ts';
import type { Tick } from '../trading/tick.ts';

export const MINUTE_MS = 60_000;

/** One bar. `t` is its opening time (epoch ms); `v` the sources' traded quantity, null where unknown. */
export type Candle = {
  readonly t: number;
  readonly o: Price;
  readonly h: Price;
  readonly l: Price;
  readonly c: Price;
  readonly v: string | null;
  /** Set if the bar was filled from a source's history and not from our own ticks. */
  readonly src?: string;
};

/** The opening time of the interval that contains a moment; all intervals align to UTC. */
export function openingTime(atMs: number, intervalMs: number): number {
  assert(Number.isSafeInteger(intervalMs) && intervalMs > 0, 'an interval is a whole number of milliseconds');
  return Math.floor(atMs / intervalMs) * intervalMs;
}

/**
 * Folds bars, oldest first, into longer ones. A gap stays a gap. A quantity is known only if it is known for every
 * folded bar. A folded bar names every source that filled a part of it.
 */
export function foldCandles(candles: readonly Candle[], intervalMs: number): Candle[] {
  const folded: Candle[] = [];
  let previousT = Number.NEGATIVE_INFINITY;
  for (const candle of candles) {
    assert(candle.t > previousT, 'candles come oldest first, each once');
    previousT = candle.t;
    const t = openingTime(candle.t, intervalMs);
    const last = folded.at(-1);
    if (last === undefined || last.t !== t) folded.push({ ...candle, t });
    else folded[folded.length - 1] = joined(last, candle);
  }
  return folded;
}

/**
 * The bar after one more tick. If the tick is not OK: `candle` itself. Otherwise: the bar of the tick's own interval,
 * which is a new bar once the tick is past the end of the old one.
 */
export function addTick(candle: Candle | null, tick: Tick, intervalMs: number = MINUTE_MS): Candle | null {
  if (tick.status !== 'OK') return candle;
  const t = openingTime(tick.at, intervalMs);
  assert(candle === null || t >= candle.t, 'ticks come in order');
  if (candle === null || candle.t !== t) {
    return { t, o: tick.price, h: tick.price, l: tick.price, c: tick.price, v: null };
  }
  return {
    ...candle,
    h: largerOf(candle.h, tick.price),
    l: smallerOf(candle.l, tick.price),
    c: tick.price,
  };
}

function joined(first: Candle, next: Candle): Candle {
  const src = joinedSources(first.src, next.src);
  return {
    t: first.t,
    o: first.o,
    h: largerOf(first.h, next.h),
    l: smallerOf(first.l, next.l),
    c: next.c,
    v: first.v === null || next.v === null ? null : addDecimals(first.v, next.v),
    ...(src === null ? {} : { src }),
  };
}

function joinedSources(first: string | undefined, next: string | undefined): string | null {
  const names = new Set([...(first?.split('+') ?? []), ...(next?.split('+') ?? [])]);
  return names.size === 0 ? null : [...names].join('+');
}
