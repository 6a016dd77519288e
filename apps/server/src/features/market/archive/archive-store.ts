// SQL of archiving ticks. Nothing here can remove a tick but drop_archived_ticks, which looks for itself whether it may.

import { formatPrice, price } from '@candor/domain/price';
import type { TickStatus } from '@candor/domain/trading/tick';
import type { JsonValue } from '@candor/proof/canonical-json';
import type { ArchivedTick } from '@candor/proof/tick-archive';
import type { Db } from '../../../platform/db/pool.ts';

const ARCHIVE_LOCK = 727_003;
const PAGE_TICKS = 1200;

/** True when this connection now holds the archive's lock; it holds it until it ends or gives it back. */
export async function tryArchiveLock(connection: Db): Promise<boolean> {
  return (
    (await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ARCHIVE_LOCK])).rows[0]
      ?.held === true
  );
}

export async function releaseArchiveLock(connection: Db): Promise<void> {
  await connection.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK]);
}

export interface ColdDay {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** Why it has to stay; null where it may leave. */
  readonly held: 'NOT_SIGNED_BEYOND' | 'ORDER_OPEN' | null;
}

/** Days of ticks in the database that are older than it keeps them, the oldest first. */
export async function selectColdDays(db: Db): Promise<ColdDay[]> {
  return (await db.query<ColdDay>('select day, held from cold_tick_days()')).rows;
}

export interface DayProduct {
  readonly product: string;
  readonly decimals: number;
  /** Before the day's first tick. */
  readonly prevHash: string;
  /** Of the file that was named before; null where none was. */
  readonly fileHash: string | null;
  readonly note: string | null;
}

/** The products with ticks in the database on a day. */
export async function selectDayProducts(db: Db, day: string): Promise<DayProduct[]> {
  const { rows } = await db.query<DayProduct>(
    `select p.code as product, p.decimals, encode(first.prev_hash, 'hex') as "prevHash",
       encode(a.file_sha256, 'hex') as "fileHash", a.note
     from product p
     cross join lateral (select prev_hash from tick t where t.product = p.code and t.at >= tick_day_start($1::date)
       and t.at < tick_day_start($1::date + 1) order by t.at limit 1) first
     left join tick_archive a on a.product = p.code and a.day = $1::date
     order by p.code`,
    [day],
  );
  return rows;
}

/** A product's ticks of a day, oldest first, some minutes of them at a time. @throws the signal's reason once it is aborted */
export async function* selectDayTicks(
  db: Db,
  day: string,
  { product, decimals }: DayProduct,
  signal: AbortSignal | undefined,
): AsyncGenerator<ArchivedTick> {
  for (let after = 0n; ;) {
    signal?.throwIfAborted();
    const { rows } = await db.query<{
      seq: bigint;
      at: number;
      price: bigint;
      status: TickStatus;
      feed: string;
      epoch: bigint;
      sourcesDigest: string;
      sources: JsonValue;
    }>(
      `select seq, at, price, status, feed, epoch, encode(sources_digest, 'hex') as "sourcesDigest", sources from tick
       where product = $1 and seq > $3 and at >= tick_day_start($2::date) and at < tick_day_start($2::date + 1)
       order by seq limit $4`,
      [product, day, after, PAGE_TICKS],
    );
    for (const row of rows) yield { ...row, price: formatPrice(price(row.price), decimals) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_TICKS) return;
    after = last.seq;
  }
}

/** Names the file of a product's day. @throws SQLSTATE CD004 where the note is not what the database holds. */
export async function recordArchive(
  db: Db,
  archive: { readonly product: string; readonly day: string; readonly fileHash: string },
  note: string,
): Promise<void> {
  await db.query('select record_tick_archive($1, $2::date, $3, $4)', [
    archive.product,
    archive.day,
    archive.fileHash,
    note,
  ]);
}

/** Lets the day's ticks go. @throws SQLSTATE CD004 where they have to stay, 55P03 where others held the table. */
export async function dropDay(db: Db, day: string): Promise<void> {
  await db.query('select drop_archived_ticks($1::date)', [day]);
}
