/*
 * A page of work: filters that live in the address, a table that keys can walk, and a side panel with everything that is
 * needed to decide. `J` and `K` move, `Enter` opens, `A` and `R` start the page's own approval and refusal, `/` and `F` go to the
 * first filter. The open row is in the address too, so a colleague can be sent to it. A live queue reads itself again every
 * few seconds, and marks the rows that changed.
 */

import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ActionIcon, Button, Group, Paper, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { RefreshCw, SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFilledWindow } from '../../lib/filled-window.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { isPressable, PASSIVE } from './hotkeys.ts';
import type { QueueDesk } from './queue-desk.ts';
import { ListFigures } from './list-figures.tsx';
import { Filters, ROW, useClearFilters } from './queue-filters.tsx';
import type { Filter } from './queue-filters.tsx';
import { firstSight, nextRow, nextSight } from './queue-rows.ts';
import { QueueTable } from './queue-table.tsx';
import type { Column } from './queue-table.tsx';
import { LIVE_EVERY_MS, PAGE_ROWS, useOpenedRow } from './use-opened-row.ts';
import { LoadFailed, PlainState, RowsLoading } from './states.tsx';
import { SidePanel } from '../../lib/side-panel.tsx';
import { PageHead } from './page-head.tsx';

type QueuePageProps<Row> = QueueDesk<Row> & {
  readonly title: string;
  /** What the list is for, below its title. */
  readonly hint?: string;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** What stands between the title and the list. */
  readonly head?: ReactNode;
  /** Lower rows, for a log. */
  readonly isDense?: boolean;
  readonly empty: { readonly title: string; readonly hint: string; readonly action?: ReactNode };
};

export function QueuePage<Row>(props: QueuePageProps<Row>) {
  const { idOf, columns } = props;
  const queue = useQueue(props);
  const { list, rows, opened } = queue;
  const first = useRef<HTMLDivElement>(null);
  const { waitingOf } = props;
  const waiting = waitingOf && rows.flatMap((row) => waitingOf(row) ?? []);
  useFilledWindow();
  useQueueKeys(props, queue, () => first.current?.querySelector('input')?.focus());
  const shown = opened === undefined ? columns : columns.filter(({ isExtra }) => isExtra !== true);
  return (
    <>
      {/* What is being decided stays what is open: the list waits for the form. */}
      <div className="list-page" inert={props.areKeysOff === true && opened !== undefined}>
        <Head
          title={props.title}
          hint={props.hint}
          figures={
            waiting !== undefined && waiting.length > 0 && <ListFigures waiting={waiting} isPart={list.hasNextPage} />
          }
          actions={props.actions}
          onRefresh={async () => await list.refetch()}
        />
        {props.head}
        <Paper withBorder radius="lg" className="card">
          <Filters ref={first} filters={props.filters} />
          {list.error !== null && rows.length === 0 ? (
            <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <RowsLoading />
          ) : rows.length === 0 ? (
            <Empty empty={props.empty} filters={props.filters} isWork={waiting !== undefined} />
          ) : (
            <QueueTable {...queue} title={props.title} columns={shown} idOf={idOf} isDense={props.isDense === true} />
          )}
          {rows.length > 0 && <Foot list={list} count={rows.length} />}
        </Paper>
      </div>
      <SidePanel
        opened={opened !== undefined}
        onClose={() => replaceQuery({ [ROW]: null })}
        itemKey={opened === undefined ? '' : idOf(opened)}
        title={opened === undefined ? null : props.panelTitle(opened)}
        closeOnEscape={props.areKeysOff !== true}
      >
        {opened === undefined ? null : props.panel(opened)}
      </SidePanel>
    </>
  );
}

type Queue<Row> = ReturnType<typeof useQueue<Row>>;

/** The rows, and which of them is open or pointed at. */
function useQueue<Row>(props: QueuePageProps<Row>) {
  const { path, read, filters, idOf, versionOf } = props;
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
  return { list, rows, changed, pointed, opened, open, move };
}

function useQueueKeys<Row>(
  { onApprove, onReject, areKeysOff }: Pick<QueuePageProps<Row>, 'onApprove' | 'onReject' | 'areKeysOff'>,
  { pointed, opened, open, move }: Pick<Queue<Row>, 'pointed' | 'opened' | 'open' | 'move'>,
  onFilter: () => void,
): void {
  const target = opened ?? pointed;
  useHotkeys(
    areKeysOff === true
      ? []
      : [
          ['J', () => move(1)],
          ['K', () => move(-1)],
          // On a button or a link, Enter is its own.
          ['Enter', (event) => !isPressable(event.target) && pointed !== undefined && open(pointed), PASSIVE],
          ['A', () => target !== undefined && onApprove?.(target)],
          ['R', () => target !== undefined && onReject?.(target)],
          ['F', onFilter],
          ['/', onFilter],
        ],
  );
}

/** Nothing that fits the filters, or nothing at all. */
function Empty({ empty, filters, isWork }: Pick<QueuePageProps<unknown>, 'empty' | 'filters'> & { isWork: boolean }) {
  const common = useTranslations('common');
  const t = useTranslations('common.filters');
  const clear = useClearFilters(filters);
  const toWork = (
    <Button mt="sm" variant="default" component="a" href={hrefTo('/work')}>
      {common('toWork')}
    </Button>
  );
  if (clear === null)
    return (
      <PlainState title={empty.title} action={empty.action ?? (isWork && toWork)}>
        {empty.hint}
      </PlainState>
    );
  return (
    <PlainState
      title={t('none')}
      icon={SearchX}
      action={
        <Button mt="sm" variant="default" onClick={clear}>
          {t('clear')}
        </Button>
      }
    >
      {t('noneHint')}
    </PlainState>
  );
}

type HeadProps = {
  title: string;
  hint: string | undefined;
  figures: ReactNode;
  actions: ReactNode;
  onRefresh: () => Promise<unknown>;
};

function Head({ title, hint, figures, actions, onRefresh }: HeadProps) {
  const t = useTranslations('common');
  const refreshing = useMutation({ mutationFn: onRefresh });
  return (
    <PageHead
      title={title}
      {...(hint === undefined ? {} : { hint })}
      figures={figures}
      actions={
        <>
          <Tooltip label={t('refresh')}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('refresh')}
              loading={refreshing.isPending}
              onClick={() => refreshing.mutate()}
            >
              <RefreshCw size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {actions}
        </>
      }
    />
  );
}

type FootProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  count: number;
};

function Foot({ list, count }: FootProps) {
  const t = useTranslations('common');
  return (
    <Group justify="space-between" mih={36} py={4} px="md" style={{ borderTop: '1px solid var(--candor-line)' }}>
      <Text fz="xs" c="dimmed">
        {t('rows', { count })}
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
  );
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
