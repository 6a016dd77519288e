import { LANGUAGES } from '@candor/contract/languages';
import { REJECTION_REASONS } from '@candor/contract/verification';
import { VERIFICATION_PARTS, SUBMISSION_STATES, TAKEN_MS_MAX } from '@candor/domain/identity/verification';
import type { VerificationPart, RejectionReason, SubmissionState } from '@candor/domain/identity/verification';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { isMarkTaken } from '../../services/marks/mark-store.ts';
import { bytes, int4, int8, moment } from '../../platform/db/rows.ts';
import { byVariant, firstRow, firstValue, manyRows, onlyRow } from '../../platform/db/statement.ts';

/** SQL of the review of documents, for the role console alone. */

const head = {
  id: int8,
  memberId: int8,
  username: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  status: z.enum(SUBMISSION_STATES),
  version: int4,
  submittedAt: moment,
  /** While that still counts. */
  takenById: z.nullable(int8),
  takenByName: z.nullable(z.string()),
};

const itemRow = z.object({ ...head, earlier: int4, duplicates: int4 });
export type ReviewItemRow = z.infer<typeof itemRow>;

const IS_TAKEN = `v.status = 'pending' and v.taken_at > clock_timestamp() - make_interval(secs => ${TAKEN_MS_MAX / 1_000})`;
const HEAD = `v.id, v.member_id, m.username, m.language, v.status, v.version, v.submitted_at,
  case when ${IS_TAKEN} then v.taken_by end as taken_by_id, case when ${IS_TAKEN} then t.username end as taken_by_name`;
const FROM = `verification v join member m on m.id = v.member_id left join operator t on t.id = v.taken_by`;

export interface ReviewFilter {
  readonly status: SubmissionState;
  readonly taken: 'free' | 'mine' | 'others' | undefined;
  readonly operatorId: bigint;
  readonly username: string | undefined;
  /** The last one seen. */
  readonly cursor: bigint | undefined;
  readonly limit: number;
}

const reviewsIn = byVariant(['asc', 'desc'], (order) =>
  manyRows(
    itemRow,
    `select ${HEAD},
       (select count(*) from verification e where e.member_id = v.member_id and e.id < v.id)::int as earlier,
       (select count(distinct d.member_id) from verification d
        where d.number_hash = v.number_hash and d.member_id <> v.member_id)::int as duplicates
     from ${FROM}
     where v.status = $1 and ($2::bigint is null or v.id ${order === 'asc' ? '>' : '<'} $2)
       and ($3::text is null or v.member_id in (select x.id from member x where lower(x.username collate "C") like lower($3) || '%'))
       and case $4 when 'free' then not coalesce(${IS_TAKEN}, false)
         when 'mine' then ${IS_TAKEN} and v.taken_by = $5
         when 'others' then ${IS_TAKEN} and v.taken_by <> $5 else true end
     order by v.id ${order} limit $6`,
    (filter: ReviewFilter) => [
      filter.status,
      filter.cursor ?? null,
      filter.username?.replaceAll(/[\\%_]/g, '\\$&') ?? null,
      filter.taken ?? '',
      filter.operatorId,
      filter.limit,
    ],
  ),
);

/** Waiting submissions oldest first, decided ones newest first. */
export async function selectReviews(db: Db, filter: ReviewFilter): Promise<ReviewItemRow[]> {
  return await reviewsIn[filter.status === 'pending' ? 'asc' : 'desc'](db, filter);
}

export const countWaiting = firstValue(
  int4,
  `select count(*)::int as waiting from verification where status = 'pending'`,
  () => [],
  { or: 0 },
);

const reviewRow = z.object({
  ...head,
  nameSealed: bytes,
  numberSealed: bytes,
  numberHash: bytes,
  frontFile: z.string(),
  backFile: z.string(),
  decidedAt: z.nullable(moment),
  decidedById: z.nullable(int8),
  decidedByName: z.nullable(z.string()),
  reason: z.nullable(z.enum(REJECTION_REASONS)),
  note: z.nullable(z.string()),
  wrong: z.array(z.enum(VERIFICATION_PARTS)),
});
export type ReviewRow = z.infer<typeof reviewRow>;

const reviewOf = byVariant(['', 'for update of v'], (lock) =>
  firstRow(
    reviewRow,
    `select ${HEAD}, v.name_sealed, v.number_sealed, v.number_hash, v.front_file, v.back_file, v.decided_at,
       v.decided_by as decided_by_id, d.username as decided_by_name, v.reason, v.note, v.wrong
     from ${FROM} left join operator d on d.id = v.decided_by where v.id = $1 ${lock}`,
    (id: bigint) => [id],
  ),
);

/** @param lock holds the submission until the end of the transaction */
export async function selectReview(
  db: Db,
  id: bigint,
  lock: '' | 'for update of v' = '',
): Promise<ReviewRow | undefined> {
  return await reviewOf[lock](db, id);
}

/** Whose documents these are. */
export const selectOwner = firstValue(int8, 'select member_id from verification where id = $1', (id: bigint) => [id]);

/** Whether another member is verified with this number. Two who would be verified with it at once wait for each other. */
export async function isNumberUsed(db: Db, row: Pick<ReviewRow, 'numberHash' | 'memberId'>): Promise<boolean> {
  return await isMarkTaken(db, 'identity', row.numberHash, row.memberId);
}

export interface Decision {
  readonly id: bigint;
  readonly status: SubmissionState;
  /** Null gives it back. */
  readonly takenBy: bigint | null;
  readonly decidedBy: bigint | null;
  readonly reason: RejectionReason | null;
  readonly wrong: readonly VerificationPart[];
  readonly note: string | null;
}

export async function updateReview(db: Db, decision: Decision): Promise<void> {
  const { id, status, takenBy, decidedBy, reason, wrong, note } = decision;
  await db.query(
    `update verification set status = $2, taken_by = $3, decided_by = $4, reason = $5, wrong = $6, note = $7 where id = $1`,
    [id.toString(), status, takenBy?.toString() ?? null, decidedBy?.toString() ?? null, reason, wrong, note],
  );
}

const contextRow = z.object({
  phone: z.string(),
  country: z.nullable(z.string()),
  registeredAt: moment,
  frozen: z.boolean(),
  inviteCode: z.string(),
  givenNameSealed: z.nullable(bytes),
  cardHolderSealed: z.nullable(bytes),
  cardBank: z.nullable(z.string()),
});
export type ContextRow = z.infer<typeof contextRow>;

export const selectContext = onlyRow(
  contextRow,
  `select m.phone, m.country, m.created_at as registered_at, m.frozen, m.invite_code,
     m.real_name_sealed as given_name_sealed, c.holder_sealed as card_holder_sealed, c.bank as card_bank
   from member m left join bank_card c on c.member_id = m.id where m.id = $1`,
  (memberId: bigint) => [memberId],
  { missing: 'the member of a submission has no row' },
);

const earlierRow = z.object({
  id: int8,
  status: z.enum(SUBMISSION_STATES),
  submittedAt: moment,
  reason: z.nullable(z.enum(REJECTION_REASONS)),
});
export type EarlierRow = z.infer<typeof earlierRow>;

const LISTED_MAX = 20;

/** The member's other submissions, newest first. */
export const selectOthers = manyRows(
  earlierRow,
  `select id, status, submitted_at, reason from verification
   where member_id = $1 and id <> $2 order by id desc limit $3`,
  (row: Pick<ReviewRow, 'id' | 'memberId'>) => [row.memberId, row.id, LISTED_MAX],
);

const duplicateRow = z.object({ id: int8, username: z.string(), status: z.enum(SUBMISSION_STATES) });
export type DuplicateRow = z.infer<typeof duplicateRow>;

/** Submissions of other members with the same identity number, the newest of each. */
export const selectDuplicates = manyRows(
  duplicateRow,
  `select distinct on (v.member_id) v.id, m.username, v.status from verification v join member m on m.id = v.member_id
   where v.number_hash = $1 and v.member_id <> $2 order by v.member_id, v.id desc limit $3`,
  (row: Pick<ReviewRow, 'numberHash' | 'memberId'>) => [row.numberHash, row.memberId, LISTED_MAX],
);
