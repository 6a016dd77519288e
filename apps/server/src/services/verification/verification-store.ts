import { SUBMISSION_STATES } from '@candor/domain/identity/verification';
import * as z from 'zod/mini';
import { bytes, moment } from '../../platform/db/rows.ts';
import { firstRow, firstValue, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL that several features read: the bound card, and how a member stands. Names and numbers are sealed here. */

const cardRow = z.object({
  holderSealed: bytes,
  numberSealed: bytes,
  bank: z.string(),
  branch: z.nullable(z.string()),
  boundAt: moment,
});
export type CardRow = z.infer<typeof cardRow>;

export const selectCard = firstRow(
  cardRow,
  `select holder_sealed, number_sealed, bank, branch, bound_at
   from bank_card where member_id = $1`,
  (memberId: bigint) => [memberId],
);

export const identityRow = z.object({
  inviteCode: z.string(),
  /** As given at registration. */
  givenNameSealed: z.nullable(bytes),
  givenNumberSealed: z.nullable(bytes),
  /** How the newest submission stands; null before the first one. */
  status: z.nullable(z.enum(SUBMISSION_STATES)),
  /** Of the newest submission. */
  nameSealed: z.nullable(bytes),
  numberSealed: z.nullable(bytes),
});
/** The columns of an identityRow, of a member `m` and the newest submission `v`. */
export const IDENTITY = `m.invite_code, m.real_name_sealed as given_name_sealed,
  m.id_number_sealed as given_number_sealed, v.status, v.name_sealed, v.number_sealed`;
export const NEWEST_SUBMISSION = `left join lateral (
  select status, name_sealed, number_sealed from verification where member_id = m.id order by id desc limit 1) v on true`;
export type IdentityRow = z.infer<typeof identityRow>;

export const selectIdentity = onlyRow(
  identityRow,
  `select ${IDENTITY} from member m ${NEWEST_SUBMISSION} where m.id = $1`,
  (memberId: bigint) => [memberId],
  { missing: 'the member has no row' },
);

/** Whether money is on its way to the member's card. */
export const hasOpenWithdrawal = firstValue(
  z.boolean(),
  `select exists (select from withdrawal where member_id = $1
   and (status in ('pending', 'reviewing', 'seconding') or (status = 'approved' and paid_out in ('none', 'sent', 'returning')))) as open`,
  (memberId: bigint) => [memberId],
  { or: false },
);

/** How long no money leaves after what a thief would change first has changed. */
const PAUSE_HOURS = 24;

export const pauseWithdrawals = write(
  `update member set withdrawals_paused_until = greatest(withdrawals_paused_until, clock_timestamp() + make_interval(hours => $2))
   where id = $1`,
  (memberId: bigint) => [memberId, PAUSE_HOURS],
);
