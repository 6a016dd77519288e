/* A bar in words and numbers: the card under the crosshair, the table of the last bars, the spoken summary. */

import type { Interval } from '@candor/contract/market';
import { ChangePill } from '@candor/ui/price-text.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { directionOf, formatCompact, formatPercent, groupDigits } from '@candor/ui/figures';
import { formatDate, formatDateTime, zoneLabel } from '@candor/ui/moments';
import { useChartHost } from './chart-host.ts';
import { summaryOf } from './bars.ts';
import type { Bar } from './bars.ts';

type BarWords = { decimals: number; interval: Interval; timeZone: string };

function priceOf(value: number, decimals: number) {
  return groupDigits(value.toFixed(decimals));
}

function timeOf({ timestamp }: Bar, interval: Interval, timeZone: string) {
  return interval === '1d' ? formatDate(timestamp, timeZone) : formatDateTime(timestamp, timeZone).slice(0, -3);
}

/** Change of a bar from its opening, as a decimal fraction; null if that ratio makes no sense. */
function changeOf({ open, close }: Bar): string | null {
  return open > 0 ? (close / open - 1).toFixed(6) : null;
}

/** Words for screen readers: one sentence for the whole chart, one for a bar. */
export function useChartWords({ decimals, interval, timeZone }: BarWords) {
  const t = useTranslations('market.chart');
  return {
    chart(bars: readonly Bar[]): string {
      const summary = summaryOf(bars);
      if (!summary) return t('empty');
      const change = summary.change === null ? '--' : formatPercent(summary.change.toFixed(6), { signed: true });
      const figure = (value: number) => priceOf(value, decimals);
      return t('summary', {
        count: bars.length,
        last: figure(summary.last),
        change,
        high: figure(summary.high),
        low: figure(summary.low),
      });
    },
    bar(bar: Bar): string {
      const figure = (value: number) => priceOf(value, decimals);
      const { open, high, low, close } = bar;
      return t('bar', {
        time: timeOf(bar, interval, timeZone),
        open: figure(open),
        high: figure(high),
        low: figure(low),
        close: figure(close),
      });
    },
  };
}

/** Placed on the half of the chart without the crosshair. */
export function BarCard({ bar, side, decimals, interval, timeZone }: BarWords & { bar: Bar; side: 'left' | 'right' }) {
  const t = useTranslations('market.chart');
  const { language } = useChartHost();
  const change = changeOf(bar);
  const rows = [
    [t('open'), priceOf(bar.open, decimals)],
    [t('high'), priceOf(bar.high, decimals)],
    [t('low'), priceOf(bar.low, decimals)],
    [t('close'), priceOf(bar.close, decimals)],
    ...(bar.volume === undefined ? [] : [[t('volume'), formatCompact(bar.volume, language)]]),
  ];
  return (
    <div
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute top-6 z-10 min-w-34 rounded-control border border-line bg-sheet/92 px-3 py-2 text-caption shadow-raised',
        side === 'left' ? 'end-20' : 'start-2',
      )}
    >
      <p className="tnum mb-1 text-text-3">
        {timeOf(bar, interval, timeZone)} {zoneLabel(bar.timestamp, timeZone)}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="tnum text-end">{value}</dd>
          </div>
        ))}
        {change !== null && (
          <div className="contents">
            <dt className="text-text-3">{t('change')}</dt>
            <dd
              className={cx(
                'tnum text-end',
                { up: 'text-up', down: 'text-down', flat: 'text-flat' }[directionOf(change)],
              )}
            >
              {formatPercent(change, { signed: true })}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/**
 * The last bars as a table, newest first, as they were when the table was opened. Null bars are still loading; a closed
 * table loads nothing.
 */
export function BarsTable({
  open,
  bars,
  onClose,
  decimals,
  interval,
  timeZone,
}: BarWords & { open: boolean; bars: readonly Bar[] | null; onClose: () => void }) {
  const t = useTranslations('market.chart');
  const newest = bars?.at(-1);
  return (
    <Sheet open={open} onClose={onClose} title={t('table.title')}>
      {open && bars === null && <TableSkeleton label={t('loading')} />}
      {bars?.length === 0 && <p className="text-text-2">{t('empty')}</p>}
      <div hidden={newest === undefined} className="-mx-4 overflow-x-auto px-4">
        <table className="tnum w-full text-end text-caption">
          <thead className="text-text-3">
            <tr className="[&>th]:py-2 [&>th]:ps-3 [&>th]:font-medium">
              <th scope="col" className="ps-0! text-start">
                {t('time')} {zoneLabel(newest?.timestamp ?? 0, timeZone)}
              </th>
              <th scope="col">{t('open')}</th>
              <th scope="col">{t('high')}</th>
              <th scope="col">{t('low')}</th>
              <th scope="col">{t('close')}</th>
              <th scope="col">{t('change')}</th>
            </tr>
          </thead>
          <tbody>
            {(bars ?? []).toReversed().map((bar) => (
              <tr key={bar.timestamp} className="hairline-t whitespace-nowrap [&>td]:ps-3">
                <th scope="row" className="py-2 text-start font-normal text-text-2">
                  {timeOf(bar, interval, timeZone).slice(interval === '1d' ? 0 : 5)}
                </th>
                <td>{priceOf(bar.open, decimals)}</td>
                <td>{priceOf(bar.high, decimals)}</td>
                <td>{priceOf(bar.low, decimals)}</td>
                <td>{priceOf(bar.close, decimals)}</td>
                <td>
                  <BarChange bar={bar} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}

const SKELETON_ROWS = 6;

function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <Skeleton key={row} className="h-6 w-full" />
      ))}
    </div>
  );
}

function BarChange({ bar }: { bar: Bar }) {
  const change = changeOf(bar);
  if (change === null) return '--';
  const text = formatPercent(change, { signed: true });
  return (
    <ChangePill
      text={text}
      direction={directionOf(formatPercent(change).replace('−', '-'))}
      className="min-h-6! min-w-0! text-caption!"
    />
  );
}
