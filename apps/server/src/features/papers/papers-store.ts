import { PAPER_PARTS, REJECTION_REASONS, SUBMISSION_STATES } from '@candor/domain/identity/verification';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int8, moment, rowOf } from '../../platform/db/rows.ts';

/** SQL of a member's own papers. Names and numbers are sealed before they come here. */

export interface NewCard {
  readonly memberId: bigint;
  readonly holderSealed: Buffer;
  readonly numberSealed: Buffer;
  readonly bank: string;
  readonly branch: string | null;
}

export async function insertCard(db: Db, card: NewCard): Promise<void> {
  await db.query(
    'insert into bank_card (member_id, holder_sealed, number_sealed, bank, branch) values ($1, $2, $3, $4, $5)',
    [card.memberId.toString(), card.holderSealed, card.numberSealed, card.bank, card.branch],
  );
}

export async function deleteCard(db: Db, memberId: bigint): Promise<void> {
  await db.query('delete from bank_card where member_id = $1', [memberId.toString()]);
}

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
  note: z.nullable(z.string()),
  wrong: z.array(z.enum(PAPER_PARTS)),
});
export type SubmissionRow = z.infer<typeof submissionRow>;

/** The member's newest submission. */
export async function selectNewestSubmission(db: Db, memberId: bigint): Promise<SubmissionRow | undefined> {
  const result = await db.query(
    `select id, status, name_sealed as "nameSealed", number_sealed as "numberSealed", number_hash as "numberHash",
       front_file as "frontFile", back_file as "backFile", submitted_at as "submittedAt", decided_at as "decidedAt", reason, note,
       wrong
     from verification where member_id = $1 order by id desc limit 1`,
    [memberId.toString()],
  );
  return rowOf(submissionRow, result);
}

export interface NewSubmission {
  readonly memberId: bigint;
  readonly nameSealed: Buffer;
  readonly numberSealed: Buffer;
  readonly numberHash: Buffer;
  readonly frontFile: string;
  readonly backFile: string;
}

export async function insertSubmission(db: Db, submission: NewSubmission): Promise<bigint> {
  const result = await db.query(
    `insert into verification (member_id, name_sealed, number_sealed, number_hash, front_file, back_file)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      submission.memberId.toString(),
      submission.nameSealed,
      submission.numberSealed,
      submission.numberHash,
      submission.frontFile,
      submission.backFile,
    ],
  );
  const row = rowOf(z.object({ id: int8 }), result);
  if (row === undefined) throw new Error('the submission was not written');
  return row.id;
}

/** The file of the member's avatar. */
export async function selectAvatar(db: Db, memberId: bigint): Promise<string | null> {
  const result = await db.query('select avatar_file as file from member where id = $1', [memberId.toString()]);
  return rowOf(z.object({ file: z.nullable(z.string()) }), result)?.file ?? null;
}

export async function updateAvatar(db: Db, memberId: bigint, file: string): Promise<void> {
  await db.query('update member set avatar_file = $2 where id = $1', [memberId.toString(), file]);
}
