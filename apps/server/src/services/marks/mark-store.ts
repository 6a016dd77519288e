import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { rowOf } from '../../platform/db/rows.ts';

/** SQL of the marks that belong to one member, or show which accounts may be one person's. */

export const OWNED_MARKS = ['card', 'identity', 'device'] as const;
export type OwnedMark = (typeof OWNED_MARKS)[number];
export type MarkKind = OwnedMark | 'browser' | 'network';

/** Whether another member holds the mark. Whoever asks holds its lock until the end of the transaction. */
export async function isMarkTaken(db: Db, kind: OwnedMark, mark: Buffer, memberId: bigint): Promise<boolean> {
  const result = await db.query('select is_mark_taken($1, $2, $3) as taken', [kind, mark, memberId.toString()]);
  return rowOf(z.object({ taken: z.boolean() }), result)?.taken ?? false;
}

/** Writes that the member was seen with it, or tried what belongs to another. */
export async function noteMark(db: Db, kind: MarkKind, mark: Buffer, memberId: bigint): Promise<void> {
  await db.query('select note_mark($1, $2, $3)', [kind, mark, memberId.toString()]);
}

/** The same for a browser's token that a caller sent: one that the site gave to nobody leaves nothing. */
export async function noteKnownBrowser(db: Db, mark: Buffer, memberId: bigint): Promise<void> {
  await db.query('select note_known_browser($1, $2)', [mark, memberId.toString()]);
}

/** The database says how long a device, a browser and a network are remembered after they were last seen. */
export async function deleteOldMarks(db: Db): Promise<void> {
  await db.query('select forget_marks()');
}
