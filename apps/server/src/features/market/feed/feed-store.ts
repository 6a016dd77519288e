// SQL of the feed role. Ticks go through publish_ticks alone: the application's role may not write the table.

import { price, type Price } from '@candor/domain/price';
import type { Tick, TickStatus } from '@candor/domain/trading/tick';
import type { Category } from '@candor/contract/market';
import type { Db } from '../../../platform/db/pool.ts';
import { parseCalendar } from '../../../services/quotes/terms-json.ts';
import type { Instrument } from '../sources/source.ts';

/** SQLSTATE of a writer whose epoch is not the newest any more. */
export const FENCED_SQLSTATE = 'CD001';

const LEADER_LOCK = 727_002;

/** True when this connection now holds the feed's lock; it holds it until it ends. */
export async function tryLeaderLock(connection: Db): Promise<boolean> {
  return (
    (await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LEADER_LOCK])).rows[0]
      ?.held === true
  );
}

/** The database ends this connection, and with it the lock, when nothing was heard over it for so long. */
export async function endWhenSilent(connection: Db, silentMsMax: number): Promise<void> {
  await connection.query(`select set_config('idle_session_timeout', $1, false)`, [`${silentMsMax}ms`]);
}

export async function beHeard(connection: Db): Promise<void> {
  await connection.query('select');
}

/** Starts a new epoch; whoever wrote under an older one is fenced from now on. */
export async function takeFeedLead(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ epoch: bigint }>('select take_feed_lead() as epoch');
  return rows[0]?.epoch ?? 0n;
}

export interface FeedProduct extends Instrument {
  readonly forbidden: boolean;
}

/** All products, activated or not: orders that still run on a deactivated one settle as agreed. */
export async function readFeedProducts(db: Db): Promise<FeedProduct[]> {
  const { rows } = await db.query<{
    product: string;
    category: Category;
    decimals: number;
    signedScale: bigint | null;
    calendar: unknown;
    forbidden: boolean;
  }>(
    `select code as product, category, decimals, signed_scale as "signedScale", calendar, forbidden
     from product order by position, code`,
  );
  return rows.map((row) => ({
    ...row,
    signedScale: row.signedScale === null ? null : price(row.signedScale),
    calendar: parseCalendar(row.calendar),
  }));
}

/** Where a product's chain stands. */
export interface Head {
  readonly seq: bigint;
  readonly at: number;
  readonly price: Price;
  readonly status: TickStatus;
  /** Lower-case hex. */
  readonly hash: string;
}

export async function readHeads(db: Db): Promise<Map<string, Head>> {
  const { rows } = await db.query<{
    product: string;
    seq: bigint;
    at: number;
    price: bigint;
    status: TickStatus;
    hash: string;
  }>(`select product, seq, at, price, status, encode(hash, 'hex') as hash from tick_head`);
  return new Map(rows.map(({ product, ...head }) => [product, { ...head, price: price(head.price) }]));
}

/** One tick as publish_ticks reads it; whole numbers as text, because JSON has none of 64 bits. */
export interface TickEntry {
  readonly product: string;
  readonly seq: string;
  readonly at: string;
  readonly price: string;
  readonly status: TickStatus;
  readonly feed: string;
  readonly sources: readonly object[];
  readonly sourcesDigest: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** Why the database refused a tick, by product; the products it took are not in it. @throws FENCED_SQLSTATE */
export async function publishTickEntries(
  db: Db,
  epoch: bigint,
  entries: readonly TickEntry[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ product: string; refused: string }>(
    'select product, refused from publish_ticks($1, $2::jsonb) where refused is not null',
    [epoch, JSON.stringify(entries)],
  );
  return new Map(rows.map((row) => [row.product, row.refused]));
}

/** Ticks of a product from a moment on, oldest first. */
export async function readTicksFrom(db: Db, product: string, fromMs: number): Promise<Tick[]> {
  const { rows } = await db.query<{ seq: bigint; at: number; price: bigint; status: TickStatus }>(
    `select seq, at, price, status from tick
     where product = $1 and at >= to_timestamp($2::float8 / 1000) order by at`,
    [product, fromMs],
  );
  return rows.map((row) => ({ ...row, price: price(row.price) }));
}
