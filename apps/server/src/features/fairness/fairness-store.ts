// SQL of the public figures. It reads orders and settlements and writes counts of days that are over, nothing else.

import type { Db } from '../../platform/db/pool.ts';

export interface CountRow {
  product: string;
  durationSec: number;
  outcome: string;
  reason: string | null;
  orders: bigint;
}

export interface CountFilter {
  wallet: string;
  /** Business dates, both included. */
  from: string;
  to: string;
  /** First moment of `from`. */
  fromMs: number;
}

/** Settled orders by how they ended: counted days from their table, what came after them from the orders themselves. */
export async function selectCounts(db: Db, { wallet, from, to, fromMs }: CountFilter): Promise<CountRow[]> {
  const { rows } = await db.query<CountRow>(
    `select product, duration_sec as "durationSec", outcome, reason, sum(orders)::bigint as orders from (
       select product, duration_sec, outcome, reason, orders from fairness_figure
       where wallet = $1 and day between $2::date and $3::date
       union all
       select o.product, o.duration_sec, s.outcome, s.reason, count(*)
       from trade_order o join settlement s on s.order_id = o.id
       where o.wallet = $1 and o.closes_at >= greatest(to_timestamp($4::float8 / 1000),
         (select ends_at from fairness_day order by day desc limit 1))
       group by 1, 2, 3, 4
     ) counted group by 1, 2, 3, 4 order by 1, 2`,
    [wallet, from, to, fromMs],
  );
  return rows;
}

export interface OfferRow {
  product: string;
  durations: unknown;
  feeRate: bigint;
}

/** The terms that hold now, of every product. */
export async function selectOffers(db: Db): Promise<OfferRow[]> {
  const { rows } = await db.query<OfferRow>(
    `select distinct on (product) product, durations, fee_rate as "feeRate" from terms order by product, version desc`,
  );
  return rows;
}

export interface PublicOrderRow {
  ref: string;
  product: string;
  decimals: number;
  durationSec: number;
  direction: string;
  entrySeq: bigint | null;
  exitSeq: bigint | null;
  entryPrice: bigint | null;
  exitPrice: bigint | null;
  outcome: string;
  reason: string | null;
  closesAt: number;
}

export interface PublicOrderFilter {
  wallet: string;
  /** Half-open. */
  fromMs: number;
  toMs: number;
  /** The last order seen. */
  after: { closesAtMs: number; ref: string } | undefined;
  limit: number;
}

/** Settled orders by the moment of their close, then by their reference. */
export async function selectPublicOrders(db: Db, filter: PublicOrderFilter): Promise<PublicOrderRow[]> {
  const { rows } = await db.query<PublicOrderRow>(
    `select encode(sha256(o.id::text::bytea), 'hex') as ref, o.product, p.decimals, o.duration_sec as "durationSec",
       o.direction, s.entry_seq as "entrySeq", s.exit_seq as "exitSeq", s.entry_price as "entryPrice",
       s.exit_price as "exitPrice", s.outcome, s.reason, o.closes_at as "closesAt"
     from trade_order o join settlement s on s.order_id = o.id join product p on p.code = o.product
     where o.wallet = $1
       and o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
       and (o.closes_at, sha256(o.id::text::bytea)) > (to_timestamp($4::float8 / 1000), decode($5, 'hex'))
     order by o.closes_at, sha256(o.id::text::bytea) limit $6`,
    [
      filter.wallet,
      filter.fromMs,
      filter.toMs,
      filter.after?.closesAtMs ?? filter.fromMs,
      filter.after?.ref ?? '',
      filter.limit,
    ],
  );
  return rows;
}

export async function isDayCounted(db: Db, day: string): Promise<boolean> {
  return (await db.query('select from fairness_day where day = $1::date', [day])).rowCount === 1;
}

/** The last counted day; before the first, the moment of the oldest close, or nothing where there is no order. */
export async function selectProgress(db: Db): Promise<{ lastDay: string | null; oldestMs: number | null }> {
  const { rows } = await db.query<{ lastDay: string | null; oldestMs: number | null }>(
    `select (select day from fairness_day order by day desc limit 1) as "lastDay",
       (select closes_at from trade_order order by closes_at limit 1) as "oldestMs"`,
  );
  return rows[0] ?? { lastDay: null, oldestMs: null };
}

/**
 * Counts a day that is over, in one statement: all of it or nothing, and only once whoever counts at the same time.
 * Answers whether it was counted now: not while one of its orders is open, and not before it is over for a minute, as
 * an order accepted in its last moment may still be on its way.
 */
export async function insertDay(db: Db, day: string, fromMs: number, toMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `with counted as (
       insert into fairness_day (day, ends_at)
       select $1::date, to_timestamp($3::float8 / 1000)
       where clock_timestamp() >= to_timestamp($3::float8 / 1000) + interval '1 minute'
         and not exists (select from position where closes_at < to_timestamp($3::float8 / 1000))
       on conflict do nothing returning day
     ), figures as (
       insert into fairness_figure (day, wallet, product, duration_sec, outcome, reason, orders)
       select c.day, o.wallet, o.product, o.duration_sec, s.outcome, s.reason, count(*)
       from counted c, trade_order o join settlement s on s.order_id = o.id
       where o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
       group by 1, 2, 3, 4, 5, 6
     )
     select from counted`,
    [day, fromMs, toMs],
  );
  return rowCount === 1;
}
