import { CANDLES_LIMIT_DEFAULT } from '@candor/contract/market';
import type { CandleView, Interval } from '@candor/contract/market';
import type { LiveTick } from '@candor/contract/live';
import type { ChartHost } from './chart-host.ts';

/** Half a minute of the fastest product. Candles that waited longer are asked for again. */
const TICKS_MAX = 600;

/** The newest candles of a product, asked for while the code that draws them is on its way. */
export type FirstCandles = {
  /** Product and interval. */
  of: string;
  candles: Promise<CandleView[]>;
  /** What came since they were asked for, oldest first; null if some were missed, or were too many to keep. */
  ticks: () => readonly LiveTick[] | null;
  /** Keeps no more ticks. */
  stop: () => void;
};

export function askForFirstCandles(
  { loadCandles, onTicks, onResync }: Pick<ChartHost, 'loadCandles' | 'onTicks' | 'onResync'>,
  product: string,
  interval: Interval,
): FirstCandles {
  let ticks: LiveTick[] | null = [];
  const stopTicks = onTicks(product, (tick) => {
    if (ticks !== null && ticks.length < TICKS_MAX) ticks.push(tick);
    else ticks = null;
  });
  const stopResync = onResync(() => {
    ticks = null;
  });
  const candles = loadCandles(product, interval, undefined, CANDLES_LIMIT_DEFAULT);
  // The chart shows a failure when it is there.
  candles.catch(() => undefined);
  return {
    of: `${product} ${interval}`,
    candles,
    ticks: () => ticks,
    stop() {
      stopTicks();
      stopResync();
    },
  };
}
