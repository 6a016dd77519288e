/* 投资记录: what still comes back and what has come back, with totals, as a list or as a calendar. */

import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { CalendarDays, List } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, replaceQuery, useAddress } from '../../lib/location.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { paths } from '../../lib/paths.ts';
import { RangeField } from '../../services/filters/range-field.tsx';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { narrowedBy } from '../../services/records/record-filter.ts';
import { RecordList, ROW_LINK } from '../../services/records/record-list.tsx';
import { RecordsScreen } from '../../services/records/records-screen.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { CertificatePage } from './certificate-page.tsx';
import { HoldingDetail } from './holding-detail.tsx';
import { Ending, HoldingRow } from './holding-row.tsx';
import { holdingAddress, readHoldingFilter, RECORD_TABS } from './invest-filter.ts';
import type { HoldingFilter } from './invest-filter.ts';
import { useHoldings, useInvestSummary } from './invest-queries.ts';
import { HoldingStatusChip, rateText } from './invest-words.tsx';
import { OpenPurchase } from './open-purchase.tsx';
import { RepaymentCalendar } from './repayment-calendar.tsx';

const NO_RANGE = { from: null, to: null };

export function HoldingRecordsPage() {
  const t = useTranslations('invest.records');
  const titles = useTranslations('common.titles');
  const { params } = useAddress();
  const opened = params.get('id');
  const filter = readHoldingFilter(params, useBusinessDate());
  const isCalendar = params.get('show') === 'calendar';
  if (opened !== null && params.get('view') === 'certificate') return <CertificatePage id={opened} />;
  const narrowed = narrowedBy(holdingAddress(filter), 'status');
  const change = (changes: Partial<HoldingFilter>) =>
    replaceQuery({ ...holdingAddress({ ...filter, ...changes }), id: null });
  const ViewIcon = isCalendar ? List : CalendarDays;
  return (
    <RecordsScreen
      title={titles('ebaoRecords')}
      onBack={() => goBack(paths.ebao())}
      actions={
        <IconButton
          label={t(isCalendar ? 'asList' : 'asCalendar')}
          onClick={() => replaceQuery({ show: isCalendar ? null : 'calendar' })}
        >
          <ViewIcon aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        </IconButton>
      }
      words={{ filter: t('filter'), filterActive: t('filterActive'), reset: t('reset'), apply: t('apply') }}
      filter={filter}
      blank={NO_RANGE}
      narrowed={narrowed}
      choices={(chosen, choose) => <RangeField range={chosen} onChange={choose} />}
      onFilter={change}
      detail={{
        opened,
        Detail: HoldingDetail,
        title: t('detail'),
        choose: t('choose'),
        list: paths.ebaoRecords(),
        columns: 'grid-cols-[minmax(0,1fr)_22rem] nav:grid-cols-[minmax(0,1fr)_26rem]',
      }}
    >
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
            <Holdings filter={filter} opened={opened} isFiltered={narrowed > 0} onClear={() => change(NO_RANGE)} />
          )}
        </div>
      </Tabs>
    </RecordsScreen>
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

type HoldingsProps = { filter: HoldingFilter; opened: string | null; isFiltered: boolean; onClear: () => void };

function Holdings({ filter, opened, isFiltered, onClear }: HoldingsProps) {
  const t = useTranslations('invest');
  const titles = useTranslations('common.titles');
  const language = useLanguage();
  const amounts = useAmounts();
  const query = useHoldings(filter);
  return (
    <RecordList
      caption={titles('ebaoRecords')}
      query={query}
      loading={
        <>
          <Skeleton className="mb-4 h-18 rounded-card" />
          <SkeletonRows count={6} />
        </>
      }
      head={(first) => (
        <Totals principal={first.principal} interest={first.interest} count={first.count} more={first.more} />
      )}
      columns={[
        {
          head: t('confirm.project'),
          cell: ({ names, annualRate, termDays }, isOpened) => (
            <span className="flex items-center gap-2">
              <button type="button" aria-pressed={isOpened} className={cx('min-w-0 truncate', ROW_LINK)}>
                {names[language]}
              </button>
              <span className="tnum text-caption text-text-3">
                {t('holding.rateAndTerm', { rate: rateText(annualRate), days: termDays })}
              </span>
            </span>
          ),
          className: 'max-w-80',
        },
        {
          head: t('holding.principal'),
          cell: ({ principal }) => amounts(principal),
          end: true,
          className: 'font-bold',
        },
        { head: t('records.interestOfTerm'), cell: ({ totalInterest }) => amounts(totalInterest), end: true },
        {
          head: t('term.repaid'),
          cell: (holding) => <Ending holding={holding} />,
          // A sentence: beside the opened record there is room for all columns only if it may break.
          className: 'tnum min-w-32 text-balance whitespace-normal!',
        },
        { head: t('records.status'), cell: ({ status }) => <HoldingStatusChip status={status} /> },
      ]}
      opened={opened}
      onOpen={({ id }) => replaceQuery({ id })}
      line={(holding) => <HoldingRow holding={holding} />}
      linePx={124}
      isFiltered={isFiltered}
      onClear={onClear}
      words={{
        none: t('records.none'),
        hint: t('records.noneHint'),
        noMatch: t('records.noMatch'),
        clear: t('records.clear'),
      }}
      begin={{ label: t('mine.toProducts'), path: paths.ebao() }}
    />
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
          <dd className="tnum text-body-s font-bold">{amounts(interest)}</dd>
        </div>
        <div className="text-end">
          <dt className="text-caption text-text-3">{t('count')}</dt>
          <dd className="tnum text-body-s font-bold">{more ? `${count}+` : count}</dd>
        </div>
      </dl>
      {more && <p className="mt-1 text-caption text-text-3">{t('more', { count })}</p>}
    </div>
  );
}
