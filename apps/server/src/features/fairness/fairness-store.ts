// SQL of the public figures. It reads orders and settlements, and writes only the counts of finished days.

import * as z from 'zod/mini';
import { date, int4, int8, moment } from '../../platform/db/rows.ts';
import { direction, feedKind, outcome, voidReason } from '../../services/columns/columns.ts';
import { anyRow, firstRow, manyRows } from '../../platform/db/statement.ts';

/** The tick at which an order entered; it left the database if it is older than 90 days. */
const ENTRY_TICK = 'left join tick e on e.product = o.product and e.seq = s.entry_seq and e.at = s.entry_at';

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
     from trade_order o join settlement s on s.order_id = o.id ${ENTRY_TICK}
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

/** Settled orders by the time of their close, then by their reference. */
export const selectPublicOrders = manyRows(
  publicOrderRow,
  `select encode(sha256(o.id::text::bytea), 'hex') as ref, o.product, p.decimals, o.duration_sec,
     o.direction, s.entry_seq, s.exit_seq, s.entry_price,
     s.exit_price, s.outcome, s.reason, o.closes_at, e.feed
   from trade_order o join settlement s on s.order_id = o.id join product p on p.code = o.product ${ENTRY_TICK}
   where o.wallet = $1
     and o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
     and (o.closes_at, sha256(o.id::text::bytea)) > (to_timestamp($4::float8 / 1000), decode($5, 'hex'))
   order by o.closes_at, sha256(o.id::text::bytea) limit $6`,
  (filter: PublicOrderFilter) => [
    filter.wallet,
    filter.fromMs,
    filter.toMs,
    filter.after?.closesAtMs ?? filter.fromMs,
    filter.after?.ref ?? '',
    filter.limit,
  ],
);

export const isDayCounted = anyRow('select from fairness_day where day = $1::date', (day: string) => [day]);

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
     from counted c, trade_order o join settlement s on s.order_id = o.id ${ENTRY_TICK}
     where e.feed is distinct from 'replay' and o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
     group by 1, 2, 3, 4, 5, 6
   )
   select from counted`,
  (day: string, fromMs: number, toMs: number) => [day, fromMs, toMs],
);
