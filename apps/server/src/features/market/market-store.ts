// SQL of the market routes: products with everything shown about them, candles, ticks, and the seeds.

import type { Candle } from '@candor/domain/market/candles';
import type { Terms } from '@candor/domain/trading/terms';
import { CATEGORIES } from '@candor/contract/market';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../../services/columns/columns.ts';
import { JOIN_STOP } from '../../services/quotes/quote-store.ts';
import { durationsJson } from '../../services/quotes/terms-json.ts';
import type { CatalogueProduct } from './catalogue.ts';
import { asGiven, firstRow, firstValue, manyRows, manyValues, write } from '../../platform/db/statement.ts';

const productRow = z.object({
  code: z.string(),
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  category: z.enum(CATEGORIES),
  decimals: int4,
  calendar: z.unknown(),
  forbidden: z.boolean(),
  stopCode: z.nullable(z.string()),
  stoppedAt: z.nullable(moment),
  durations: z.unknown(),
  presets: z.unknown(),
  feeRate: int8,
  termsVersion: int4,
  termsHash: z.string(),
  acceptWithinMs: int4,
  entryDelaySec: int4,
  lossSecond: z.nullable(int8),
  lossProduct: z.nullable(int8),
  lossDay: z.nullable(int8),
  currency: z.string(),
  currencyDecimals: int4,
  lastSeq: z.nullable(int8),
  lastAt: z.nullable(moment),
  lastPrice: z.nullable(int8),
  lastStatus: z.nullable(tickStatus),
  feed: z.nullable(feedKind),
  /** Source of the newest candle filled from history, if there is one. */
  src: z.nullable(z.string()),
  /** Closes 24, 23 … 0 hours before the newest candle; null where no candle is that old. */
  closes: z.nullable(z.array(z.nullable(z.string()))),
});
export type ProductRow = z.infer<typeof productRow>;

const PRODUCT_SQL = `
  select p.code, p.names, p.category, p.decimals, p.calendar, p.forbidden, stop.stop_code, stop.stopped_at,
    t.durations, t.presets, t.fee_rate, t.version as terms_version,
    encode(t.hash, 'hex') as terms_hash, t.accept_within_ms, coalesce(t.entry_delay_sec, 0) as entry_delay_sec,
    t.loss_second, t.loss_product, t.loss_day,
    site.currency, site.currency_decimals,
    h.seq as last_seq, h.at as last_at, h.price as last_price, h.status as last_status,
    (select feed from tick where tick.product = h.product and tick.seq = h.seq and tick.at = h.at) as feed,
    newest.src, hours.closes
  from site cross join product p
  cross join lateral (select * from terms where product = p.code order by version desc limit 1) t
  left join tick_head h on h.product = p.code
  ${JOIN_STOP}
  left join lateral (select t, src, feed from candle where product = p.code order by t desc limit 1) newest on true
  left join lateral (
    select array_agg((select c from candle where product = p.code and t <= newest.t - hour * interval '1 hour'
        and (feed is null or newest.feed is null or feed = newest.feed)
      order by t desc limit 1)::text order by hour desc) as closes
    from generate_series(0, 24) as hour
  ) hours on newest.t is not null
  where p.active`;

/** All activated products, in list order. A product without terms cannot be traded and is not shown. */
export const listProducts = manyRows(productRow, `${PRODUCT_SQL} order by p.position, p.code`, () => [], {
  name: 'list-products',
});

export const findProduct = firstRow(productRow, `${PRODUCT_SQL} and p.code = $1`, (code: string) => [code], {
  name: 'find-product',
  or: null,
});

/** The decimals of a product with terms; null for any other code. One that is not offered any more keeps what it published. */
export const findDecimals = firstValue(
  int4,
  `select p.decimals from product p
   where p.code = $1 and exists (select from terms where product = p.code)`,
  (code: string) => [code],
  { name: 'find-decimals', or: null },
);

const candleRow = z.object({
  t: moment,
  o: priceUnits,
  h: priceUnits,
  l: priceUnits,
  c: priceUnits,
  v: z.nullable(z.string()),
  src: z.nullable(z.string()),
});

function toCandle({ src, ...bar }: z.infer<typeof candleRow>): Candle {
  return src === null ? bar : { ...bar, src };
}

const readCandlesRows = manyRows(
  candleRow,
  `with minute as (
     select t, o, h, l, c, v, src from candle
     where product = $1 and t < to_timestamp($2::float8 / 1000)
       and (feed is null or feed = coalesce(
         (select x.feed from candle x where x.product = $1 order by x.t desc limit 1), feed)) order by t desc limit $4::int * ($3::int / 60000)
   )
   select date_bin($3::int * interval '1 millisecond', t, timestamptz 'epoch') as t,
     (array_agg(o order by t))[1] as o, max(h) as h, min(l) as l, (array_agg(c order by t desc))[1] as c,
     case when count(v) = count(*) then sum(v) end as v,
     nullif(array_to_string(array_agg(distinct src), '+'), '') as src
   from minute group by 1 order by 1 desc limit $4`,
  asGiven,
  { name: 'read-candles' },
);

/**
 * The newest `limit` bars that opened before `beforeMs`, oldest first. One-minute bars are folded here in the same way
 * as in foldCandles (a test compares the two), because a thousand days are too many rows to send. Bars of another kind
 * of prices than the newest bar are left out. It reads at most as
 * many minutes as `limit` full bars hold. This is enough for `limit` bars, and none of them is cut.
 */
export async function readCandles(
  db: Db,
  product: string,
  intervalMs: number,
  beforeMs: number,
  limit: number,
): Promise<Candle[]> {
  const end = Math.ceil(beforeMs / intervalMs) * intervalMs;
  const result = await readCandlesRows(db, product, end, intervalMs, limit);
  return result.reverse().map(toCandle);
}

const publishedTerms = z.object({ version: int4, hash: z.string(), publishedAt: moment, document: z.string() });
export type PublishedTermsRow = z.infer<typeof publishedTerms>;

/** Every version of a product's terms, newest first. */
export const selectPublishedTerms = manyRows(
  publishedTerms,
  `select version, encode(hash, 'hex') as hash, published_at, document
   from terms where product = $1 order by version desc`,
  (product: string) => [product],
);

const stopRow = z.object({ scope: z.string(), code: z.string(), stoppedAt: moment, endedAt: z.nullable(moment) });
export type StopRow = z.infer<typeof stopRow>;

/** When orders of a product were stopped, newest first. */
export const selectStopsOf = manyRows(
  stopRow,
  `select s.scope, s.code, s.stopped_at, s.ended_at from product_stop s
   join product p on p.code = $1 and s.scope in ('all', 'category/' || p.category, 'product/' || p.code)
   order by s.stopped_at desc, s.id limit $2`,
  (product: string, limit: number) => [product, limit],
);

/** Products that members may trade, whose orders enter at the first whole second. */
export const selectEnteringAtOnce = manyValues(
  z.string(),
  `select p.code from product p
   cross join lateral (select entry_delay_sec from terms where product = p.code order by version desc limit 1) t
   where p.active and coalesce(t.entry_delay_sec, 0) = 0 order by p.position, p.code`,
);

export const insertMissingProducts = write(
  `insert into product (code, names, category, decimals, signed_scale, calendar, sources, simulated, position)
   select code, names, category, decimals, signed_scale, nullif(calendar, 'null'::jsonb), sources, simulated, position
   from jsonb_to_recordset($1::jsonb)
     as row (code text, names jsonb, category text, decimals smallint, signed_scale int8, calendar jsonb, sources jsonb, simulated jsonb,
       position int)
   on conflict (code) do nothing`,
  (products: readonly (CatalogueProduct & { position: number })[]) => [
    JSON.stringify(
      products.map(({ code, names, category, decimals, signedScale, calendar, sources, simulated, position }) => ({
        code,
        names,
        category,
        decimals,
        signed_scale: signedScale?.toString() ?? null,
        calendar,
        sources,
        simulated,
        position,
      })),
    ),
  ],
);

export const insertMissingTerms = write(
  `insert into terms (product, version, durations, fee_rate, presets, accept_within_ms, fresh_ms, near_ppm, min_sources,
     entry_delay_sec)
   select product, version, durations, "feeRate", presets, "acceptWithinMs", "freshMs", "nearPpm", "minSources", "entryDelaySec"
   from jsonb_to_recordset($1::jsonb) as row (product text, version int, durations jsonb, "feeRate" bigint, presets jsonb,
     "acceptWithinMs" int, "freshMs" int, "nearPpm" int, "minSources" int, "entryDelaySec" int)
   on conflict (product, version) do nothing`,
  (terms: readonly Terms[]) => [
    JSON.stringify(
      terms.map(({ product, version, durations, feeRate, presets, acceptWithinMs, priceRule, entryDelaySec }) => ({
        product,
        version,
        durations: durationsJson(durations),
        feeRate: Number(feeRate),
        presets: presets.map(Number),
        acceptWithinMs,
        ...priceRule,
        entryDelaySec,
      })),
    ),
  ],
);
