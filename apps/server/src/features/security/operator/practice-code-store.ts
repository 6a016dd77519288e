import { CODE_PURPOSES } from '@candor/domain/identity/account-code';
import * as z from 'zod/mini';
import { bytes, int8, moment } from '../../../platform/db/rows.ts';
import { manyRows } from '../../../platform/db/statement.ts';

const codeRow = z.object({
  memberId: int8,
  username: z.string(),
  purpose: z.enum(CODE_PURPOSES),
  sealed: bytes,
  madeAt: moment,
});
export type PracticeCodeRow = z.infer<typeof codeRow>;

/** The newest codes that wait, newest first. The database writes the audit entry, and refuses on a live site. */
export const readPracticeCodes = manyRows(
  codeRow,
  `select member_id, username, purpose, sealed, made_at from read_practice_codes($1, $2, $3)`,
  ({ operatorId, lifeSec, limit }: { operatorId: bigint; lifeSec: number; limit: number }) => [
    operatorId,
    lifeSec,
    limit,
  ],
);
