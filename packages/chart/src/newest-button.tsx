import { useEffect, useState } from 'react';
import { ChevronsRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CandleChartHandle } from './chart-props.ts';

/** The way back to the newest candle; there only while it is out of sight. */
export function NewestButton({ chart }: { chart: CandleChartHandle }) {
  const t = useTranslations('market.chart');
  const isAway = useIsAway(chart);
  if (!isAway) return null;
  return (
    <button
      type="button"
      onClick={chart.scrollToNow}
      className="press absolute end-20 bottom-8 z-10 inline-flex min-h-11 items-center gap-1 rounded-full border border-line bg-surface-3 px-3 text-caption font-semibold text-text-1 shadow-raised"
    >
      {t('newest')}
      <ChevronsRight aria-hidden="true" className="size-4" />
    </button>
  );
}

function useIsAway(handle: CandleChartHandle): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const stop = handle.extend((chart) => {
      const look = () => setAway(chart.getVisibleRange().realTo < chart.getDataList().length);
      chart.subscribeAction('onVisibleRangeChange', look);
      return () => chart.unsubscribeAction('onVisibleRangeChange', look);
    });
    return () => stop?.();
  }, [handle]);
  return isAway;
}
