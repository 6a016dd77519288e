// SQL that finds the file of an archived order. Its id begins with its moment; the oldest table has the months before it, too, and has the name
// of its last one.

import * as z from 'zod/mini';
import { date, int4 } from '../../platform/db/rows.ts';
import { manyRows } from '../../platform/db/statement.ts';

const partRow = z.object({ month: date, part: int4, sha256: z.string() });

const OF_MONTH = `select p.month, p.part, encode(p.sha256, 'hex') as sha256 from order_archive_part p
   where p.month = (select min(a.month) from order_archive a
     where a.month >= date_trunc('month', uuid_extract_timestamp($1::uuid) at time zone 'UTC')::date)`;

/** The parts of the archived month that an order can be in. */
export const selectPartsOfOrder = manyRows(partRow, `${OF_MONTH} order by p.part`, (orderId: string) => [orderId]);

/** Those of a member's order, once its month has left the database: until then a file has nothing that the database has not. */
export const selectPartsOfMember = manyRows(
  partRow,
  `${OF_MONTH} and $2 between p.first_member and p.last_member
   and not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'trade_order'::regclass and c.relname = 'trade_order_' || to_char(p.month, 'YYYYMM'))
   order by p.part`,
  (orderId: string, memberId: bigint) => [orderId, memberId],
);

/**
 * Common table expressions that stand in for the tables of orders and settlements: the rows that these lines give, a parameter of the
 * statement. What reads the tables reads them.
 */
export function archivedRows(lines: string): string {
  const rowsUnder = (table: string, field: string): string =>
    `${table} as (select r.* from unnest(${lines}::text[]) as l (line)
       cross join lateral jsonb_populate_record(null::public.${table}, l.line::jsonb -> '${field}') r)`;
  return `with ${rowsUnder('trade_order', 'order')}, ${rowsUnder('settlement', 'settlement')}`;
}
