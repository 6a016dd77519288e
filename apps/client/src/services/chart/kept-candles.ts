/*
 * The last candles of the charts that were looked at, so that a chart that was seen stays without a network. They are the
 * same for everyone. Their age is always shown with them: an old price must not look like a new one.
 */

import { isNetworkError } from '@candor/api-client/api-error';
import { observable } from '@candor/api-client/observable';
import { candleView } from '@candor/contract/market';
import type { CandleView } from '@candor/contract/market';
import { readKept, updateKept } from '../../lib/kept-store.ts';

const KEY = 'candles';
const CHARTS_MAX = 8;
const CANDLES_MAX = 300;

type Kept = { chart: string; savedAtMs: number; candles: CandleView[] };

/** When the oldest chart on the screen was read, epoch ms; null while all of them are what the server says now. */
export const chartKeptAt = observable<number | null>(null);

/** Of each chart on the screen that shows kept candles: when they were read. */
const ages = new Map<KeptCandles, number>();

type Ask = () => Promise<CandleView[]>;

/** The candles of one chart. */
export type KeptCandles = {
  /**
   * Reads the newest candles of a product. Without an answer: those that were kept. If there are none, `insist` asks again
   * before the chart says that it failed.
   */
  read(chart: string, ask: Ask, insist?: Ask, nowMs?: () => number): Promise<CandleView[]>;
  /** Its age counts from now on, until the returned function is called: a chart that has left says nothing. */
  show(): () => void;
};

export function keptCandles(): KeptCandles {
  let savedAtMs: number | null = null;
  let isShown = false;
  const publish = () => {
    if (isShown && savedAtMs !== null) ages.set(own, savedAtMs);
    else ages.delete(own);
    chartKeptAt.set(ages.size === 0 ? null : Math.min(...ages.values()));
  };
  const own: KeptCandles = {
    async read(chart, ask, insist = ask, nowMs = Date.now) {
      const take = (candles: CandleView[]) => {
        savedAtMs = null;
        keep({ chart, savedAtMs: nowMs(), candles: candles.slice(-CANDLES_MAX) });
        return candles;
      };
      try {
        return take(await ask());
      } catch (error) {
        if (!isNetworkError(error)) throw error;
        const kept = readAll(await readKept(KEY)).find((each) => each.chart === chart);
        if (!kept) return take(await insist());
        savedAtMs = kept.savedAtMs;
        return kept.candles;
      } finally {
        publish();
      }
    },
    show() {
      isShown = true;
      publish();
      return () => {
        isShown = false;
        publish();
      };
    },
  };
  return own;
}

function keep(saved: Kept): void {
  if (saved.candles.length === 0) return;
  void updateKept(KEY, (before) => withNewest(readAll(before), saved)).catch(() => undefined);
}

function withNewest(all: readonly Kept[], saved: Kept): Kept[] {
  return [saved, ...all.filter(({ chart }) => chart !== saved.chart)].slice(0, CHARTS_MAX);
}

function readAll(value: unknown): Kept[] {
  return Array.isArray(value) ? value.flatMap((entry) => readOne(entry) ?? []) : [];
}

function readOne(entry: unknown): Kept | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { chart, savedAtMs, candles }: Record<string, unknown> = { ...entry };
  if (typeof chart !== 'string' || typeof savedAtMs !== 'number' || !Array.isArray(candles)) return null;
  const read = candles.map((candle) => candleView.safeParse(candle));
  // Another build may have kept another shape.
  return read.every((one) => one.success) ? { chart, savedAtMs, candles: read.map((one) => one.data) } : null;
}
