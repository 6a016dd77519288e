// SQL that finds the file of an archived order. Its id begins with its moment; the oldest table has the months before it, too, and has the name
// of its last one.

import * as z from 'zod/mini';
import { date, int4, int8 } from '../../platform/db/rows.ts';
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
  `${OF_MONTH} and $2 between p.first_member and p.last_member and exists (select from order_archive_left l where l.month = p.month)
   order by p.part`,
  (orderId: string, memberId: bigint) => [orderId, memberId],
);

/** A span of time, in epoch milliseconds, without a bound where there is none. */
export interface MonthSpan {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

const monthOfMember = z.object({ month: date, lastNo: int8, parts: z.array(int4), hashes: z.array(z.string()) });

const MONTHS_OF_MEMBER = `select a.month, a.last_no, p.parts, p.hashes
   from order_archive_left l
   join order_archive_member w on w.month = l.month and w.member_id = $1
   join order_archive a on a.month = l.month
   cross join lateral (select array_agg(x.part order by x.part) as parts, array_agg(encode(x.sha256, 'hex') order by x.part) as hashes
     from order_archive_part x where x.month = a.month and $1 between x.first_member and x.last_member) p`;

/**
 * The months that have left and have orders of a member, the newest first, with the parts that these are in. A month is in a span from its
 * first moment until its last order was settled; the oldest has the months before it as well.
 */
export const selectMonthsOfMember = manyRows(
  monthOfMember,
  `${MONTHS_OF_MEMBER}
   where ($2::timestamptz is null or w.last_settled_at >= $2)
     and ($3::timestamptz is null or uuid_extract_timestamp(w.first_id) < $3::timestamptz + interval '1 day')
   order by a.month desc`,
  (memberId: bigint, { fromMs, toMs }: MonthSpan) => [memberId, isoOf(fromMs), isoOf(toMs)],
);

/** Those of them in which an order may have been placed under this key; hardly ever one that has none. */
export const selectMonthsOfKey = manyRows(
  monthOfMember,
  `${MONTHS_OF_MEMBER} where key_mark($2::uuid) = any (w.keys) order by a.month desc`,
  (memberId: bigint, key: string) => [memberId, key],
);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

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
