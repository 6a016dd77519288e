import { CODE_PURPOSES } from '@candor/contract/security';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { bytes, int8, moment, rowsOf } from '../../../platform/db/rows.ts';

const codeRow = z.object({
  memberId: int8,
  username: z.string(),
  purpose: z.enum(CODE_PURPOSES),
  sealed: bytes,
  madeAt: moment,
});
export type PracticeCodeRow = z.infer<typeof codeRow>;

/** The newest codes that wait, newest first. The database writes the audit entry, and refuses on a live site. */
export async function readPracticeCodes(
  db: Db,
  { operatorId, lifeSec, limit }: { operatorId: bigint; lifeSec: number; limit: number },
): Promise<PracticeCodeRow[]> {
  const result = await db.query(
    `select member_id as "memberId", username, purpose, sealed, made_at as "madeAt" from read_practice_codes($1, $2, $3)`,
    [operatorId.toString(), lifeSec, limit],
  );
  return rowsOf(codeRow, result);
}
