import type { Pool } from '../platform/db/pool.ts';
import { writePast } from './factories.ts';

/** Orders and settlements for the order log alone: they are nobody's, and of the product TESTUSD. */

const ORDERS = `insert into trade_order (id, nonce, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
    terms_version, submitted_at, accepted_at, entry_at, closes_at, document_version)
  select uuidv7(), gen_random_uuid(), 1, 'practice', 'TESTUSD', 'up', 10, 0, 8500, 18, 5, 1, t, t,
    t + interval '1 second', t + interval '6 seconds', 2 from generate_series(1, $1::int), date_trunc('second', now()) t`;

/** Orders that are placed now. */
export async function placeForLog(ownerPool: Pool, count: number): Promise<void> {
  await writePast(ownerPool, ORDERS, [count]);
}

/** Orders that are placed and settled now, by as many statements of so many. */
export async function settleForLog(ownerPool: Pool, statements: number, each: number): Promise<void> {
  await writePast(
    ownerPool,
    `with placed as (${ORDERS} returning id), settled as (
       insert into settlement (order_id, member_id, outcome, reason, profit, credited)
       select id, 1, 'voided', 'NO_ENTRY_TICK', 0, 10 from placed returning order_id, settled_at
     ), together as (
       select *, (row_number() over () - 1) / $2 as statement from settled
     )
     insert into settlement_batch (orders, during)
     select array_agg(order_id), tstzrange(min(settled_at), max(settled_at), '[]') from together group by statement`,
    [statements * each, each],
  );
}

/** Before the database is dropped: its last check wants a member for each order. */
export async function clearForLog(ownerPool: Pool): Promise<void> {
  await writePast(ownerPool, 'delete from settlement');
  await writePast(ownerPool, 'delete from trade_order');
}
