/* The rows of a queue as a table. */

import type { CSSProperties, ReactNode } from 'react';
import { Table, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { nextSort, sortOf } from './sort.ts';
import type { Sort } from './sort.ts';
import { TableFrame } from '../../lib/table-frame.tsx';

export type Column<Row> = {
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand on the right. */
  readonly isNumber?: boolean;
  /** Stays visible when the table is scrolled sideways. Frozen columns come first, and need a width. */
  readonly isFrozen?: boolean;
  readonly width?: number;
  /** Is left out while a panel stands beside the list. */
  readonly isExtra?: boolean;
  /** Takes the width that is left. */
  readonly isRest?: boolean;
  /** Is there only on a wide window. */
  readonly isWide?: boolean;
  /** The word by which the server sorts it; only where an index carries the order. */
  readonly sort?: string;
};

type QueueTableProps<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  rows: readonly Row[];
  /** Ids of the rows that are new or changed. */
  changed: ReadonlySet<string>;
  pointed: Row | undefined;
  open: (row: Row) => void;
  /** Rows of 36 instead of 44, for a log. */
  isDense: boolean;
  sort: Sort | null;
  onSort: (word: string | null) => void;
};

export function QueueTable<Row>(props: QueueTableProps<Row>) {
  const { title, columns, idOf, rows, changed, pointed, open, isDense } = props;
  return (
    <TableFrame data-dense={isDense}>
      <Table highlightOnHover aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column.name}
                className={classOf(column)}
                style={styleOf(columns, column)}
                {...ariaSort(column, props.sort)}
              >
                {column.sort === undefined ? (
                  column.title
                ) : (
                  <SortButton title={column.title} word={column.sort} sort={props.sort} onSort={props.onSort} />
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const id = idOf(row);
            const isPointed = pointed !== undefined && id === idOf(pointed);
            return (
              <Table.Tr
                key={id}
                id={`row-${id}`}
                onClick={() => open(row)}
                aria-selected={isPointed}
                {...(isPointed ? { 'data-selected': true } : {})}
                {...(changed.has(id) ? { 'data-changed': true } : {})}
              >
                {columns.map((column) => (
                  <Table.Td key={column.name} className={classOf(column)} style={styleOf(columns, column)}>
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </TableFrame>
  );
}

function ariaSort({ sort: word }: { sort?: string }, sort: Sort | null) {
  if (word === undefined) return {};
  if (sort?.by !== word) return { 'aria-sort': 'none' } as const;
  return { 'aria-sort': sort.isDown ? 'descending' : 'ascending' } as const;
}

/** Pressed once more it turns, and then the list has its own order again. */
function SortButton({
  title,
  word,
  sort,
  onSort,
}: { title: string; word: string } & Pick<QueueTableProps<never>, 'sort' | 'onSort'>) {
  const t = useTranslations('common.list');
  const own = sortOf(word, sort);
  const Arrow = own?.isDown === true ? ArrowDown : ArrowUp;
  return (
    <UnstyledButton
      className="sort-button"
      title={t('sortBy', { column: title })}
      onClick={() => onSort(nextSort(word, sort))}
    >
      {title}
      <Arrow size={14} aria-hidden data-on={own !== null} />
    </UnstyledButton>
  );
}

/** Frozen columns stand side by side, each after the widths of those before it. */
function styleOf<Row>(columns: readonly Column<Row>[], column: Column<Row>): CSSProperties {
  const { width, isFrozen } = column;
  if (width === undefined) return {};
  if (isFrozen !== true) return { minWidth: width };
  const left = columns.slice(0, columns.indexOf(column)).reduce((sum, before) => sum + (before.width ?? 0), 0);
  return { width, minWidth: width, maxWidth: width, left };
}

type Kind = { isNumber?: boolean; isFrozen?: boolean; isWide?: boolean; isRest?: boolean };

function classOf({ isNumber, isFrozen, isWide, isRest }: Kind): string {
  const names = [
    isNumber === true && 'number',
    isFrozen === true && 'frozen',
    isWide === true && 'on-wide',
    isRest === true && 'rest',
  ];
  return names.filter((name) => name !== false).join(' ');
}
