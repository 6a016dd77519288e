import { SUBMISSION_STATES } from '@candor/domain/identity/verification';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, moment, rowOf } from '../../platform/db/rows.ts';

/** SQL that several features read: the bound card, and how a member stands. Names and numbers are sealed here. */

const cardRow = z.object({
  holderSealed: bytes,
  numberSealed: bytes,
  bank: z.string(),
  branch: z.nullable(z.string()),
  boundAt: moment,
});
export type CardRow = z.infer<typeof cardRow>;

export async function selectCard(db: Db, memberId: bigint): Promise<CardRow | undefined> {
  const result = await db.query(
    `select holder_sealed as "holderSealed", number_sealed as "numberSealed", bank, branch, bound_at as "boundAt"
     from bank_card where member_id = $1`,
    [memberId.toString()],
  );
  return rowOf(cardRow, result);
}

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
export const IDENTITY = `m.invite_code as "inviteCode", m.real_name_sealed as "givenNameSealed",
  m.id_number_sealed as "givenNumberSealed", v.status, v.name_sealed as "nameSealed", v.number_sealed as "numberSealed"`;
export const NEWEST_SUBMISSION = `left join lateral (
  select status, name_sealed, number_sealed from verification where member_id = m.id order by id desc limit 1) v on true`;
export type IdentityRow = z.infer<typeof identityRow>;

export async function selectIdentity(db: Db, memberId: bigint): Promise<IdentityRow> {
  const result = await db.query(`select ${IDENTITY} from member m ${NEWEST_SUBMISSION} where m.id = $1`, [
    memberId.toString(),
  ]);
  const row = rowOf(identityRow, result);
  if (row === undefined) throw new Error('the member has no row');
  return row;
}

/** Whether money is on its way to the member's card. */
export async function hasOpenWithdrawal(db: Db, memberId: bigint): Promise<boolean> {
  const result = await db.query(
    `select exists (select from withdrawal where member_id = $1
       and (status in ('pending', 'reviewing', 'seconding') or (status = 'approved' and paid_out in ('none', 'sent', 'returning')))) as open`,
    [memberId.toString()],
  );
  return rowOf(z.object({ open: z.boolean() }), result)?.open ?? false;
}

/** How long no money leaves after what a thief would change first has changed. */
const PAUSE_HOURS = 24;

export async function pauseWithdrawals(db: Db, memberId: bigint): Promise<void> {
  await db.query(
    `update member set withdrawals_paused_until = greatest(withdrawals_paused_until, clock_timestamp() + make_interval(hours => $2))
     where id = $1`,
    [memberId.toString(), PAUSE_HOURS],
  );
}
