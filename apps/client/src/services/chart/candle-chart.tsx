/*
 * The price chart of a product: history, live last bar, open orders. Its code and the chart library are one chunk that
 * loads when a chart is shown; until then a skeleton of the final size stands here. Texts are in `market.chart`, which
 * the chunk loads itself.
 */

import { lazy, Suspense } from 'react';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { loadTexts } from '../../lib/i18n.tsx';
import type { CandleChartProps } from './chart-props.ts';

const HEIGHT = 'clamp(17rem, 50dvh, 34rem)';

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
