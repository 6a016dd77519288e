import * as z from 'zod/mini';
import { uuidArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment } from '../../platform/db/rows.ts';
import { asGiven, firstRow, firstValue, manyRows, manyValues, write } from '../../platform/db/statement.ts';

/** SQL of the reminders of openings. */

const reminderRow = z.object({
  id: z.string(),
  memberId: int8,
  product: z.string(),
  opensAt: moment,
  createdAt: moment,
  toldAt: z.nullable(moment),
});
export type ReminderRow = z.infer<typeof reminderRow>;

const COLUMNS = `id, member_id, product, opens_at,
  created_at, told_at`;

export const selectReminders = manyRows(
  reminderRow,
  `select ${COLUMNS} from opening_reminder where member_id = $1 order by (told_at is null) desc, created_at desc limit $2`,
  (memberId: bigint, limit: number) => [memberId, limit],
);

/** Those of these reminders that were told within the last `latelyMs`. */
export const selectToldLately = manyRows(
  reminderRow,
  `select ${COLUMNS} from opening_reminder
   where id = any ($1::uuid[]) and told_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
  (ids: readonly string[], latelyMs: number) => [uuidArray(ids), latelyMs],
);

const upsertReminderRow = firstRow(
  reminderRow,
  `select ${COLUMNS} from opening_reminder where member_id = $1 and product = $2 and told_at is null`,
  asGiven,
);

/** The member's reminder for this product: the one that waits already, or a new one. */
export async function upsertReminder(db: Db, memberId: bigint, product: string, opensAt: number): Promise<ReminderRow> {
  await db.query(
    `insert into opening_reminder (member_id, product, opens_at) values ($1, $2, to_timestamp($3::float8 / 1000))
     on conflict (member_id, product) where told_at is null do nothing`,
    [memberId.toString(), product, opensAt],
  );
  const row = await upsertReminderRow(db, memberId.toString(), product);
  if (row === undefined) throw new Error('no reminder was written');
  return row;
}

/** Keeps only the newest `kept` reminders of a member that were told. */
export const deleteOldReminders = write('select drop_oldest_reminders($1, $2)', (memberId: bigint, kept: number) => [
  memberId,
  kept,
]);

export const deleteReminder = firstValue(
  z.boolean(),
  'select drop_reminder($1, $2) as done',
  (memberId: bigint, id: string) => [memberId, id],
  { or: false },
);

/** Products with reminders whose moment has come. */
export const selectDueProducts = manyValues(
  z.string(),
  `select distinct product from opening_reminder where told_at is null and opens_at <= clock_timestamp() order by product`,
);

/** Reminders of a product whose moment has come, oldest first. */
export const selectDueReminders = manyValues(
  z.string(),
  `select id from opening_reminder where product = $1 and told_at is null and opens_at <= clock_timestamp()
   order by opens_at, id limit $2`,
  (product: string, limit: number) => [product, limit],
);

/** Locks those of these reminders that still wait, except what another transaction holds. Returns what it locked. */
export const lockReminders = manyValues(
  z.string(),
  `select id from opening_reminder where id = any ($1::uuid[]) and told_at is null and opens_at <= clock_timestamp()
   order by id for update skip locked`,
  (ids: readonly string[]) => [uuidArray(ids)],
);

export const markTold = manyRows(
  reminderRow,
  `update opening_reminder set told_at = clock_timestamp() where id = any ($1::uuid[]) returning ${COLUMNS}`,
  (ids: readonly string[]) => [uuidArray(ids)],
);

export const postponeReminders = write(
  'update opening_reminder set opens_at = to_timestamp($2::float8 / 1000) where id = any ($1::uuid[])',
  (ids: readonly string[], until: number) => [uuidArray(ids), until],
);

export const deleteReminders = write('select drop_reminders($1::uuid[])', (ids: readonly string[]) => [uuidArray(ids)]);
