/*
 * The price chart of a product: history, live last bar, open orders. Its code and the chart library are one chunk that
 * loads when a chart is shown. Until then a skeleton of the final size is shown. The texts of `market.chart` are loaded
 * before the panel.
 */

import { lazy, Suspense } from 'react';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import type { CandleChartProps } from './chart-props.ts';

const HEIGHT = 'clamp(17rem, 50dvh, 34rem)';

const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

export function CandleChart({ height = HEIGHT, ...props }: CandleChartProps) {
  // Making a chart takes a slow phone longer than the rest of the page.
  const isDrawn = useIsDrawn();
  return (
    <div style={{ height }} className="relative min-w-0">
      <Suspense fallback={<ChartSkeleton />}>{isDrawn ? <ChartView {...props} /> : <ChartSkeleton />}</Suspense>
    </div>
  );
}

/** Fills the chart's place while its code loads. */
function ChartSkeleton() {
  return <Skeleton className="absolute inset-0" />;
}
