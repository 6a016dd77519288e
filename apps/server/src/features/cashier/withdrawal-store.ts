import { PAYOUT_STATES, WITHDRAWAL_STATES } from '@candor/domain/cashier/withdrawal';
import type { WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { REASONS } from '@candor/contract/reasons';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { wallet } from '../../services/columns/columns.ts';
import { amount, reason, steps, stepsSql } from './columns.ts';
import { sums } from './deposit-store.ts';
import { firstRow, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL of withdrawals as their members see them. */
const payee = z.object({ bank: z.string(), holder: z.string(), number: z.string() });

export const withdrawalColumns = {
  id: z.string(),
  reference: z.string(),
  memberId: int8,
  wallet,
  amount,
  fee: amount,
  hold: z.string(),
  feeHold: z.nullable(z.string()),
  payee,
  status: z.enum(WITHDRAWAL_STATES),
  payout: z.enum(PAYOUT_STATES),
  reason,
  version: int4,
  createdAt: moment,
  decidedAt: z.nullable(moment),
  promisedMinutes: int4,
  /** When the member locked it against cancelling. */
  lockedAt: z.nullable(moment),
  steps,
};
const withdrawalRow = z.object(withdrawalColumns);
export type WithdrawalRow = z.infer<typeof withdrawalRow>;

export const WITHDRAWAL = `w.id, w.reference, w.member_id, w.wallet, w.amount, w.fee, w.hold, w.fee_hold,
  w.payee, w.status, w.paid_out as payout, w.reason, w.version, w.created_at, w.decided_at,
  w.promised_minutes, (select l.at from withdrawal_lock l where l.withdrawal_id = w.id) as locked_at, ${stepsSql('w')}`;

export interface WithdrawalFilter {
  memberId: bigint;
  wallet: 'practice' | 'cash';
  statuses: readonly WithdrawalState[] | undefined;
  fromMs?: number;
  toMs?: number;
}

const FILTER = `w.member_id = $1 and w.wallet = $2 and ($3::text[] is null or w.status = any ($3))
  and ($4::timestamptz is null or w.created_at >= $4) and ($5::timestamptz is null or w.created_at < $5)`;

function filterValues({ memberId, wallet: own, statuses, fromMs, toMs }: WithdrawalFilter): unknown[] {
  return [memberId.toString(), own, statuses ?? null, isoOf(fromMs), isoOf(toMs)];
}

/** Newest first, those before `beforeId`. */
export const selectWithdrawals = manyRows(
  withdrawalRow,
  `select ${WITHDRAWAL} from withdrawal w where ${FILTER} and ($6::uuid is null or w.id < $6) order by w.id desc limit $7`,
  (filter: WithdrawalFilter, { beforeId, limit }: { beforeId: string | undefined; limit: number }) => [
    ...filterValues(filter),
    beforeId ?? null,
    limit,
  ],
);

/** How many withdrawals a filter finds, one more than `most` at most, and what of the newest `most` left and did not come back. */
export const sumWithdrawals = firstRow(
  sums,
  `select count(*) as count,
     coalesce(sum(amount - fee) filter (where status = 'approved' and paid_out <> 'returned' and place <= $6), 0)::bigint as credited
   from (select w.status, w.paid_out, w.amount, w.fee, row_number() over (order by w.id desc) as place from withdrawal w
     where ${FILTER} order by w.id desc limit $6 + 1) newest`,
  (filter: WithdrawalFilter, most: number) => [...filterValues(filter), most],
  { or: { count: 0n, credited: 0n } },
);

/** One withdrawal of a member; undefined when it is another's. */
export const selectWithdrawal = firstRow(
  withdrawalRow,
  `select ${WITHDRAWAL} from withdrawal w where w.id = $1 and w.member_id = $2`,
  (memberId: bigint, id: string) => [id, memberId],
);

const standing = z.object({
  allowed: z.boolean(),
  frozen: z.boolean(),
  pausedSec: int4,
  pausedUntil: z.nullable(moment),
  usedToday: amount,
  /** The code of why an operator forbade withdrawals; null when none did. */
  forbiddenReason: z.nullable(z.enum(REASONS.withdrawal)),
});
export type Standing = z.infer<typeof standing>;

/** What the site says of a member's withdrawals: permission, pause, and what they used since `dayStartMs`. */
export const selectStanding = onlyRow(
  standing,
  `select m.withdrawal_allowed as allowed, m.frozen, m.withdrawals_paused_until as paused_until,
     coalesce(greatest(0, ceil(extract(epoch from m.withdrawals_paused_until - clock_timestamp()))), 0)::int as paused_sec,
     (select coalesce(sum(w.amount), 0)::bigint from withdrawal w where w.member_id = m.id and w.wallet = $2
       and w.created_at >= $3 and w.status not in ('rejected', 'cancelled')) as used_today,
     case when not m.withdrawal_allowed then (select r.code from member_restriction r
       where r.member_id = m.id and r.kind = 'withdrawal' and r.restricted order by r.id desc limit 1) end as forbidden_reason
   from member m where m.id = $1`,
  (memberId: bigint, own: 'practice' | 'cash', dayStartMs: number) => [
    memberId,
    own,
    new Date(dayStartMs).toISOString(),
  ],
  { missing: 'the member is missing' },
);

export interface NewWithdrawal {
  id: string;
  reference: string;
  memberId: bigint;
  wallet: 'practice' | 'cash';
  currency: string;
  amount: bigint;
  fee: bigint;
  hold: string;
  feeHold: string | null;
  payee: z.infer<typeof payee>;
  sealed: Buffer;
}

/** The database compares amount and fee with the rule, and asks for the holds at the end of the transaction. */
export const insertWithdrawal = write(
  `insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  (withdrawal: NewWithdrawal) => [
    withdrawal.id,
    withdrawal.reference,
    withdrawal.memberId,
    withdrawal.wallet,
    withdrawal.currency,
    withdrawal.amount,
    withdrawal.fee,
    withdrawal.hold,
    withdrawal.feeHold,
    JSON.stringify(withdrawal.payee),
    withdrawal.sealed,
  ],
);

export const updateWithdrawalCancelled = write(
  `update withdrawal set status = 'cancelled', reason = 'BY_MEMBER' where id = $1`,
  (id: string) => [id],
);

/** The database looks whether it waits and is the member's. */
export const insertWithdrawalLock = write(
  'insert into withdrawal_lock (withdrawal_id, member_id) values ($1, $2)',
  ({ id, memberId }: { id: string; memberId: bigint }) => [id, memberId],
);

const waits = z.object({
  decided: int8,
  medianMinutes: z.nullable(z.number()),
  longestMinutes: z.nullable(z.number()),
  waiting: int8,
  longestWaitingMinutes: z.nullable(z.number()),
});
export type WaitsRow = z.infer<typeof waits>;

function minutesSql(from: string, to: string): string {
  return `extract(epoch from ${to} - ${from}) / 60`;
}

/** How long withdrawals of the last 30 days waited for their decision, and those that wait now. Cancelled ones do not count. */
export const selectWaits = onlyRow(
  waits,
  `select * from (
     select count(*) as decided,
       percentile_cont(0.5) within group (order by ${minutesSql('created_at', 'decided_at')})::float8 as median_minutes,
       max(${minutesSql('created_at', 'decided_at')})::float8 as longest_minutes
     from withdrawal where decided_at > clock_timestamp() - interval '30 days' and status in ('approved', 'rejected')
   ) past cross join (
     select count(*) as waiting, max(${minutesSql('created_at', 'clock_timestamp()')})::float8 as longest_waiting_minutes
     from withdrawal where status in ('pending', 'reviewing', 'seconding')
   ) now`,
  () => [],
  { missing: 'the waits were not counted' },
);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
