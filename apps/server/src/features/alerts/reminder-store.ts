import * as z from 'zod/mini';
import { uuidArray } from '../../platform/db/array-literal.ts';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf, wasDone } from '../../platform/db/rows.ts';

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

const COLUMNS = `id, member_id as "memberId", product, opens_at as "opensAt",
  created_at as "createdAt", told_at as "toldAt"`;

export async function selectReminders(db: Db, memberId: bigint, limit: number): Promise<ReminderRow[]> {
  const result = await db.query(
    `select ${COLUMNS} from opening_reminder where member_id = $1 order by (told_at is null) desc, created_at desc limit $2`,
    [memberId.toString(), limit],
  );
  return rowsOf(reminderRow, result);
}

/** Those of these reminders that were told within the last `latelyMs`. */
export async function selectToldLately(db: Db, ids: readonly string[], latelyMs: number): Promise<ReminderRow[]> {
  const result = await db.query(
    `select ${COLUMNS} from opening_reminder
     where id = any ($1::uuid[]) and told_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
    [uuidArray(ids), latelyMs],
  );
  return rowsOf(reminderRow, result);
}

/** The member's reminder for this product: the one that waits already, or a new one. */
export async function upsertReminder(db: Db, memberId: bigint, product: string, opensAt: number): Promise<ReminderRow> {
  await db.query(
    `insert into opening_reminder (member_id, product, opens_at) values ($1, $2, to_timestamp($3::float8 / 1000))
     on conflict (member_id, product) where told_at is null do nothing`,
    [memberId.toString(), product, opensAt],
  );
  const row = rowOf(
    reminderRow,
    await db.query(
      `select ${COLUMNS} from opening_reminder where member_id = $1 and product = $2 and told_at is null`,
      [memberId.toString(), product],
    ),
  );
  if (row === undefined) throw new Error('no reminder was written');
  return row;
}

/** Keeps only the newest `kept` reminders of a member that were told. */
export async function deleteOldReminders(db: Db, memberId: bigint, kept: number): Promise<void> {
  await db.query('select drop_oldest_reminders($1, $2)', [memberId.toString(), kept]);
}

export async function deleteReminder(db: Db, memberId: bigint, id: string): Promise<boolean> {
  return wasDone(await db.query('select drop_reminder($1, $2) as done', [memberId.toString(), id]));
}

const id = z.object({ id: z.string() });

/** Products with reminders whose moment has come. */
export async function selectDueProducts(db: Db): Promise<string[]> {
  const result = await db.query(
    `select distinct product from opening_reminder where told_at is null and opens_at <= clock_timestamp() order by product`,
  );
  return rowsOf(z.object({ product: z.string() }), result).map(({ product }) => product);
}

/** Reminders of a product whose moment has come, oldest first. */
export async function selectDueReminders(db: Db, product: string, limit: number): Promise<string[]> {
  const result = await db.query(
    `select id from opening_reminder where product = $1 and told_at is null and opens_at <= clock_timestamp()
     order by opens_at, id limit $2`,
    [product, limit],
  );
  return rowsOf(id, result).map((row) => row.id);
}

/** Locks those of these reminders that still wait, except what another transaction holds. Returns what it locked. */
export async function lockReminders(db: Db, ids: readonly string[]): Promise<string[]> {
  const result = await db.query(
    `select id from opening_reminder where id = any ($1::uuid[]) and told_at is null and opens_at <= clock_timestamp()
     order by id for update skip locked`,
    [uuidArray(ids)],
  );
  return rowsOf(id, result).map((row) => row.id);
}

export async function markTold(db: Db, ids: readonly string[]): Promise<ReminderRow[]> {
  const result = await db.query(
    `update opening_reminder set told_at = clock_timestamp() where id = any ($1::uuid[]) returning ${COLUMNS}`,
    [uuidArray(ids)],
  );
  return rowsOf(reminderRow, result);
}

export async function postponeReminders(db: Db, ids: readonly string[], until: number): Promise<void> {
  await db.query('update opening_reminder set opens_at = to_timestamp($2::float8 / 1000) where id = any ($1::uuid[])', [
    uuidArray(ids),
    until,
  ]);
}

export async function deleteReminders(db: Db, ids: readonly string[]): Promise<void> {
  await db.query('select drop_reminders($1::uuid[])', [uuidArray(ids)]);
}
