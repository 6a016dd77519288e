/* Settled orders: sums of the chosen dates, then the orders day by day. */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatPercent, formatPrice, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLayout } from '../../lib/media.ts';
import { hrefTo, navigate, replaceQuery, useAddress } from '../../lib/location.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { paths } from '../../lib/paths.ts';
import { useWaited } from '../../lib/use-waited.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { RangeField } from '../../services/filters/range-field.tsx';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { useOpenOrders, useProducts } from '../../services/queries/shared-queries.ts';
import { ChoiceSet } from '../../services/records/filter-sheet.tsx';
import { isFiltered, narrowedBy } from '../../services/records/record-filter.ts';
import { RecordList, ROW_LINK } from '../../services/records/record-list.tsx';
import { RecordsScreen } from '../../services/records/records-screen.tsx';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { HistoryExport } from './history-export.tsx';
import { historyAddress, NO_FILTER, readHistoryFilter, RESULTS, winShare } from './history-filter.ts';
import type { HistoryFilter } from './history-filter.ts';
import { DirectionChip, OrderStatus } from './order-marks.tsx';
import { useHistory, useSummary } from './order-queries.ts';
import { useProductName } from './order-words.ts';
import { OrderRow } from './order-row.tsx';
import { BarsSkeleton, ResultBars } from './result-bars.tsx';

export function HistoryPage() {
  const t = useTranslations('orders');
  const { params } = useAddress();
  const filter = readHistoryFilter(params, useBusinessDate());
  const narrowed = narrowedBy(historyAddress(filter), 'result');
  const change = (changes: Partial<HistoryFilter>) => replaceQuery(historyAddress({ ...filter, ...changes }));
  const { result: _, ...blank } = NO_FILTER;
  const isWide = useLayout() === 'desktop';
  // Where nothing was ever ordered, the page says so, instead of zeros. It is the list's answer: both come in one frame.
  const pages = useHistory(filter).data?.pages;
  const isBare = !isFiltered(historyAddress(filter)) && pages?.length === 1 && pages[0]?.items.length === 0;
  const results = !isBare && (
    <SegmentedControl
      label={t('filter.result')}
      options={RESULTS.map((value) => ({ value, label: t(`filter.results.${value}`) }))}
      value={filter.result}
      onChange={(result) => change({ result })}
      className={isWide ? 'w-72' : 'l:max-w-96'}
    />
  );
  const sums = !isBare && (
    <div className="flex flex-col gap-4 sideways:gap-2 xl:grid xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] xl:has-[>:only-child]:grid-cols-1">
      <SummaryCard filter={filter} />
      <ResultBars filter={filter} onChoose={change} />
    </div>
  );
  const orders = <Orders filter={filter} onClear={() => change(NO_FILTER)} />;
  return (
    <RecordsScreen
      title={t('history')}
      actions={
        // A desktop has room for the choice in the bar: the rows begin a third higher.
        <>
          {isWide && (
            <span className="me-3 flex items-center gap-4">
              <HeldLink />
              {results}
            </span>
          )}
          <HistoryExport filter={filter} />
        </>
      }
      words={{
        filter: t('filter.open'),
        filterActive: t('filter.openActive', { count: narrowed }),
        reset: t('filter.reset'),
        apply: t('filter.apply'),
      }}
      filter={filter}
      blank={blank}
      narrowed={narrowed}
      isCounted
      choices={(chosen, choose) => (
        <>
          <RangeField range={chosen} onChange={choose} />
          <ProductChoice product={chosen.product} onChange={(product) => choose({ product })} />
        </>
      )}
      onFilter={change}
    >
      {isWide ? (
        <>
          {sums}
          {orders}
        </>
      ) : (
        <Held>
          {results}
          {sums}
          {orders}
        </Held>
      )}
    </RecordsScreen>
  );
}

type ProductChoiceProps = { product: string | null; onChange: (product: string | null) => void };

function ProductChoice({ product, onChange }: ProductChoiceProps) {
  const t = useTranslations('orders.filter');
  const language = useLanguage();
  const query = useProducts();
  return query.data === undefined ? (
    <fieldset>
      <legend className="text-body-s font-bold">{t('product')}</legend>
      {query.isError ? <PartFailed onRetry={() => void query.refetch()} /> : <Skeleton className="mt-2 h-24" />}
    </fieldset>
  ) : (
    <ChoiceSet
      legend={t('product')}
      choices={[
        { value: null, label: t('allProducts') },
        ...query.data.map(({ code, names }) => ({ value: code, label: names[language] })),
      ]}
      isChosen={(code) => product === code}
      onChoose={onChange}
    />
  );
}

/** The link to the open orders, with the page below it. It comes with the page or not at all: later it would push the page down. */
function Held({ children }: { children: ReactNode }) {
  const { data, isPending } = useOpenOrders();
  const isReady = useWaited(isPending);
  const [isLate, setLate] = useState(false);
  if (isReady && isPending && !isLate) setLate(true);
  if (!isReady)
    return (
      <>
        <Skeleton className="h-11 l:max-w-96" />
        <Skeleton className="h-[9.875rem] rounded-card" />
        <BarsSkeleton />
        <RowsSkeleton />
      </>
    );
  return (
    <>
      {!isLate && data !== undefined && data.length > 0 && <HeldStrip count={data.length} />}
      {children}
    </>
  );
}

/** A day's head and its rows, as high as they will be. */
function RowsSkeleton() {
  return (
    <div>
      <div className="flex h-11 items-end justify-between pb-2">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-32" />
      </div>
      <SkeletonRows count={8} />
    </div>
  );
}

/** In the bar, where nothing moves when it comes. */
function HeldLink() {
  const t = useTranslations('orders');
  const { data } = useOpenOrders();
  if (data === undefined || data.length === 0) return null;
  return (
    <a
      href={hrefTo(paths.positions())}
      className="press inline-flex min-h-9 items-center gap-2 rounded-control px-2 text-body-s text-text-2 hover:text-text-1"
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-info" />
      {t('heldStrip', { count: data.length })}
      <ChevronRight aria-hidden="true" className="size-4 text-text-3" />
    </a>
  );
}

function HeldStrip({ count }: { count: number }) {
  const t = useTranslations('orders');
  return (
    <a
      href={hrefTo(paths.positions())}
      className="press flex min-h-12 items-center gap-3 rounded-card border border-line bg-surface-1 px-4 py-2 text-body-s shadow-card"
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-info" />
      <span className="flex-1">{t('heldStrip', { count })}</span>
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
    <section
      aria-label={t('title')}
      className="rounded-card border border-line bg-surface-1 p-4 shadow-card sideways:px-4 sideways:py-2 xl:flex xl:flex-col xl:justify-center xl:px-4 xl:py-2"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 l:grid-cols-[auto_auto_auto_auto] sideways:grid-cols-4">
        <Sum name={t('count')}>{query.data ? <span className="tnum">{query.data.count}</span> : blank}</Sum>
        <Sum name={t('staked')}>{query.data ? <span className="tnum">{amounts(query.data.staked)}</span> : blank}</Sum>
        <Sum name={t('profit')}>{query.data ? <SignedMoney text={query.data.profit} /> : blank}</Sum>
        <Sum name={t('winShare')}>
          {query.data ? <span className="tnum">{share ? formatPercent(share) : UNKNOWN_FIGURE}</span> : blank}
        </Sum>
      </dl>
      <div className="tnum mt-3 text-caption text-text-3 sideways:mt-1 xl:mt-1">
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

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-text-3">{name}</dt>
      <dd className="text-title-2">{children}</dd>
    </div>
  );
}

function Orders({ filter, onClear }: { filter: HistoryFilter; onClear: () => void }) {
  const t = useTranslations('orders');
  const { timeZone } = useSite();
  const amounts = useAmounts();
  const nameOf = useProductName();
  const isWide = useLayout() === 'desktop';
  return (
    <RecordList
      caption={t('history')}
      query={useHistory(filter)}
      columns={[
        {
          head: ({ acceptedAt }) => t('timeIn', { zone: zoneLabel(acceptedAt) }),
          cell: ({ acceptedAt }) => formatDateTime(acceptedAt),
          className: 'tnum text-text-2',
        },
        {
          head: t('orderNo'),
          cell: ({ id, no }) => (
            <a href={hrefTo(paths.order(id))} className={`tnum ${ROW_LINK}`}>
              {no}
            </a>
          ),
        },
        { head: t('product'), cell: ({ product }) => nameOf(product), className: 'font-bold' },
        { head: t('direction'), cell: ({ direction }) => <DirectionChip direction={direction} /> },
        { head: t('stake'), cell: ({ stake }) => amounts(stake), end: true },
        { head: t('entryPrice'), cell: ({ entryPrice }) => formatPrice(entryPrice), end: true },
        { head: t('exitPrice'), cell: ({ exitPrice }) => formatPrice(exitPrice), end: true },
        { head: t('result'), cell: (order) => <OrderStatus order={order} phase="settled" /> },
        {
          head: t('profit'),
          cell: ({ profit }) => <SignedMoney text={profit ?? '0.00'} />,
          end: true,
          className: 'font-bold',
        },
      ]}
      onOpen={({ id }) => navigate(paths.order(id))}
      line={(order) => <OrderRow order={order} />}
      linePx={64}
      {...(isWide ? {} : { loading: <RowsSkeleton /> })}
      // The same days as in the filter and the sums.
      days={{ at: (order) => order.acceptedAt, timeZone, head: (date) => <DayHead date={date} filter={filter} /> }}
      isFiltered={isFiltered(historyAddress(filter))}
      onClear={onClear}
      words={{ none: t('noHistory'), hint: t('noHistoryHint'), noMatch: t('noMatch'), clear: t('filter.clear') }}
      begin={{ label: t('seeMarkets'), path: paths.home() }}
    />
  );
}

function DayHead({ date, filter }: { date: string; filter: HistoryFilter }) {
  const t = useTranslations('orders.days');
  const sum = useSummary(filter).data?.days.find((day) => day.date === date);
  return (
    <>
      {date}
      {sum !== undefined && (
        <span className="flex flex-wrap items-center justify-end gap-x-2">
          {t('group', { count: sum.count })}
          <SignedMoney text={sum.profit} />
        </span>
      )}
    </>
  );
}
