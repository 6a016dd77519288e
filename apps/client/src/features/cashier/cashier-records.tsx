/* What the records of deposits and of withdrawals have in common: status chips, the sum, and how a line looks. */

import type { ComponentType, ReactNode } from 'react';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { RecordRow } from '@candor/ui/record-row.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { FilterChips } from '../../services/filters/filter-chips.tsx';
import { RangeField } from '../../services/filters/range-field.tsx';
import { NotLoaded } from '../../services/queries/query-states.tsx';
import type { ReadState } from '../../services/queries/query-states.tsx';
import { ChoiceSet } from '../../services/records/filter-sheet.tsx';
import { isFiltered, narrowedBy } from '../../services/records/record-filter.ts';
import { RecordList, ROW_LINK } from '../../services/records/record-list.tsx';
import type { RecordColumn, RecordListProps, RecordsQuery } from '../../services/records/record-list.tsx';
import { RecordsScreen } from '../../services/records/records-screen.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useResumedCalls } from './cashier-queries.ts';
import { PracticeNotice } from './cashier-words.tsx';
import { filterAddress, NO_FILTER } from './records-filter.ts';
import type { RecordsFilter } from './records-filter.ts';

type Choice<T extends string> = { value: T; label: string };
type Item = { id: string; reference: string; createdAt: string; amount: string };
type CashierPage<T> = { items: readonly T[]; credited: string; count: number };

type CashierRecordsProps<T extends Item, Status extends string> = {
  title: string;
  filter: RecordsFilter<Status>;
  statuses: readonly Choice<Status>[];
  kinds: readonly Choice<NonNullable<RecordsFilter<Status>['kind']>>[];
  query: RecordsQuery<CashierPage<T>>;
  sumName: string;
  pathOf: (id?: string) => AppPath;
  /** What a practice site says of these payments; by default what it says of deposits. */
  practiceNote?: string;
  none: string;
  /** What will stand here. */
  hint: string;
  begin: NonNullable<RecordListProps<T, CashierPage<T>>['begin']>;
  /** After the time, which opens the record. */
  columns: readonly RecordColumn<T>[];
  lineOf: (item: T) => LineParts;
  Detail: ComponentType<{ id: string }>;
};

export function CashierRecords<T extends Item, Status extends string>(props: CashierRecordsProps<T, Status>) {
  const { title, filter, statuses, kinds, query, sumName, pathOf, none, hint, begin, columns, lineOf, Detail } = props;
  const { practiceNote } = props;
  const t = useTranslations('cashier.records');
  const facts = useTranslations('cashier.facts');
  const opened = useAddress().params.get('id');
  useResumedCalls();
  const address = filterAddress(filter);
  const narrowed = narrowedBy(address, 'status');
  const change = (changes: Partial<RecordsFilter<Status>>) =>
    replaceQuery({ ...filterAddress({ ...filter, ...changes }), id: null });
  const { status: _, ...blank } = NO_FILTER;
  return (
    <RecordsScreen
      title={title}
      onBack={() => goBack(paths.account())}
      words={{
        filter: t('filter'),
        filterActive: t('filterActive', { count: narrowed }),
        reset: t('reset'),
        apply: t('apply'),
      }}
      filter={filter}
      blank={blank}
      narrowed={narrowed}
      choices={(chosen, choose) => (
        <>
          <RangeField range={chosen} onChange={choose} />
          {kinds.length > 0 && (
            <ChoiceSet
              legend={t('method')}
              choices={[{ value: null, label: t('all') }, ...kinds]}
              isChosen={(kind) => chosen.kind === kind}
              onChoose={(kind) => choose({ kind })}
            />
          )}
        </>
      )}
      onFilter={change}
      detail={{
        opened,
        Detail,
        title: t('detail'),
        choose: t('choose'),
        list: pathOf(),
        columns: 'grid-cols-[minmax(0,1fr)_20rem] nav:grid-cols-[minmax(0,1fr)_24rem]',
      }}
      notice={<PracticeNotice>{practiceNote}</PracticeNotice>}
    >
      <FilterChips
        label={t('status')}
        choices={[{ value: null, label: t('all') }, ...statuses]}
        chosen={filter.status}
        onChoose={(status) => change({ status })}
      />
      <Sum query={query} name={sumName} />
      <RecordList
        caption={title}
        query={query}
        columns={[
          {
            head: ({ createdAt }) => t('timeIn', { name: facts('createdAt'), zone: zoneLabel(createdAt) }),
            cell: ({ createdAt, reference }, isOpened) => (
              <button
                type="button"
                aria-pressed={isOpened}
                aria-label={`${formatDateTime(createdAt)} · ${t('openOne', { reference })}`}
                className={`tnum ${ROW_LINK}`}
              >
                {formatDateTime(createdAt)}
              </button>
            ),
          },
          ...columns,
        ]}
        opened={opened}
        onOpen={({ id }) => replaceQuery({ id })}
        line={(item) => <Line path={pathOf(item.id)} item={item} {...lineOf(item)} />}
        linePx={72}
        isFiltered={isFiltered(address)}
        onClear={() => change(NO_FILTER)}
        words={{ none, hint, noMatch: t('noMatch'), clear: t('clear') }}
        begin={begin}
      />
    </RecordsScreen>
  );
}

type SumProps = { query: RecordsQuery<{ credited: string; count: number }>; name: string };

function Sum({ query, name }: SumProps) {
  const t = useTranslations('cashier.records');
  const amounts = useAmounts();
  const first = query.data?.pages[0];
  return (
    <dl className="flex flex-wrap items-end justify-between gap-x-4 rounded-card border border-line bg-surface-1 px-4 py-3 shadow-card">
      <div>
        <dt className="text-caption text-text-3">{name}</dt>
        <dd className="text-title-1">
          {first ? (
            <MoneyText text={amounts(first.credited)} />
          ) : query.isError ? (
            UNKNOWN_FIGURE
          ) : (
            <Skeleton className="h-8 w-32" />
          )}
        </dd>
      </div>
      <div className="ms-auto text-end">
        <dt className="text-caption text-text-3">{t('count')}</dt>
        <dd className="tnum text-body font-bold">{first?.count ?? UNKNOWN_FIGURE}</dd>
      </div>
    </dl>
  );
}

type LineParts = {
  icon: ReactNode;
  name: ReactNode;
  /** What arrives, where it is worth a word. */
  arrival: string | null;
  chip: ReactNode;
};

function Line({ path, item, icon, name, arrival, chip }: LineParts & { path: AppPath; item: Item }) {
  const amounts = useAmounts();
  return (
    <RecordRow
      href={hrefTo(path)}
      icon={icon}
      name={name}
      detail={formatDateTime(item.createdAt)}
      amount={<MoneyText text={amounts(item.amount)} />}
      note={arrival ?? undefined}
      status={chip}
    />
  );
}

/** In place of the opened record, while it is read or if it cannot be. */
export function DetailNotLoaded({ query }: { query: ReadState }) {
  return (
    <NotLoaded query={query}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    </NotLoaded>
  );
}
