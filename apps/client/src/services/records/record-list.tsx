/*
 * The records of a screen, newest first: a table on the desktop, lines on a phone. Here is what all kinds do while they load, when they fail, when there
 * is nothing, and when there are more pages.
 */

import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { ReceiptText } from 'lucide-react';
import { withDays } from '../../lib/dates.ts';
import { GapRow, ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import type { MorePages } from '../../lib/endless-list.tsx';
import { hrefTo } from '../../lib/location.ts';
import { useLayout } from '../../lib/media.ts';
import type { AppPath } from '../../lib/paths.ts';
import { Age } from '../queries/age.tsx';
import { NotLoaded } from '../queries/query-states.tsx';
import type { ReadState } from '../queries/query-states.tsx';

export type RecordColumn<T> = {
  /** A head may need the newest record, for the time zone of its times. */
  head: string | ((newest: T) => string);
  cell: (item: T, isOpened: boolean) => ReactNode;
  /** A figure, at the end of its column. */
  end?: boolean;
  /** Only where there is room. */
  wide?: boolean;
  className?: string;
};

type Days<T> = { at: (item: T) => string; timeZone?: string; head: (date: string) => ReactNode };

export type RecordListProps<T, P> = {
  caption: string;
  query: RecordsQuery<P & { items: readonly T[] }>;
  columns: readonly RecordColumn<T>[];
  opened?: string | null;
  /** What a press on a row of the table does. Links in the row do their own. */
  onOpen?: (item: T) => void;
  line: (item: T) => ReactNode;
  linePx: number;
  /** Lines with a heading before every day. */
  days?: Days<T>;
  loading?: ReactNode;
  /** Above the records, once there are any. */
  head?: (first: P) => ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  /** `hint`: what will stand here, and how it comes there. */
  words: { none: string; hint: string; noMatch: string; clear: string };
  /** Where a member without any record begins. */
  begin?: { label: string; path: AppPath };
  icon?: ReactNode;
};

export type RecordsQuery<P> = MorePages &
  ReadState & { data: { pages: readonly P[] } | undefined; dataUpdatedAt: number };

export function RecordList<T extends { id: string }, P>(props: RecordListProps<T, P>) {
  const { query, loading = <SkeletonRows count={8} />, head } = props;
  const isWide = useLayout() === 'desktop';
  if (query.data === undefined) return <NotLoaded query={query}>{loading}</NotLoaded>;
  const [first] = query.data.pages;
  const items = query.data.pages.flatMap((page) => page.items);
  const [newest] = items;
  if (first === undefined || newest === undefined) return <Nothing {...props} />;
  return (
    <>
      {head?.(first)}
      <Age query={query} />
      <div>
        {isWide ? <Table {...props} items={items} newest={newest} /> : <Lines {...props} items={items} />}
        <ListFoot pages={query} />
      </div>
    </>
  );
}

type NothingProps = Pick<RecordListProps<never, never>, 'isFiltered' | 'onClear' | 'words' | 'begin' | 'icon'>;

function Nothing({ isFiltered, onClear, words, begin, icon }: NothingProps) {
  return (
    <EmptyState
      icon={icon ?? <ReceiptText aria-hidden="true" strokeWidth={1.5} />}
      hasRows={!isFiltered}
      title={isFiltered ? words.noMatch : words.none}
      action={
        isFiltered ? (
          <Button variant="secondary" size="medium" onClick={onClear}>
            {words.clear}
          </Button>
        ) : (
          begin && (
            <a href={hrefTo(begin.path)} className={buttonClass('primary', 'medium')}>
              {begin.label}
            </a>
          )
        )
      }
    >
      {!isFiltered && words.hint}
    </EmptyState>
  );
}

type LinesProps<T> = Pick<RecordListProps<T, never>, 'line' | 'linePx' | 'days'> & { items: readonly T[] };

const DAY_PX = 44;

function Lines<T extends { id: string }>({ items, line, linePx, days }: LinesProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const rows = days ? withDays(items, days.at, days.timeZone) : items.map((item) => ({ kind: 'item', item }) as const);
  const shown = useWindowed(list, rows, (row) => (row.kind === 'day' ? DAY_PX : linePx));
  return (
    <ul ref={list} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
      {shown.rows.map(({ row, index }) => (
        <li key={row.kind === 'day' ? row.date : row.item.id} ref={shown.measure} data-index={index}>
          {row.kind === 'item' ? (
            line(row.item)
          ) : (
            <h2 className="tnum flex h-11 items-end justify-between gap-3 pb-2 text-body-s font-bold text-text-3">
              {days?.head(row.date)}
            </h2>
          )}
        </li>
      ))}
    </ul>
  );
}

type TableProps<T> = Pick<RecordListProps<T, never>, 'caption' | 'columns' | 'opened' | 'onOpen'> & {
  items: readonly T[];
  newest: T;
};

const WIDE = 'hidden nav:table-cell';
/** A row for the mouse: 36 px and the line below it. A finger gets 44 px, by what can be pressed in it. */
const ROW_PX = 37;
const ROOM = 'px-2 nav:px-4';

/** What opens the record, in its row. */
export const ROW_LINK = 'inline-flex min-h-9 items-center text-start font-medium text-link pointer-coarse:min-h-11';

function Table<T extends { id: string }>(props: TableProps<T>) {
  const { items, newest, caption, columns, opened = null, onOpen } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useWindowed(body, items, () => ROW_PX);
  return (
    <div className="rounded-card border border-line bg-surface-1 shadow-card">
      <table className="w-full border-separate border-spacing-0 text-body-s">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            {columns.map(({ head, end = false, wide = false }, index) => (
              <th
                key={index}
                scope="col"
                className={cx(
                  'hairline-b sticky top-[calc(var(--topnav-height)+var(--nav-height))] z-10 h-9 bg-surface-1 font-bold whitespace-nowrap first:rounded-ss-card last:rounded-se-card',
                  ROOM,
                  end ? 'text-end' : 'text-start',
                  wide && WIDE,
                )}
              >
                {typeof head === 'string' ? head : head(newest)}
              </th>
            ))}
          </tr>
        </thead>
        {/* The card's own edge is under the last row. */}
        <tbody ref={body} className="[&>tr:last-child>td]:border-b-0">
          <GapRow px={shown.before} />
          {shown.rows.map(({ row: item, index }) => (
            <tr
              key={item.id}
              ref={shown.measure}
              data-index={index}
              {...(onOpen && {
                onClick: (event) => {
                  if (!(event.target instanceof HTMLAnchorElement)) onOpen(item);
                },
                className: cx('cursor-pointer', item.id === opened ? 'bg-selected-tint' : 'hover:bg-surface-2'),
              })}
            >
              {columns.map(({ cell, end = false, wide = false, className }, column) => (
                <td
                  key={column}
                  className={cx(
                    'hairline-b h-9 whitespace-nowrap',
                    ROOM,
                    end && 'tnum text-end',
                    wide && WIDE,
                    className,
                  )}
                >
                  {cell(item, item.id === opened)}
                </td>
              ))}
            </tr>
          ))}
          <GapRow px={shown.after} />
        </tbody>
      </table>
    </div>
  );
}
