// SQL of the public figures. It reads orders and settlements, and writes only the counts of finished days.

import * as z from 'zod/mini';
import { date, int4, int8, moment } from '../../platform/db/rows.ts';
import { direction, feedKind, outcome, voidReason } from '../../services/columns/columns.ts';
import { anyRow, firstRow, manyRows } from '../../platform/db/statement.ts';

/**
 * The settlement of an order, looked for by its id, which names its month, and the tick at which it entered, which left the database if it
 * is older than 90 days. A join would be planned as one pass over the settlements of all months, however few orders there are.
 */
export const SETTLED = `cross join lateral (select x.outcome, x.reason, x.entry_seq, x.entry_at, x.entry_price, x.exit_seq, x.exit_price, x.settled_at
       from settlement x where x.order_id = o.id offset 0) s
     left join lateral (select t.feed from tick t where t.product = o.product and t.seq = s.entry_seq and t.at = s.entry_at offset 0) e on true`;

const countRow = z.object({
  product: z.string(),
  durationSec: int4,
  outcome,
  reason: z.nullable(voidReason),
  orders: int8,
});
export type CountRow = z.infer<typeof countRow>;

export interface CountFilter {
  wallet: string;
  /** Business dates, both included. */
  from: string;
  to: string;
  /** First moment of `from`. */
  fromMs: number;
}

/**
 * Settled orders by outcome: counted days from their table, later orders from the orders themselves. Orders on replayed
 * prices are lessons and never count: whoever saw the recording knows how they end.
 */
export const selectCounts = manyRows(
  countRow,
  `select product, duration_sec, outcome, reason, sum(orders)::bigint as orders from (
     select product, duration_sec, outcome, reason, orders from fairness_figure
     where wallet = $1 and day between $2::date and $3::date
     union all
     select o.product, o.duration_sec, s.outcome, s.reason, count(*)
     from trade_order o ${SETTLED}
     where e.feed is distinct from 'replay' and o.wallet = $1 and o.closes_at >= greatest(to_timestamp($4::float8 / 1000),
       (select ends_at from fairness_day order by day desc limit 1))
     group by 1, 2, 3, 4
   ) counted group by 1, 2, 3, 4 order by 1, 2`,
  ({ wallet, from, to, fromMs }: CountFilter) => [wallet, from, to, fromMs],
);

const offerRow = z.object({ product: z.string(), durations: z.unknown(), feeRate: int8 });
export type OfferRow = z.infer<typeof offerRow>;

/** The current terms of every product. */
export const selectOffers = manyRows(
  offerRow,
  `select distinct on (product) product, durations, fee_rate from terms order by product, version desc`,
);

const publicOrderRow = z.object({
  ref: z.string(),
  product: z.string(),
  decimals: int4,
  durationSec: int4,
  direction,
  entrySeq: z.nullable(int8),
  exitSeq: z.nullable(int8),
  entryPrice: z.nullable(int8),
  exitPrice: z.nullable(int8),
  outcome,
  reason: z.nullable(voidReason),
  closesAt: moment,
  feed: z.nullable(feedKind),
  index: z.nullable(int8),
  settledIndex: z.nullable(int8),
});
export type PublicOrderRow = z.infer<typeof publicOrderRow>;

export interface PublicOrderFilter {
  wallet: string;
  /** Half-open. */
  fromMs: number;
  toMs: number;
  /** The last order seen. */
  after: { closesAtMs: number; ref: string } | undefined;
  limit: number;
}

const NEWEST_HEAD = '(select h.size from order_log_head h order by h.size desc limit 1)';

/**
 * Opened orders by the time of their close, then by their reference, and settled ones from before entries were opened. The place of an
 * order in its batch is counted once for each batch of the page.
 */
export const selectPublicOrders = manyRows(
  publicOrderRow,
  `with page as materialized (
     select o.id, o.no, o.document_version > 2 as opens, encode(sha256(o.id::text::bytea), 'hex') as ref, o.product, p.decimals,
       o.duration_sec, o.direction, s.entry_seq, s.exit_seq, s.entry_price, s.exit_price, s.outcome, s.reason, o.closes_at, e.feed,
       done.index as settled_index
     from trade_order o join product p on p.code = o.product ${SETTLED}
     left join lateral (
       select b.first + array_position(b.orders, o.id) - 1 as index from settlement_batch b
       where o.document_version > 2 and b.during @> s.settled_at and o.id = any (b.orders) and b.first < ${NEWEST_HEAD} limit 1
     ) done on true
     where o.wallet = $1
       and o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
       and (o.closes_at, sha256(o.id::text::bytea)) > (to_timestamp($4::float8 / 1000), decode($5, 'hex'))
       and (o.document_version < 3 or done.index is not null)
     order by o.closes_at, sha256(o.id::text::bytea) limit $6
   ), batch as materialized (
     select distinct b.first, b.last_no, coalesce(before.last_no, 0) as after_no
     from page g
     cross join lateral (
       select c.first, c.last_no from order_log_batch c where c.kind = 'orders' and c.last_no >= g.no order by c.last_no limit 1
     ) b
     left join lateral (select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1) before on true
     where g.opens
   ), placed as materialized (
     select x.id, b.first + row_number() over (partition by b.first order by x.no) - 1 as index
     from batch b
     cross join lateral (
       select y.id, y.no from trade_order y where y.no > b.after_no and y.no <= b.last_no and y.nonce is not null
       union all select null, y.no from order_archive_number y where y.no > b.after_no and y.no <= b.last_no offset 0
     ) x
   )
   select g.ref, g.product, g.decimals, g.duration_sec, g.direction, g.entry_seq, g.exit_seq, g.entry_price, g.exit_price, g.outcome,
     g.reason, g.closes_at, g.feed, w.index, g.settled_index
   from page g left join placed w on w.id = g.id order by g.closes_at, g.ref`,
  publicFilterOf,
);

function publicFilterOf({ wallet, fromMs, toMs, after, limit }: PublicOrderFilter) {
  return [wallet, fromMs, toMs, after?.closesAtMs ?? fromMs, after?.ref ?? '', limit];
}

/** The same of lines of the public list of a month that has left (services/order-archive). Their ticks left before. */
export const selectPublicOrdersOfLines = manyRows(
  publicOrderRow,
  `select r.ref, r.product, p.decimals, r.duration_sec, r.direction, r.entry_seq, r.exit_seq, r.entry_price, r.exit_price, r.outcome, r.reason,
     r.closes_at, null::text as feed, r.index, r.settled_index
   from unnest($7::text[]) as l (line)
   cross join lateral jsonb_to_record(l.line::jsonb) as r (wallet text, ref text, product text, duration_sec integer, direction text,
     entry_seq bigint, exit_seq bigint, entry_price bigint, exit_price bigint, outcome text, reason text, closes_at timestamptz, index bigint,
     settled_index bigint)
   join product p on p.code = r.product
   where r.wallet = $1 and r.closes_at >= to_timestamp($2::float8 / 1000) and r.closes_at < to_timestamp($3::float8 / 1000)
     and (r.closes_at, decode(r.ref, 'hex')) > (to_timestamp($4::float8 / 1000), decode($5, 'hex'))
   order by r.closes_at, r.ref limit $6`,
  (filter: PublicOrderFilter, lines: readonly string[]) => [...publicFilterOf(filter), lines],
);

/** Whether a day is counted, and every order that closed on it is opened: nothing joins its list any more. */
export const isDayListed = anyRow(
  `select from fairness_day d where d.day = $1::date and not exists (
     select from (
       select w.orders from settlement_batch w where w.first is null
       union all select w.orders from settlement_batch w where w.first >= ${NEWEST_HEAD}
     ) waiting cross join lateral unnest(waiting.orders) u (id)
     join trade_order o on o.id = u.id
     where o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
   )`,
  (day: string, fromMs: number, toMs: number) => [day, fromMs, toMs],
);

const progressRow = z.object({ lastDay: z.nullable(date), oldestMs: z.nullable(moment) });

/** The last counted day. Before the first count: the time of the oldest close, or null if there are no orders. */
export const selectProgress = firstRow(
  progressRow,
  `select (select day from fairness_day order by day desc limit 1) as last_day,
   (select closes_at from trade_order order by closes_at limit 1) as oldest_ms`,
  () => [],
  { or: { lastDay: null, oldestMs: null } },
);

/**
 * Counts a finished day in one statement: everything or nothing, and only once, even if several processes try. Returns
 * whether it was counted now. It is not counted while one of its orders is open, or in the first minute after its end:
 * an order accepted in its last moment may still be on its way.
 */
export const insertDay = anyRow(
  `with counted as (
     insert into fairness_day (day, ends_at)
     select $1::date, to_timestamp($3::float8 / 1000)
     where clock_timestamp() >= to_timestamp($3::float8 / 1000) + interval '1 minute'
       and not exists (select from position where closes_at < to_timestamp($3::float8 / 1000))
     on conflict do nothing returning day
   ), figures as (
     insert into fairness_figure (day, wallet, product, duration_sec, outcome, reason, orders)
     select c.day, o.wallet, o.product, o.duration_sec, s.outcome, s.reason, count(*)
     from counted c cross join trade_order o ${SETTLED}
     where e.feed is distinct from 'replay' and o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
     group by 1, 2, 3, 4, 5, 6
   )
   select from counted`,
  (day: string, fromMs: number, toMs: number) => [day, fromMs, toMs],
);
