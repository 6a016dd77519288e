// SQL for receipts. It only reads, and it reads everything for one receipt in one snapshot.

import { HOUSE_KINDS, MEMBER_KINDS } from '@candor/domain/ledger/account';
import { TRANSFER_TYPES } from '@candor/domain/ledger/transfer';
import * as z from 'zod/mini';
import { int8, moment } from '../../platform/db/rows.ts';
import { outcome, voidReason } from '../columns/columns.ts';
import type { Db } from '../../platform/db/pool.ts';
import { archivedRows } from '../order-archive/order-parts-store.ts';
import type { LogIndexes, ReadArchivedOrder } from '../order-archive/read-archived-order.ts';
import { acceptedRow } from './accepted-order.ts';
import type { AcceptedRow } from './accepted-order.ts';
import { firstRow, manyRows, manyValues, write } from '../../platform/db/statement.ts';

/** From here on the transaction sees one snapshot: an order must not be settled between two reads. */
export const holdSnapshot = write('set transaction isolation level repeatable read, read only');

/** The columns of `acceptedRow`, from the tables in ACCEPTED_FROM. */
export const ACCEPTED_COLUMNS = `o.id, o.no, o.nonce, o.key, o.document_version, o.member_id, o.wallet, o.product, p.decimals, o.direction, o.stake, o.fee,
    o.payout_rate, o.payout, o.duration_sec, o.terms_version,
    encode(v.hash, 'hex') as terms_hash, site.currency, site.currency_decimals,
    o.submitted_at, o.accepted_at, o.entry_at, o.closes_at,
    encode(o.request_key, 'hex') as request_key, encode(o.request_signature, 'hex') as request_signature,
    o.requested_at, o.request_deadline, encode(o.request_terms_hash, 'hex') as request_terms_hash`;

export const ACCEPTED_FROM = `site, trade_order o
    join product p on p.code = o.product
    join terms v on v.product = o.product and v.version = o.terms_version`;

const SELECT_ACCEPTED = `select ${ACCEPTED_COLUMNS} from ${ACCEPTED_FROM} where o.id = $1 and o.member_id = $2`;

const selectAcceptedOrder = firstRow(acceptedRow, SELECT_ACCEPTED, (memberId: bigint, orderId: string) => [
  orderId,
  memberId,
]);

const selectAcceptedOfLine = firstRow(
  acceptedRow,
  `${archivedRows('$3')} ${SELECT_ACCEPTED}`,
  (memberId: bigint, orderId: string, line: string) => [orderId, memberId, [line]],
);

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

const SELECT_SETTLEMENT = `select outcome, reason, entry_seq, entry_at, entry_price,
     exit_seq, exit_at, exit_price, profit, credited, settled_at
   from settlement where order_id = $1`;

export const selectSettlement = firstRow(settlementRow, SELECT_SETTLEMENT, (orderId: string) => [orderId], {
  or: null,
});

const selectSettlementOfLine = firstRow(
  settlementRow,
  `${archivedRows('$2')} ${SELECT_SETTLEMENT}`,
  (orderId: string, line: string) => [orderId, [line]],
  { or: null },
);

/** A member's order as it was accepted, with what came of it. */
export interface FoundOrder {
  readonly row: AcceptedRow;
  readonly settlement: SettlementRow | null;
  /** Its places in the order log; undefined while the database has the order, and tells them. */
  readonly log: LogIndexes | undefined;
}

/** From the database; undefined when it has no order of this id, or that belongs to another member. */
export async function selectFoundOrder(db: Db, memberId: bigint, orderId: string): Promise<FoundOrder | undefined> {
  const row = await selectAcceptedOrder(db, memberId, orderId);
  return row === undefined ? undefined : { row, settlement: await selectSettlement(db, orderId), log: undefined };
}

/**
 * From the archive. It must be asked outside of transactions: a store that is away would hold their connections.
 * @throws Refused ORDERS_UNAVAILABLE
 */
export async function findArchivedOrder(
  db: Db,
  readArchived: ReadArchivedOrder,
  memberId: bigint,
  orderId: string,
): Promise<FoundOrder | undefined> {
  const archived = await readArchived(db, memberId, orderId);
  if (archived === null) return undefined;
  const { line, log } = archived;
  const row = await selectAcceptedOfLine(db, memberId, orderId, line);
  return row === undefined ? undefined : { row, settlement: await selectSettlementOfLine(db, orderId, line), log };
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
export const selectOrderTransfers = manyRows(
  orderTransferRow,
  `select t.id, t.type, d.kind as debit, c.kind as credit, t.amount, t.at
   from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
   where t.ref_id = $1 and t.ref_type = 'order' order by t.id`,
  (orderId: string) => [orderId],
);

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
export const selectProofSpan = firstRow(
  proofSpan,
  `with bound as (select $1::text as product, to_timestamp($2::float8 / 1000) as entry, to_timestamp($3::float8 / 1000) as close)
   select coalesce(first.seq, 1) as from_seq, coalesce(last.seq, due.seq, newest.seq) as to_seq, last.seq is not null as ended
   from bound b
   left join lateral (select seq from checkpoint where product = b.product and at <= b.entry order by at desc limit 1) first on true
   left join lateral (select seq from checkpoint where product = b.product and at >= b.close order by at limit 1) last on true
   left join lateral (select seq from tick where product = b.product and at >= b.close order by at limit 1) due on true
   left join tick_head newest on newest.product = b.product`,
  ({ product, entryAt, closesAt }: { product: string; entryAt: number; closesAt: number }) => [
    product,
    entryAt,
    closesAt,
  ],
  { or: { fromSeq: 1n, toSeq: null, ended: false } },
);

/** Notes of every checkpoint of a product that signs a tick with `at` in [fromMs, toMs], oldest first. */
export const selectNotes = manyValues(
  z.string(),
  `select note from checkpoint
   where product = $1 and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
   order by slot`,
  (product: string, fromMs: number, toMs: number) => [product, fromMs, toMs],
);
