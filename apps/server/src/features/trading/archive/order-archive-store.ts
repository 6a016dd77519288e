// SQL of the archive of orders. It runs as the owner: no role of a site archives.

import * as z from 'zod/mini';
import { date, int4, int8 } from '../../../platform/db/rows.ts';
import { firstRow, firstValue, manyRows, write } from '../../../platform/db/statement.ts';

/** Why a month, or an order of it, is not archived. */
const HELD = [
  'NO_MONTH',
  'NOT_OLD',
  'ORDER_OPEN',
  'NOT_SETTLED',
  'NOT_LOGGED',
  'NOT_SIGNED',
  'NO_ORDERS',
  'BUSY',
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

/** @throws SQLSTATE CD004 if the database does not hold exactly these lines, or they lack something */
export const recordPart = write(
  'select record_order_part($1::date, $2, $3, $4, $5)',
  (at: { month: string; part: number }, lines: { count: number; sha256: string }, keptMonths: number) => [
    at.month,
    at.part,
    lines.count,
    lines.sha256,
    keptMonths,
  ],
);

/** @throws SQLSTATE CD004 if an order of the month is in no part */
export const recordMonth = write('select record_order_archive($1::date, $2)', (month: string, keptMonths: number) => [
  month,
  keptMonths,
]);
