import { useEffect, useRef, useState } from 'react';
import { INTERVALS } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { ChevronsRight } from 'lucide-react';
import { useChartHost } from './chart-host.ts';
import { changeChartPreferences, useChartPreferences } from './chart-preferences.ts';
import type { CandleChartHandle } from './chart-props.ts';

/** The choices of one chart among several; the others keep theirs. */
export type ChartPeriod = {
  interval: Interval;
  kind: 'candle' | 'line';
  onChange: (choice: { interval: Interval; kind: 'candle' | 'line' }) => void;
};

/**
 * The strip above a chart: line or one of the seven intervals. Choices are remembered on this device; read them with
 * `useChartPreferences()`. Needs the texts of `market`.
 */
export function ChartControls({ className, period }: { className?: string; period?: ChartPeriod }) {
  const t = useTranslations('market.chart');
  const { kept } = useChartHost();
  const preferences = useChartPreferences();
  const { interval, kind } = period ?? preferences;
  const change = period?.onChange ?? ((changes) => changeChartPreferences(kept, changes));
  const isLine = kind === 'line';
  const strip = useRef<HTMLDivElement>(null);
  // In a narrow strip the chosen period may be outside. Asked for at once, its place would cost a layout of the whole page.
  useEffect(() => {
    const box = strip.current;
    const chosen = box?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (!box || !chosen) return;
    const sized = new ResizeObserver(() => {
      box.scrollLeft = chosen.offsetLeft + chosen.offsetWidth / 2 - box.clientWidth / 2;
    });
    sized.observe(box);
    return () => sized.disconnect();
  }, [interval, kind]);
  return (
    <div
      ref={strip}
      className={cx(
        'relative scroll-quiet flex items-center gap-1 overflow-x-auto pe-6 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)]',
        className,
      )}
    >
      <div role="group" aria-label={t('intervals')} className="flex items-center gap-1">
        <Choice pressed={isLine} onPress={() => change({ kind: 'line', interval: '1m' })}>
          {t('line')}
        </Choice>
        {INTERVALS.map((each) => (
          <Choice
            key={each}
            pressed={!isLine && each === interval}
            onPress={() => change({ kind: 'candle', interval: each })}
          >
            {t(`interval.${each}`)}
          </Choice>
        ))}
      </div>
    </div>
  );
}

function Choice({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'press relative min-h-11 min-w-11 shrink-0 px-2 text-body-s whitespace-nowrap -outline-offset-2',
        pressed ? 'font-bold text-selected' : 'text-text-2 hover:text-text-1',
      )}
    >
      {children}
    </button>
  );
}

/** The way back to the newest candle; there only while it is out of sight. */
export function NewestButton({ chart }: { chart: CandleChartHandle }) {
  const t = useTranslations('market.chart');
  const isAway = useIsAway(chart);
  if (!isAway) return null;
  return (
    <button
      type="button"
      onClick={chart.scrollToNow}
      className="press absolute end-20 bottom-8 z-10 inline-flex min-h-11 items-center gap-1 rounded-full border border-line bg-surface-3 px-3 text-caption font-bold text-text-1 shadow-raised"
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
