/*
 * The price chart of a product: history, live last bar, open orders. Its code and the chart library are one chunk that
 * loads when a chart is shown; until then a skeleton of the final size stands here. Texts are in `market.chart`, which
 * the chunk loads itself.
 */

import { lazy, Suspense } from 'react';
import type { Interval } from '@candor/contract/market';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { loadTexts } from '../../lib/i18n.tsx';
import type { ChartOrder } from './chart-orders.ts';

export type { ChartOrder };

/** What a page may ask of a chart that is drawn. */
export type CandleChartHandle = {
  /** Back to the newest bar. */
  scrollToNow: () => void;
  /** Opens the last 20 bars as a table. */
  showTable: () => void;
};

export type CandleChartProps = {
  /** Product code. */
  product: string;
  decimals: number;
  interval: Interval;
  kind: 'candle' | 'line';
  indicators: { ma: boolean; vol: boolean };
  /** The member's open orders on this product. */
  orders: readonly ChartOrder[];
  /** Any CSS length; "100%" fills a parent that has a height. */
  height?: string;
  onReady?: (handle: CandleChartHandle) => void;
};

const HEIGHT = 'clamp(17rem, 48dvh, 27rem)';

const ChartView = lazy(async () => {
  const [module] = await Promise.all([import('./chart-view.tsx'), loadTexts(['market'])]);
  return { default: module.ChartView };
});

export function CandleChart({ height = HEIGHT, ...props }: CandleChartProps) {
  return (
    <div style={{ height }} className="relative min-w-0">
      <Suspense fallback={<ChartSkeleton />}>
        <ChartView {...props} />
      </Suspense>
    </div>
  );
}

/** Fills the chart's place while its code loads. */
function ChartSkeleton() {
  return <Skeleton className="absolute inset-0" />;
}
