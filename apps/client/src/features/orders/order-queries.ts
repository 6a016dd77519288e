/*
 * The reads of the order screens. Live `order` news sets and invalidates these entries; polling is only for late
 * results.
 */

import { listTransfers } from '@candor/contract/calls/wallet';
import { listCandles, listTicks, readProduct } from '@candor/contract/calls/market';
import { useEffect } from 'react';
import { listOrders, readOrder, readSummary } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { pagesOf } from '../../services/api/pages-of.ts';
import { call } from '../../services/api/request.ts';
import { useServerNow } from '../../services/live/use-server-now.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { isDue } from './held-positions.ts';
import { historyQuery } from './history-filter.ts';
import type { HistoryFilter } from './history-filter.ts';
import { pathOf, seqAt, TICKS_UP_TO_SEC } from './price-path.ts';
import type { PathPoint, PricePath } from './price-path.ts';

const POLL_MS = 2_000;
const HISTORY_PAGE = 20;
const WHOLE_HISTORY_PAGE = 100;

export function useOrder(id: string) {
  return useQuery({
    queryKey: queryKeys.order(id),
    queryFn: ({ signal }) => call(readOrder, { params: { id }, signal }),
  });
}

/** While an entry or a result is due, reads these orders again every two seconds, in case live news was lost. */
export function useDuePolling(orders: readonly OrderView[]): void {
  const cache = useQueryClient();
  const nowMs = useServerNow(orders.some((order) => order.status === 'open'));
  const due = orders.filter((order) => isDue(order, nowMs)).map((order) => order.id);
  const dueIds = due.join(' ');
  useEffect(() => {
    if (dueIds === '') return;
    const timer = setInterval(() => {
      void cache.invalidateQueries({ queryKey: queryKeys.openOrders });
      for (const id of dueIds.split(' ')) void cache.invalidateQueries({ queryKey: queryKeys.order(id) });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [cache, dueIds]);
}

export function useHistory(filter: HistoryFilter) {
  const query = historyQuery(filter);
  return useInfiniteQuery({
    queryKey: queryKeys.orderList(query),
    ...pagesOf(listOrders, { query: { ...query, limit: HISTORY_PAGE } }),
  });
}

/** All pages of a filter, newest first. Rejects if a page cannot be read, or if `signal` aborts it. */
export async function readWholeHistory(
  filter: HistoryFilter,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<OrderView[]> {
  const orders: OrderView[] = [];
  const query = { ...historyQuery(filter), limit: WHOLE_HISTORY_PAGE };
  let cursor: string | undefined;
  do {
    const page = await call(listOrders, { query: { ...query, cursor }, signal });
    orders.push(...page.items);
    onRead(orders.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return orders;
}

/** Sums over the orders that match a filter. */
export function useSummary(filter: HistoryFilter) {
  const { status: _, ...query } = historyQuery(filter);
  return useQuery({
    queryKey: queryKeys.summary(query),
    queryFn: ({ signal }) => call(readSummary, { query, signal }),
  });
}

/** The transfers of an order, oldest first. An order writes only a few, so one page holds them. */
export function useOrderTransfers(order: OrderView) {
  return useQuery({
    queryKey: queryKeys.transfers({ order: order.id, status: order.status }),
    queryFn: async ({ signal }) => {
      const query = { wallet: order.wallet, refId: order.id, limit: 100 };
      const { items } = await call(listTransfers, { query, signal });
      return items.toReversed();
    },
  });
}

/** The recorded price since the entry. A settled order's path never changes again. */
export function usePricePath(order: OrderView) {
  const settled = order.status !== 'open';
  return useQuery({
    queryKey: ['pricePath', order.id, settled],
    queryFn: ({ signal }) => readPath(order, signal),
    enabled: order.entryPrice !== null,
    staleTime: settled ? Number.POSITIVE_INFINITY : 0,
    refetchOnWindowFocus: !settled,
  });
}

async function readPath(order: OrderView, signal: AbortSignal): Promise<PricePath> {
  const ticks = order.durationSec <= TICKS_UP_TO_SEC ? await readTicks(order, signal) : null;
  if (ticks !== null) return { source: 'ticks', points: pathOf(order, ticks) };
  return { source: 'candles', points: pathOf(order, await readMinutes(order, signal)) };
}

async function readTicks(order: OrderView, signal: AbortSignal): Promise<PathPoint[] | null> {
  const range = (fromSeq: number, toSeq: number) =>
    call(listTicks, { params: { code: order.product }, query: { fromSeq, toSeq }, signal });
  const { last } = await call(readProduct, { params: { code: order.product }, signal });
  if (last === null) return null;
  const newest = { seq: last.seq, atMs: Date.parse(last.at) };
  const first = await seqAt(Date.parse(order.entryAt), newest, async (seq) => {
    const [tick] = await range(seq, seq);
    return tick === undefined ? null : { seq: tick.seq, atMs: Date.parse(tick.at) };
  });
  if (first === null) return null;
  const ticks = await range(first, first + order.durationSec + 5);
  return ticks.filter((tick) => tick.status === 'OK').map(({ at, price }) => ({ atMs: Date.parse(at), price }));
}

const MINUTE_MS = 60_000;

async function readMinutes(order: OrderView, signal: AbortSignal): Promise<PathPoint[]> {
  const before = new Date(Date.parse(order.closesAt) + MINUTE_MS).toISOString();
  const limit = Math.ceil(order.durationSec / 60) + 2;
  const candles = await call(listCandles, {
    params: { code: order.product },
    query: { interval: '1m', before, limit },
    signal,
  });
  return candles.map(({ t, c }) => ({ atMs: Date.parse(t) + MINUTE_MS, price: c }));
}
