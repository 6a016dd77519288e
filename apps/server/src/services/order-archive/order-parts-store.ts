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

/** A span of time, in epoch milliseconds, and of numbers; without a bound where there is none. */
export interface MonthSpan {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Of which moment of an order the span is. */
  readonly of?: 'acceptance' | 'settlement' | undefined;
  readonly beforeNo?: bigint | undefined;
}

const fileOfMember = z.object({ month: date, part: int4, sha256: z.string(), lastNo: int8 });

const FILES_OF_MEMBER = `select a.month, x.part, encode(x.sha256, 'hex') as sha256, n.last_no
   from order_archive_left l
   join order_archive_member w on w.month = l.month and w.member_id = $1
   join order_archive a on a.month = l.month
   join order_archive_part x on x.month = a.month and $1 between x.first_member and x.last_member
   cross join lateral (select case when x.last_member = $1 then x.last_no else a.first_no end as first_no,
     case when x.first_member = $1 then x.first_no else a.last_no end as last_no) n`;

/** The numbers that orders of a span of time have, from the files by moment; a day more on both sides, for an id may be seconds off. */
const NUMBERS_OF_SPAN = `cross join lateral (select min(s.first_no) as first_no, max(s.last_no) as last_no
     from order_archive_sorted s where s.sort = 'moment' and s.month = a.month
       and ($2::timestamptz is null or $4 = 'settlement' or s.high >= extract(epoch from $2::timestamptz - interval '1 day') * 1000)
       and ($3::timestamptz is null or s.low <= extract(epoch from $3::timestamptz + interval '1 day') * 1000)) i`;

/**
 * The files of months that have left with orders of a member, the newest first. A month is in a span from its first moment until its last
 * order was settled; the oldest has the months before it as well. No order is settled before it was accepted, and one may be long after.
 */
export const selectFilesOfMember = manyRows(
  fileOfMember,
  `${FILES_OF_MEMBER} ${NUMBERS_OF_SPAN}
   where ($2::timestamptz is null or w.last_settled_at >= $2)
     and ($3::timestamptz is null or coalesce(uuid_extract_timestamp(w.first_id), '-infinity') < $3::timestamptz + interval '1 day')
     and n.first_no <= i.last_no and n.last_no >= i.first_no and ($5::bigint is null or n.first_no < $5)
   order by a.month desc, x.part`,
  (memberId: bigint, { fromMs, toMs, of = 'acceptance', beforeNo }: MonthSpan) => [
    memberId,
    isoOf(fromMs),
    isoOf(toMs),
    of,
    beforeNo ?? null,
  ],
);

/** Those of months in which an order may have been placed under this key; hardly ever one that has none. */
export const selectFilesOfKey = manyRows(
  fileOfMember,
  `${FILES_OF_MEMBER} where key_mark($2::uuid) = any (w.keys) order by a.month desc, x.part`,
  (memberId: bigint, key: string) => [memberId, key],
);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/**
 * Common table expressions that stand in for the tables of orders and settlements: the rows that these lines give, a parameter of the
 * statement. What reads the tables reads them. Each line is read once: where rows are joined, it would be again for every pair of them.
 */
export function archivedRows(lines: string): string {
  const rowsUnder = (table: string, field: string): string =>
    `${table} as materialized (select r.* from unnest(${lines}::text[]) as l (line)
       cross join lateral jsonb_populate_record(null::public.${table}, l.line::jsonb -> '${field}') r)`;
  return `with ${rowsUnder('trade_order', 'order')}, ${rowsUnder('settlement', 'settlement')}`;
}
