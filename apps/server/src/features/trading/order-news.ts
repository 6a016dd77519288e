import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import type { MemberMessage } from '../../services/outbox/outbox-store.ts';
import { selectOrdersById } from './order-store.ts';
import { orderView } from './order-view.ts';

/** News of orders for their members: each order as it is now. */
export async function readOrderNews(
  { pool, clock }: { pool: Pool; clock: Clock },
  orderIds: readonly string[],
): Promise<MemberMessage[]> {
  const rows = await selectOrdersById(pool, orderIds);
  const nowMs = clock.now();
  return rows.map((row) => ({ memberId: row.memberId, message: { type: 'order', order: orderView(row, nowMs) } }));
}
