/**
 * The public halves of the entries of the order log: what everyone is told of an order and of its settlement once it is settled.
 * Nothing in them says who placed the order, or for how much. All of it follows from the documents that the member has.
 */
import type { Wallet } from '@candor/domain/ledger/account';
import { VOID_REASONS } from '@candor/domain/trading/settle-order';
import type { Outcome, VoidReason } from '@candor/domain/trading/settle-order';
import type { Direction } from '@candor/domain/trading/order';
import type { ProofCrypto } from '../crypto-port.ts';
import { textHash } from '../encoding.ts';
import type { OrderDocument } from '../order-document.ts';
import type { PriceMoment, ReceiptOutcome } from '../receipt.ts';
import { count, hash, line, moment, nullOr, objectOf, oneOf, text } from '../shape.ts';

const PUBLIC_ORDER_FORMAT = 'candor-public-order-v1';
const PUBLIC_SETTLEMENT_FORMAT = 'candor-public-settlement-v1';
const DURATION_SEC_MAX = 86_400;

/** Texts as in the order's document. */
export type PublicOrder = {
  readonly acceptedAt: string;
  readonly closesAt: string;
  readonly direction: Direction;
  readonly durationSec: number;
  readonly entryAt: string;
  readonly format: typeof PUBLIC_ORDER_FORMAT;
  readonly product: string;
  /** SHA-256 of the order's id, hex, as in the public list. */
  readonly ref: string;
  readonly termsHash: string;
  readonly termsVersion: number;
  readonly wallet: Wallet;
};

/** As in the outcome of a receipt. */
export type PublicSettlement = {
  readonly entry: PriceMoment | null;
  readonly exit: PriceMoment | null;
  readonly format: typeof PUBLIC_SETTLEMENT_FORMAT;
  readonly reason: VoidReason | null;
  readonly ref: string;
  readonly settledAt: string;
  readonly status: Outcome;
};

/** What everyone may call an order: whoever knows its id finds it, and nobody finds the id. */
export async function orderRef(orderId: string, crypto: ProofCrypto): Promise<string> {
  return await textHash(orderId, crypto);
}

export function publicOrder(order: OrderDocument, ref: string): PublicOrder {
  return {
    acceptedAt: order.acceptedAt,
    closesAt: order.closesAt,
    direction: order.direction,
    durationSec: order.durationSec,
    entryAt: order.entryAt,
    format: PUBLIC_ORDER_FORMAT,
    product: order.product,
    ref,
    termsHash: order.termsHash,
    termsVersion: order.termsVersion,
    wallet: order.wallet,
  };
}

export function publicSettlement(
  { entry, exit, reason, settledAt, status }: Omit<ReceiptOutcome, 'credited' | 'profit'>,
  ref: string,
): PublicSettlement {
  return {
    entry: priceMoment(entry),
    exit: priceMoment(exit),
    format: PUBLIC_SETTLEMENT_FORMAT,
    reason,
    ref,
    settledAt,
    status,
  };
}

/** Nothing else gets in. */
function priceMoment(tick: PriceMoment | null): PriceMoment | null {
  return tick === null ? null : { at: tick.at, price: tick.price, seq: tick.seq };
}

export const readPublicOrder = objectOf<PublicOrder>({
  acceptedAt: moment,
  closesAt: moment,
  direction: oneOf(['up', 'down']),
  durationSec: count(1, DURATION_SEC_MAX),
  entryAt: moment,
  format: oneOf([PUBLIC_ORDER_FORMAT]),
  product: line,
  ref: hash,
  termsHash: hash,
  termsVersion: count(1),
  wallet: oneOf(['practice', 'cash']),
});

const readPriceMoment = nullOr(objectOf<PriceMoment>({ at: moment, price: text, seq: count(1) }));

export const readPublicSettlement = objectOf<PublicSettlement>({
  entry: readPriceMoment,
  exit: readPriceMoment,
  format: oneOf([PUBLIC_SETTLEMENT_FORMAT]),
  reason: nullOr(oneOf(VOID_REASONS)),
  ref: hash,
  settledAt: moment,
  status: oneOf(['won', 'lost', 'tied', 'voided']),
});
