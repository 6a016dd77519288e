/*
 * A page of work: filters that live in the address, a table that keys can walk, and a side panel with everything that is
 * needed to decide. `J` and `K` move, `Enter` opens, `A` and `R` start the page's own approval and refusal, `/` goes to the
 * first filter. The open row is in the address too, so a colleague can be sent to it. A live queue reads itself again every
 * few seconds, and marks the rows that changed.
 */

import { useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Button, Group, Paper, Select, Skeleton, Table, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { replaceQuery, useAddress } from '../../lib/location.ts';
import type { QueueSource } from './queue-of.ts';
import { firstSight, nextRow, nextSight } from './queue-rows.ts';
import { LoadFailed, PlainState } from './states.tsx';
import { SidePanel } from '../../lib/side-panel.tsx';

export type Column<Row> = {
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand on the right. */
  readonly isNumber?: boolean;
  /** Stays visible when the table is scrolled sideways. Frozen columns come first, and need a width. */
  readonly isFrozen?: boolean;
  readonly width?: number;
};

export type Filter = {
  /** Its word in the address and in the call. */
  readonly name: string;
  readonly label: string;
  /** With choices it is a list; without them a text. */
  readonly choices?: readonly { value: string; label: string }[];
  /** What the list shows while nothing is chosen, instead of "all". */
  readonly allText?: string;
  readonly placeholder?: string;
  readonly isDate?: boolean;
  readonly width?: number;
};

type QueuePageProps<Row> = QueueSource<Row> & {
  readonly title: string;
  /** Words of the call that the filters do not set. */
  readonly query?: Readonly<Record<string, string>>;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly panelTitle: (row: Row) => ReactNode;
  readonly panel: (row: Row) => ReactNode;
  readonly onApprove?: (row: Row) => void;
  readonly onReject?: (row: Row) => void;
  /** With it the queue is live: another number means that the row changed. */
  readonly versionOf?: (row: Row) => number;
  /**
   * Reads the open row when it is not, or no longer, in the list: a colleague may have decided. Without it, the row is looked
   * for among the newest of all.
   */
  readonly readOne?: (id: string, signal: AbortSignal) => Promise<Row>;
  /** While a dialog is open, the keys belong to it. */
  readonly areKeysOff?: boolean;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** What stands between the title and the list. */
  readonly head?: ReactNode;
  readonly empty: { readonly title: string; readonly hint: string };
};

const ROW = 'row';
const PAGE_ROWS = 50;
/** For each page that is shown: whoever has scrolled far does not read everything every few seconds. */
const LIVE_EVERY_MS = 5_000;

export function QueuePage<Row>(props: QueuePageProps<Row>) {
  const t = useTranslations('common');
  const { path, read, filters, idOf, columns, onApprove, onReject, versionOf } = props;
  const { params } = useAddress();
  const chosen = Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = params.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  const list = useInfiniteQuery({
    queryKey: ['queue', path, props.query, chosen],
    queryFn: async ({ pageParam, signal }) =>
      await read({ ...props.query, ...chosen, limit: PAGE_ROWS, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (versionOf === undefined ? false : LIVE_EVERY_MS * (state.data?.pages.length ?? 1)),
  });
  const refreshing = useMutation({ mutationFn: async () => await list.refetch() });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFresh = list.data !== undefined && !list.isPlaceholderData;
  const changed = useChangedRows(isFresh ? JSON.stringify(chosen) : null, rows, idOf, versionOf);
  const openId = params.get(ROW);
  const [pointedId, setPointedId] = useState<string | null>(openId);
  const pointed = rows.find((row) => idOf(row) === (openId ?? pointedId));
  const opened = useOpenedRow(props, rows, openId, list.isSuccess);
  const open = (row: Row) => {
    setPointedId(idOf(row));
    replaceQuery({ [ROW]: idOf(row) });
  };
  const move = (step: 1 | -1) => {
    const next = nextRow(rows.map(idOf), pointed === undefined ? null : idOf(pointed), step);
    if (next === null) return;
    setPointedId(next);
    const line = document.getElementById(`row-${next}`);
    line?.scrollIntoView({ block: 'nearest' });
    if (openId !== null) replaceQuery({ [ROW]: next });
    // The focus goes along, so that a screen reader reads the row.
    else line?.querySelector('button')?.focus();
  };
  const first = useRef<HTMLDivElement>(null);
  const target = opened ?? pointed;
  useHotkeys(
    props.areKeysOff === true
      ? []
      : [
          ['J', () => move(1)],
          ['K', () => move(-1)],
          // On a button or a link, Enter is its own.
          ['Enter', (event) => !isPressable(event.target) && pointed !== undefined && open(pointed), PASSIVE],
          ['A', () => target !== undefined && onApprove?.(target)],
          ['R', () => target !== undefined && onReject?.(target)],
          ['/', () => first.current?.querySelector('input')?.focus()],
        ],
  );
  return (
    <>
      <Group justify="space-between" mb="md" wrap="wrap">
        <Title order={1}>{props.title}</Title>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            {t('refresh')}
          </Button>
          {props.actions}
        </Group>
      </Group>
      {props.head}
      <Paper withBorder radius="lg" style={{ borderColor: 'var(--candor-line)', overflow: 'clip' }}>
        {filters.length > 0 && (
          <Group
            ref={first}
            p="md"
            gap="sm"
            align="end"
            wrap="wrap"
            style={{ borderBottom: '1px solid var(--candor-line)' }}
          >
            {filters.map((filter) => (
              <FilterField key={filter.name} filter={filter} value={params.get(filter.name) ?? ''} />
            ))}
          </Group>
        )}
        {list.error !== null && rows.length === 0 ? (
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <Stand />
        ) : rows.length === 0 ? (
          <PlainState title={props.empty.title}>{props.empty.hint}</PlainState>
        ) : (
          <div className="table-frame">
            <Table highlightOnHover aria-label={props.title}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map((column) => (
                    <Table.Th key={column.name} className={classOf(column)} style={styleOf(columns, column)}>
                      {column.title}
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
          </div>
        )}
        {rows.length > 0 && (
          <Group justify="space-between" p="sm" px="md" style={{ borderTop: '1px solid var(--candor-line)' }}>
            <Text fz="xs" c="dimmed">
              {t('rows', { count: rows.length })}
            </Text>
            {list.hasNextPage && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('more')}
              </Button>
            )}
          </Group>
        )}
      </Paper>
      <SidePanel
        opened={opened !== undefined}
        onClose={() => replaceQuery({ [ROW]: null })}
        size={560}
        title={opened === undefined ? null : props.panelTitle(opened)}
        closeOnEscape={props.areKeysOff !== true}
      >
        {opened === undefined ? null : props.panel(opened)}
      </SidePanel>
    </>
  );
}

const PASSIVE = { preventDefault: false };

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, [role="option"]') !== null;
}

/** The open row: from the list, or read alone. What was read last stays until there is something newer. */
function useOpenedRow<Row>(
  {
    path,
    read,
    query,
    idOf,
    readOne,
    versionOf,
  }: Pick<QueuePageProps<Row>, 'path' | 'read' | 'query' | 'idOf' | 'readOne' | 'versionOf'>,
  rows: readonly Row[],
  openId: string | null,
  isListed: boolean,
): Row | undefined {
  const listed = rows.find((row) => idOf(row) === openId);
  const [last, setLast] = useState(listed);
  if (listed !== undefined && listed !== last) setLast(listed);
  const alone = useQuery({
    queryKey: ['queue', path, 'one', openId],
    queryFn: async ({ signal }) => {
      if (openId === null) return null;
      if (readOne !== undefined) return await readOne(openId, signal);
      const { items } = await read({ ...query, limit: PAGE_ROWS }, signal);
      return items.find((row) => idOf(row) === openId) ?? null;
    },
    enabled: openId !== null && isListed && listed === undefined,
    refetchInterval: versionOf === undefined ? false : LIVE_EVERY_MS,
  });
  if (openId === null) return undefined;
  return listed ?? alone.data ?? (last !== undefined && idOf(last) === openId ? last : undefined);
}

/** Ids of the rows that are new or changed since the last reading. */
function useChangedRows<Row>(
  scope: string | null,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  versionOf: ((row: Row) => number) | undefined,
): ReadonlySet<string> {
  const [sight, setSight] = useState(firstSight);
  if (versionOf === undefined || scope === null) return sight.changed;
  const next = nextSight(
    sight,
    scope,
    rows.map((row) => [idOf(row), versionOf(row)]),
  );
  if (next !== sight) setSight(next);
  return next.changed;
}

/** Frozen columns stand side by side, each after the widths of those before it. */
function styleOf<Row>(columns: readonly Column<Row>[], column: Column<Row>): CSSProperties {
  const { width, isFrozen } = column;
  if (width === undefined) return {};
  if (isFrozen !== true) return { minWidth: width };
  const left = columns.slice(0, columns.indexOf(column)).reduce((sum, before) => sum + (before.width ?? 0), 0);
  return { width, minWidth: width, maxWidth: width, left };
}

function classOf({ isNumber, isFrozen }: { isNumber?: boolean; isFrozen?: boolean }): string {
  return [isNumber === true ? 'number' : '', isFrozen === true ? 'frozen' : ''].join(' ').trim();
}

const TYPING_MS = 300;

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const t = useTranslations('common');
  // The address may change by itself, such as by a link: then what was typed before is over.
  const [typed, setTyped] = useState({ over: value, text: value });
  const write = useDebouncedCallback(
    (text: string) => replaceQuery({ [filter.name]: text.trim(), [ROW]: null }),
    TYPING_MS,
  );
  if (filter.choices !== undefined)
    return (
      <Select
        label={filter.label}
        w={filter.width ?? 160}
        data={[{ value: '', label: filter.allText ?? t('all') }, ...filter.choices]}
        value={value}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={(next) => replaceQuery({ [filter.name]: next, [ROW]: null })}
      />
    );
  return (
    <TextInput
      label={filter.label}
      w={filter.width ?? 200}
      placeholder={filter.placeholder ?? ''}
      value={typed.over === value ? typed.text : value}
      type={filter.isDate === true ? 'date' : 'search'}
      onChange={({ currentTarget }) => {
        setTyped({ over: value, text: currentTarget.value });
        write(currentTarget.value);
      }}
    />
  );
}

/** Rows to come. */
function Stand() {
  return (
    <div aria-busy="true" style={{ padding: 'var(--mantine-spacing-md)' }}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={20} my={22} radius="sm" />
      ))}
    </div>
  );
}
