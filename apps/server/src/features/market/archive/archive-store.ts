// SQL of the tick archive. Only drop_archived_ticks can remove ticks, and it checks by itself whether it may.

import { formatPrice } from '@candor/domain/price';
import type { JsonValue } from '@candor/proof/canonical-json';
import type { ArchivedTick } from '@candor/proof/tick-archive';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { date, int4, int8, moment } from '../../../platform/db/rows.ts';
import { feedKind, priceUnits, tickStatus } from '../../../services/columns/columns.ts';
import { logOf, TICK_LOG_COLUMNS, tickLog } from '../../../services/ticks/tick-store.ts';
import { asGiven, firstValue, manyRows, write } from '../../../platform/db/statement.ts';

const PAGE_TICKS = 1200;

/** True when this connection now holds the archive's lock; it holds the lock until it closes or releases it. */
export const tryArchiveLock = firstValue(z.boolean(), 'select try_archive_lock() as held', () => [], { or: false });

export const releaseArchiveLock = write('select release_archive_lock()');

const coldDay = z.object({
  /** UTC, YYYY-MM-DD. */
  day: date,
  /** Why the day must stay; null if it may leave. */
  held: z.nullable(z.enum(['NOT_SIGNED_BEYOND', 'ORDER_OPEN'])),
});
export type ColdDay = z.infer<typeof coldDay>;

/** Days of ticks that are older than the database keeps them, oldest first. */
export const selectColdDays = manyRows(coldDay, 'select day, held from cold_tick_days()');

const dayProduct = z.object({
  product: z.string(),
  decimals: int4,
  /** The hash before the day's first tick. */
  prevHash: z.string(),
  /** The hash of the file recorded before; null if none was. */
  fileHash: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type DayProduct = z.infer<typeof dayProduct>;

/** The products with ticks in the database on a day. */
export const selectDayProducts = manyRows(
  dayProduct,
  `select p.code as product, p.decimals, encode(first.prev_hash, 'hex') as prev_hash,
     encode(a.file_sha256, 'hex') as file_hash, a.note
   from product p
   cross join lateral (select prev_hash from tick t where t.product = p.code and t.at >= tick_day_start($1::date)
     and t.at < tick_day_start($1::date + 1) order by t.at limit 1) first
   left join tick_archive a on a.product = p.code and a.day = $1::date
   order by p.code`,
  (day: string) => [day],
);

const json: z.ZodMiniType<JsonValue> = z.json();
const dayTick = z.object({
  seq: int8,
  at: moment,
  price: priceUnits,
  status: tickStatus,
  feed: feedKind,
  epoch: int8,
  sourcesDigest: z.string(),
  ...tickLog,
  sources: json,
});

const selectDayTicksRows = manyRows(
  dayTick,
  `select t.seq, t.at, t.price, t.status, t.feed, t.epoch, encode(t.sources_digest, 'hex') as sources_digest,
     ${TICK_LOG_COLUMNS}, unpack_sources(t.sources, t.at) as sources from tick t
   where product = $1 and seq > $3 and at >= tick_day_start($2::date) and at < tick_day_start($2::date + 1)
   order by seq limit $4`,
  asGiven,
);

/** A product's ticks of a day, oldest first, some minutes at a time. @throws the signal's reason when it is aborted */
export async function* selectDayTicks(
  db: Db,
  day: string,
  { product, decimals }: DayProduct,
  signal: AbortSignal | undefined,
): AsyncGenerator<ArchivedTick> {
  for (let after = 0n; ;) {
    signal?.throwIfAborted();
    const rows = await selectDayTicksRows(db, product, day, after, PAGE_TICKS);
    for (const { logSize, logRoot, ...row } of rows)
      yield { ...row, price: formatPrice(row.price, decimals), log: logOf({ logSize, logRoot }) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_TICKS) return;
    after = last.seq;
  }
}

/** Records the file of a product's day. @throws SQLSTATE CD004 if the note does not match the database. */
export const recordArchive = write(
  'select record_tick_archive($1, $2::date, $3, $4)',
  (archive: { readonly product: string; readonly day: string; readonly fileHash: string }, note: string) => [
    archive.product,
    archive.day,
    archive.fileHash,
    note,
  ],
);

/** Drops the day's ticks. @throws SQLSTATE CD004 if they must stay, 55P03 if another connection held the table. */
export const dropDay = write('select drop_archived_ticks($1::date)', (day: string) => [day]);
