import type { OrderView } from '@candor/contract/trading';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { selectOrdersById } from './order-store.ts';
import { orderView } from './order-view.ts';

/** What the member of an order hears about it. */
export interface OrderNews {
  readonly memberId: bigint;
  readonly order: OrderView;
}

/** These orders as they are now. */
export async function readOrderNews(
  { pool, clock }: { pool: Pool; clock: Clock },
  orderIds: readonly string[],
): Promise<OrderNews[]> {
  const rows = await selectOrdersById(pool, orderIds);
  const nowMs = clock.now();
  return rows.map((row) => ({ memberId: row.memberId, order: orderView(row, nowMs) }));
}
