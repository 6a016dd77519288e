import type { LucideIcon } from 'lucide-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useAddress } from '../../lib/location.ts';
import { useMay } from '../operator/operator.tsx';
import type { DeskWithForms } from '../queue/queue-desk.ts';
import { ROW } from '../queue/queue-filters.tsx';
import { LIVE_EVERY_MS, useOpenedRow } from '../queue/use-opened-row.ts';
import { idIn } from './work-line.ts';
import type { WorkFacts, WorkLine, WorkName, WorkQueue } from './work-line.ts';

type WorkSettings<Row> = {
  readonly kind: WorkName;
  readonly icon: LucideIcon;
  readonly path: string;
  readonly permission: string;
  readonly counter: string;
  readonly desk: DeskWithForms<Row>;
  /** Words of the call, where the queue's page leaves them to its filters. */
  readonly query?: Readonly<Record<string, string>>;
  /** Null for a row that does not wait. */
  readonly factsOf: (row: Row) => WorkFacts | null;
};

const ROWS = 100;
/** No queue of a day has more than this, and one call brings it. */
const EVERY_MS = 2 * LIVE_EVERY_MS;

/** A queue as a part of the list of all work: its rows, and the open one. */
export function useWork<Row>({
  kind,
  icon,
  path,
  permission,
  counter,
  desk,
  ...settings
}: WorkSettings<Row>): WorkQueue {
  const { params } = useAddress();
  const isOpen = useMay()(permission);
  const query = { ...desk.query, ...settings.query };
  // With pages, as a queue's own page keeps them: a form follows the version of its row in both.
  const list = useInfiniteQuery({
    queryKey: ['queue', desk.path, 'work', query],
    queryFn: async ({ signal }) => await desk.read({ ...query, limit: ROWS }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    enabled: isOpen,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const lineOf = (row: Row, facts: WorkFacts): WorkLine => ({
    ...facts,
    key: `${kind}:${desk.idOf(row)}`,
    kind,
    icon,
    panelTitle: () => desk.panelTitle(row),
    panel: () => desk.panel(row),
    approve: desk.onApprove === undefined ? undefined : () => desk.onApprove?.(row),
    reject: desk.onReject === undefined ? undefined : () => desk.onReject?.(row),
  });
  const row = useOpenedRow(desk, rows, isOpen ? idIn(params.get(ROW), kind) : null, list.isSuccess);
  return {
    kind,
    isOpen,
    path,
    counter,
    lines: rows.flatMap((one) => {
      const facts = settings.factsOf(one);
      return facts === null ? [] : [lineOf(one, facts)];
    }),
    hasMore: list.hasNextPage,
    isPending: isOpen && list.isPending,
    error: list.data === undefined ? list.error : null,
    retry: () => void list.refetch(),
    opened: row === undefined ? undefined : lineOf(row, settings.factsOf(row) ?? DECIDED),
    areKeysOff: desk.areKeysOff === true,
    forms: desk.forms,
  };
}

/** Of an open row that has left the list, only its panel is shown. */
const DECIDED: WorkFacts = {
  subject: '',
  amount: null,
  since: new Date(0).toISOString(),
  promisedMinutes: null,
  state: null,
  isMine: false,
};
