// SQL of the archive of orders. It runs as the owner: no role of a site archives.

import * as z from 'zod/mini';
import { date, int4, int8 } from '../../../platform/db/rows.ts';
import { firstRow, firstValue, manyRows, onlyRow, write } from '../../../platform/db/statement.ts';
import type { OrderPart, Sort } from '../../../services/order-archive/order-files.ts';

/** Why a month, or an order of it, is not archived, or stays in the database. */
const HELD = [
  'NO_MONTH',
  'NOT_OLD',
  'ORDER_OPEN',
  'NOT_SETTLED',
  'NOT_LOGGED',
  'NOT_SIGNED',
  'NO_ORDERS',
  'BUSY',
  'NOT_ARCHIVED',
  'NOT_OLDEST',
  'NOT_COUNTED',
] as const;
const held = z.enum(HELD);
export type HeldMonth = z.infer<typeof held>;

/** Whether this session may archive: no other one does. It holds that until it ends. */
export const takeArchive = firstValue(z.boolean(), 'select pg_try_advisory_lock(727016) as taken', () => [], {
  or: false,
});

export const releaseArchive = write('select pg_advisory_unlock(727016)');

/** Why the month must stay as it is; null if it may be archived. */
export const selectMonthHeld = firstValue(
  z.nullable(held),
  'select order_month_held($1::date, $2) as held',
  (month: string, keptMonths: number) => [month, keptMonths],
  { or: null },
);

/** Why the month must stay in the database; null if it may leave. */
export const selectMonthStays = firstValue(
  z.nullable(held),
  'select order_month_stays($1::date, $2) as held',
  (month: string, keptMonths: number) => [month, keptMonths],
  { or: null },
);

const archivedMonth = z.object({ parts: int4, count: int8, sha256: z.string() });

/** The record of a month whose every order is in a file. */
export const selectArchivedMonth = firstRow(
  archivedMonth,
  `select parts, count, encode(sha256, 'hex') as sha256 from order_archive where month = $1::date`,
  (month: string) => [month],
);

const archivedPart = z.object({ month: date, part: int4, count: int4, sha256: z.string() });

/** The parts of a month that are recorded. */
export const selectArchivedParts = manyRows(
  archivedPart,
  `select month, part, count, encode(sha256, 'hex') as sha256 from order_archive_part where month = $1::date order by part`,
  (month: string) => [month],
);

const orderLine = z.object({ memberId: int8, no: int8, line: z.string(), missing: z.nullable(held) });
export type OrderLine = z.infer<typeof orderLine>;

/** Where a part begins: after this order of this member. */
export interface PartStart {
  readonly memberId: bigint;
  readonly no: bigint;
}

/** The next orders of a month, by member, the newest first. */
export const selectOrderLines = manyRows(
  orderLine,
  'select member_id, no, line, missing from order_archive_lines($1::date, $2, $3, $4)',
  (month: string, after: PartStart, limit: number) => [month, after.memberId, after.no, limit],
);

/** What is recorded of a part. */
export interface PartLines {
  readonly count: number;
  readonly sha256: string;
}

/** @throws SQLSTATE CD004 if the database does not hold exactly these lines, or they lack something */
export const recordPart = write(
  'select record_order_part($1::date, $2, $3, $4, $5)',
  (at: OrderPart, lines: PartLines, keptMonths: number) => [at.month, at.part, lines.count, lines.sha256, keptMonths],
);

const sortedPart = z.object({ part: int4, count: int4, sha256: z.string() });

/** The parts of a month in another order that are recorded. */
export const selectSortedParts = manyRows(
  sortedPart,
  `select part, count, encode(sha256, 'hex') as sha256 from order_archive_sorted where sort = $1 and month = $2::date order by part`,
  (sort: Sort, month: string) => [sort, month],
);

const sortedLine = z.object({ key: z.string(), line: z.string() });
export type SortedLine = z.infer<typeof sortedLine>;

/** The next lines of a month in another order, after the one of a key. Of openings there may be more than the limit. */
export const selectSortedLines = manyRows(
  sortedLine,
  'select key, line from order_archive_sorted_lines($2::date, $1, $3, $4)',
  (sort: Sort, month: string, afterKey: string, limit: number) => [sort, month, afterKey, limit],
);

/** @throws SQLSTATE CD004 if the database does not hold exactly these lines */
export const recordSortedPart = write(
  'select record_sorted_part($2::date, $1, $3, $4, $5)',
  (sort: Sort, { month, part }: OrderPart, { count, sha256 }: PartLines) => [sort, month, part, count, sha256],
);

/** @throws SQLSTATE CD004 if an order of the month is in no part */
export const recordMonth = write('select record_order_archive($1::date, $2)', (month: string, keptMonths: number) => [
  month,
  keptMonths,
]);

/**
 * Takes the tables of a month away; the bytes that they had.
 * @throws SQLSTATE CD004 if the month may not leave, 55P03 if it could not be locked within 250 ms
 */
export const dropMonth = onlyRow(
  z.object({ bytes: int8 }),
  'select drop_order_month($1::date, $2) as bytes',
  (month: string, keptMonths: number) => [month, keptMonths],
  { missing: 'a function returns a row' },
);
