import type { DepositKind } from '@candor/contract/cashier';
import type { DepositState } from '@candor/domain/cashier/deposit';
import type { PayoutState, WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { LANGUAGES } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8, moment } from '../../platform/db/rows.ts';
import { amount, block, blockSql, person, personSql, rateOfInt } from './columns.ts';
import { DEPOSIT, depositColumns, FROM_DEPOSIT } from './deposit-store.ts';
import { WITHDRAWAL, withdrawalColumns } from './withdrawal-store.ts';
import { asGiven, byVariant, firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of the queues that operators work on. */
const operatorColumns = {
  member: z.object({ id: z.string(), username: z.string(), language: z.nullable(z.enum(LANGUAGES)) }),
  /** What the operator wrote last. It stays in the console. */
  note: z.nullable(z.string()),
  block,
  takenBy: person,
  firstBy: person,
  secondBy: person,
  /** Who made each step and what they wrote, in the order of the steps; nobody for the member and the worker. */
  hands: z.array(z.object({ by: person, note: z.nullable(z.string()) })),
};

function operatorSql(x: string, isPayeeShared = 'false'): string {
  return `${x}.note, (select json_build_object('id', p.id::text, 'username', p.username, 'language', p.language)
      from member p where p.id = ${x}.member_id) as member, ${blockSql(`${x}.member_id`, isPayeeShared)}, ${personSql(`${x}.taken_by`, 'taken_by')},
    ${personSql(`${x}.first_by`, 'first_by')}, ${personSql(`${x}.second_by`, 'second_by')},
    (select json_agg(json_build_object('note', s.note, 'by',
        case when o.id is not null then json_build_object('id', o.id::text, 'username', o.username) end) order by s.n)
     from cashier_step s left join operator o on o.id = s.by_operator where s.subject = ${x}.id) as hands`;
}

const chain = z.nullable(
  z.object({
    found: z.boolean(),
    recipient: z.nullable(z.string()),
    units: z.nullable(z.string()),
    confirmations: z.nullable(int4),
    checkedAt: moment,
  }),
);

const operatorDepositRow = z.object({
  ...depositColumns,
  ...operatorColumns,
  chain,
  confirmationsNeeded: int4,
  channelMin: amount,
  channelMax: amount,
  secondFrom: amount,
  farRate: rateOfInt,
  boundRate: rateOfInt,
});
export type OperatorDepositRow = z.infer<typeof operatorDepositRow>;

const OPERATOR_DEPOSIT = `${DEPOSIT}, ${operatorSql('d')}, c.confirmations as confirmations_needed,
  c.min as channel_min, c.max as channel_max, c.second_from, c.far_rate, c.bound_rate,
  (select json_build_object('found', f.found, 'recipient', f.recipient, 'units', f.units::text, 'confirmations', f.confirmations,
    'checkedAt', floor(extract(epoch from f.checked_at) * 1000)::bigint) from chain_finding f where f.deposit_id = d.id) as chain`;

export interface OperatorFilter<State> {
  /** Undefined: all that still waits. */
  states: readonly State[] | undefined;
  /** A reference, or the start of a member's name. */
  q: string | undefined;
  takenBy: bigint | undefined;
  fromMs?: number;
  toMs?: number;
  afterId: string | undefined;
  limit: number;
}

const OPEN_DEPOSITS = ['pending', 'reviewing', 'seconding'] as const satisfies readonly DepositState[];
const OPEN_WITHDRAWALS = ['pending', 'reviewing', 'seconding'] as const satisfies readonly WithdrawalState[];

function common(x: string): string {
  return `${x}.status = any ($1) and ($2::timestamptz is null or ${x}.created_at >= $2)
    and ($3::timestamptz is null or ${x}.created_at < $3) and ($4::bigint is null or ${x}.taken_by = $4)
    and ($5::text is null or ${x}.reference = upper($5) or ${x}.member_id in (
      select m.id from member m where lower(m.username collate "C") like lower($5) || '%' limit 100))
    and ($6::uuid is null or ${x}.id > $6)`;
}

function commonValues<State>(filter: OperatorFilter<State>, open: readonly State[]): unknown[] {
  return [
    filter.states ?? open,
    isoOf(filter.fromMs),
    isoOf(filter.toMs),
    filter.takenBy?.toString() ?? null,
    filter.q?.replaceAll(/[\\%_]/g, '\\$&') ?? null,
    filter.afterId ?? null,
  ];
}

/** Oldest first: who waits longest comes first. */
export const selectOperatorDeposits = manyRows(
  operatorDepositRow,
  `select ${OPERATOR_DEPOSIT} ${FROM_DEPOSIT}
   where ${common('d')} and ($7::text[] is null or d.kind = any ($7)) order by d.id limit $8`,
  (filter: OperatorFilter<DepositState> & { kinds: readonly DepositKind[] | undefined }) => [
    ...commonValues<DepositState>(filter, OPEN_DEPOSITS),
    filter.kinds ?? null,
    filter.limit,
  ],
);

const operatorDeposit = byVariant(['', 'for update of d'], (lock) =>
  firstRow(operatorDepositRow, `select ${OPERATOR_DEPOSIT} ${FROM_DEPOSIT} where d.id = $1 ${lock}`, (id: string) => [
    id,
  ]),
);

/** One deposit, locked so that two operators decide one after the other. */
export async function selectOperatorDeposit(
  db: Db,
  id: string,
  lock: '' | 'for update of d' = '',
): Promise<OperatorDepositRow | undefined> {
  return await operatorDeposit[lock](db, id);
}

const operatorWithdrawalRow = z.object({
  ...withdrawalColumns,
  ...operatorColumns,
  payoutRef: z.nullable(z.string()),
  sentBy: person,
  returnBy: person,
});
export type OperatorWithdrawalRow = z.infer<typeof operatorWithdrawalRow>;

const OPERATOR_WITHDRAWAL = `${WITHDRAWAL}, ${operatorSql('w', 'is_payee_shared(w.member_id, w.payee_sealed, w.payee_mark)')}, w.bank_ref as payout_ref, ${personSql('w.sent_by', 'sent_by')},
  ${personSql('w.return_by', 'return_by')}`;

/** Oldest first. With payouts, only those whose payment is there. */
export const selectOperatorWithdrawals = manyRows(
  operatorWithdrawalRow,
  `select ${OPERATOR_WITHDRAWAL} from withdrawal w
   where ${common('w')} and ($7::text[] is null or w.paid_out = any ($7)) order by w.id limit $8`,
  (filter: OperatorFilter<WithdrawalState> & { payouts: readonly PayoutState[] | undefined }) => [
    ...commonValues<WithdrawalState>(filter, OPEN_WITHDRAWALS),
    filter.payouts ?? null,
    filter.limit,
  ],
);

const operatorWithdrawal = byVariant(['', 'for update of w'], (lock) =>
  firstRow(
    operatorWithdrawalRow,
    `select ${OPERATOR_WITHDRAWAL} from withdrawal w where w.id = $1 ${lock}`,
    (id: string) => [id],
  ),
);

/** One withdrawal, locked so that two operators decide one after the other. */
export async function selectOperatorWithdrawal(
  db: Db,
  id: string,
  lock: '' | 'for update of w' = '',
): Promise<OperatorWithdrawalRow | undefined> {
  return await operatorWithdrawal[lock](db, id);
}

/** The sealed number of the card that a withdrawal goes to. */
export const selectSealedPayee = firstValue(
  bytes,
  'select payee_sealed as sealed from withdrawal where id = $1',
  (id: string) => [id],
);

/** How much waits in each queue of operators. A payout waits until it has arrived or is credited again. */
export const countDeposits = firstValue(
  int4,
  'select count(*)::int as count from deposit where status = any ($1)',
  () => [OPEN_DEPOSITS],
  { or: 0 },
);

export const countWithdrawals = firstValue(
  int4,
  'select count(*)::int as count from withdrawal where status = any ($1)',
  () => [OPEN_WITHDRAWALS],
  { or: 0 },
);

export const countPayouts = firstValue(
  int4,
  `select count(*)::int as count from withdrawal where status = 'approved' and paid_out in ('none', 'sent', 'returning')`,
  () => [],
  { or: 0 },
);

const ownerOf = byVariant(['deposit', 'withdrawal'], (table) =>
  firstRow(z.object({ memberId: int8 }), `select x.member_id from ${table} x where x.id = $1`, (id: string) => [id]),
);

/** Who owns a deposit or a withdrawal: their row is locked before a decision. */
export async function selectOwner(
  db: Db,
  table: 'deposit' | 'withdrawal',
  id: string,
): Promise<{ memberId: bigint } | undefined> {
  return await ownerOf[table](db, id);
}

export interface DepositMove {
  id: string;
  status: DepositState;
  /** Who makes this step. */
  movedBy: bigint;
  takenBy: bigint | null;
  firstBy: bigint | null;
  secondBy: bigint | null;
  credited: bigint | null;
  reason: string | null;
  note: string | null;
}

export const updateDeposit = write(
  `update deposit set status = $2, taken_by = $3, first_by = $4, second_by = $5, credited = $6, reason = $7, note = $8,
     moved_by = $9
   where id = $1`,
  (move: DepositMove) => [
    move.id,
    move.status,
    textOf(move.takenBy),
    textOf(move.firstBy),
    textOf(move.secondBy),
    textOf(move.credited),
    move.reason,
    move.note,
    textOf(move.movedBy),
  ],
);

export interface WithdrawalMove {
  id: string;
  status: WithdrawalState;
  movedBy: bigint;
  takenBy: bigint | null;
  firstBy: bigint | null;
  secondBy: bigint | null;
  reason: string | null;
  note: string | null;
}

export const updateWithdrawal = write(
  `update withdrawal set status = $2, taken_by = $3, first_by = $4, second_by = $5, reason = $6, note = $7,
     moved_by = $8
   where id = $1`,
  (move: WithdrawalMove) => [
    move.id,
    move.status,
    textOf(move.takenBy),
    textOf(move.firstBy),
    textOf(move.secondBy),
    move.reason,
    move.note,
    textOf(move.movedBy),
  ],
);

const selectRefOwnerRow = firstRow(
  z.object({ reference: z.string() }),
  `select w.reference from payout_reference p join withdrawal w on w.id = p.withdrawal_id
   where p.ref_key = payout_ref_key($1)`,
  asGiven,
);

/**
 * The withdrawal that a reference of the bank already belongs to. Who asks holds the reference until the end of the
 * transaction, so that two payments that name it at once come one after the other.
 */
export async function selectRefOwner(db: Db, ref: string): Promise<string | undefined> {
  await db.query(`select wait_turn('payout/' || payout_ref_key($1))`, [ref]);
  return (await selectRefOwnerRow(db, ref))?.reference;
}

export const updatePayout = write(
  `update withdrawal set paid_out = $2, bank_ref = coalesce($3, bank_ref), reason = $4, note = $5,
     moved_by = $6
   where id = $1`,
  (move: {
    id: string;
    movedBy: bigint;
    payout: PayoutState;
    payoutRef: string | null;
    reason: string | null;
    note: string | null;
  }) => [move.id, move.payout, move.payoutRef, move.reason, move.note, textOf(move.movedBy)],
);

function textOf(value: bigint | null): string | null {
  return value === null ? null : value.toString();
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
