import { INVITATION_STATES, REWARD_REFUSALS } from '@candor/contract/rewards';
import * as z from 'zod/mini';
import { int8, moment } from '../../../platform/db/rows.ts';
import { firstValue, manyRows, onlyRow, write } from '../../../platform/db/statement.ts';

/** SQL of invitations and their rewards. What may be paid is decided by the database (judge_invitation, check_reward). */

const due = z.object({ inviteeId: int8, inviterId: int8 });
export type DueInvitation = z.infer<typeof due>;

export const selectDueInvitations = manyRows(
  due,
  `select invitee_id, inviter_id from invitation
   where state in ('waiting', 'earned') and due_at <= clock_timestamp() and invitee_id <> all($1::bigint[])
   order by due_at limit $2`,
  ({ except, limit }: { except: readonly bigint[]; limit: number }) => [except.map(String), limit],
);

/** Judges an invitation whose two members are locked. True when its reward is to be paid now. */
export const judgeInvitation = firstValue(
  z.boolean(),
  'select judge_invitation($1) as pays',
  (inviteeId: bigint) => [inviteeId],
  { or: false },
);

const paid = z.object({ inviterId: int8, wallet: z.enum(['practice', 'cash']), amount: int8 });

/** Writes the reward of an earned invitation. The database refuses one that is not earned. */
export const insertReward = onlyRow(
  paid,
  `insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount)
   select i.invitee_id, i.inviter_id, i.deposit_id, d.wallet, i.amount
   from invitation i join deposit d on d.id = i.deposit_id where i.invitee_id = $1
   returning inviter_id, wallet, amount`,
  (inviteeId: bigint) => [inviteeId],
  { missing: 'the reward was not written' },
);

const person = z.object({ id: z.string(), username: z.string() });
const invitation = z.object({
  invitee: person,
  inviter: person,
  state: z.enum(INVITATION_STATES),
  reason: z.nullable(z.enum(REWARD_REFUSALS)),
  amount: int8,
  needed: z.nullable(int8),
  turnover: int8,
  createdAt: moment,
  movedAt: moment,
});
export type InvitationRow = z.infer<typeof invitation>;

export interface InvitationFilter {
  readonly states?: readonly string[] | undefined;
  /** A user name of the inviter or of the invited member. */
  readonly member?: string | undefined;
  readonly beforeId?: bigint | undefined;
  readonly limit: number;
}

/** For operators, newest first. */
export const selectInvitations = manyRows(
  invitation,
  `select json_build_object('id', e.id::text, 'username', e.username) as invitee,
     json_build_object('id', r.id::text, 'username', r.username) as inviter, i.state, i.reason, i.amount, i.needed, i.turnover,
     i.created_at, i.moved_at
   from invitation i join member e on e.id = i.invitee_id join member r on r.id = i.inviter_id
   where ($1::text[] is null or i.state = any($1)) and ($2::bigint is null or i.invitee_id < $2)
     and ($3::text is null or i.invitee_id in (
       select m.id from member m where lower(m.username collate "C") = lower($3)
       union all select x.invitee_id from member m join invitation x on x.inviter_id = m.id where lower(m.username collate "C") = lower($3)))
   order by i.invitee_id desc limit $4`,
  (filter: InvitationFilter) => [filter.states ?? null, filter.beforeId ?? null, filter.member ?? null, filter.limit],
);

const own = z.object({
  username: z.string(),
  state: z.enum(INVITATION_STATES),
  hasDeposit: z.boolean(),
  amount: int8,
  turnoverRate: int8,
  createdAt: moment,
});
export type OwnInvitationRow = z.infer<typeof own>;

/** A member's newest invitations. */
export const selectOwnInvitations = manyRows(
  own,
  `select e.username, i.state, i.deposit_id is not null as has_deposit, i.amount, i.turnover_rate,
     i.created_at
   from invitation i join member e on e.id = i.invitee_id
   where i.inviter_id = $1 order by i.invitee_id desc limit $2`,
  (inviterId: bigint, limit: number) => [inviterId, limit],
);

const invite = z.object({
  code: z.string(),
  invited: int8,
  rewarded: int8,
  earned: int8,
  reward: int8,
  turnoverRate: int8,
  dayMax: z.number(),
});

/** A member's invite code, the terms of a new invitation, and what came of the earlier ones. */
export const selectInvite = onlyRow(
  invite,
  `select m.invite_code as code, (select count(*) from member i where i.invited_by = m.id) as invited,
     (select count(*) from invitation_reward r where r.inviter_id = m.id) as rewarded,
     (select coalesce(sum(r.amount), 0)::bigint from invitation_reward r where r.inviter_id = m.id) as earned,
     r.amount as reward, r.turnover_rate, r.day_max
   from member m cross join reward_rule r where m.id = $1`,
  (memberId: bigint) => [memberId],
  { missing: 'the member, or the rule of rewards, is missing' },
);

/** Writes the rule of rewards once, as the owner of the database. */
export const insertMissingRewardRule = write(
  'insert into reward_rule (amount, turnover_rate, day_max) values ($1, $2, $3) on conflict do nothing',
  (rule: { amount: bigint; turnoverRate: bigint; dayMax: number }) => [rule.amount, rule.turnoverRate, rule.dayMax],
);
