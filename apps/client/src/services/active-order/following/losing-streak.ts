import { listOrders } from '@candor/contract/calls/trading';
import type { OrderView } from '@candor/contract/trading';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/request.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { isLosingStreak } from './order-phase.ts';

/** Ties and voids between the losses are skipped, so more than three orders are read. */
const READ_COUNT = 12;

/** Whether this lost order is the third loss in a row; if that cannot be found out, the answer is no. */
export function useLosingStreak(order: OrderView): 'yes' | 'no' | 'unknown' {
  const isLost = order.status === 'lost';
  const { wallet } = order;
  const recent = useQuery({
    queryKey: queryKeys.orderList({ status: 'settled', wallet, until: order.id }),
    queryFn: ({ signal }) => call(listOrders, { query: { status: 'settled', wallet, limit: READ_COUNT }, signal }),
    enabled: isLost,
  });
  if (!isLost || recent.isError) return 'no';
  if (recent.data === undefined) return 'unknown';
  return isLosingStreak(recent.data.items) ? 'yes' : 'no';
}
