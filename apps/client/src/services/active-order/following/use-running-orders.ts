import type { OrderView } from '@candor/contract/trading';
import { serverNow } from '../../live/server-clock.ts';
import { useOpenOrders } from '../../queries/shared-queries.ts';
import { useActiveOrders } from './active-orders.ts';

/** The running orders, sorted by the time they close. */
export function useRunningOrders(): OrderView[] {
  const followed = useActiveOrders((state) => state.followed);
  return Object.values(followed).toSorted((one, other) => Date.parse(one.closesAt) - Date.parse(other.closesAt));
}

/** Whether an order runs. The list knows it first: what follows orders loads after the page. */
export function useHasRunningOrder(): boolean {
  const isFollowed = useActiveOrders(({ followed }) => Object.keys(followed).length > 0);
  const listed = useOpenOrders().data ?? [];
  return isFollowed || listed.some((order) => order.status === 'open' && !isOver(order.closesAt));
}

/** A list read before the close may still contain an order that has settled since. */
export function isOver(closesAt: string): boolean {
  return Date.parse(closesAt) < serverNow();
}
