import type { Interval } from '@candor/contract/market';
import type { Chart } from 'klinecharts';
import type { ChartOrder } from './chart-orders.ts';
import type { IndicatorName } from './indicators.ts';

/** What a page may do with a drawn chart. */
export type CandleChartHandle = {
  /** Back to the newest bar. */
  scrollToNow: () => void;
  /** Opens the last 20 bars as a table. */
  showTable: () => void;
  /** Whether the bars have a volume; null until they are drawn. */
  volumeKnown: () => boolean | null;
  hideCrosshair: () => void;
  /** For code that paints on the chart; only for this folder. Null when the chart is gone. */
  extend: <T>(make: (chart: Chart, element: HTMLElement) => T) => T | null;
};

export type CandleChartProps = {
  /** Product code. */
  product: string;
  decimals: number;
  interval: Interval;
  kind: 'candle' | 'line';
  indicators: readonly IndicatorName[];
  /** The zone of all its times, by its browser name. */
  timeZone: string;
  /** The member's open orders on this product. */
  orders: readonly ChartOrder[];
  /** Any CSS length; "100%" fills a parent that has a height. */
  height?: string;
  onReady?: (handle: CandleChartHandle) => void;
};
