// SQL for receipts. It only reads, and it reads everything for one receipt in one snapshot.

import { HOUSE_KINDS, MEMBER_KINDS } from '@candor/domain/ledger/account';
import { TRANSFER_TYPES } from '@candor/domain/ledger/transfer';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';
import { outcome, voidReason } from '../columns/columns.ts';
import { acceptedRow } from './accepted-order.ts';
import type { AcceptedRow } from './accepted-order.ts';

/** From here on the transaction sees one snapshot: an order must not be settled between two reads. */
export async function holdSnapshot(db: Db): Promise<void> {
  await db.query('set transaction isolation level repeatable read, read only');
}

/** The columns of `acceptedRow`, from the tables in ACCEPTED_FROM. */
export const ACCEPTED_COLUMNS = `o.id, o.no, o.nonce, o.key, o.document_version as "documentVersion", o.member_id as "memberId", o.wallet, o.product, p.decimals, o.direction, o.stake, o.fee,
    o.payout_rate as "payoutRate", o.payout, o.duration_sec as "durationSec", o.terms_version as "termsVersion",
    encode(v.hash, 'hex') as "termsHash", site.currency, site.currency_decimals as "currencyDecimals",
    o.submitted_at as "submittedAt", o.accepted_at as "acceptedAt", o.entry_at as "entryAt", o.closes_at as "closesAt",
    encode(o.request_key, 'hex') as "requestKey", encode(o.request_signature, 'hex') as "requestSignature",
    o.requested_at as "requestedAt", encode(o.request_terms_hash, 'hex') as "requestTermsHash"`;

export const ACCEPTED_FROM = `site, trade_order o
    join product p on p.code = o.product
    join terms v on v.product = o.product and v.version = o.terms_version`;

/** A member's order as it was accepted; undefined when no order has this id or it belongs to another member. */
export async function selectAcceptedOrder(db: Db, memberId: bigint, orderId: string): Promise<AcceptedRow | undefined> {
  const result = await db.query(
    `select ${ACCEPTED_COLUMNS} from ${ACCEPTED_FROM} where o.id = $1 and o.member_id = $2`,
    [orderId, memberId],
  );
  return rowOf(acceptedRow, result);
}

const settlementRow = z.object({
  outcome,
  reason: z.nullable(voidReason),
  entrySeq: z.nullable(int8),
  entryAt: z.nullable(moment),
  entryPrice: z.nullable(int8),
  exitSeq: z.nullable(int8),
  exitAt: z.nullable(moment),
  exitPrice: z.nullable(int8),
  profit: int8,
  credited: int8,
  settledAt: moment,
});
export type SettlementRow = z.infer<typeof settlementRow>;

export async function selectSettlement(db: Db, orderId: string): Promise<SettlementRow | null> {
  const result = await db.query(
    `select outcome, reason, entry_seq as "entrySeq", entry_at as "entryAt", entry_price as "entryPrice",
       exit_seq as "exitSeq", exit_at as "exitAt", exit_price as "exitPrice", profit, credited, settled_at as "settledAt"
     from settlement where order_id = $1`,
    [orderId],
  );
  return rowOf(settlementRow, result) ?? null;
}

const accountKind = z.enum([...MEMBER_KINDS, ...HOUSE_KINDS]);
const orderTransferRow = z.object({
  id: z.string(),
  type: z.enum(TRANSFER_TYPES),
  debit: accountKind,
  credit: accountKind,
  amount: int8,
  at: moment,
});
export type OrderTransferRow = z.infer<typeof orderTransferRow>;

/** Everything that an order moved, oldest first. */
export async function selectOrderTransfers(db: Db, orderId: string): Promise<OrderTransferRow[]> {
  const result = await db.query(
    `select t.id, t.type, d.kind as debit, c.kind as credit, t.amount, t.at
     from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
     where t.ref_id = $1 and t.ref_type = 'order' order by t.id`,
    [orderId],
  );
  return rowsOf(orderTransferRow, result);
}

const proofSpan = z.object({
  /** Numbers of the first and the last tick; the last is null while the product has no tick. */
  fromSeq: int8,
  toSeq: z.nullable(int8),
  /** Whether the last tick is that of a checkpoint at or after the close. */
  ended: z.boolean(),
});
export type ProofSpan = z.infer<typeof proofSpan>;

/**
 * Which ticks prove an order. The first is the tick of the last checkpoint at or before its entry, or the very first
 * tick. The last is the tick of the first checkpoint at or after its close. Until there is such a checkpoint, it is the
 * tick that makes the order due, or the newest tick.
 */
export async function selectProofSpan(
  db: Db,
  { product, entryAt, closesAt }: { product: string; entryAt: number; closesAt: number },
): Promise<ProofSpan> {
  const result = await db.query(
    `with bound as (select $1::text as product, to_timestamp($2::float8 / 1000) as entry, to_timestamp($3::float8 / 1000) as close)
     select coalesce(first.seq, 1) as "fromSeq", coalesce(last.seq, due.seq, newest.seq) as "toSeq", last.seq is not null as ended
     from bound b
     left join lateral (select seq from checkpoint where product = b.product and at <= b.entry order by at desc limit 1) first on true
     left join lateral (select seq from checkpoint where product = b.product and at >= b.close order by at limit 1) last on true
     left join lateral (select seq from tick where product = b.product and at >= b.close order by at limit 1) due on true
     left join tick_head newest on newest.product = b.product`,
    [product, entryAt, closesAt],
  );
  return rowOf(proofSpan, result) ?? { fromSeq: 1n, toSeq: null, ended: false };
}

/** Notes of every checkpoint of a product that signs a tick with `at` in [fromMs, toMs], oldest first. */
export async function selectNotes(db: Db, product: string, fromMs: number, toMs: number): Promise<string[]> {
  const result = await db.query(
    `select note from checkpoint
     where product = $1 and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
     order by slot`,
    [product, fromMs, toMs],
  );
  return rowsOf(z.object({ note: z.string() }), result).map(({ note }) => note);
}
