import { DEPOSIT_KINDS, NETWORKS } from '@candor/contract/cashier';
import type { DepositKind } from '@candor/contract/cashier';
import { DEPOSIT_STATES } from '@candor/domain/cashier/deposit';
import type { DepositState } from '@candor/domain/cashier/deposit';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { wallet } from '../../services/columns/columns.ts';
import { details } from './channel-store.ts';
import type { ChannelRow } from './channel-store.ts';
import { amount, names, rateOf, reason, steps, stepsSql } from './columns.ts';
import { asGiven, firstRow, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of deposits as their members see them. The rows that operators decide on are in operator-store.ts. */
export const depositColumns = {
  id: z.string(),
  reference: z.string(),
  memberId: int8,
  wallet,
  channel: z.string(),
  kind: z.enum(DEPOSIT_KINDS),
  network: z.nullable(z.enum(NETWORKS)),
  names,
  amount,
  asset: z.string(),
  assetDecimals: int4,
  assetAmount: int8,
  rate: rateOf,
  rateUntil: moment,
  expiresAt: moment,
  details,
  status: z.enum(DEPOSIT_STATES),
  txid: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  proof: z.nullable(z.string()),
  credited: z.nullable(amount),
  reason,
  version: int4,
  createdAt: moment,
  paidAt: z.nullable(moment),
  decidedAt: z.nullable(moment),
  arrivalMinutes: int4,
  proofRequired: z.boolean(),
  steps,
};
const depositRow = z.object(depositColumns);
export type DepositRow = z.infer<typeof depositRow>;

export const DEPOSIT = `d.id, d.reference, d.member_id, d.wallet, d.channel, d.kind, d.network, c.names, d.amount, d.asset,
  c.asset_decimals, d.asset_amount, d.rate, d.rate_until,
  d.expires_at, d.details, d.status, d.txid, d.payer, d.proof, d.credited, d.reason, d.version,
  d.created_at, d.paid_at, d.decided_at,
  d.promised_minutes as arrival_minutes, d.proof_required, ${stepsSql('d')}`;
export const FROM_DEPOSIT = 'from deposit d join deposit_channel c on c.code = d.channel';

export interface DepositFilter {
  memberId: bigint;
  wallet: 'practice' | 'cash';
  statuses: readonly DepositState[] | undefined;
  kinds: readonly DepositKind[] | undefined;
  fromMs?: number;
  toMs?: number;
}

const FILTER = `d.member_id = $1 and d.wallet = $2 and ($3::text[] is null or d.status = any ($3))
  and ($4::text[] is null or d.kind = any ($4))
  and ($5::timestamptz is null or d.created_at >= $5) and ($6::timestamptz is null or d.created_at < $6)`;

function filterValues({ memberId, wallet: own, statuses, kinds, fromMs, toMs }: DepositFilter): unknown[] {
  return [memberId.toString(), own, statuses ?? null, kinds ?? null, isoOf(fromMs), isoOf(toMs)];
}

/** Newest first, those before `beforeId`. */
export const selectDeposits = manyRows(
  depositRow,
  `select ${DEPOSIT} ${FROM_DEPOSIT} where ${FILTER} and ($7::uuid is null or d.id < $7) order by d.id desc limit $8`,
  (filter: DepositFilter, { beforeId, limit }: { beforeId: string | undefined; limit: number }) => [
    ...filterValues(filter),
    beforeId ?? null,
    limit,
  ],
);

export const sums = z.object({ count: int8, credited: int8 });
export type Sums = z.infer<typeof sums>;

/** How many deposits a filter finds, one more than `most` at most, and what of the newest `most` arrived. */
export const sumDeposits = firstRow(
  sums,
  `select count(*) as count, coalesce(sum(credited) filter (where status = 'approved' and place <= $7), 0)::bigint as credited
   from (select d.status, d.credited, row_number() over (order by d.id desc) as place from deposit d
     where ${FILTER} order by d.id desc limit $7 + 1) newest`,
  (filter: DepositFilter, most: number) => [...filterValues(filter), most],
  { or: { count: 0n, credited: 0n } },
);

/** One deposit of a member; undefined when it is another's. */
export const selectDeposit = firstRow(
  depositRow,
  `select ${DEPOSIT} ${FROM_DEPOSIT} where d.id = $1 and d.member_id = $2`,
  (memberId: bigint, id: string) => [id, memberId],
);

const countOpenDepositsRow = firstRow(
  z.object({ count: int8 }),
  `select count(*) as count from deposit
   where member_id = $1 and status in ('recharging', 'pending', 'reviewing', 'seconding')`,
  asGiven,
);

/** Deposits of a member that wait for payment or for an operator. */
export async function countOpenDeposits(db: Db, memberId: bigint): Promise<number> {
  return Number((await countOpenDepositsRow(db, memberId.toString()))?.count ?? 0n);
}

export interface NewDeposit {
  id: string;
  reference: string;
  memberId: bigint;
  wallet: 'practice' | 'cash';
  currency: string;
  channel: ChannelRow;
  amount: bigint;
  assetAmount: bigint;
  rateLockMs: number;
  openMs: number;
}

/** The database compares rate, amount and details with the channel. */
export async function insertDeposit(db: Db, deposit: NewDeposit): Promise<void> {
  const { channel } = deposit;
  await db.query(
    `insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate,
       rate_until, details, expires_at)
     select $1, $2, $3, $4, $5, c.code, c.kind, c.network, $7, c.asset, $8, $9, clock_timestamp() + make_interval(secs => $10),
       c.details, clock_timestamp() + make_interval(secs => $11)
     from deposit_channel c where c.code = $6`,
    [
      deposit.id,
      deposit.reference,
      deposit.memberId.toString(),
      deposit.wallet,
      deposit.currency,
      channel.code,
      deposit.amount.toString(),
      deposit.assetAmount.toString(),
      channel.rate.toString(),
      deposit.rateLockMs / 1000,
      deposit.openMs / 1000,
    ],
  );
}

/** A transaction number is kept where the payment is on a chain: nowhere else is it one of a kind. */
export const updatePaid = write(
  `update deposit set status = 'pending', txid = case when network is not null then $2 end, payer = $3, proof = $4 where id = $1`,
  (id: string, paid: { txid: string | null; payer: string | null; proof: string | null }) => [
    id,
    paid.txid,
    paid.payer,
    paid.proof,
  ],
);

export const updateCancelled = write(
  `update deposit set status = 'cancelled', reason = 'BY_MEMBER' where id = $1`,
  (id: string) => [id],
);

/** Whether another deposit that is not over claims this payment. */
export async function isTxidUsed(db: Db, network: string, txid: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from deposit where network = $1 and lower(txid) = lower($2) and status not in ('rejected', 'cancelled')`,
    [network, txid],
  );
  return (rowCount ?? 0) > 0;
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
