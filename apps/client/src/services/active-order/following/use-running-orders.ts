import type { OrderView } from '@candor/contract/trading';
import { useActiveOrders } from './active-orders.ts';

/** The running orders, sorted by the time they close. */
export function useRunningOrders(): OrderView[] {
  const followed = useActiveOrders((state) => state.followed);
  return Object.values(followed).toSorted((one, other) => Date.parse(one.closesAt) - Date.parse(other.closesAt));
}
