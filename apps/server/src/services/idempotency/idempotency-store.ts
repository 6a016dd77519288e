import { byteaArray, int8Array, textArray, uuidBytes } from '../../platform/db/binary-array.ts';
import * as z from 'zod/mini';
import type { Db, Statement } from '../../platform/db/pool.ts';
import { bytes, int8 } from '../../platform/db/rows.ts';
import { manyRows, write } from '../../platform/db/statement.ts';

const idempotencyRow = z.object({
  memberId: int8,
  route: z.string(),
  key: z.string(),
  fingerprint: bytes,
  answer: z.unknown(),
});
export type IdempotencyRow = z.infer<typeof idempotencyRow>;

/** Those of the requested rows that already exist, each with its answer. */
export const selectIdempotency = manyRows(
  idempotencyRow,
  `select i.member_id, i.route, i.key, i.fingerprint, i.answer
   from unnest($1::bigint[], $2::text[], $3::uuid[]) as w (member_id, route, key)
   cross join lateral (
     select * from idempotency x where x.member_id = w.member_id and x.route = w.route and x.key = w.key offset 0
   ) i`,
  (asked: readonly { memberId: bigint; route: string; key: string }[]) => [
    int8Array(asked.map((row) => row.memberId)),
    textArray(asked.map((row) => row.route)),
    uuidBytes(asked.map((row) => row.key)),
  ],
  { name: 'select-idempotency' },
);

export async function insertIdempotency(db: Db, rows: readonly IdempotencyRow[]): Promise<void> {
  if (rows.length > 0) await db.query(idempotencyInsert(rows));
}

export function idempotencyInsert(rows: readonly IdempotencyRow[]): Statement {
  return {
    name: 'insert-idempotency',
    text: `insert into idempotency (member_id, route, key, fingerprint, answer)
           select * from unnest($1::bigint[], $2::text[], $3::uuid[], $4::bytea[], $5::json[])`,
    values: [
      int8Array(rows.map((row) => row.memberId)),
      textArray(rows.map((row) => row.route)),
      uuidBytes(rows.map((row) => row.key)),
      byteaArray(rows.map((row) => row.fingerprint)),
      rows.map((row) => JSON.stringify(row.answer)),
    ],
  };
}

export const deleteOldIdempotency = write('select forget_keys()');
