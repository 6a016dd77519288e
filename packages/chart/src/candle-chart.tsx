/*
 * The price chart of a product: history, live last bar, open orders. Its code and the chart library are one chunk that
 * loads when a chart is shown. Until its bars are drawn there is a skeleton. The texts of `market.chart` are loaded
 * before the panel.
 */

import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import { useChartHost } from './chart-host.ts';
import type { CandleChartProps } from './chart-props.ts';
import { askForFirstCandles } from './first-candles.ts';
import type { FirstCandles } from './first-candles.ts';

const HEIGHT = 'clamp(17rem, 50dvh, 34rem)';

const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

export function CandleChart({ height = HEIGHT, ...props }: CandleChartProps) {
  const t = useTranslations('market.chart');
  // Making a chart takes a slow phone longer than the rest of the page.
  const isDrawn = useIsDrawn();
  const [isLoading, setLoading] = useState(true);
  const host = useChartHost();
  const first = useRef<FirstCandles | null>(null);
  const ask = useEffectEvent(() => askForFirstCandles(host, props.product, props.interval));
  useEffect(() => {
    const asked = ask();
    first.current = asked;
    return asked.stop;
  }, []);
  const [takeFirst] = useState(() => () => {
    const asked = first.current;
    first.current = null;
    return asked;
  });
  return (
    <div style={{ height }} className="relative min-w-0">
      {isLoading && <CandleSkeleton label={t('loading')} />}
      <Suspense fallback={null}>
        {isDrawn && <ChartView {...props} takeFirst={takeFirst} onLoading={setLoading} />}
      </Suspense>
    </div>
  );
}

const BAR_HEIGHTS = [34, 46, 40, 58, 52, 66, 60, 44, 50, 38, 56, 70, 62, 74, 64, 52, 58, 46, 40, 54, 62, 68];
const BARS = BAR_HEIGHTS.map((full, index) => {
  const height = full * 0.7;
  const top = (100 - height) / 2 + (index % 5) * 4 - 8;
  return `<rect x="${index * 10 + 2.4}" y="${top}" width="5.2" height="${height}" rx="1"/>`;
});
const MASK = `url('data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 100" preserveAspectRatio="none">${BARS.join('')}</svg>`,
)}')`;

/** Stands from the first frame, while code and bars load. One element: many that fade in cost a slow phone each frame. */
function CandleSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="absolute inset-0 ps-2 pe-8 pb-6">
      <div aria-hidden="true" className="ui-skeleton size-full" style={{ maskImage: MASK, maskSize: '100% 100%' }} />
    </div>
  );
}
