import { DEPOSIT_KINDS } from '@candor/contract/cashier';
import type { DepositKind } from '@candor/contract/cashier';
import { MONEY_ORDERS } from '@candor/contract/console-cashier';
import type { MoneyOrder } from '@candor/contract/console-cashier';
import { DEPOSIT_STATES } from '@candor/domain/cashier/deposit';
import type { DepositState } from '@candor/domain/cashier/deposit';
import { PAYOUT_STATES, WITHDRAWAL_STATES } from '@candor/domain/cashier/withdrawal';
import type { PayoutState, WithdrawalState } from '@candor/domain/cashier/withdrawal';
import { LANGUAGES } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8, moment } from '../../platform/db/rows.ts';
import { amount, block, blockSql, names, person, personSql, rateOfInt } from './columns.ts';
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
  sort?: MoneyOrder | undefined;
  afterId: string | undefined;
  limit: number;
}

const OPEN_DEPOSITS = ['pending', 'reviewing', 'seconding'] as const satisfies readonly DepositState[];
const OPEN_WITHDRAWALS = ['pending', 'reviewing', 'seconding'] as const satisfies readonly WithdrawalState[];

const LISTINGS = MONEY_ORDERS.flatMap((sort) => [sort, `${sort} found`] as const);
type Listing = (typeof LISTINGS)[number];

/** Which statement reads a page of a filter. */
function listingOf({ sort = 'createdAt', q }: Pick<OperatorFilter<never>, 'sort' | 'q'>): Listing {
  return q === undefined ? sort : `${sort} found`;
}

/**
 * The ids of a page as the table `k`, and the order of both. Each state and part has its own stretch of an index that carries the
 * order, so a page costs the same however many rows there are: a few from each stretch, the first of them all. What somebody looks
 * for is few, and begins with its reference or its members. What is shown beside the ids is read for the page alone.
 */
function listed(
  table: 'deposit' | 'withdrawal',
  part: 'kind' | 'paid_out',
  listing: Listing,
): { ids: string; order: string } {
  const by = listing.includes('amount') ? 'amount' : 'created_at';
  const [down, beyond] = listing.startsWith('-') ? ['desc', '<'] : ['asc', '>'];
  const columns = `x.id, x.${by} as place`;
  const narrowed = `($2::timestamptz is null or x.created_at >= $2) and ($3::timestamptz is null or x.created_at < $3)
    and ($4::bigint is null or x.taken_by = $4)
    and ($6::uuid is null or (x.${by}, x.id) ${beyond} ((select c.${by} from ${table} c where c.id = $6), $6))`;
  const own = `x.status = any ($1::text[]) and x.${part} = any ($7::text[])`;
  const near = listing.endsWith('found')
    ? `select ${columns} from ${table} x where x.reference = upper($5) and ${own} and ${narrowed}
       union select ${columns} from (
         select m.id from member m where lower(m.username collate "C") like lower($5) || '%' limit 100) m
       join ${table} x on x.member_id = m.id where ${own} and ${narrowed}`
    : `select near.id, near.place from unnest($1::text[]) as s (state) cross join unnest($7::text[]) as g (part)
       cross join lateral (
         select ${columns} from ${table} x where x.status = s.state and x.${part} = g.part and $5::text is null and ${narrowed}
         order by x.${by} ${down}, x.id ${down} limit $8) near`;
  return {
    ids: `(select near.id, near.place from (${near}) near order by near.place ${down}, near.id ${down} limit $8) k`,
    order: `order by k.place ${down}, k.id ${down}`,
  };
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

function depositValues(filter: DepositFilter): unknown[] {
  return [...commonValues<DepositState>(filter, OPEN_DEPOSITS), filter.kinds ?? DEPOSIT_KINDS, filter.limit];
}

function withdrawalValues(filter: WithdrawalFilter): unknown[] {
  return [...commonValues<WithdrawalState>(filter, OPEN_WITHDRAWALS), filter.payouts ?? PAYOUT_STATES, filter.limit];
}

const operatorDeposits = byVariant(LISTINGS, (listing) => {
  const { ids, order } = listed('deposit', 'kind', listing);
  return manyRows(
    operatorDepositRow,
    `select ${OPERATOR_DEPOSIT} from ${ids} join deposit d on d.id = k.id join deposit_channel c on c.code = d.channel ${order}`,
    depositValues,
  );
});

/** Oldest first, unless somebody sorts them: who waits longest comes first. */
export async function selectOperatorDeposits(db: Db, filter: DepositFilter): Promise<OperatorDepositRow[]> {
  return await operatorDeposits[listingOf(filter)](db, filter);
}

const lineColumns = {
  id: z.string(),
  reference: z.string(),
  username: z.string(),
  amount,
  credited: z.nullable(amount),
  createdAt: moment,
  decidedAt: z.nullable(moment),
  /** Who has it, or decided it first. */
  holder: z.nullable(z.string()),
};

function lineSql(x: string): string {
  return `${x}.id, ${x}.reference, p.username, ${x}.amount, ${x}.created_at, ${x}.decided_at,
    (select o.username from operator o where o.id = coalesce(${x}.first_by, ${x}.taken_by)) as holder`;
}

const depositLines = byVariant(LISTINGS, (listing) => {
  const { ids, order } = listed('deposit', 'kind', listing);
  return manyRows(
    z.object({
      ...lineColumns,
      names,
      payer: z.nullable(z.string()),
      txid: z.nullable(z.string()),
      status: z.enum(DEPOSIT_STATES),
      paidAt: z.nullable(moment),
    }),
    `select ${lineSql('d')}, d.credited, c.names, d.payer, d.txid, d.status, d.paid_at
     from ${ids} join deposit d on d.id = k.id join deposit_channel c on c.code = d.channel join member p on p.id = d.member_id ${order}`,
    depositValues,
  );
});

type DepositFilter = OperatorFilter<DepositState> & { kinds: readonly DepositKind[] | undefined };

/** The same deposits, with what a file of very many has of each. */
export async function selectDepositLines(db: Db, filter: DepositFilter) {
  return await depositLines[listingOf(filter)](db, filter);
}

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

const operatorWithdrawals = byVariant(LISTINGS, (listing) => {
  const { ids, order } = listed('withdrawal', 'paid_out', listing);
  return manyRows(
    operatorWithdrawalRow,
    `select ${OPERATOR_WITHDRAWAL} from ${ids} join withdrawal w on w.id = k.id ${order}`,
    withdrawalValues,
  );
});

/** Oldest first, unless somebody sorts them. With payouts, only those whose payment is there. */
export async function selectOperatorWithdrawals(db: Db, filter: WithdrawalFilter): Promise<OperatorWithdrawalRow[]> {
  return await operatorWithdrawals[listingOf(filter)](db, filter);
}

/** Where an approved withdrawal goes is in no file before it is paid, while money out is halted. */
const IS_SHOWN = `(w.status <> 'approved' or w.paid_out <> 'none'
  or not exists (select from integrity_check i where i.halts and i.failing_since is not null))`;

const withdrawalLines = byVariant(LISTINGS, (listing) => {
  const { ids, order } = listed('withdrawal', 'paid_out', listing);
  return manyRows(
    z.object({
      ...lineColumns,
      fee: amount,
      status: z.enum(WITHDRAWAL_STATES),
      payout: z.enum(PAYOUT_STATES),
      bank: z.nullable(z.string()),
      card: z.nullable(z.string()),
      payoutRef: z.nullable(z.string()),
    }),
    `select ${lineSql('w')}, w.amount - w.fee as credited, w.fee, w.status, w.paid_out as payout,
       case when ${IS_SHOWN} then w.payee ->> 'bank' end as bank, case when ${IS_SHOWN} then w.payee ->> 'number' end as card, w.bank_ref as payout_ref
     from ${ids} join withdrawal w on w.id = k.id join member p on p.id = w.member_id ${order}`,
    withdrawalValues,
  );
});

type WithdrawalFilter = OperatorFilter<WithdrawalState> & { payouts: readonly PayoutState[] | undefined };

/** The same withdrawals, with what a file of very many has of each. */
export async function selectWithdrawalLines(db: Db, filter: WithdrawalFilter) {
  return await withdrawalLines[listingOf(filter)](db, filter);
}

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
