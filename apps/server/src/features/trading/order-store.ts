import type { OrderResult } from '@candor/contract/trading';
import type { Settlement } from '@candor/domain/trading/settle-order';
import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import { uuidBytes } from '../../platform/db/binary-array.ts';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { date, int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';
import { outcome, voidReason } from '../../services/columns/columns.ts';
import { acceptedRow } from '../../services/receipts/accepted-order.ts';
import type { AcceptedRow } from '../../services/receipts/accepted-order.ts';
import { ACCEPTED_COLUMNS, ACCEPTED_FROM } from '../../services/receipts/receipt-store.ts';

/** All SQL of trading. Orders and settlements are inserted, never changed. */
const orderRow = z.extend(acceptedRow, {
  outcome: z.nullable(outcome),
  reason: z.nullable(voidReason),
  entryPrice: z.nullable(int8),
  exitPrice: z.nullable(int8),
  exitAt: z.nullable(moment),
  profit: z.nullable(int8),
  settledAt: z.nullable(moment),
});
export type OrderRow = z.infer<typeof orderRow>;

/** Until an order is settled, its entry is found by the rule that will settle it: the oldest OK tick within 3 s. */
const SELECT_ORDER = `
  select ${ACCEPTED_COLUMNS},
    s.outcome, s.reason, coalesce(s.entry_price, e.price) as "entryPrice", s.exit_price as "exitPrice",
    s.exit_at as "exitAt", s.profit, s.settled_at as "settledAt"
  from ${ACCEPTED_FROM}
  left join settlement s on s.order_id = o.id
  left join lateral (
    select t.price from tick t
    where s.order_id is null and t.product = o.product and t.status = 'OK'
      and t.at between o.entry_at and o.entry_at + interval '3 seconds'
    order by t.at limit 1
  ) e on true`;

export async function selectOrder(db: Db, memberId: bigint, orderId: string): Promise<OrderRow | undefined> {
  return rowOf(orderRow, await db.query(`${SELECT_ORDER} where o.id = $1 and o.member_id = $2`, [orderId, memberId]));
}

/** The member's order that was placed under this idempotency key. */
export async function selectOrderByKey(db: Db, memberId: bigint, key: string): Promise<OrderRow | undefined> {
  return rowOf(
    orderRow,
    await db.query(`${SELECT_ORDER} where o.member_id = $1 and o.key = $2::uuid`, [memberId, key]),
  );
}

/** These orders as they are now, each with its member, for the news about them. */
export async function selectOrdersById(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  const result = await db.query({
    name: 'select-orders-by-id',
    text: `${SELECT_ORDER} where o.id = any($1::uuid[]) order by o.no`,
    values: [uuidBytes(ids)],
  });
  return rowsOf(orderRow, result);
}

export interface OrderFilter {
  memberId: bigint;
  wallet: string;
  status?: 'open' | 'settled' | undefined;
  result?: OrderResult | undefined;
  product?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  beforeNo?: bigint | undefined;
  limit: number;
}

/** Newest first. `from` is included, `to` is not; both bound the moment of acceptance. */
export async function selectOrders(db: Db, filter: OrderFilter): Promise<OrderRow[]> {
  const result = await db.query(
    `${SELECT_ORDER}
     where o.member_id = $1 and o.wallet = $2
       and ($3::text is null or ($3 = 'settled') = (s.order_id is not null))
       and ($4::text is null or o.product = $4)
       and ($5::timestamptz is null or o.accepted_at >= $5) and ($6::timestamptz is null or o.accepted_at < $6)
       and ($7::bigint is null or o.no < $7) and ($9::text is null or s.outcome = $9)
     order by o.no desc limit $8`,
    [
      filter.memberId.toString(),
      filter.wallet,
      filter.status ?? null,
      filter.product ?? null,
      isoOf(filter.fromMs),
      isoOf(filter.toMs),
      filter.beforeNo?.toString() ?? null,
      filter.limit,
      filter.result ?? null,
    ],
  );
  return rowsOf(orderRow, result);
}

const summaryRow = z.object({
  /** The business date of acceptance. */
  date,
  outcome: z.nullable(outcome),
  count: int8,
  staked: int8,
  profit: int8,
});
export type SummaryRow = z.infer<typeof summaryRow>;

export async function selectSummary(
  db: Db,
  filter: Omit<OrderFilter, 'status' | 'beforeNo' | 'limit'>,
): Promise<SummaryRow[]> {
  const result = await db.query(
    `select to_char(o.accepted_at at time zone (select time_zone from site), 'YYYY-MM-DD') as date, s.outcome, count(*) as count, sum(o.stake)::bigint as staked, coalesce(sum(s.profit), 0)::bigint as profit
     from trade_order o left join settlement s on s.order_id = o.id
     where o.member_id = $1 and o.wallet = $2
       and ($3::timestamptz is null or o.accepted_at >= $3) and ($4::timestamptz is null or o.accepted_at < $4)
       and ($5::text is null or o.product = $5) and ($6::text is null or s.outcome = $6)
     group by 1, s.outcome order by 1 desc`,
    [
      filter.memberId.toString(),
      filter.wallet,
      isoOf(filter.fromMs),
      isoOf(filter.toMs),
      filter.product ?? null,
      filter.result ?? null,
    ],
  );
  return rowsOf(summaryRow, result);
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

export type DueOrder = AcceptedRow;

const dueRow = z.object({ orderId: z.string(), memberId: int8 });
export type DueRow = z.infer<typeof dueRow>;

/**
 * Orders whose product's chain has a tick at or after their close, oldest close first. They are found by their
 * position, which only their settlement deletes, and never by a cursor that could run past one. Orders set aside are
 * left out.
 */
export async function selectDue(db: Db, limit: number): Promise<DueRow[]> {
  const result = await db.query({
    name: 'select-due',
    text: `select p.order_id as "orderId", p.member_id as "memberId"
           from position p join tick_head h on h.product = p.product
           where p.closes_at <= h.at and not exists (select from settlement_alarm a where a.order_id = p.order_id)
           order by p.closes_at, p.order_id limit $1`,
    values: [limit],
  });
  return rowsOf(dueRow, result);
}

/** How many seconds the oldest order past its close has waited for its settlement; 0 when none waits. */
export async function selectSettlementLag(db: Db): Promise<number> {
  const result = await db.query(
    `select extract(epoch from clock_timestamp() - min(closes_at))::float8 as lag
     from position where closes_at <= clock_timestamp()`,
  );
  return rowOf(z.object({ lag: z.nullable(z.number()) }), result)?.lag ?? 0;
}

/** Orders set aside that are due for another try, the longest waiting first. */
export async function selectSetAside(db: Db, limit: number): Promise<DueRow[]> {
  const result = await db.query({
    name: 'select-set-aside',
    text: `select p.order_id as "orderId", p.member_id as "memberId"
           from settlement_alarm a
           cross join lateral (select * from trade_order x where x.id = a.order_id offset 0) o
           join position p on p.member_id = o.member_id and p.wallet = o.wallet and p.product = o.product
             and p.order_id = o.id
           where a.next_at <= clock_timestamp() order by a.next_at, p.order_id limit $1`,
    values: [limit],
  });
  return rowsOf(dueRow, result);
}

/** Those of these members that this transaction could lock at once, in id order. */
export async function lockMembersNow(db: Db, memberIds: readonly bigint[]): Promise<bigint[]> {
  const result = await db.query({
    name: 'lock-members-now',
    text: 'select id from lock_members_now($1::bigint[]) as id',
    values: [bigintArray(memberIds)],
  });
  return rowsOf(z.object({ id: int8 }), result).map((row) => row.id);
}

/** Those of `orderIds` that have no settlement yet, read after their members are locked. */
export async function selectUnsettled(db: Db, orderIds: readonly string[]): Promise<DueOrder[]> {
  const result = await db.query({
    name: 'select-unsettled',
    text: `select ${ACCEPTED_COLUMNS} from ${ACCEPTED_FROM}
           where o.id = any($1::uuid[]) and not exists (select from settlement s where s.order_id = o.id)`,
    values: [orderIds],
  });
  return rowsOf(acceptedRow, result);
}

/**
 * Writes settlements. The database checks each one against the ticks, and removes the positions they end. Returns when
 * each order was settled (epoch ms).
 */
export async function insertSettlements(
  db: Db,
  settled: readonly { order: DueOrder; settlement: Settlement }[],
): Promise<Map<string, number>> {
  if (settled.length === 0) return new Map();
  const tick = <T>(side: 'entry' | 'exit', pick: (found: NonNullable<Settlement['entry']>) => T) =>
    settled.map(({ settlement }) => {
      const found = settlement[side];
      return found === null ? null : pick(found);
    });
  const result = await db.query({
    name: 'insert-settlements',
    text: `insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq,
             exit_at, exit_price, profit, credited)
           select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[],
             $7::bigint[], $8::bigint[], $9::timestamptz[], $10::bigint[], $11::bigint[], $12::bigint[])
           returning order_id as "orderId", settled_at as "settledAt"`,
    values: [
      uuidArray(settled.map(({ order }) => order.id)),
      bigintArray(settled.map(({ order }) => order.memberId)),
      settled.map(({ settlement }) => settlement.outcome),
      settled.map(({ settlement }) => settlement.reason),
      tick('entry', (found) => found.seq.toString()),
      tick('entry', (found) => new Date(found.at).toISOString()),
      tick('entry', (found) => found.price.toString()),
      tick('exit', (found) => found.seq.toString()),
      tick('exit', (found) => new Date(found.at).toISOString()),
      tick('exit', (found) => found.price.toString()),
      bigintArray(settled.map(({ settlement }) => settlement.profit)),
      bigintArray(settled.map(({ settlement }) => settlement.credited)),
    ],
  });
  const settledRow = z.object({ orderId: z.string(), settledAt: moment });
  return new Map(rowsOf(settledRow, result).map((row) => [row.orderId, row.settledAt]));
}
