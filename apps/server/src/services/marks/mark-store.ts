import * as z from 'zod/mini';
import { firstValue, write } from '../../platform/db/statement.ts';

/** SQL of the marks that belong to one member, or show which accounts may be one person's. */

export const OWNED_MARKS = ['card', 'identity', 'device'] as const;
export type OwnedMark = (typeof OWNED_MARKS)[number];
export type MarkKind = OwnedMark | 'browser' | 'network';

/** Whether another member holds the mark. Whoever asks holds its lock until the end of the transaction. */
export const isMarkTaken = firstValue(
  z.boolean(),
  'select is_mark_taken($1, $2, $3) as taken',
  (kind: OwnedMark, mark: Buffer, memberId: bigint) => [kind, mark, memberId],
  { or: false },
);

/** Writes that the member was seen with it, or tried what belongs to another. */
export const noteMark = write('select note_mark($1, $2, $3)', (kind: MarkKind, mark: Buffer, memberId: bigint) => [
  kind,
  mark,
  memberId,
]);

/** The same for a browser's token that a caller sent: one that the site gave to nobody leaves nothing. */
export const noteKnownBrowser = write('select note_known_browser($1, $2)', (mark: Buffer, memberId: bigint) => [
  mark,
  memberId,
]);

/** The database says how long a device, a browser and a network are remembered after they were last seen. */
export const deleteOldMarks = write('select forget_marks()');
