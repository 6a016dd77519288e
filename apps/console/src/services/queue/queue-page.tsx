/*
 * A page of work: filters that live in the address, a table that keys can walk, and a side panel with everything that is
 * needed to decide. `J` and `K` move, `Enter` opens, `A` and `R` start the page's own approval and refusal, `/` and `F` go to the
 * first filter. The open row is in the address too, so a colleague can be sent to it. A live queue reads itself again every
 * few seconds, and marks the rows that changed.
 */

import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ActionIcon, Button, Group, Paper, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { RefreshCw, SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFilledWindow } from '../../lib/filled-window.ts';
import { hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import type { ExportedList } from '@candor/contract/console-exports';
import { useLanguage } from '../../lib/language.ts';
import { exportAsFile } from '../export/export-list.ts';
import { useOperator } from '../operator/operator.tsx';
import { usePageActions } from '../actions/page-actions.ts';
import { isPressable, PASSIVE } from './hotkeys.ts';
import type { QueueDesk } from './queue-desk.ts';
import { ListFigures } from './list-figures.tsx';
import { wordsOfFilter } from './filter-words.ts';
import { Filters, ROW, useClearFilters } from './queue-filters.tsx';
import type { Filter } from './queue-filters.tsx';
import { ListTools, SaveForm } from './list-tools.tsx';
import { shownColumns, useListChoices } from './list-choices.ts';
import { dayAfter } from './periods.ts';
import { firstSight, nextKnown, nextRow, nextSight, nothingKnown } from './queue-rows.ts';
import { readSort, SORT } from './sort.ts';
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
  /** With it, what the filters find can be a file: its columns, some of which the list shows too. */
  readonly csv?: ListFile;
  /** Lower rows, for a log. */
  readonly isDense?: boolean;
  readonly empty: { readonly title: string; readonly hint: string; readonly action?: ReactNode };
};

export type ListFile = {
  readonly list: ExportedList;
  readonly columns: readonly {
    /** One that the operator took from the list is not in the file either. */
    readonly name: string;
    readonly title: string;
    /** Is a moment: the title says in which zone. */
    readonly isMoment?: boolean;
    readonly words?: Readonly<Record<string, string>>;
  }[];
};

/** The list has all its columns beside a panel. As in the styles. */
const BOTH_WHOLE = '(min-width: 105em)';

export function QueuePage<Row>(props: QueuePageProps<Row>) {
  const { idOf, columns } = props;
  const queue = useQueue(props);
  const { list, rows, opened } = queue;
  const first = useRef<HTMLDivElement>(null);
  const { waitingOf } = props;
  const waiting = waitingOf && rows.flatMap((row) => waitingOf(row) ?? []);
  useFilledWindow();
  useQueueKeys(props, queue, () => first.current?.querySelector('input')?.focus());
  const t = useTranslations('common');
  const [choices] = useListChoices();
  const chosenColumns = shownColumns(columns, choices.columns);
  const isWide = useMediaQuery(BOTH_WHOLE);
  const shown =
    opened === undefined || isWide ? chosenColumns : chosenColumns.filter(({ isExtra }) => isExtra !== true);
  const words = wordsOf(props);
  const [isSaving, setSaving] = useState(false);
  const makeFile = useFile(props, chosenColumns, queue.chosen);
  usePageActions([
    ...(makeFile === null ? [] : [{ name: t('list.csv'), run: makeFile }]),
    { name: t('refresh'), run: () => void list.refetch() },
    ...(words.length > 0 ? [{ name: t('list.save'), run: () => setSaving(true) }] : []),
  ]);
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
          onRefresh={async () => {
            queue.showNews();
            await list.refetch();
          }}
        />
        {props.head}
        <Paper withBorder radius="lg" className="card">
          <Filters
            ref={first}
            filters={props.filters}
            tools={<ListTools columns={columns} words={words} onSave={() => setSaving(true)} onFile={makeFile} />}
          />
          {queue.news > 0 && (
            <UnstyledButton className="news-line" onClick={queue.showNews}>
              {t('list.news', { count: queue.news })}
            </UnstyledButton>
          )}
          {list.error !== null && rows.length === 0 ? (
            <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <RowsLoading />
          ) : rows.length === 0 ? (
            <Empty empty={props.empty} filters={props.filters} isWork={waiting !== undefined} />
          ) : (
            <QueueTable
              {...queue}
              title={props.title}
              columns={shown}
              idOf={idOf}
              isDense={props.isDense === true}
              sort={queue.sort}
              onSort={(word) => replaceQuery({ [SORT]: word, [ROW]: null })}
            />
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
      {isSaving && <SaveForm words={words} onClose={() => setSaving(false)} />}
    </>
  );
}

type Queue<Row> = ReturnType<typeof useQueue<Row>>;

/** The rows, and which of them is open or pointed at. */
function useQueue<Row>(props: QueuePageProps<Row>) {
  const { path, read, filters, idOf, versionOf, columns } = props;
  const { params } = useAddress();
  const chosen: Record<string, string> = Object.fromEntries(
    filters.flatMap((filter) =>
      wordsOfFilter(filter).flatMap((word) => {
        const value = params.get(word);
        if (value === null || value === '') return [];
        return [[word, filter.isPeriod === true && word === 'to' ? dayAfter(value) : value]];
      }),
    ),
  );
  const sort = readSort(params.get(SORT), columns);
  if (sort !== null) chosen[SORT] = params.get(SORT) ?? '';
  const list = useInfiniteQuery({
    queryKey: ['queue', path, props.query, chosen],
    queryFn: async ({ pageParam, signal }) =>
      await read({ ...props.query, ...chosen, limit: PAGE_ROWS, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (versionOf === undefined ? false : LIVE_EVERY_MS * (state.data?.pages.length ?? 1)),
  });
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFresh = list.data !== undefined && !list.isPlaceholderData;
  const scope = isFresh ? JSON.stringify(chosen) : null;
  const { rows, showAll } = useKeptPlace(scope, all, props);
  const changed = useChangedRows(scope, rows, idOf, versionOf);
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
  return {
    list,
    rows,
    changed,
    pointed,
    opened,
    open,
    move,
    sort,
    news: all.length - rows.length,
    showNews: showAll,
    chosen,
  };
}

/** Makes a file of what the filters find, in the columns that are chosen; null where the list cannot be one. */
function useFile<Row>(
  { csv, title, query, columns }: Pick<QueuePageProps<Row>, 'csv' | 'title' | 'query' | 'columns'>,
  chosenColumns: readonly Column<Row>[],
  chosen: Readonly<Record<string, string>>,
): (() => void) | null {
  const language = useLanguage();
  const { timeZone } = useOperator().site;
  if (csv === undefined) return null;
  const isGone = (name: string) =>
    columns.some((one) => one.name === name) && !chosenColumns.some((one) => one.name === name);
  return () => {
    const wanted = csv.columns
      .filter(({ name }) => !isGone(name))
      .map(({ name, title: ofColumn, isMoment, words }) => ({
        name,
        title: isMoment === true ? `${ofColumn} (${timeZone})` : ofColumn,
        ...(words === undefined ? {} : { words: { ...words } }),
      }));
    void exportAsFile(title, { list: csv.list, language, filter: { ...query, ...chosen }, columns: wanted });
  };
}

/** The words of the address that narrow and sort a list. */
function wordsOf({
  filters,
  columns,
}: Pick<QueuePageProps<never>, 'filters'> & { columns: readonly { sort?: string }[] }): string[] {
  return [...filters.flatMap(wordsOfFilter), ...(columns.some(({ sort }) => sort !== undefined) ? [SORT] : [])];
}

const FRAME = '.list-page .table-frame';

/** Somebody reads, points at or walks the list, or has a row of it open. */
function isInPlace(): boolean {
  const frame = document.querySelector(FRAME);
  if (frame === null) return false;
  return (
    document.body.dataset['panel'] !== undefined ||
    frame.scrollTop > 0 ||
    window.scrollY > 0 ||
    frame.matches(':hover') ||
    frame.contains(document.activeElement)
  );
}

/** Of a live list, the rows that are shown: those that would move what somebody looks at wait until they are asked for. */
function useKeptPlace<Row>(
  scope: string | null,
  all: readonly Row[],
  { idOf, versionOf }: Pick<QueuePageProps<Row>, 'idOf' | 'versionOf'>,
): { rows: readonly Row[]; showAll: () => void } {
  const [known, setKnown] = useState(nothingKnown);
  const isKept = versionOf !== undefined && scope !== null;
  const next = isKept ? nextKnown(known, scope, all.map(idOf), isInPlace()) : known;
  if (next !== known) setKnown(next);
  return {
    // Those that are known by now: without rows in the first pass, all of the next would be marked as changed.
    rows: isKept ? all.filter((row) => next.ids.has(idOf(row))) : all,
    showAll: () => {
      if (scope !== null) setKnown({ scope, ids: new Set(all.map(idOf)) });
      document.querySelector(FRAME)?.scrollTo({ top: 0 });
    },
  };
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
