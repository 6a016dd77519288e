/*
 * 投资记录: what still comes back and what has come back, with totals, as a list or as a calendar; the opened one beside
 * it or in its place. Filter, calendar and the opened record are in the address.
 */

import { useRef, useState } from 'react';
import type { HoldingView } from '@candor/contract/invest';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { CalendarDays, List, ListFilter, ReceiptText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { GapRow, ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { RangeField } from '../../services/filters/range-field.tsx';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { Age } from '../../services/queries/age.tsx';
import { CertificatePage } from './certificate-page.tsx';
import { HoldingDetail } from './holding-detail.tsx';
import { Ending, HoldingRow } from './holding-row.tsx';
import { hasRange, holdingAddress, readHoldingFilter, RECORD_TABS } from './invest-filter.ts';
import type { HoldingFilter } from './invest-filter.ts';
import { useHoldings, useInvestSummary } from './invest-queries.ts';
import { HoldingStatusChip, rateText } from './invest-words.tsx';
import { OpenPurchase } from './open-purchase.tsx';
import { RepaymentCalendar } from './repayment-calendar.tsx';

export function HoldingRecordsPage() {
  const t = useTranslations('invest.records');
  const { params } = useAddress();
  const layout = useLayout();
  const opened = params.get('id');
  if (opened !== null && params.get('view') === 'certificate') return <CertificatePage id={opened} />;
  if (opened !== null && layout !== 'desktop')
    return (
      <Page bar={<NavBar title={t('detail')} onBack={() => goBack(paths.ebaoRecords())} />}>
        <HoldingDetail key={opened} id={opened} />
      </Page>
    );
  return <Records filter={readHoldingFilter(params)} opened={opened} isCalendar={params.get('show') === 'calendar'} />;
}

type RecordsProps = { filter: HoldingFilter; opened: string | null; isCalendar: boolean };

function Records({ filter, opened, isCalendar }: RecordsProps) {
  const t = useTranslations('invest.records');
  const titles = useTranslations('common.titles');
  const isWide = useLayout() === 'desktop';
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (changes: Partial<HoldingFilter>) =>
    replaceQuery({ ...holdingAddress({ ...filter, ...changes }), id: null });
  return (
    <Page
      wide
      bar={
        <NavBar
          title={titles('ebaoRecords')}
          onBack={() => goBack(paths.ebao())}
          actions={
            <>
              <IconButton
                label={t(isCalendar ? 'asList' : 'asCalendar')}
                onClick={() => replaceQuery({ show: isCalendar ? null : 'calendar' })}
              >
                {isCalendar ? (
                  <List aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
                ) : (
                  <CalendarDays aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
                )}
              </IconButton>
              <IconButton
                label={hasRange(filter) ? t('filterActive') : t('filter')}
                onClick={() => setIsChoosing(true)}
                className={cx(hasRange(filter) && 'text-accent')}
              >
                <ListFilter aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
              </IconButton>
            </>
          }
        />
      }
    >
      <div
        className={cx(
          'mx-auto max-w-[30rem] l:max-w-[45rem] xl:max-w-none',
          isWide && 'grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 nav:grid-cols-[minmax(0,1fr)_26rem]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-4">
          <OpenPurchase />
          <Tabs
            label={titles('ebaoRecords')}
            value={filter.tab}
            onChange={(tab) => change({ tab })}
            tabs={RECORD_TABS.map((tab) => ({ value: tab, label: t(`tabs.${tab}`) }))}
          >
            <div className="flex flex-col gap-4 pt-4">
              {isCalendar ? (
                <Calendar />
              ) : (
                <Holdings
                  filter={filter}
                  opened={opened}
                  isWide={isWide}
                  onClear={() => change({ from: null, to: null })}
                />
              )}
            </div>
          </Tabs>
        </div>
        {isWide && (
          <aside
            aria-label={t('detail')}
            className="sticky top-[calc(var(--topnav-height)+var(--nav-height)+1.5rem)] max-h-[calc(100dvh-var(--topnav-height)-var(--nav-height)-3rem)] overflow-y-auto"
          >
            {opened === null ? (
              <p className="rounded-card border border-dashed border-line px-6 py-16 text-center text-body-s text-text-3">
                {t('choose')}
              </p>
            ) : (
              <HoldingDetail key={opened} id={opened} />
            )}
          </aside>
        )}
      </div>
      <RangeSheet
        key={isChoosing ? 'open' : 'closed'}
        open={isChoosing}
        filter={filter}
        onClose={() => setIsChoosing(false)}
        onApply={(range) => {
          change(range);
          setIsChoosing(false);
        }}
      />
    </Page>
  );
}

function Calendar() {
  const t = useTranslations('invest.calendar');
  const query = useInvestSummary();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className="h-80 rounded-card" />
    );
  return query.data.repayments.length === 0 ? (
    <EmptyState icon={<CalendarDays aria-hidden="true" strokeWidth={1.5} />} title={t('nothing')} />
  ) : (
    <RepaymentCalendar />
  );
}

type HoldingsProps = { filter: HoldingFilter; opened: string | null; isWide: boolean; onClear: () => void };

function Holdings({ filter, opened, isWide, onClear }: HoldingsProps) {
  const t = useTranslations('invest');
  const query = useHoldings(filter);
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <Skeleton className="mb-4 h-18 rounded-card" />
        <SkeletonRows count={6} />
      </Loading>
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  const first = query.data.pages[0];
  if (items.length === 0) {
    const narrowed = hasRange(filter);
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden="true" strokeWidth={1.5} />}
        title={t(narrowed ? 'records.noMatch' : 'records.none')}
        action={
          narrowed ? (
            <Button variant="secondary" size="medium" onClick={onClear}>
              {t('records.clear')}
            </Button>
          ) : (
            <a href={hrefTo(paths.ebao())} className={buttonClass('primary', 'medium')}>
              {t('mine.toProducts')}
            </a>
          )
        }
      />
    );
  }
  return (
    <>
      {first && <Totals principal={first.principal} interest={first.interest} count={first.count} more={first.more} />}
      <Age query={query} />
      <div>
        {isWide ? <HoldingTable items={items} opened={opened} /> : <HoldingLines items={items} />}
        <ListFoot pages={query} />
      </div>
    </>
  );
}

type TotalsProps = { principal: string; interest: string; count: number; more: boolean };

function Totals({ principal, interest, count, more }: TotalsProps) {
  const t = useTranslations('invest.records');
  const amounts = useAmounts();
  return (
    <div className="rounded-card border border-line bg-surface-1 px-4 py-3 shadow-card">
      <dl className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1.4_1_auto]">
          <dt className="text-caption text-text-3">{t('principal')}</dt>
          <dd className="text-title-2">
            <MoneyText text={amounts(principal)} />
          </dd>
        </div>
        <div className="min-w-0 flex-auto">
          <dt className="text-caption text-text-3">{t('interest')}</dt>
          <dd className="tnum text-body-s font-semibold">{amounts(interest)}</dd>
        </div>
        <div className="text-end">
          <dt className="text-caption text-text-3">{t('count')}</dt>
          <dd className="tnum text-body-s font-semibold">{more ? `${count}+` : count}</dd>
        </div>
      </dl>
      {more && <p className="mt-1 text-caption text-text-3">{t('more', { count })}</p>}
    </div>
  );
}

const LINE_PX = 124;

function HoldingLines({ items }: { items: readonly HoldingView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useWindowed(list, items, () => LINE_PX);
  return (
    <ul ref={list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
      {shown.rows.map(({ row, index }) => (
        <li key={row.id} ref={shown.measure} data-index={index}>
          <HoldingRow holding={row} />
        </li>
      ))}
    </ul>
  );
}

const ROW_PX = 61;
const CELL = 'hairline-b px-4 py-2 whitespace-nowrap';

function HoldingTable({ items, opened }: { items: readonly HoldingView[]; opened: string | null }) {
  const t = useTranslations('invest');
  const titles = useTranslations('common.titles');
  const language = useLanguage();
  const amounts = useAmounts();
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useWindowed(body, items, () => ROW_PX);
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <table className="w-full border-separate border-spacing-0 text-body-s">
        <caption className="sr-only">{titles('ebaoRecords')}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            <Head>{t('confirm.project')}</Head>
            <Head end>{t('holding.principal')}</Head>
            <Head end>{t('records.interestOfTerm')}</Head>
            <Head>{t('term.repaid')}</Head>
            <Head>{t('records.status')}</Head>
          </tr>
        </thead>
        <tbody ref={body} className="[&>tr:last-child>td]:border-b-0">
          <GapRow px={shown.before} />
          {shown.rows.map(({ row, index }) => (
            <tr
              key={row.id}
              ref={shown.measure}
              data-index={index}
              onClick={() => replaceQuery({ id: row.id })}
              className={cx('cursor-pointer', row.id === opened ? 'bg-accent-tint' : 'hover:bg-surface-2')}
            >
              <td className={cx(CELL, 'max-w-60')}>
                <button
                  type="button"
                  aria-pressed={row.id === opened}
                  className="block min-h-11 max-w-full truncate text-start font-medium text-accent"
                >
                  {row.names[language]}
                </button>
                <span className="tnum -mt-2 block text-caption text-text-3">
                  {t('holding.rateAndTerm', { rate: rateText(row.annualRate), days: row.termDays })}
                </span>
              </td>
              <td className={cx(CELL, 'tnum text-end font-semibold')}>{amounts(row.principal)}</td>
              <td className={cx(CELL, 'tnum text-end')}>{amounts(row.totalInterest)}</td>
              <td className={cx(CELL, 'tnum')}>
                <Ending holding={row} />
              </td>
              <td className={CELL}>
                <HoldingStatusChip status={row.status} />
              </td>
            </tr>
          ))}
          <GapRow px={shown.after} />
        </tbody>
      </table>
    </div>
  );
}

function Head({ end = false, children }: { end?: boolean; children: string }) {
  return (
    <th
      scope="col"
      className={cx(
        'hairline-b sticky top-[calc(var(--topnav-height)+var(--nav-height))] z-10 bg-surface-1 px-4 py-3 font-semibold whitespace-nowrap first:rounded-ss-card last:rounded-se-card',
        end ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </th>
  );
}

type RangeSheetProps = {
  open: boolean;
  filter: HoldingFilter;
  onClose: () => void;
  onApply: (range: Pick<HoldingFilter, 'from' | 'to'>) => void;
};

/** Dates of investing. Nothing changes until the member applies it. */
function RangeSheet({ open, filter, onClose, onApply }: RangeSheetProps) {
  const t = useTranslations('invest.records');
  const [range, setRange] = useState({ from: filter.from, to: filter.to });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('filter')}
      footer={
        <div className="flex gap-3 *:flex-1">
          <Button variant="secondary" size="medium" onClick={() => setRange({ from: null, to: null })}>
            {t('reset')}
          </Button>
          <Button size="medium" onClick={() => onApply(range)}>
            {t('apply')}
          </Button>
        </div>
      }
    >
      <RangeField range={range} onChange={setRange} />
    </Sheet>
  );
}
