// SQL of receipts. It reads alone, all of one receipt in one snapshot.

import type { AccountKind } from '@candor/domain/ledger/account';
import type { TransferType } from '@candor/domain/ledger/transfer';
import type { Outcome, VoidReason } from '@candor/domain/trading/settle-order';
import type { Db } from '../../platform/db/pool.ts';
import type { AcceptedRow } from './accepted-order.ts';

/** From here on the transaction sees what is there now: an order must not be settled between two reads. */
export async function holdSnapshot(db: Db): Promise<void> {
  await db.query('set transaction isolation level repeatable read, read only');
}

/** A member's order as it was accepted; undefined where there is none of this id, or it is another member's. */
export async function selectAcceptedOrder(db: Db, memberId: bigint, orderId: string): Promise<AcceptedRow | undefined> {
  const { rows } = await db.query<AcceptedRow>(
    `select o.id, o.no, o.member_id as "memberId", o.wallet, o.product, p.decimals, o.direction, o.stake, o.fee,
       o.payout_rate as "payoutRate", o.payout, o.duration_sec as "durationSec", o.terms_version as "termsVersion",
       encode(v.hash, 'hex') as "termsHash", (select currency from site) as currency,
       o.submitted_at as "submittedAt", o.accepted_at as "acceptedAt", o.entry_at as "entryAt", o.closes_at as "closesAt"
     from trade_order o
     join product p on p.code = o.product
     join terms v on v.product = o.product and v.version = o.terms_version
     where o.id = $1 and o.member_id = $2`,
    [orderId, memberId],
  );
  return rows[0];
}

export interface SettlementRow {
  outcome: Outcome;
  reason: VoidReason | null;
  entrySeq: bigint | null;
  entryAt: number | null;
  entryPrice: bigint | null;
  exitSeq: bigint | null;
  exitAt: number | null;
  exitPrice: bigint | null;
  profit: bigint;
  credited: bigint;
  settledAt: number;
}

export async function selectSettlement(db: Db, orderId: string): Promise<SettlementRow | null> {
  const { rows } = await db.query<SettlementRow>(
    `select outcome, reason, entry_seq as "entrySeq", entry_at as "entryAt", entry_price as "entryPrice",
       exit_seq as "exitSeq", exit_at as "exitAt", exit_price as "exitPrice", profit, credited, settled_at as "settledAt"
     from settlement where order_id = $1`,
    [orderId],
  );
  return rows[0] ?? null;
}

export interface OrderTransferRow {
  id: string;
  type: TransferType;
  debit: AccountKind;
  credit: AccountKind;
  amount: bigint;
  at: number;
}

/** All that an order moved, oldest first. */
export async function selectOrderTransfers(db: Db, orderId: string): Promise<OrderTransferRow[]> {
  const { rows } = await db.query<OrderTransferRow>(
    `select t.id, t.type, d.kind as debit, c.kind as credit, t.amount, t.at
     from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
     where t.ref_id = $1 and t.ref_type = 'order' order by t.id`,
    [orderId],
  );
  return rows;
}

export interface ProofSpan {
  /** Of the first and the last tick; the last is null while the product has none. */
  fromSeq: bigint;
  toSeq: bigint | null;
  /** Whether a checkpoint at or after the close ends it. */
  ended: boolean;
}

/**
 * Which ticks prove an order: from that of the last checkpoint at or before its entry, or from the very first, to that of
 * the first checkpoint at or after its close. While there is none, to the tick that makes the order due, or the newest.
 */
export async function selectProofSpan(
  db: Db,
  { product, entryAt, closesAt }: { product: string; entryAt: number; closesAt: number },
): Promise<ProofSpan> {
  const { rows } = await db.query<ProofSpan>(
    `with bound as (select $1::text as product, to_timestamp($2::float8 / 1000) as entry, to_timestamp($3::float8 / 1000) as close)
     select coalesce(first.seq, 1) as "fromSeq", coalesce(last.seq, due.seq, newest.seq) as "toSeq", last.seq is not null as ended
     from bound b
     left join lateral (select seq from checkpoint where product = b.product and at <= b.entry order by at desc limit 1) first on true
     left join lateral (select seq from checkpoint where product = b.product and at >= b.close order by at limit 1) last on true
     left join lateral (select seq from tick where product = b.product and at >= b.close order by at limit 1) due on true
     left join tick_head newest on newest.product = b.product`,
    [product, entryAt, closesAt],
  );
  return rows[0] ?? { fromSeq: 1n, toSeq: null, ended: false };
}

/** Notes of every checkpoint of a product that signs a tick with `at` in [fromMs, toMs], oldest first. */
export async function selectNotes(db: Db, product: string, fromMs: number, toMs: number): Promise<string[]> {
  const { rows } = await db.query<{ note: string }>(
    `select note from checkpoint
     where product = $1 and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
     order by slot`,
    [product, fromMs, toMs],
  );
  return rows.map(({ note }) => note);
}
