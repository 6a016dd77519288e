// SQL for reading the order log: heads, tiles and entries. Everyone may see all of it; it holds hashes alone.

import * as z from 'zod/mini';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { int4Array, int8Array } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8 } from '../../platform/db/rows.ts';
import { asGiven, firstRow, manyRows } from '../../platform/db/statement.ts';

const head = z.object({ size: int8, root: z.string() });

const selectNewestHeadRow = firstRow(
  head,
  `select size, encode(root, 'hex') as root from order_log_head order by size desc limit 1`,
  () => [],
  { name: 'select-newest-log-head' },
);

export async function selectNewestHead(db: Db): Promise<TreeHead> {
  const row = await selectNewestHeadRow(db);
  if (row === undefined) throw new Error('the order log has no head');
  return { size: Number(row.size), root: row.root };
}

const selectHeadFromRow = firstRow(
  head,
  `select size, encode(root, 'hex') as root from order_log_head where size >= $1 order by size limit 1`,
  asGiven,
  { name: 'select-log-head-from' },
);

/** The first written head of at least this size; null while there is none. */
export async function selectHeadFrom(db: Db, size: number): Promise<TreeHead | null> {
  const row = await selectHeadFromRow(db, size);
  return row === undefined ? null : { size: Number(row.size), root: row.root };
}

const selectEntryHeadRow = firstRow(
  z.object({ size: z.nullable(int8), root: z.nullable(z.string()) }),
  `select t.log_size as size, encode(tick_log_root(t.log_size, t.log_root), 'hex') as root from tick t
   where t.product = $1 and t.status = 'OK' and t.at >= to_timestamp($2::float8 / 1000)
     and t.at <= to_timestamp($2::float8 / 1000) + interval '3 seconds' order by t.at limit 1`,
  asGiven,
  { name: 'select-entry-log-head' },
);

/** The head that the entry tick of an order names; null without an entry tick, or if that is older than the log. */
export async function selectEntryHead(
  db: Db,
  { product, entryAt }: { readonly product: string; readonly entryAt: number },
): Promise<TreeHead | null> {
  const row = await selectEntryHeadRow(db, product, entryAt);
  return row === undefined || row.size === null || row.root === null
    ? null
    : { size: Number(row.size), root: row.root };
}

export interface TilePlace {
  readonly level: number;
  readonly n: number;
}

const tile = z.object({ level: int4, n: int8, hashes: bytes });

const selectTilesRows = manyRows(
  tile,
  `select t.level, t.n, t.hashes from unnest($1::int[], $2::bigint[]) as w (level, n)
   join order_log_tile t on t.level = w.level and t.n = w.n`,
  asGiven,
  { name: 'select-log-tiles' },
);

/** Those of these tiles that there are, with all hashes they have by now. */
export async function selectTiles(
  db: Db,
  places: readonly TilePlace[],
): Promise<(level: number, n: number) => Buffer | null> {
  if (places.length === 0) return () => null;
  const result = await selectTilesRows(
    db,
    int4Array(places.map(({ level }) => level)),
    int8Array(places.map(({ n }) => BigInt(n))),
  );
  const tiles = new Map(result.map(({ level, n, hashes }) => [`${level}/${n}`, hashes]));
  return (level, n) => tiles.get(`${level}/${n}`) ?? null;
}

const batch = z.object({ first: int8, entries: bytes });

const selectEntriesRows = manyRows(
  batch,
  `select first, entries from order_log_batch
   where first < $2 and first >= coalesce((select max(first) from order_log_batch where first <= $1), 0) order by first`,
  asGiven,
  { name: 'select-log-entries' },
);

/** The entries with index in [from, to), 32 bytes each, one after the other; fewer if they are not sealed. */
export async function selectEntries(db: Db, from: number, to: number): Promise<Buffer> {
  const result = await selectEntriesRows(db, from, to);
  return Buffer.concat(
    result.map(({ first, entries }) => {
      const start = Math.max(0, from - Number(first));
      return entries.subarray(start * 32, (to - Number(first)) * 32);
    }),
  );
}

const selectLogIndexRow = firstRow(
  z.object({ index: int8 }),
  `select b.first + (select count(*) from trade_order x
     where x.no > coalesce(before.last_no, 0) and x.no < o.no and x.nonce is not null)
     + (select count(*) from order_archive_number x where x.no > coalesce(before.last_no, 0) and x.no < o.no) as index
   from trade_order o
   cross join lateral (select c.first from order_log_batch c where c.last_no >= o.no and c.kind = 'orders' order by c.last_no limit 1) b
   left join lateral (
     select c.last_no from order_log_batch c where c.first < b.first order by c.first desc limit 1
   ) before on true
   where o.id = $1 and o.nonce is not null`,
  asGiven,
  { name: 'select-log-index' },
);

/** The index of an order in the log; null while it is not sealed, and of an order that is older than the log. */
export async function selectLogIndex(db: Db, orderId: string): Promise<number | null> {
  const row = await selectLogIndexRow(db, orderId);
  return row === undefined ? null : Number(row.index);
}

const selectTermsIndexRow = firstRow(
  z.object({ index: int8 }),
  'select index from log_terms where product = $1 and version = $2 and index is not null',
  asGiven,
  { name: 'select-terms-log-index' },
);

/** The index of a version of a product's terms in the log; null while it is not sealed. */
export async function selectTermsIndex(db: Db, product: string, version: number): Promise<number | null> {
  const row = await selectTermsIndexRow(db, product, version);
  return row === undefined ? null : Number(row.index);
}

const selectSettlementIndexRow = firstRow(
  z.object({ index: int8 }),
  `select b.first + array_position(b.orders, s.order_id) - 1 as index
   from settlement s join settlement_batch b on b.during @> s.settled_at and s.order_id = any (b.orders)
   where s.order_id = $1 and b.first is not null`,
  asGiven,
  { name: 'select-settlement-log-index' },
);

/** The index of an order's settlement in the log; null while it is not sealed. */
export async function selectSettlementIndex(db: Db, orderId: string): Promise<number | null> {
  const row = await selectSettlementIndexRow(db, orderId);
  return row === undefined ? null : Number(row.index);
}
