import { CATEGORIES } from '@candor/contract/market';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../../platform/db/rows.ts';
import { feedKind, listing, tickStatus } from '../../../services/columns/columns.ts';
import { manyRows } from '../../../platform/db/statement.ts';

/** SQL of the page of products. Each statement looks at a bounded number of rows, whatever the day was like. */

const productRow = z.object({
  code: z.string(),
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  category: z.enum(CATEGORIES),
  active: z.boolean(),
  forbidden: z.boolean(),
  decimals: int4,
  version: int4,
  calendar: z.unknown(),
  versionCalendar: z.unknown(),
  listing,
  holdsFrom: moment,
  change: z.nullable(z.string()),
  tickAt: z.nullable(moment),
  tickStatus: z.nullable(tickStatus),
  feed: z.nullable(feedKind),
  sources: z.nullable(z.array(z.object({ source: z.string(), verdict: z.string() }))),
  termsVersion: z.nullable(int4),
  publishedAt: z.nullable(moment),
  durations: z.unknown(),
  presets: z.unknown(),
  feeRate: z.nullable(int8),
  entryDelaySec: z.nullable(int4),
  lossSecond: z.nullable(int8),
  lossProduct: z.nullable(int8),
  lossDay: z.nullable(int8),
  open: z.nullable(z.string()),
});
export type OperatorProductRow = z.infer<typeof productRow>;

export const selectOperatorProducts = manyRows(
  productRow,
  `select p.code, p.names, p.category, p.active, p.forbidden, p.decimals, p.version, p.calendar, v.calendar as version_calendar, v.sources as listing, v.holds_from,
     (select w.id from product_change w where w.product = p.code and w.status = 'proposed') as change, h.at as tick_at, h.status as tick_status, k.feed, unpack_sources(k.sources, k.at) as sources,
     t.version as terms_version, t.published_at, t.durations, t.presets, t.fee_rate,
     t.entry_delay_sec, t.loss_second, t.loss_product, t.loss_day,
     (select w.id from product_terms_change w where w.product = p.code and w.status = 'proposed') as open
   from product p
   join product_version v on v.product = p.code and v.version = p.version
   left join tick_head h on h.product = p.code
   left join tick k on k.product = h.product and k.seq = h.seq and k.at = h.at
   left join lateral (select x.* from terms x where x.product = p.code order by x.version desc limit 1) t on true
   order by p.position, p.code`,
);

const runningRow = z.object({
  product: z.string(),
  direction: z.enum(['up', 'down']),
  orders: int4,
  stake: int8,
  payout: int8,
  counted: int4,
});
export type RunningRow = z.infer<typeof runningRow>;

/** Orders that run, those that close first; `limit` of them at most, and `counted` says how many. */
export const selectRunning = manyRows(
  runningRow,
  `with running as materialized (select order_id from position where wallet = $1 order by closes_at limit $2)
   select o.product, o.direction, count(*)::int as orders, sum(o.stake)::bigint as stake, sum(o.payout)::bigint as payout,
     (select count(*)::int from running) as counted
   from running r cross join lateral (select x.product, x.direction, x.stake, x.payout from trade_order x where x.id = r.order_id offset 0) o
   group by o.product, o.direction`,
  (wallet: string, limit: number) => [wallet, limit],
);

const endedRow = z.object({
  product: z.string(),
  settled: int4,
  void: int4,
  stake: int8,
  result: int8,
  counted: int4,
  since: moment,
});
export type EndedRow = z.infer<typeof endedRow>;

/** How orders ended that closed since a moment, the newest `limit` of them: what was staked, and what the site kept. */
export const selectEnded = manyRows(
  endedRow,
  `with ended as materialized (
     select id, product, stake, fee, closes_at from trade_order
     where wallet = $1 and closes_at >= to_timestamp($2::float8 / 1000) and closes_at <= clock_timestamp() order by closes_at desc limit $3
   )
   select e.product, count(*)::int as settled, count(*) filter (where s.outcome = 'voided')::int as void, sum(e.stake)::bigint as stake,
     sum(e.stake + e.fee - s.credited)::bigint as result, (select count(*)::int from ended) as counted,
     (select min(closes_at) from ended) as since
   from ended e cross join lateral (select x.outcome, x.credited from settlement x where x.order_id = e.id offset 0) s
   group by e.product`,
  (wallet: string, fromMs: number, limit: number) => [wallet, fromMs, limit],
);
