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

type ChartControlsProps = {
  className?: string;
  period?: ChartPeriod;
  /** The chart fills the screen. */
  isFull?: boolean;
};

/**
 * In a line of their own all are in view: in a full screen that is narrow, and on a high phone with large letters. Elsewhere
 * the line is shared with the tools, and the strip scrolls. Widths are those of the line, in letters.
 */
const OWN_LINE = {
  page: {
    strip: 'tall:@max-[22rem]:basis-full tall:@max-[22rem]:pe-0 tall:@max-[22rem]:[mask-image:none]',
    group: 'tall:@max-[22rem]:w-full tall:@max-[22rem]:gap-0',
    choice: 'tall:@max-[22rem]:min-w-0 tall:@max-[22rem]:flex-1 tall:@max-[22rem]:px-0',
  },
  full: {
    strip: '@max-[36rem]:basis-full @max-[36rem]:pe-0 @max-[36rem]:[mask-image:none]',
    group: '@max-[36rem]:w-full @max-[36rem]:gap-0',
    choice: '@max-[36rem]:min-w-0 @max-[36rem]:flex-1 @max-[36rem]:px-0',
  },
} as const;

/**
 * The strip above a chart: line or one of the seven intervals. Choices are remembered on this device; read them with
 * `useChartPreferences()`. Needs the texts of `market`.
 */
export function ChartControls({ className, period, isFull = false }: ChartControlsProps) {
  const t = useTranslations('market.chart');
  const { kept } = useChartHost();
  const preferences = useChartPreferences();
  const { interval, kind } = period ?? preferences;
  const change = period?.onChange ?? ((changes) => changeChartPreferences(kept, changes));
  const isLine = kind === 'line';
  const own = OWN_LINE[isFull ? 'full' : 'page'];
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
        own.strip,
        className,
      )}
    >
      <div role="group" aria-label={t('intervals')} className={cx('flex items-center gap-1', own.group)}>
        <Choice className={own.choice} pressed={isLine} onPress={() => change({ kind: 'line', interval: '1m' })}>
          {t('line')}
        </Choice>
        {INTERVALS.map((each) => (
          <Choice
            key={each}
            className={own.choice}
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

type ChoiceProps = { pressed: boolean; onPress: () => void; className: string; children: string };

function Choice({ pressed, onPress, className, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'press relative min-h-11 min-w-11 shrink-0 px-2 text-body-s whitespace-nowrap -outline-offset-2',
        pressed ? 'font-bold text-selected' : 'text-text-2 hover:text-text-1',
        className,
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
      className="press absolute end-20 bottom-8 z-10 sideways:bottom-16 inline-flex min-h-11 items-center gap-1 rounded-full border border-line bg-surface-3 px-3 text-caption font-bold text-text-1 shadow-raised"
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
