// What other features may know about prices: newest ticks, ticks in a span of time, products and their terms.
// Read-only. Only the feed writes ticks, through the database's own publish_ticks.

import { assert } from '@candor/domain/assert';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import type { Terms } from '@candor/domain/trading/terms';
import type { FeedTick, Tick } from '@candor/domain/trading/tick';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../columns/columns.ts';
import { limitsOf, parseCalendar, parseDurations, parsePresets, parseRateUnits } from './terms-json.ts';
import { asGiven, firstRow, manyRows } from '../../platform/db/statement.ts';

/** A product as a rule needs it. `decimals` is the number of decimal places of its prices. */
export type ProductFacts = {
  code: string;
  active: boolean;
  forbidden: boolean;
  /** The reason of the stop that forbids it; null if there is none. */
  stopCode: string | null;
  decimals: number;
  calendar: SessionCalendar;
};

const tick = { seq: int8, at: moment, price: priceUnits, status: tickStatus };
const productTick = z.object({ product: z.string(), ...tick });

const newestTicksRows = manyRows(
  productTick,
  'select product, seq, at, price, status from tick_head where product = any($1)',
  asGiven,
  { name: 'newest-ticks' },
);

/** The newest tick of each product that has one, of any status. */
export async function newestTicks(db: Db, products: readonly string[]): Promise<Map<string, Tick>> {
  const result = await newestTicksRows(db, products);
  return new Map(result.map(({ product, ...newest }) => [product, newest]));
}

/** All ticks of one product with `at` in [fromMs, toMs] (both inclusive), oldest first. */
export const ticksBetween = manyRows(
  z.object(tick),
  `select seq, at, price, status from tick
   where product = $1 and at >= to_timestamp($2::float8 / 1000) and at <= to_timestamp($3::float8 / 1000)
   order by at`,
  (product: string, fromMs: number, toMs: number) => [product, fromMs, toMs],
);

/** A span of time of one product. */
export type TickSpan = { product: string; fromMs: number; toMs: number };

const selectTicksInSpans = manyRows(
  z.object({ place: int8, ...tick, feed: feedKind }),
  `select span.place, t.seq, t.at, t.price, t.status, t.feed
   from unnest($1::text[], $2::float8[], $3::float8[]) with ordinality as span (product, from_ms, to_ms, place)
   join tick t on t.product = span.product
     and t.at >= to_timestamp(span.from_ms / 1000) and t.at <= to_timestamp(span.to_ms / 1000)
   order by span.place, t.at`,
  (spans: readonly TickSpan[]) => [
    spans.map(({ product }) => product),
    spans.map(({ fromMs }) => fromMs),
    spans.map(({ toMs }) => toMs),
  ],
);

/**
 * The ticks of many spans in one round trip: element i holds the ticks of spans[i], oldest first. Settlement asks for
 * the few seconds around each entry and each close, never for the time between them.
 */
export async function ticksInSpans(db: Db, spans: readonly TickSpan[]): Promise<FeedTick[][]> {
  const answer: FeedTick[][] = spans.map(() => []);
  if (spans.length === 0) return answer;
  for (const { place, ...found } of await selectTicksInSpans(db, spans)) {
    const ticks = answer[Number(place) - 1];
    assert(ticks !== undefined, 'a tick belongs to one of the spans asked for');
    ticks.push(found);
  }
  return answer;
}

const productRow = z.object({
  code: z.string(),
  active: z.boolean(),
  forbidden: z.boolean(),
  stopCode: z.nullable(z.string()),
  decimals: int4,
  calendar: z.unknown(),
});

/** Of the stops that cover a product `p`, the one that began first. Nothing is read for a product that is not stopped. */
export const JOIN_STOP = `left join lateral (
    select s.code as stop_code, s.stopped_at from product_stop s
    where p.forbidden and s.ended_at is null and s.scope in ('all', 'category/' || p.category, 'product/' || p.code)
    order by s.stopped_at limit 1
  ) stop on true`;

const productFactsRows = manyRows(
  productRow,
  `select p.code, p.active, p.forbidden, stop.stop_code, p.decimals, p.calendar from product p ${JOIN_STOP} where p.code = any($1)`,
  asGiven,
  { name: 'product-facts' },
);

/** The products of these codes that exist, active or not. */
export async function productFacts(db: Db, products: readonly string[]): Promise<Map<string, ProductFacts>> {
  const result = await productFactsRows(db, products);
  return new Map(result.map((row) => [row.code, { ...row, calendar: parseCalendar(row.calendar) }]));
}

/** Published terms. `hash` (lower-case hex) is the hash of their document, which orders and receipts name. */
export type PublishedTerms = Terms & { readonly hash: string };

const termsRow = z.object({
  product: z.string(),
  version: int4,
  decimals: int4,
  durations: z.unknown(),
  feeRate: int8,
  presets: z.unknown(),
  hash: z.string(),
  acceptWithinMs: z.nullable(int4),
  freshMs: z.nullable(int4),
  nearPpm: z.nullable(int4),
  minSources: z.nullable(int4),
  entryDelaySec: z.nullable(int4),
  lossSecond: z.nullable(int8),
  lossProduct: z.nullable(int8),
  lossDay: z.nullable(int8),
});
const TERMS_COLUMNS = `t.product, t.version, p.decimals, t.durations, t.fee_rate, t.presets, encode(t.hash, 'hex') as hash,
  t.accept_within_ms, t.fresh_ms, t.near_ppm, t.min_sources, t.entry_delay_sec, t.loss_second, t.loss_product, t.loss_day`;

function toTerms(row: z.infer<typeof termsRow>): PublishedTerms {
  return {
    version: row.version,
    product: row.product,
    decimals: row.decimals,
    durations: parseDurations(row.durations),
    feeRate: parseRateUnits(row.feeRate),
    presets: parsePresets(row.presets),
    hash: row.hash,
    ...rulesOf(row),
  };
}

/** Nothing for terms from before devices signed deadlines. */
function rulesOf(
  row: z.infer<typeof termsRow>,
): Pick<Terms, 'acceptWithinMs' | 'priceRule' | 'entryDelaySec' | 'lossLimits'> {
  const { acceptWithinMs, freshMs, nearPpm, minSources, entryDelaySec } = row;
  if (acceptWithinMs === null || freshMs === null || nearPpm === null || minSources === null) return {};
  const lossLimits = limitsOf(row);
  return {
    acceptWithinMs,
    priceRule: { freshMs, minSources, nearPpm },
    ...(entryDelaySec === null ? {} : { entryDelaySec }),
    ...(lossLimits === null ? {} : { lossLimits }),
  };
}

const currentTermsRows = manyRows(
  termsRow,
  `select distinct on (t.product) ${TERMS_COLUMNS}
   from terms t join product p on p.code = t.product
   where t.product = any($1)
   order by t.product, t.version desc`,
  asGiven,
  { name: 'current-terms' },
);

/** The newest terms of each product that has terms. */
export async function currentTerms(db: Db, products: readonly string[]): Promise<Map<string, PublishedTerms>> {
  const result = await currentTermsRows(db, products);
  return new Map(result.map((row) => [row.product, toTerms(row)]));
}

const termsVersionRow = firstRow(
  termsRow,
  `select ${TERMS_COLUMNS}
   from terms t join product p on p.code = t.product
   where t.product = $1 and t.version = $2`,
  asGiven,
);

/** One version of a product's terms, or null when the product has no version with that number. */
export async function termsVersion(db: Db, product: string, version: number): Promise<PublishedTerms | null> {
  const row = await termsVersionRow(db, product, version);
  return row === undefined ? null : toTerms(row);
}

const termsOfHashRow = firstRow(
  termsRow,
  `select ${TERMS_COLUMNS}
   from terms t join product p on p.code = t.product
   where t.product = $1 and t.hash = decode($2, 'hex')
   order by t.version desc limit 1`,
  asGiven,
);

/** The terms of a product with this hash (64 hex digits), or null when none were published. */
export async function termsOfHash(db: Db, product: string, hash: string): Promise<PublishedTerms | null> {
  const row = await termsOfHashRow(db, product, hash);
  return row === undefined ? null : toTerms(row);
}

const selectCalendarRows = manyRows(
  z.object({ product: z.string(), calendar: z.unknown() }),
  'select code as product, calendar from product where active order by code',
);

/** When each product trades. */
export async function selectCalendars(db: Db): Promise<{ product: string; calendar: SessionCalendar }[]> {
  const rows = await selectCalendarRows(db);
  return rows.map(({ product, calendar }) => ({ product, calendar: parseCalendar(calendar) }));
}
