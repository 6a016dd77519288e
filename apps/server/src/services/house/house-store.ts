import { money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { firstRow, manyRows, onlyRow } from '../../platform/db/statement.ts';

/** SQL of what the house can lose and what it kept. Read-only: the database keeps the sums. */

const amount = z.pipe(
  int8,
  z.transform((minor): Money => money(minor)),
);

const runningWindow = z.object({
  product: z.string(),
  closesAt: moment,
  orders: int8,
  upStake: amount,
  upProfit: amount,
  downStake: amount,
  downProfit: amount,
});
export type RunningWindowRow = z.infer<typeof runningWindow>;

/** Windows in which orders run, those that close first; `limit` of them at most. */
export const selectRunningWindows = manyRows(
  runningWindow,
  `select product, closes_at, sum(orders)::bigint as orders, sum(up_stake)::bigint as up_stake, sum(up_profit)::bigint as up_profit,
     sum(down_stake)::bigint as down_stake, sum(down_profit)::bigint as down_profit
   from (
     select product, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit from house_window where wallet = $1 and orders <> 0
     union all
     select product, entry_at, closes_at, orders, up_stake, up_profit, down_stake, down_profit from house_journal where wallet = $1
   ) w
   group by product, entry_at, closes_at having sum(orders) > 0 order by closes_at limit $2`,
  (wallet: string, limit: number) => [wallet, limit],
);

/** What the house kept of the orders that close on the business date of a moment, by product. */
export const selectKeptOn = manyRows(
  z.object({ product: z.string(), kept: amount }),
  `with today as (select (to_timestamp($2::float8 / 1000) at time zone time_zone)::date as d, time_zone from site)
   select product, sum(kept)::bigint as kept from (
     select product, kept from house_day where wallet = $1 and day = (select d from today)
     union all
     select product, kept from house_journal
     where wallet = $1 and (closes_at at time zone (select time_zone from today))::date = (select d from today)
   ) d group by product`,
  (wallet: string, nowMs: number) => [wallet, nowMs],
);

const settledWindow = z.object({
  product: z.string(),
  durationSec: int4,
  entryAt: moment,
  closesAt: moment,
  orders: int4,
  ifUp: amount,
  ifDown: amount,
  kept: amount,
});
export type SettledWindowRow = z.infer<typeof settledWindow>;

/** How orders that closed since a moment were won and lost, by their window: the newest `limit` orders. */
export const selectSettledWindows = manyRows(
  settledWindow,
  `with ended as materialized (
     select id, product, duration_sec, direction, stake, fee, payout, entry_at, closes_at from trade_order
     where wallet = $1 and closes_at >= to_timestamp($2::float8 / 1000) and closes_at <= clock_timestamp() order by closes_at desc limit $3
   )
   select e.product, e.duration_sec, e.entry_at, e.closes_at, count(*)::int as orders,
     sum(e.stake + e.fee - case e.direction when 'up' then e.payout else 0 end)::bigint as if_up,
     sum(e.stake + e.fee - case e.direction when 'down' then e.payout else 0 end)::bigint as if_down,
     sum(e.stake + e.fee - s.credited)::bigint as kept
   from ended e
   cross join lateral (select x.credited from settlement x where x.order_id = e.id and x.outcome in ('won', 'lost') offset 0) s
   group by e.product, e.duration_sec, e.entry_at, e.closes_at`,
  (wallet: string, fromMs: number, limit: number) => [wallet, fromMs, limit],
);

const shownProduct = z.object({
  code: z.string(),
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  lossSecond: z.nullable(int8),
  lossProduct: z.nullable(int8),
  lossDay: z.nullable(int8),
});
export type ShownProductRow = z.infer<typeof shownProduct>;

/** Products with the limits of their newest terms. */
export const selectLimitedProducts = manyRows(
  shownProduct,
  `select p.code, p.names, t.loss_second, t.loss_product, t.loss_day from product p
   left join lateral (select x.loss_second, x.loss_product, x.loss_day from terms x where x.product = p.code order by x.version desc limit 1) t on true
   where p.active order by p.position, p.code`,
);

const roomRow = z.object({ open: amount, day: amount });

/** What the limits of the site leave to a product beside all others. Undefined: the site has none. */
export const selectSiteRoom = firstRow(
  roomRow,
  `select (s.loss_open - coalesce(sum(t.loss_product), 0))::bigint as open, (s.loss_day - coalesce(sum(t.loss_day), 0))::bigint as day
   from site s
   left join product p on p.active and p.code <> $1
   left join lateral (select x.loss_product, x.loss_day from terms x where x.product = p.code order by x.version desc limit 1) t on true
   where s.loss_open is not null group by s.loss_open, s.loss_day`,
  (product: string) => [product],
);

const siteLimitsRow = z.object({ lossOpen: z.nullable(amount), lossDay: z.nullable(amount) });

export const selectSiteLimits = onlyRow(siteLimitsRow, 'select s.loss_open, s.loss_day from site s', () => [], {
  missing: 'the site row is missing',
});
