/*
 * Settled orders: sums of the chosen dates, then the orders day by day. The filter is in the address, so that a view
 * can be linked and survives a reload.
 */

import { useRef, useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { ChevronRight, ListFilter, ReceiptText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { withDays } from '../../lib/dates.ts';
import { ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import { formatPercent, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading, PartFailed } from '../../services/queries/query-states.tsx';
import { useSite } from '../../services/session/site.ts';
import { useOpenOrders } from '../../services/queries/shared-queries.ts';
import { HistoryExport } from './history-export.tsx';
import type { DaySum } from './day-bars.ts';
import { historyAddress, narrowedBy, NO_FILTER, readHistoryFilter, RESULTS, winShare } from './history-filter.ts';
import type { HistoryFilter } from './history-filter.ts';
import { HistoryFilterSheet } from './history-filter-sheet.tsx';
import { HistoryTable } from './history-table.tsx';
import { useHistory, useSummary } from './order-queries.ts';
import { RecordRow } from './record-row.tsx';
import { ResultBars } from './result-bars.tsx';

export function HistoryPage() {
  const t = useTranslations('orders');
  const { params } = useAddress();
  const filter = readHistoryFilter(params);
  const change = (changes: Partial<HistoryFilter>) => replaceQuery(historyAddress({ ...filter, ...changes }));
  const [choosing, setChoosing] = useState(false);
  const narrowed = narrowedBy(filter);
  return (
    <Page
      wide
      bar={
        <NavBar
          title={t('history')}
          actions={
            <>
              <HistoryExport filter={filter} />
              <span className="relative">
                <IconButton
                  label={narrowed === 0 ? t('filter.open') : t('filter.openActive', { count: narrowed })}
                  onClick={() => setChoosing(true)}
                >
                  <ListFilter aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
                </IconButton>
                {narrowed > 0 && (
                  <span
                    aria-hidden="true"
                    className="tnum pointer-events-none absolute end-0.5 top-0.5 flex size-4.5 items-center justify-center rounded-full bg-accent-fill text-tab font-semibold text-on-accent"
                  >
                    {narrowed}
                  </span>
                )}
              </span>
            </>
          }
        />
      }
    >
      <div className="mx-auto flex max-w-[30rem] flex-col gap-4 l:max-w-none">
        <HeldStrip />
        <SegmentedControl
          label={t('filter.result')}
          options={RESULTS.map((value) => ({ value, label: t(`filter.results.${value}`) }))}
          value={filter.result}
          onChange={(result) => change({ result })}
          className="l:max-w-96"
        />
        <SummaryCard filter={filter} />
        <ResultBars filter={filter} onChoose={change} />
        <Records filter={filter} onClear={() => change(NO_FILTER)} />
      </div>
      <HistoryFilterSheet
        key={choosing ? 'open' : 'closed'}
        open={choosing}
        filter={filter}
        onClose={() => setChoosing(false)}
        onApply={(chosen) => {
          change(chosen);
          setChoosing(false);
        }}
      />
    </Page>
  );
}

/** Links to the open orders; empty if there are none. */
function HeldStrip() {
  const t = useTranslations('orders');
  const { data } = useOpenOrders();
  if (data === undefined || data.length === 0) return null;
  return (
    <a
      href={hrefTo(paths.positions())}
      className="press flex min-h-12 items-center gap-3 rounded-card border border-line bg-surface-1 px-4 py-2 text-body-s shadow-card"
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-accent-fill" />
      <span className="flex-1">{t('heldStrip', { count: data.length })}</span>
      <ChevronRight aria-hidden="true" className="size-4.5 text-text-3" />
    </a>
  );
}

function SummaryCard({ filter }: { filter: HistoryFilter }) {
  const t = useTranslations('orders.summary');
  const amounts = useAmounts();
  const query = useSummary(filter);
  // If the orders are filtered by result, the share says nothing.
  const share = query.data && filter.result === 'all' ? winShare(query.data) : null;
  if (query.isError && query.data === undefined) {
    return (
      <section className="rounded-card border border-line bg-surface-1 shadow-card">
        <PartFailed onRetry={() => void query.refetch()} />
      </section>
    );
  }
  const blank = <Skeleton className="h-6.5 w-16" />;
  return (
    <section aria-label={t('title')} className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 l:grid-cols-4">
        <Sum name={t('count')}>{query.data ? <span className="tnum">{query.data.count}</span> : blank}</Sum>
        <Sum name={t('staked')}>{query.data ? <span className="tnum">{amounts(query.data.staked)}</span> : blank}</Sum>
        <Sum name={t('profit')}>{query.data ? <SignedMoney text={query.data.profit} /> : blank}</Sum>
        <Sum name={t('winShare')}>
          {query.data ? <span className="tnum">{share ? formatPercent(share) : UNKNOWN_FIGURE}</span> : blank}
        </Sum>
      </dl>
      <div className="tnum mt-3 text-caption text-text-3">
        {query.data ? (
          t('counts', {
            won: query.data.won,
            lost: query.data.lost,
            tied: query.data.tied,
            voided: query.data.voided,
          })
        ) : (
          <Skeleton className="h-4 w-48" />
        )}
      </div>
    </section>
  );
}

function Sum({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-text-3">{name}</dt>
      <dd className="text-title-2">{children}</dd>
    </div>
  );
}

function Records({ filter, onClear }: { filter: HistoryFilter; onClear: () => void }) {
  const layout = useLayout();
  const query = useHistory(filter);
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <SkeletonRows count={8} />
      </Loading>
    );
  }
  const orders = query.data.pages.flatMap((page) => page.items);
  if (orders.length === 0) return <Nothing filter={filter} onClear={onClear} />;
  return (
    <div>
      {layout === 'desktop' ? <HistoryTable orders={orders} /> : <DayList orders={orders} filter={filter} />}
      <ListFoot pages={query} />
    </div>
  );
}

function Nothing({ filter, onClear }: { filter: HistoryFilter; onClear: () => void }) {
  const t = useTranslations('orders');
  const filtered = filter.result !== 'all' || narrowedBy(filter) > 0;
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden="true" strokeWidth={1.5} />}
      title={filtered ? t('noMatch') : t('noHistory')}
      action={
        filtered ? (
          <Button variant="secondary" size="medium" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        ) : (
          <a href={hrefTo(paths.home())} className={buttonClass('primary', 'medium')}>
            {t('seeMarkets')}
          </a>
        )
      }
    />
  );
}

const DAY_PX = 44;
const RECORD_PX = 84;

function DayList({ orders, filter }: { orders: readonly OrderView[]; filter: HistoryFilter }) {
  const list = useRef<HTMLUListElement>(null);
  const { timeZone } = useSite();
  // The same days as in the filter and the sums.
  const rows = withDays(orders, (order) => order.acceptedAt, timeZone);
  const days = useSummary(filter).data?.days ?? [];
  const shown = useWindowed(list, rows, (row) => (row.kind === 'day' ? DAY_PX : RECORD_PX));
  return (
    <ul ref={list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
      {shown.rows.map(({ row, index }) => (
        <li key={row.kind === 'day' ? row.date : row.item.id} ref={shown.measure} data-index={index}>
          {row.kind === 'day' ? (
            <DayHead date={row.date} sum={days.find((day) => day.date === row.date)} />
          ) : (
            <RecordRow order={row.item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function DayHead({ date, sum }: { date: string; sum: DaySum | undefined }) {
  const t = useTranslations('orders.days');
  return (
    <h2 className="tnum flex h-11 items-end justify-between gap-3 pb-2 text-body-s font-semibold text-text-3">
      {date}
      {sum !== undefined && (
        <span className="flex items-center gap-2">
          {t('group', { count: sum.count })}
          <SignedMoney text={sum.profit} />
        </span>
      )}
    </h2>
  );
}
