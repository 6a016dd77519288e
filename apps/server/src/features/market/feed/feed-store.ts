// SQL of the feed role. Ticks are written only by publish_ticks: the application's role may not write the table.

import type { Tick, TickStatus } from '@candor/domain/trading/tick';
import { CATEGORIES } from '@candor/contract/market';
import type { Feed } from '@candor/contract/market';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../../../services/columns/columns.ts';
import { parseCalendar } from '../../../services/quotes/terms-json.ts';
import type { Instrument } from '../sources/source.ts';

/** SQLSTATE for a writer whose epoch is not the newest any more. */
export const FENCED_SQLSTATE = 'CD001';

/** True when this connection now holds the feed's lock; it holds the lock until it closes. */
export async function tryLeaderLock(connection: Db): Promise<boolean> {
  const result = await connection.query('select try_feed_lead_lock() as held');
  return rowOf(z.object({ held: z.boolean() }), result)?.held === true;
}

/** The database closes this connection, and so frees the lock, after this long without a statement. */
export async function setIdleTimeout(connection: Db, idleMsMax: number): Promise<void> {
  await connection.query(`select set_config('idle_session_timeout', $1, false)`, [`${idleMsMax}ms`]);
}

export async function heartbeat(connection: Db): Promise<void> {
  await connection.query('select');
}

/** Starts a new epoch; from now on writers with an older epoch are fenced. */
export async function takeFeedLead(db: Db): Promise<bigint> {
  const result = await db.query('select take_feed_lead() as epoch');
  return rowOf(z.object({ epoch: int8 }), result)?.epoch ?? 0n;
}

export interface FeedProduct extends Instrument {
  readonly forbidden: boolean;
}

const feedProduct = z.object({
  product: z.string(),
  category: z.enum(CATEGORIES),
  decimals: int4,
  signedScale: z.nullable(priceUnits),
  calendar: z.unknown(),
  forbidden: z.boolean(),
});

/** All products, activated or not: open orders on a deactivated product settle as agreed. */
export async function readFeedProducts(db: Db): Promise<FeedProduct[]> {
  const result = await db.query(
    `select code as product, category, decimals, signed_scale as "signedScale", calendar, forbidden
     from product order by position, code`,
  );
  return rowsOf(feedProduct, result).map((row) => ({ ...row, calendar: parseCalendar(row.calendar) }));
}

/** The head of a product's chain. */
export interface Head extends Tick {
  /** Lower-case hex. */
  readonly hash: string;
}

const tick = { seq: int8, at: moment, price: priceUnits, status: tickStatus };
const productHead = z.object({ product: z.string(), ...tick, hash: z.string() });

export async function readHeads(db: Db): Promise<Map<string, Head>> {
  const result = await db.query(`select product, seq, at, price, status, encode(hash, 'hex') as hash from tick_head`);
  return new Map(rowsOf(productHead, result).map(({ product, ...head }) => [product, head]));
}

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
  const result = await db.query(
    'select product, refused from publish_ticks($1, $2::jsonb, $3) where refused is not null',
    [epoch, JSON.stringify(entries), logSize],
  );
  const refusal = z.object({ product: z.string(), refused: z.string() });
  return new Map(rowsOf(refusal, result).map((row) => [row.product, row.refused]));
}

/** Ticks of a product from a moment on, oldest first. */
export async function readTicksFrom(db: Db, product: string, fromMs: number): Promise<(Tick & { feed: Feed })[]> {
  const result = await db.query(
    `select seq, at, price, status, feed from tick
     where product = $1 and at >= to_timestamp($2::float8 / 1000) order by at`,
    [product, fromMs],
  );
  return rowsOf(z.object({ ...tick, feed: feedKind }), result);
}
