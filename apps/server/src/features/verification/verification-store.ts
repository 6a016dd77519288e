import { REJECTION_REASONS } from '@candor/contract/verification';
import { VERIFICATION_PARTS, SUBMISSION_STATES } from '@candor/domain/identity/verification';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int8, moment } from '../../platform/db/rows.ts';
import { asGiven, firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';
import { insertNameMark } from '../../services/marks/name-mark-store.ts';

/** SQL of a member's own documents. Names and numbers are sealed before they come here. */

export interface NewCard {
  readonly memberId: bigint;
  readonly holderSealed: Buffer;
  readonly numberSealed: Buffer;
  readonly numberMark: Buffer;
  readonly bank: string;
  readonly branch: string | null;
}

export const insertCard = write(
  `insert into bank_card (member_id, holder_sealed, number_sealed, number_mark, bank, branch)
   values ($1, $2, $3, $4, $5, $6)`,
  (card: NewCard) => [card.memberId, card.holderSealed, card.numberSealed, card.numberMark, card.bank, card.branch],
);

export const deleteCard = write('select drop_bank_card($1)', (memberId: bigint) => [memberId]);

const submissionRow = z.object({
  id: int8,
  status: z.enum(SUBMISSION_STATES),
  nameSealed: bytes,
  numberSealed: bytes,
  numberHash: bytes,
  frontFile: z.string(),
  backFile: z.string(),
  submittedAt: moment,
  decidedAt: z.nullable(moment),
  reason: z.nullable(z.enum(REJECTION_REASONS)),
  wrong: z.array(z.enum(VERIFICATION_PARTS)),
});
export type SubmissionRow = z.infer<typeof submissionRow>;

/** The member's newest submission. A photo that was erased since is wrong: it has to be sent again. */
export const selectNewestSubmission = firstRow(
  submissionRow,
  `select v.id, v.status, v.name_sealed, v.number_sealed, v.number_hash,
     v.front_file, v.back_file, v.submitted_at, v.decided_at,
     v.reason, v.wrong
       || case when front.erased_at is not null and 'front' <> all(v.wrong) then '{front}' else '{}' end::text[]
       || case when back.erased_at is not null and 'back' <> all(v.wrong) then '{back}' else '{}' end::text[] as wrong
   from verification v join file front on front.id = v.front_file join file back on back.id = v.back_file
   where v.member_id = $1 order by v.id desc limit 1`,
  (memberId: bigint) => [memberId],
);

/** Every submission that has this photo was rejected, and long enough ago. */
const OVER = `(select bool_and(v.status = 'rejected' and v.decided_at < clock_timestamp() - make_interval(days => $1))
  from verification v where v.member_id = f.member_id and f.id in (v.front_file, v.back_file))`;

const photo = z.object({ id: z.string(), memberId: int8 });

/** The oldest first. */
export const selectPhotosToErase = manyRows(
  photo,
  `select f.id, f.member_id from file f
   where f.purpose = 'identity' and f.erased_at is null and f.id <> all($2::uuid[]) and ${OVER}
   order by f.created_at limit $3`,
  ({ days, except, limit }: { days: number; except: readonly string[]; limit: number }) => [days, except, limit],
);

/** False when a submission needs the photo again, or it is erased already. */
export async function markErased(db: Db, { id, days }: { id: string; days: number }): Promise<boolean> {
  // The lock first: a submission that keeps the photo now is waited for, and seen.
  await db.query('select 1 from file where id = $1 for no key update', [id]);
  const { rowCount } = await db.query(
    `update file f set erased_at = clock_timestamp() where f.id = $2 and f.erased_at is null and ${OVER}`,
    [days, id],
  );
  return rowCount === 1;
}

export interface NewSubmission {
  readonly memberId: bigint;
  readonly nameSealed: Buffer;
  readonly numberSealed: Buffer;
  readonly numberHash: Buffer;
  /** By which the desk finds the name. */
  readonly nameMark: Buffer;
  readonly frontFile: string;
  readonly backFile: string;
}

const insertSubmissionRow = firstRow(
  z.object({ id: int8 }),
  `insert into verification (member_id, name_sealed, number_sealed, number_hash, front_file, back_file)
   values ($1, $2, $3, $4, $5, $6) returning id`,
  asGiven,
);

export async function insertSubmission(db: Db, submission: NewSubmission): Promise<bigint> {
  const row = await insertSubmissionRow(
    db,
    submission.memberId.toString(),
    submission.nameSealed,
    submission.numberSealed,
    submission.numberHash,
    submission.frontFile,
    submission.backFile,
  );
  if (row === undefined) throw new Error('the submission was not written');
  await insertNameMark(db, submission.nameMark, submission.memberId);
  return row.id;
}

/** The file of the member's avatar. */
export const selectAvatar = firstValue(
  z.nullable(z.string()),
  'select avatar_file as file from member where id = $1',
  (memberId: bigint) => [memberId],
  { or: null },
);

export const updateAvatar = write(
  'update member set avatar_file = $2 where id = $1',
  (memberId: bigint, file: string) => [memberId, file],
);
