import { CANDLES_LIMIT_DEFAULT } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import { barOfCandle } from './bars.ts';
import type { Bar } from './bars.ts';
import type { ChartHost } from './chart-host.ts';

/** Bars that opened before a moment (epoch ms), or the newest; `more` is true if older ones may exist. */
export async function loadBars(
  loadCandles: ChartHost['loadCandles'],
  product: string,
  interval: Interval,
  beforeMs: number | null,
): Promise<{ bars: Bar[]; more: boolean }> {
  const before = beforeMs === null ? undefined : new Date(beforeMs).toISOString();
  const limit = CANDLES_LIMIT_DEFAULT;
  const candles = await loadCandles(product, interval, before, limit);
  return { bars: candles.map(barOfCandle), more: candles.length === limit };
}
