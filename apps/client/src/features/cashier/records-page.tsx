/* The frame of both records: filters, sum, list or table, and the opened one beside it or in its place. */

import { useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton, SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { ListFilter, ReceiptText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { GapRow, ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import type { MorePages } from '../../lib/endless-list.tsx';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { goBack, hrefTo, replaceQuery } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useResumedCalls } from './cashier-queries.ts';
import { PracticeNotice } from './cashier-words.tsx';
import { filterAddress, isFiltered, narrowedBy, NO_FILTER } from './records-filter.ts';
import type { RecordsFilter } from './records-filter.ts';
import { RecordsFilterSheet } from './records-filter-sheet.tsx';

export type Choice<T extends string> = { value: T; label: string };
type Item = { id: string; reference: string; createdAt: string };
type RecordsQuery<T> = MorePages & {
  data: { pages: readonly { items: readonly T[]; credited: string; count: number }[] } | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
};

type RecordsPageProps<T extends Item, Status extends string> = {
  title: string;
  filter: RecordsFilter<Status>;
  statuses: readonly Choice<Status>[];
  kinds: readonly Choice<NonNullable<RecordsFilter<Status>['kind']>>[];
  query: RecordsQuery<T>;
  sumName: string;
  opened: string | null;
  pathOf: (id?: string) => AppPath;
  empty: { title: string; action: string; path: AppPath };
  /** Heads of the table; the first is the time. `wide`: only where there is room. */
  heads: readonly (string | { wide: string })[];
  /** A line of the list, and the cells of the table after its time. */
  Row: ComponentType<{ item: T }>;
  Cells: ComponentType<{ item: T }>;
  Detail: ComponentType<{ id: string }>;
};

export function RecordsPage<T extends Item, Status extends string>(props: RecordsPageProps<T, Status>) {
  const { title, filter, opened, pathOf, Detail, kinds } = props;
  const t = useTranslations('cashier.records');
  const layout = useLayout();
  const [choosing, setChoosing] = useState(false);
  useResumedCalls();
  const change = (changes: Partial<RecordsFilter<Status>>) =>
    replaceQuery({ ...filterAddress({ ...filter, ...changes }), id: null });
  const narrowed = narrowedBy(filter);
  const isWide = layout === 'desktop';
  if (opened !== null && !isWide) {
    return (
      <Page bar={<NavBar title={t('detail')} onBack={() => goBack(pathOf())} />} className="flex flex-col gap-4">
        <PracticeNotice />
        <Detail key={opened} id={opened} />
      </Page>
    );
  }
  return (
    <Page
      wide
      bar={
        <NavBar
          title={title}
          onBack={() => goBack(paths.account())}
          actions={
            <span className="relative">
              <IconButton
                label={narrowed === 0 ? t('filter') : t('filterActive', { count: narrowed })}
                onClick={() => setChoosing(true)}
                className={cx(narrowed > 0 && 'text-accent')}
              >
                <ListFilter aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
              </IconButton>
            </span>
          }
        />
      }
    >
      <div
        className={cx(
          'mx-auto max-w-[30rem] l:max-w-[45rem] xl:max-w-none',
          isWide && 'grid grid-cols-[minmax(0,1fr)_20rem] nav:grid-cols-[minmax(0,1fr)_24rem] items-start gap-6',
        )}
      >
        <div className="flex min-w-0 flex-col gap-4">
          <PracticeNotice />
          <StatusChips {...props} onChange={(status) => change({ status })} />
          <Sum {...props} />
          <Records {...props} isWide={isWide} onClear={() => change(NO_FILTER)} />
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
              <Detail key={opened} id={opened} />
            )}
          </aside>
        )}
      </div>
      <RecordsFilterSheet
        key={choosing ? 'open' : 'closed'}
        open={choosing}
        filter={filter}
        kinds={kinds}
        onClose={() => setChoosing(false)}
        onApply={(chosen) => {
          change(chosen);
          setChoosing(false);
        }}
      />
    </Page>
  );
}

function StatusChips<T extends Item, Status extends string>({
  statuses,
  filter,
  onChange,
}: Pick<RecordsPageProps<T, Status>, 'statuses' | 'filter'> & { onChange: (status: Status | null) => void }) {
  const t = useTranslations('cashier.records');
  const choices: readonly { value: Status | null; label: string }[] = [{ value: null, label: t('all') }, ...statuses];
  return (
    <div
      role="group"
      aria-label={t('status')}
      className="scroll-quiet -mx-[var(--gutter)] flex gap-2 overflow-x-auto px-[var(--gutter)] xl:mx-0 xl:px-0"
    >
      {choices.map(({ value, label }) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={filter.status === value}
          onClick={() => onChange(value)}
          className={cx(
            'press min-h-11 shrink-0 rounded-small border px-3.5 text-body-s font-semibold whitespace-nowrap',
            filter.status === value
              ? 'border-accent bg-accent-tint text-accent'
              : 'border-transparent bg-surface-2 text-text-1 hover:bg-surface-3',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Sum<T extends Item, Status extends string>({
  query,
  sumName,
}: Pick<RecordsPageProps<T, Status>, 'query' | 'sumName'>) {
  const t = useTranslations('cashier.records');
  const amounts = useAmounts();
  const first = query.data?.pages[0];
  return (
    <dl className="flex items-end justify-between gap-4 rounded-card border border-line bg-surface-1 px-4 py-3 shadow-card">
      <div>
        <dt className="text-caption text-text-3">{sumName}</dt>
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
      <div className="text-end">
        <dt className="text-caption text-text-3">{t('count')}</dt>
        <dd className="tnum text-body font-semibold">{first?.count ?? UNKNOWN_FIGURE}</dd>
      </div>
    </dl>
  );
}

type ListProps<T extends Item, Status extends string> = RecordsPageProps<T, Status> & {
  isWide: boolean;
  onClear: () => void;
};

function Records<T extends Item, Status extends string>(props: ListProps<T, Status>) {
  const { query, filter, empty, isWide, onClear } = props;
  const t = useTranslations('cashier.records');
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
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    const filtered = isFiltered(filter);
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden="true" strokeWidth={1.5} />}
        title={filtered ? t('noMatch') : empty.title}
        action={
          filtered ? (
            <Button variant="secondary" size="medium" onClick={onClear}>
              {t('clear')}
            </Button>
          ) : (
            <a href={hrefTo(empty.path)} className={buttonClass('primary', 'medium')}>
              {empty.action}
            </a>
          )
        }
      />
    );
  }
  return (
    <div>
      {isWide ? <Table {...props} items={items} /> : <Lines {...props} items={items} />}
      <ListFoot pages={query} />
    </div>
  );
}

const LINE_PX = 84;

function Lines<T extends Item, Status extends string>({
  items,
  pathOf,
  Row,
}: RecordsPageProps<T, Status> & { items: readonly T[] }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useWindowed(list, items, () => LINE_PX);
  return (
    <ul ref={list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
      {shown.rows.map(({ row: item, index }) => (
        <li key={item.id} ref={shown.measure} data-index={index}>
          <a
            href={hrefTo(pathOf(item.id))}
            className="press hairline-b flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 py-3 hover:bg-surface-1"
          >
            <Row item={item} />
          </a>
        </li>
      ))}
    </ul>
  );
}

const ROW_PX = 57;

function Table<T extends Item, Status extends string>({
  title,
  items,
  heads,
  Cells,
  opened,
}: RecordsPageProps<T, Status> & { items: readonly T[] }) {
  const t = useTranslations('cashier.records');
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useWindowed(body, items, () => ROW_PX);
  const zone = items[0] === undefined ? '' : zoneLabel(items[0].createdAt);
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <table className="w-full border-separate border-spacing-0 text-body-s">
        <caption className="sr-only">{title}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            {heads.map((head, index) => (
              <th
                key={textOf(head)}
                scope="col"
                className={cx(
                  typeof head === 'string' ? '' : WIDE,
                  'hairline-b sticky top-[calc(var(--topnav-height)+var(--nav-height))] z-10 bg-surface-1 px-4 py-3 text-start font-semibold whitespace-nowrap first:rounded-ss-card last:rounded-se-card',
                )}
              >
                {index === 0 ? t('timeIn', { name: textOf(head), zone }) : textOf(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="[&>tr:last-child>td]:border-b-0">
          <GapRow px={shown.before} />
          {shown.rows.map(({ row: item, index }) => (
            <tr
              key={item.id}
              ref={shown.measure}
              data-index={index}
              onClick={() => replaceQuery({ id: item.id })}
              className={cx('cursor-pointer', item.id === opened ? 'bg-accent-tint' : 'hover:bg-surface-2')}
            >
              <RecordCell>
                <button
                  type="button"
                  aria-pressed={item.id === opened}
                  aria-label={`${formatDateTime(item.createdAt)} · ${t('openOne', { reference: item.reference })}`}
                  className="tnum min-h-11 text-start font-medium text-accent"
                >
                  {formatDateTime(item.createdAt)}
                </button>
              </RecordCell>
              <Cells item={item} />
            </tr>
          ))}
          <GapRow px={shown.after} />
        </tbody>
      </table>
    </div>
  );
}

const WIDE = 'hidden nav:table-cell';

function textOf(head: string | { wide: string }): string {
  return typeof head === 'string' ? head : head.wide;
}

type RecordCellProps = { end?: boolean; wide?: boolean; children: ReactNode };

export function RecordCell({ end = false, wide = false, children }: RecordCellProps) {
  return <td className={cx('hairline-b px-4 py-1 whitespace-nowrap', end && 'tnum', wide && WIDE)}>{children}</td>;
}

/** The opened record, while it loads, or why it cannot be shown. */
export function LoadedDetail({
  query,
  children,
}: {
  query: { isError: boolean; error: unknown; data: unknown; refetch: () => unknown };
  children: ReactNode;
}) {
  const retry = () => void query.refetch();
  if (query.data !== undefined) return children;
  return query.isError ? (
    <LoadFailed error={query.error} onRetry={retry} />
  ) : (
    <Loading onRetry={retry}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    </Loading>
  );
}
