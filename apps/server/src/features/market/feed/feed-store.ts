// SQL of the feed role. Ticks are written only by publish_ticks: the application's role may not write the table.

import type { Tick, TickStatus } from '@candor/domain/trading/tick';
import { CATEGORIES } from '@candor/contract/market';
import type { Feed } from '@candor/contract/market';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment } from '../../../platform/db/rows.ts';
import { feedKind, listing, priceUnits, tickStatus } from '../../../services/columns/columns.ts';
import { parseCalendar } from '../../../services/quotes/terms-json.ts';
import type { RuledInstrument, Simulated } from '../sources/source.ts';
import { asGiven, firstValue, manyRows, write } from '../../../platform/db/statement.ts';

/** SQLSTATE for a writer whose epoch is not the newest any more. */
export const FENCED_SQLSTATE = 'CD001';

/** True when this connection now holds the feed's lock; it holds the lock until it closes. */
export const tryLeaderLock = firstValue(z.boolean(), 'select try_feed_lead_lock() as held', () => [], { or: false });

/** The database closes this connection, and so frees the lock, after this long without a statement. */
export const setIdleTimeout = write(`select set_config('idle_session_timeout', $1, false)`, (idleMsMax: number) => [
  `${idleMsMax}ms`,
]);

export const heartbeat = write('select');

/** Starts a new epoch; from now on writers with an older epoch are fenced. */
export const takeFeedLead = firstValue(int8, 'select take_feed_lead() as epoch', () => [], { or: 0n });

export interface FeedProduct extends RuledInstrument {
  readonly forbidden: boolean;
  /** Null: its prices are never simulated. */
  readonly simulated: Simulated | null;
}

/** Of a product that has no terms yet: nobody can place an order on its prices. */
const [FRESH_MS, NEAR_PPM] = [5_000, 5_000];

const feedProduct = z.object({
  product: z.string(),
  category: z.enum(CATEGORIES),
  decimals: int4,
  signedScale: z.nullable(priceUnits),
  calendar: z.unknown(),
  sources: listing,
  simulated: z.nullable(z.object({ level: z.int(), volatility: z.int() })),
  forbidden: z.boolean(),
  freshMs: int4,
  nearPpm: int4,
  minSources: int4,
});

const readFeedProductsRows = manyRows(
  feedProduct,
  `select p.code as product, p.category, p.decimals, p.signed_scale, p.calendar, v.sources, p.simulated, p.forbidden,
     coalesce(t.fresh_ms, $1) as fresh_ms, coalesce(t.near_ppm, $2) as near_ppm, coalesce(t.min_sources, 1) as min_sources
   from product p
   cross join lateral (select x.sources from product_version x where x.product = p.code and x.holds_from <= clock_timestamp()
     order by x.version desc limit 1) v
   left join lateral (select * from terms x where x.product = p.code order by x.version desc limit 1) t on true
   order by p.position, p.code`,
  () => [FRESH_MS, NEAR_PPM],
);

/** All products, activated or not: open orders on a deactivated product settle as agreed. */
export async function readFeedProducts(db: Db): Promise<FeedProduct[]> {
  return (await readFeedProductsRows(db)).map(({ freshMs, nearPpm, minSources, ...row }) => ({
    ...row,
    calendar: parseCalendar(row.calendar),
    rule: { freshMs, minSources, nearPpm },
  }));
}

/** The head of a product's chain. */
export interface Head extends Tick {
  /** Lower-case hex. */
  readonly hash: string;
}

const tick = { seq: int8, at: moment, price: priceUnits, status: tickStatus };
const productHead = z.object({ product: z.string(), ...tick, hash: z.string() });

const readHeadsRows = manyRows(
  productHead,
  `select product, seq, at, price, status, encode(hash, 'hex') as hash from tick_head`,
);

export async function readHeads(db: Db): Promise<Map<string, Head>> {
  const result = await readHeadsRows(db);
  return new Map(result.map(({ product, ...head }) => [product, head]));
}

const lastValid = z.object({ product: z.string(), at: z.nullable(moment) });

/** When the last valid tick of each product was, from a moment on (epoch ms); null if there is none. */
export const readLastValid = manyRows(
  lastValid,
  `select h.product, (select t.at from tick t where t.product = h.product and t.status = 'OK'
     and t.at >= to_timestamp($1::float8 / 1000) order by t.at desc limit 1) as at
   from tick_head h`,
  (fromMs: number) => [fromMs],
);

/** One tick as publish_ticks reads it; whole numbers as text, because JSON has no 64-bit integers. */
export interface TickEntry {
  readonly product: string;
  readonly seq: string;
  readonly at: string;
  readonly price: string;
  readonly status: TickStatus;
  readonly feed: Feed;
  readonly sources: readonly object[];
  readonly sourcesDigest: string;
  readonly prevHash: string;
  readonly hash: string;
}

const publishTicks = manyRows(
  z.object({ product: z.string(), refused: z.string() }),
  'select product, refused from publish_ticks($1, $2::jsonb, $3) where refused is not null',
  asGiven,
);

/**
 * Why the database refused a tick, by product; accepted products are missing here. All commit to the head of the order log
 * with `logSize` orders. @throws FENCED_SQLSTATE
 */
export async function publishTickEntries(
  db: Db,
  epoch: bigint,
  logSize: bigint,
  entries: readonly TickEntry[],
): Promise<Map<string, string>> {
  const refused = await publishTicks(db, epoch, JSON.stringify(entries), logSize);
  return new Map(refused.map((row) => [row.product, row.refused]));
}

/** Ticks of a product from a moment on, oldest first. */
export const readTicksFrom = manyRows(
  z.object({ ...tick, feed: feedKind }),
  `select seq, at, price, status, feed from tick
   where product = $1 and at >= to_timestamp($2::float8 / 1000) order by at`,
  (product: string, fromMs: number) => [product, fromMs],
);
