import { bigintArray, uuidArray } from '../../platform/db/array-literal.ts';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int8, rowsOf } from '../../platform/db/rows.ts';

const idempotencyRow = z.object({
  memberId: int8,
  route: z.string(),
  key: z.string(),
  fingerprint: bytes,
  answer: z.unknown(),
});
export type IdempotencyRow = z.infer<typeof idempotencyRow>;

const KEEP_DAYS = 7;

/** Those of the requested rows that already exist, each with its answer. */
export async function selectIdempotency(
  db: Db,
  asked: readonly { memberId: bigint; route: string; key: string }[],
): Promise<IdempotencyRow[]> {
  const result = await db.query({
    name: 'select-idempotency',
    text: `select i.member_id as "memberId", i.route, i.key, i.fingerprint, i.answer
           from unnest($1::bigint[], $2::text[], $3::uuid[]) as w (member_id, route, key)
           join idempotency i on i.member_id = w.member_id and i.route = w.route and i.key = w.key`,
    values: [
      bigintArray(asked.map((row) => row.memberId)),
      asked.map((row) => row.route),
      uuidArray(asked.map((row) => row.key)),
    ],
  });
  return rowsOf(idempotencyRow, result);
}

export async function insertIdempotency(db: Db, rows: readonly IdempotencyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query({
    name: 'insert-idempotency',
    text: `insert into idempotency (member_id, route, key, fingerprint, answer)
           select * from unnest($1::bigint[], $2::text[], $3::uuid[], $4::bytea[], $5::json[])`,
    values: [
      bigintArray(rows.map((row) => row.memberId)),
      rows.map((row) => row.route),
      uuidArray(rows.map((row) => row.key)),
      rows.map((row) => row.fingerprint),
      rows.map((row) => JSON.stringify(row.answer)),
    ],
  });
}

export async function deleteOldIdempotency(db: Db): Promise<void> {
  await db.query('delete from idempotency where created_at < clock_timestamp() - make_interval(days => $1)', [
    KEEP_DAYS,
  ]);
  await db.query('delete from register_attempt where created_at < clock_timestamp() - make_interval(days => $1)', [
    KEEP_DAYS,
  ]);
}
