import { CANDLES_LIMIT_DEFAULT, candlesView } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import { PATHS } from '@candor/contract/routes';
import { get } from '../api/request.ts';
import { barOfCandle } from './bars.ts';
import type { Bar } from './bars.ts';

/** Bars that opened before a moment (epoch ms), or the newest; `more` tells whether older ones may exist. */
export async function loadBars(
  product: string,
  interval: Interval,
  beforeMs: number | null,
): Promise<{ bars: Bar[]; more: boolean }> {
  const before = beforeMs === null ? undefined : new Date(beforeMs).toISOString();
  const limit = CANDLES_LIMIT_DEFAULT;
  const candles = await get(PATHS.candles(product), candlesView, { query: { interval, before, limit } });
  return { bars: candles.map(barOfCandle), more: candles.length === limit };
}
