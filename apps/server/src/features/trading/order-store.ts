import type { OrderResult } from '@candor/contract/trading';
import type { TradeWindow, Verdict } from '@candor/domain/trading/settle-order';
import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import { uuidBytes } from '../../platform/db/binary-array.ts';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { date, int8, moment } from '../../platform/db/rows.ts';
import { outcome, voidReason } from '../../services/columns/columns.ts';
import { archivedRows } from '../../services/order-archive/order-parts-store.ts';
import { pageWithArchive, readBeside } from '../../services/order-archive/archived-files.ts';
import type { ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import { acceptedRow } from '../../services/receipts/accepted-order.ts';
import { ACCEPTED_COLUMNS, ACCEPTED_FROM } from '../../services/receipts/receipt-store.ts';
import { asGiven, firstRow, firstValue, manyRows, manyValues } from '../../platform/db/statement.ts';

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
    s.outcome, s.reason, coalesce(s.entry_price, e.price) as entry_price, s.exit_price,
    s.exit_at, s.profit, s.settled_at
  from ${ACCEPTED_FROM}
  left join settlement s on s.order_id = o.id
  left join lateral (
    select t.price from tick t
    where s.order_id is null and t.product = o.product and t.status = 'OK'
      and t.at between o.entry_at and o.entry_at + interval '3 seconds'
    order by t.at limit 1
  ) e on true`;

const SELECT_ONE = `${SELECT_ORDER} where o.id = $1 and o.member_id = $2`;

export const selectOrder = firstRow(orderRow, SELECT_ONE, (memberId: bigint, orderId: string) => [orderId, memberId]);

const selectOrderOfLine = firstRow(
  orderRow,
  `${archivedRows('$3')} ${SELECT_ONE}`,
  (memberId: bigint, orderId: string, line: string) => [orderId, memberId, [line]],
);

/** A member's order, from the database or from the archive. @throws Refused ORDERS_UNAVAILABLE when its file cannot be read now */
export async function findOrderOf(
  db: Db,
  readArchived: ReadArchivedOrder,
  memberId: bigint,
  orderId: string,
): Promise<OrderRow | undefined> {
  const row = await selectOrder(db, memberId, orderId);
  if (row !== undefined) return row;
  const archived = await readArchived(db, memberId, orderId);
  return archived === null ? undefined : await selectOrderOfLine(db, memberId, orderId, archived.line);
}

const SELECT_BY_KEY = `${SELECT_ORDER} where o.member_id = $1 and o.key = $2::uuid`;

/** The member's order that was placed under this idempotency key, unless its month has left the database. */
export const selectOrderByKey = firstRow(orderRow, SELECT_BY_KEY, (memberId: bigint, key: string) => [memberId, key]);

const selectOrderByKeyOfLines = firstRow(
  orderRow,
  `${archivedRows('$3')} ${SELECT_BY_KEY}`,
  (memberId: bigint, key: string, lines: readonly string[]) => [memberId, key, lines],
);

/** The same at any age. @throws Refused ORDERS_UNAVAILABLE when its file cannot be read now */
export async function findOrderByKey(
  db: Db,
  listFiles: ListArchivedFiles,
  memberId: bigint,
  key: string,
): Promise<OrderRow | undefined> {
  const row = await selectOrderByKey(db, memberId, key);
  if (row !== undefined) return row;
  for (const file of await listFiles(db, memberId, { key })) {
    const lines = (await file.lines()).filter((line) => line.includes(key));
    const found = await selectOrderByKeyOfLines(db, memberId, key, lines);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** These orders as they are now, each with its member, for the news about them. */
export const selectOrdersById = manyRows(
  orderRow,
  `${SELECT_ORDER} where o.id = any($1::uuid[]) order by o.no`,
  (ids: readonly string[]) => [uuidBytes(ids)],
  { name: 'select-orders-by-id' },
);

const orderOfMember = z.object({ orderId: z.string(), memberId: int8 });

/** Whose orders these are. */
export const selectMembersOfOrders = manyRows(
  orderOfMember,
  `select o.id as order_id, o.member_id from unnest($1::uuid[]) as i (id)
   cross join lateral (select x.id, x.member_id, x.no from trade_order x where x.id = i.id offset 0) o
   order by o.no`,
  (ids: readonly string[]) => [uuidBytes(ids)],
  { name: 'select-members-of-orders' },
);

/** The months that orders of a span can stand in: an id is of the moment of its acceptance, give or take seconds. */
function monthsOf(from: string, to: string): string {
  return `(${from}::timestamptz is null or o.id >= moment_id(greatest(timestamptz 'epoch', ${from}::timestamptz - interval '1 day')))
     and (${to}::timestamptz is null or o.id < moment_id(greatest(timestamptz 'epoch', ${to}::timestamptz + interval '1 day')))`;
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

/** `from` is included, `to` is not; both bound the moment of acceptance. */
const SELECT_ORDERS = `${SELECT_ORDER}
   where o.member_id = $1 and o.wallet = $2 and ${monthsOf('$5', '$6')}
     and ($3::text is null or ($3 = 'settled') = (s.order_id is not null))
     and ($4::text is null or o.product = $4)
     and ($5::timestamptz is null or o.accepted_at >= $5) and ($6::timestamptz is null or o.accepted_at < $6)
     and ($7::bigint is null or o.no < $7) and ($9::text is null or s.outcome = $9)
   order by o.no desc limit $8`;

function filterOf(filter: OrderFilter) {
  return [
    filter.memberId,
    filter.wallet,
    filter.status ?? null,
    filter.product ?? null,
    isoOf(filter.fromMs),
    isoOf(filter.toMs),
    filter.beforeNo ?? null,
    filter.limit,
    filter.result ?? null,
  ];
}

const selectStoredOrders = manyRows(orderRow, SELECT_ORDERS, filterOf);

const selectOrdersOfLines = manyRows(
  orderRow,
  `${archivedRows('$10')} ${SELECT_ORDERS}`,
  (filter: OrderFilter, lines: readonly string[]) => [...filterOf(filter), lines],
);

/** Newest first, from the database and the archive. @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now */
export async function selectOrders(db: Db, listFiles: ListArchivedFiles, filter: OrderFilter) {
  const rows = await selectStoredOrders(db, filter);
  // What has left is settled.
  if (filter.status === 'open') return rows;
  const files = await listFiles(db, filter.memberId, filter);
  const readLines = async (lines: readonly string[]) => await selectOrdersOfLines(db, filter, lines);
  return await pageWithArchive({ rows, files, beforeNo: filter.beforeNo, limit: filter.limit, readLines });
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

const SELECT_SUMMARY = `select to_char(o.accepted_at at time zone (select time_zone from site), 'YYYY-MM-DD') as date, s.outcome, count(*) as count, sum(o.stake)::bigint as staked, coalesce(sum(s.profit), 0)::bigint as profit
   from trade_order o left join settlement s on s.order_id = o.id
   where o.member_id = $1 and o.wallet = $2 and ${monthsOf('$3', '$4')}
     and ($3::timestamptz is null or o.accepted_at >= $3) and ($4::timestamptz is null or o.accepted_at < $4)
     and ($5::text is null or o.product = $5) and ($6::text is null or s.outcome = $6)
   group by 1, s.outcome order by 1 desc`;

type SummaryFilter = Omit<OrderFilter, 'status' | 'beforeNo' | 'limit'>;

function summaryFilterOf(filter: SummaryFilter) {
  return [
    filter.memberId,
    filter.wallet,
    isoOf(filter.fromMs),
    isoOf(filter.toMs),
    filter.product ?? null,
    filter.result ?? null,
  ];
}

const selectStoredSummary = manyRows(summaryRow, SELECT_SUMMARY, summaryFilterOf);

const selectSummaryOfLines = manyRows(
  summaryRow,
  `${archivedRows('$7')} ${SELECT_SUMMARY}`,
  (filter: SummaryFilter, lines: readonly string[]) => [...summaryFilterOf(filter), lines],
);

/** Of the database and the archive, the newest date first. @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now */
export async function selectSummary(
  db: Db,
  listFiles: ListArchivedFiles,
  filter: SummaryFilter,
): Promise<readonly SummaryRow[]> {
  const { stored, files } = await readBeside(
    async () => await listFiles(db, filter.memberId, filter),
    async () => await selectStoredSummary(db, filter),
  );
  const sums = new Map(stored.map((row) => [`${row.date} ${row.outcome}`, row]));
  for (const file of files)
    for (const row of await selectSummaryOfLines(db, filter, await file.lines())) {
      const name = `${row.date} ${row.outcome}`;
      sums.set(name, addedUp(sums.get(name), row));
    }
  return [...sums.values()].toSorted((a, b) => (a.date < b.date ? 1 : -1));
}

/** The last date of a month and the first of the next may be one. */
function addedUp(one: SummaryRow | undefined, other: SummaryRow): SummaryRow {
  if (one === undefined) return other;
  const { count, staked, profit } = one;
  return { ...other, count: count + other.count, staked: staked + other.staked, profit: profit + other.profit };
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** An order that waits for its settlement, and the window that decides it. */
export interface DueOrder extends TradeWindow {
  readonly orderId: string;
  readonly memberId: bigint;
  readonly product: string;
}

/** The members whose numbers leave the rest `share` when divided by `of`. */
export interface MemberShare {
  readonly share: number;
  readonly of: number;
}

const window = { product: z.string(), entryAt: moment, closesAt: moment };
const dueWindow = z.object({ ...window, orderIds: z.array(z.string()), memberIds: z.array(z.string()) });

const selectDueRows = manyRows(
  dueWindow,
  `select product, entry_at, closes_at, order_ids,
     member_ids::text[] as member_ids
   from due_windows($1, $2, $3)`,
  asGiven,
  { name: 'select-due' },
);

/**
 * The oldest orders of these members whose product's chain has a tick at or after their close. They are found by their
 * position, which only their settlement deletes, and never by a cursor that could run past one. Orders in quarantine are
 * left out.
 */
export async function selectDue(db: Db, limit: number, { share, of }: MemberShare): Promise<DueOrder[]> {
  const result = await selectDueRows(db, limit, share, of);
  return result.flatMap(({ orderIds, memberIds, ...common }) =>
    orderIds.map((orderId, index) => ({ ...common, orderId, memberId: BigInt(memberIds[index] ?? '') })),
  );
}

/** How many seconds the oldest order past its close has waited for its settlement; 0 when none waits. */
export const selectSettlementLag = firstValue(
  z.nullable(z.number()),
  `select extract(epoch from clock_timestamp() - min(closes_at))::float8 as lag
   from position where closes_at <= clock_timestamp()`,
  () => [],
  { or: 0 },
);

/** Orders in quarantine that are due for another try, the longest waiting first. */
export const selectQuarantined = manyRows(
  z.object({ ...window, orderId: z.string(), memberId: int8 }),
  `select o.id as order_id, o.member_id, o.product, o.entry_at, o.closes_at
   from settlement_alarm a join trade_order o on o.id = a.order_id
   where a.next_at <= clock_timestamp() and not exists (select from settlement s where s.order_id = o.id)
   order by a.next_at, o.id limit $1`,
  (limit: number) => [limit],
  { name: 'select-quarantined' },
);

/** Those of these members that this transaction could lock at once, in id order. */
export const lockMembersNow = manyValues(
  int8,
  'select id from lock_members_now($1::bigint[]) as id',
  (memberIds: readonly bigint[]) => [bigintArray(memberIds)],
  { name: 'lock-members-now' },
);

/** A window of one product, and what its ticks say about all of its orders. */
export interface JudgedWindow extends TradeWindow {
  readonly product: string;
  readonly verdict: Verdict;
}

const settleByVerdictsRow = firstRow(
  z.object({ count: int8 }),
  `select settle_orders($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[],
   $7::bigint[], $8::timestamptz[], $9::bigint[], $10::bigint[], $11::timestamptz[], $12::bigint[]) as count`,
  asGiven,
  { name: 'settle-orders' },
);

/**
 * Settles these orders by the verdicts on their windows, except those that are settled already. The database checks
 * every settlement against the ticks, moves the money, ends the positions and writes the news. Returns how many orders
 * were settled.
 */
export async function settleByVerdicts(
  db: Db,
  orderIds: readonly string[],
  windows: readonly JudgedWindow[],
): Promise<number> {
  const iso = (pick: (window: JudgedWindow) => number | undefined) => windows.map((window) => isoOf(pick(window)));
  const bigints = (pick: (verdict: Verdict) => bigint | undefined) =>
    bigintArray(windows.map(({ verdict }) => pick(verdict) ?? null));
  return Number(
    (
      await settleByVerdictsRow(
        db,
        uuidArray(orderIds),
        windows.map(({ product }) => product),
        iso(({ entryAt }) => entryAt),
        iso(({ closesAt }) => closesAt),
        windows.map(({ verdict }) => verdict.winner),
        windows.map(({ verdict }) => verdict.reason),
        bigints(({ entry }) => entry?.seq),
        iso(({ verdict }) => verdict.entry?.at),
        bigints(({ entry }) => entry?.price),
        bigints(({ exit }) => exit?.seq),
        iso(({ verdict }) => verdict.exit?.at),
        bigints(({ exit }) => exit?.price),
      )
    )?.count ?? 0n,
  );
}
