// SQL of health: what a process that says `ready` has seen.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4 } from '../../platform/db/rows.ts';
import { firstValue, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/**
 * Writes a line into the log of the database that nobody reads, and waits until it is on disk, with every standby that confirms commits. A
 * standby refuses it, and so does a disk that is full.
 */
export const proveWriting = write('select prove_writing()');

/** The prices as the database has them, whoever makes them. */
const newest = z.object({
  /** Of the newest tick of a market that is open, in seconds; null without one. Below zero: the clock was set back. */
  ageSec: z.nullable(z.number()),
  products: int4,
  /** Products whose market is closed: no tick is due. */
  closed: int4,
});
export type NewestTick = z.infer<typeof newest>;

export const selectNewestTick: (db: Db) => Promise<NewestTick> = onlyRow(
  newest,
  `select extract(epoch from clock_timestamp() - max(h.at) filter (where h.status <> 'CLOSED'))::float8 as age_sec,
     count(*)::integer as products, (count(*) filter (where h.status = 'CLOSED'))::integer as closed
   from product p left join tick_head h on h.product = p.code`,
  () => [],
  { name: 'newest-tick', missing: 'a count has one row' },
);

/** Of how many seconds in (from, to], epoch ms, some product has a tick. */
export const countTickSeconds = firstValue(
  int4,
  `select count(distinct t.at)::integer as seconds from product p join tick t on t.product = p.code
   where t.at > to_timestamp($1::float8 / 1000) and t.at <= to_timestamp($2::float8 / 1000)`,
  (fromMs: number, toMs: number) => [fromMs, toMs],
  { or: 0 },
);

/** The tables that have no place for the orders that are accepted now, or for their settlements. */
export const selectMonthsMissing: (db: Db) => Promise<readonly { table: string }[]> = manyRows(
  z.object({ table: z.string() }),
  `select w.name as table from unnest(array['trade_order', 'settlement']) as w (name)
   where not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = w.name::regclass and c.relname = w.name || to_char(clock_timestamp() at time zone 'UTC', '_YYYYMM'))
   order by 1 desc`,
  () => [],
);

/** News that wait. Counting ends where it is clear that something is wrong. */
export const selectOutboxState = onlyRow(
  z.object({ rows: int4, ageSec: z.number() }),
  `select (select count(*) from (select from outbox limit 100000) x)::integer as rows,
     coalesce(extract(epoch from clock_timestamp() - (select created_at from outbox order by id limit 1)), 0)::float8 as age_sec`,
  () => [],
  { missing: 'a count has one row' },
);
