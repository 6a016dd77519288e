// SQL of what witnesses cosigned. The worker writes it; http reads it.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { textArray } from '../../platform/db/binary-array.ts';
import { int8, moment } from '../../platform/db/rows.ts';
import { asGiven, firstRow, manyRows, write } from '../../platform/db/statement.ts';

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
  cosignedAt: z.nullable(moment),
});

function headOf({ size, checkpoint, cosignedAt }: z.infer<typeof cosigned>): CosignedHead | null {
  return size === null || checkpoint === null || cosignedAt === null
    ? null
    : { size: Number(size), checkpoint, cosignedAt };
}

const takeTurnRow = firstRow(
  cosigned,
  `insert into log_witness (key, due_at) values ($1, clock_timestamp() + $2 * interval '1 ms')
   on conflict (key) do update set due_at = excluded.due_at where log_witness.due_at <= clock_timestamp()
   returning size, checkpoint, cosigned_at`,
  asGiven,
  { name: 'take-witness-turn' },
);

/**
 * Takes the turn to ask a witness, for this long. Null if it is not due: another machine asks it, or asked it a moment ago.
 */
export async function takeTurn(
  db: Db,
  key: string,
  turnMs: number,
): Promise<{ readonly newest: CosignedHead | null } | null> {
  const row = await takeTurnRow(db, key, turnMs);
  return row === undefined ? null : { newest: headOf(row) };
}

/** Ends the turn. `refusal`: why the witness does not cosign, if it said so. */
export const endTurn = write(
  `update log_witness set due_at = clock_timestamp() + $2 * interval '1 ms', refusal = $3,
     refused_at = case when $3::text is null then null when refusal = $3 then refused_at else clock_timestamp() end
   where key = $1`,
  (key: string, restMs: number, refusal: string | null) => [key, restMs, refusal],
  { name: 'end-witness-turn' },
);

/** @throws if the witness cosigned a newer head before, or the note is not of a head of the log */
export const keepCosigned = write(
  `update log_witness set size = $2, checkpoint = $3, cosigned_at = to_timestamp($4::float8 / 1000) where key = $1`,
  (key: string, head: CosignedHead) => [key, head.size, head.checkpoint, head.cosignedAt],
  { name: 'keep-cosigned-head' },
);

const selectCosignedRows = manyRows(
  z.extend(cosigned, { key: z.string() }),
  'select key, size, checkpoint, cosigned_at from log_witness where key = any($1::text[])',
  (keys: readonly string[]) => [textArray(keys)],
  { name: 'select-cosigned-heads' },
);

/** The newest heads of these witnesses, by their keys. */
export async function selectCosigned(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, CosignedHead>> {
  const heads = new Map<string, CosignedHead>();
  for (const { key, ...row } of await selectCosignedRows(db, keys)) {
    const head = headOf(row);
    if (head !== null) heads.set(key, head);
  }
  return heads;
}
