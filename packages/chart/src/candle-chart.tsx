/*
 * The price chart of a product: history, live last bar, open orders. Its code and the chart library are one chunk that
 * loads when a chart is shown. Until its bars are drawn there is a skeleton. The texts of `market.chart` are loaded
 * before the panel.
 */

import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import type { CandleChartProps } from './chart-props.ts';

const HEIGHT = 'clamp(17rem, 50dvh, 34rem)';

const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

export function CandleChart({ height = HEIGHT, ...props }: CandleChartProps) {
  const t = useTranslations('market.chart');
  // Making a chart takes a slow phone longer than the rest of the page.
  const isDrawn = useIsDrawn();
  const [isLoading, setLoading] = useState(true);
  return (
    <div style={{ height }} className="relative min-w-0">
      {isLoading && <CandleSkeleton label={t('loading')} />}
      <Suspense fallback={null}>{isDrawn && <ChartView {...props} onLoading={setLoading} />}</Suspense>
    </div>
  );
}

const SKELETON_HEIGHTS = [34, 46, 40, 58, 52, 66, 60, 44, 50, 38, 56, 70, 62, 74, 64, 52, 58, 46, 40, 54, 62, 68];

/** Stands from the first frame, while code and bars load: one skeleton that does not change. */
function CandleSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="absolute inset-0 flex items-center justify-around px-2 pe-14 pb-6">
      {SKELETON_HEIGHTS.map((height, index) => (
        <div
          key={index}
          style={{ height: `${height * 0.7}%`, marginTop: `${(index % 5) * 6 - 12}%` }}
          className="w-[2.4%]"
        >
          <Skeleton className="size-full rounded-[2px]!" />
        </div>
      ))}
    </div>
  );
}
