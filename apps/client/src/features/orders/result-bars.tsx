import { useLayoutEffect, useRef } from 'react';
import { cx } from '@candor/ui/cx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { directionOf } from '../../lib/format.ts';
import type { DateRange } from '../../lib/dates.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { barsRange, dayBars, isChosen, tapDay } from './day-bars.ts';
import type { DayBar } from './day-bars.ts';
import type { HistoryFilter } from './history-filter.ts';
import { useSummary } from './order-queries.ts';

type ResultBarsProps = { filter: HistoryFilter; onChoose: (range: DateRange) => void };

/** The result of each day of a month: a bar up or down with its text; a tap shows only that day's orders. */
export function ResultBars({ filter, onChoose }: ResultBarsProps) {
  const t = useTranslations('orders.days');
  const { currency, timeZone } = useSite();
  const today = useBusinessDate();
  const range = barsRange(filter, today);
  const { data, isPending } = useSummary({ ...filter, ...range });
  const row = useRef<HTMLUListElement>(null);
  const isThere = data !== undefined && data.count > 0;
  // The newest day is at the end.
  useLayoutEffect(() => {
    if (isThere && row.current !== null) row.current.scrollLeft = row.current.scrollWidth;
  }, [isThere, range.to]);
  if (isPending) return <BarsSkeleton />;
  // A month without orders shows nothing.
  if (!isThere) return null;
  const bars = dayBars(range, data.days, currency);
  return (
    <section
      aria-label={t('title')}
      className="print:hidden rounded-card border border-line bg-surface-1 pt-4 pb-2 shadow-card xl:pt-2 xl:pb-1"
    >
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 px-4">
        <span className="text-body-s font-bold">{t('title')}</span>
        <span className="text-caption text-text-3">{t('zone', { zone: timeZone })}</span>
      </h2>
      {/* A phone shows whole days: the date at the edge is not cut. */}
      <ul ref={row} className="scroll-quiet mt-2 flex overflow-x-auto px-2 xl:mt-0">
        {bars.map((bar, index) => (
          <li
            key={bar.date}
            className="min-w-[calc(100%/6)] flex-1 s:min-w-[calc(100%/7)] l:min-w-[calc(100%/14)] xl:min-w-4"
          >
            <Bar
              bar={bar}
              range={filter}
              isNamed={(bars.length - 1 - index) % 2 === 0}
              onPress={() => onChoose(tapDay(bar.date, filter))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function BarsSkeleton() {
  return <Skeleton className="h-[9.125rem] rounded-card xl:h-auto xl:min-h-24" />;
}

type BarProps = {
  bar: DayBar;
  range: DateRange;
  /** On a desktop a month has the width of a card: every second day is named, counted from the newest. */
  isNamed: boolean;
  onPress: () => void;
};

const COLOUR = { up: 'bg-win', down: 'bg-lose', flat: 'bg-text-3' } as const;

function Bar({ bar, range, isNamed, onPress }: BarProps) {
  const t = useTranslations('orders.days');
  const amounts = useAmounts();
  const { date, sum, height } = bar;
  const isAlone = range.from === date && range.to === date;
  const label =
    sum === null
      ? t('none', { date })
      : t('sum', { date, count: sum.count, profit: amounts(sum.profit, { signed: true }) });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isAlone}
      disabled={sum === null}
      onClick={onPress}
      className={cx(
        'press flex w-full flex-col items-center gap-1 rounded-control py-1 -outline-offset-2 enabled:hover:bg-surface-2',
        isAlone && 'bg-surface-2',
      )}
    >
      <Plot sum={sum} height={height} isDim={!isChosen(date, range)} />
      <span
        aria-hidden="true"
        className={cx(
          'tnum text-caption whitespace-nowrap',
          isAlone ? 'text-text-1' : 'text-text-3',
          !isNamed && !isAlone && 'xl:invisible',
        )}
      >
        {date.endsWith('-01') && <span className="xl:hidden">{date.slice(5, 8)}</span>}
        {date.slice(8)}
      </span>
    </button>
  );
}

/** Gains go up from the middle line, losses go down; a day with a zero result is a dot on it. */
function Plot({ sum, height, isDim }: Pick<DayBar, 'sum' | 'height'> & { isDim: boolean }) {
  const share = `${Math.max(Math.abs(height) * 50, 3)}%`;
  return (
    <span aria-hidden="true" className="relative block h-16 w-full xl:h-10">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      {sum !== null && (
        <span
          style={height < 0 ? { top: '50%', height: share } : { bottom: '50%', height: share }}
          className={cx(
            'absolute start-1/2 w-3.5 max-w-4/5 -translate-x-1/2 rounded-inner',
            COLOUR[directionOf(sum.profit)],
            isDim && 'opacity-40',
          )}
        />
      )}
    </span>
  );
}
