// SQL of what witnesses cosigned. The worker writes it; http reads it.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { textArray } from '../../platform/db/binary-array.ts';
import { int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';

/** A head that a witness cosigned: the note has the site's line and the witness's. */
export interface CosignedHead {
  readonly size: number;
  readonly checkpoint: string;
  /** The time that the witness signed, epoch milliseconds. */
  readonly cosignedAt: number;
}

const cosigned = z.object({
  size: z.nullable(int8),
  checkpoint: z.nullable(z.string()),
  cosigned_at: z.nullable(moment),
});

function headOf({ size, checkpoint, cosigned_at }: z.infer<typeof cosigned>): CosignedHead | null {
  return size === null || checkpoint === null || cosigned_at === null
    ? null
    : { size: Number(size), checkpoint, cosignedAt: cosigned_at };
}

/**
 * Takes the turn to ask a witness, for this long. Null if it is not due: another machine asks it, or asked it a moment ago.
 */
export async function takeTurn(
  db: Db,
  key: string,
  turnMs: number,
): Promise<{ readonly newest: CosignedHead | null } | null> {
  const result = await db.query({
    name: 'take-witness-turn',
    text: `insert into log_witness (key, due_at) values ($1, clock_timestamp() + $2 * interval '1 ms')
           on conflict (key) do update set due_at = excluded.due_at where log_witness.due_at <= clock_timestamp()
           returning size, checkpoint, cosigned_at`,
    values: [key, turnMs],
  });
  const row = rowOf(cosigned, result);
  return row === undefined ? null : { newest: headOf(row) };
}

/** Ends the turn. `refusal`: why the witness does not cosign, if it said so. */
export async function endTurn(db: Db, key: string, restMs: number, refusal: string | null): Promise<void> {
  await db.query({
    name: 'end-witness-turn',
    text: `update log_witness set due_at = clock_timestamp() + $2 * interval '1 ms', refusal = $3,
             refused_at = case when $3::text is null then null when refusal = $3 then refused_at else clock_timestamp() end
           where key = $1`,
    values: [key, restMs, refusal],
  });
}

/** @throws if the witness cosigned a newer head before, or the note is not of a head of the log */
export async function keepCosigned(db: Db, key: string, head: CosignedHead): Promise<void> {
  await db.query({
    name: 'keep-cosigned-head',
    text: `update log_witness set size = $2, checkpoint = $3, cosigned_at = to_timestamp($4::float8 / 1000) where key = $1`,
    values: [key, head.size, head.checkpoint, head.cosignedAt],
  });
}

/** The newest heads of these witnesses, by their keys. */
export async function selectCosigned(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, CosignedHead>> {
  const result = await db.query({
    name: 'select-cosigned-heads',
    text: 'select key, size, checkpoint, cosigned_at from log_witness where key = any($1::text[])',
    values: [textArray(keys)],
  });
  const heads = new Map<string, CosignedHead>();
  for (const { key, ...row } of rowsOf(z.extend(cosigned, { key: z.string() }), result)) {
    const head = headOf(row);
    if (head !== null) heads.set(key, head);
  }
  return heads;
}
