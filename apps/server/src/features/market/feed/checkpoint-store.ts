// SQL of checkpoints. They are written only by publish_checkpoints: the application's role may not write the table.

import type { CheckpointKind } from '@candor/proof/checkpoint';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int8, moment } from '../../../platform/db/rows.ts';
import { asGiven, manyRows, write } from '../../../platform/db/statement.ts';

/** SQLSTATE of a checkpoint that does not continue the one signed before. */
export const CHECKPOINT_REFUSED_SQLSTATE = 'CD002';

const chainHead = z.object({
  product: z.string(),
  seq: int8,
  at: moment,
  hash: z.string(),
  /** SHA-256 of the text of the product's newest hourly checkpoint, hex; null before the first. */
  previous: z.nullable(z.string()),
});
export type ChainHead = z.infer<typeof chainHead>;

/**
 * The newest tick at or before `slot` of each product whose checkpoint is due. A checkpoint is due if none was written
 * for this slot or a later one, and the head differs from the last signed head.
 */
export const selectDueHeads = manyRows(
  chainHead,
  `select p.code as product, head.seq, head.at, encode(head.hash, 'hex') as hash, encode(base.text_hash, 'hex') as previous
   from product p
   cross join lateral (
     select seq, at, hash from tick
     where product = p.code and at <= to_timestamp($1::float8 / 1000) order by at desc limit 1
   ) head
   left join lateral (select slot, seq, hash from checkpoint where product = p.code order by slot desc limit 1) last on true
   left join lateral (
     select text_hash from checkpoint where product = p.code and kind = 'hour' order by slot desc limit 1
   ) base on true
   where last.slot is null
     or (last.slot < to_timestamp($1::float8 / 1000) and (last.seq, last.hash) is distinct from (head.seq, head.hash))
   order by p.code`,
  (slot: number) => [slot],
);

/** One checkpoint as publish_checkpoints reads it; whole numbers as text. */
export interface CheckpointEntry {
  readonly product: string;
  readonly kind: CheckpointKind;
  readonly slot: string;
  readonly seq: string;
  readonly at: string;
  readonly hash: string;
  readonly previous: string;
  readonly note: string;
}

/** Writes all or none. @throws CHECKPOINT_REFUSED_SQLSTATE, FENCED_SQLSTATE */
export const insertCheckpoints = write(
  'select publish_checkpoints($1, $2::jsonb)',
  (epoch: bigint, entries: readonly CheckpointEntry[]) => [epoch, JSON.stringify(entries)],
);

const checkpointRow = z.object({
  product: z.string(),
  kind: z.enum(['hour', 'minute']),
  slot: moment,
  seq: int8,
  at: moment,
  hash: z.string(),
  previous: z.string(),
  note: z.string(),
});
export type CheckpointRow = z.infer<typeof checkpointRow>;

export interface CheckpointFilter {
  readonly product?: string | undefined;
  readonly kind?: CheckpointKind | undefined;
  /** The last checkpoint of the page before. */
  readonly after?: { readonly slot: number; readonly product: string } | undefined;
  readonly limit: number;
}

const selectCheckpointsRows = manyRows(
  checkpointRow,
  `select product, kind, slot, seq, at, encode(hash, 'hex') as hash, encode(previous, 'hex') as previous, note
   from checkpoint
   where ($1::text is null or product = $1) and ($2::text is null or kind = $2)
     and ($3::float8 is null or (slot <= to_timestamp($3 / 1000) and (slot < to_timestamp($3 / 1000) or product > $4)))
   order by slot desc, product limit $5`,
  asGiven,
);

/** Newest first; checkpoints of the same minute are ordered by product. */
export async function selectCheckpoints(db: Db, filter: CheckpointFilter): Promise<CheckpointRow[]> {
  const { product, kind, after, limit } = filter;
  return await selectCheckpointsRows(
    db,
    product ?? null,
    kind ?? null,
    after?.slot ?? null,
    after?.product ?? null,
    limit,
  );
}
