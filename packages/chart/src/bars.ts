/*
 * Bars as the chart draws them, and how ticks extend the last one. Only here do prices become numbers: a chart paints
 * pixels, so doubles are enough. No amount of money is ever computed from a bar.
 */

import type { CandleView, Interval } from '@candor/contract/market';
import type { LiveTick } from '@candor/contract/live';

/** One bar; `timestamp` is its opening time in epoch milliseconds. The names are the chart library's. */
export type Bar = {
  timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Missing if the sources do not report it. */
  volume?: number;
};

const MINUTE_MS = 60_000;

export const INTERVAL_MS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};

export function barOfCandle({ t, o, h, l, c, v }: CandleView): Bar {
  const bar = { timestamp: Date.parse(t), open: Number(o), high: Number(h), low: Number(l), close: Number(c) };
  return v === null ? bar : { ...bar, volume: Number(v) };
}

/**
 * The last bar after one more tick: the same bar extended, or a new one if the tick opens the next interval. Null if
 * the tick changes nothing: it is not OK, it is older than the bar, or the bar already contains it.
 */
export function barAfterTick(last: Bar | null, tick: LiveTick, intervalMs: number): Bar | null {
  if (tick.status !== 'OK') return null;
  const price = Number(tick.price);
  const timestamp = Math.floor(Date.parse(tick.at) / intervalMs) * intervalMs;
  if (last === null || timestamp > last.timestamp) {
    return { timestamp, open: price, high: price, low: price, close: price };
  }
  if (timestamp < last.timestamp) return null;
  const high = Math.max(last.high, price);
  const low = Math.min(last.low, price);
  if (high === last.high && low === last.low && price === last.close) return null;
  return { ...last, high, low, close: price };
}

/**
 * The last bar of a fresh list after the newest price that the app knows: the page shows that price, and the list may be a second
 * older. Null if it changes nothing, or if bars between the two are missing.
 */
export function barAtNow(last: Bar | null, newest: LiveTick, intervalMs: number): Bar | null {
  if (last === null || Date.parse(newest.at) >= last.timestamp + 2 * intervalMs) return null;
  return barAfterTick(last, newest, intervalMs);
}

/** The bars of a new list to draw on a chart whose last bar is `last`: that bar again, and all newer ones. */
export function barsSince(fresh: readonly Bar[], last: Bar): Bar[] {
  return fresh.filter((bar) => bar.timestamp >= last.timestamp);
}

/** True if `fresh` does not reach back to `last`, so that joining them would leave a gap. */
export function leavesGap(fresh: readonly Bar[], last: Bar): boolean {
  const first = fresh[0];
  return first !== undefined && first.timestamp > last.timestamp;
}

export type BarsSummary = {
  last: number;
  /** From the first bar's opening to the last close, as a fraction; null if that ratio makes no sense. */
  change: number | null;
  high: number;
  low: number;
};

/** The figures for a summary of the bars in words. Null without bars. */
export function summaryOf(bars: readonly Bar[]): BarsSummary | null {
  const first = bars[0];
  const newest = bars.at(-1);
  if (!first || !newest) return null;
  let { high, low } = first;
  for (const bar of bars) {
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
  }
  return { last: newest.close, change: first.open > 0 ? newest.close / first.open - 1 : null, high, low };
}

export function hasVolume(bars: readonly Bar[]): boolean {
  return bars.some((bar) => (bar.volume ?? 0) > 0);
}
