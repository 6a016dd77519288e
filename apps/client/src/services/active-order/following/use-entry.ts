import { useEffect, useRef } from 'react';
import type { OrderView, OrdersView } from '@candor/contract/trading';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { usePrice, useTicks } from '../../live/live.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useOpenOrders } from '../../queries/shared-queries.ts';
import { entryAmong } from './entry-tick.ts';
import type { HeardTick } from './entry-tick.ts';

/** Ticks kept while an entry is awaited: a few before its second, and the three seconds after it. */
const HEARD_MAX = 8;

/**
 * Puts the entry price of an open order where every screen reads it, as soon as its tick is heard: the order itself and
 * the list of open orders. The server is asked too, in case a tick was missed; then its answer goes to the same places.
 */
export function useEntry(order: OrderView): void {
  const cache = useQueryClient();
  const isAwaited = order.status === 'open' && order.entryPrice === null;
  const newest = usePrice(order.product);
  const heardRef = useRef<readonly HeardTick[]>([]);
  const { id, entryAt, entryPrice } = order;

  useTicks(order.product, (tick) => {
    if (!isAwaited) return;
    // The price that was there before the first tick is the proof that none is missing.
    const heard = heardRef.current.length === 0 && newest !== null ? [newest] : heardRef.current;
    heardRef.current = [...heard.filter(({ seq }) => seq < tick.seq), tick].slice(-HEARD_MAX);
    const price = entryAmong(entryAt, heardRef.current);
    if (price !== null) cache.setQueryData<OrderView>(queryKeys.order(id), (known) => known && entered(known, price));
  });

  const isListedWithout = useOpenOrders().data?.some((each) => each.id === id && each.entryPrice === null) ?? false;
  useEffect(() => {
    if (entryPrice !== null && isListedWithout) enterInList(cache, id, entryPrice);
  }, [cache, id, entryPrice, isListedWithout]);
}

function enterInList(cache: QueryClient, id: string, price: string): void {
  cache.setQueryData<OrdersView>(
    queryKeys.openOrders,
    (page) => page && { ...page, items: page.items.map((each) => (each.id === id ? entered(each, price) : each)) },
  );
}

/** An answer that is already there stays: the server knows more than this screen. */
function entered(order: OrderView, price: string): OrderView {
  return order.status === 'open' && order.entryPrice === null ? { ...order, entryPrice: price } : order;
}
