/** An accepted order as one document. The acceptance contains its hash. Nothing in it changes after acceptance. */
import type { Wallet } from '@candor/domain/ledger/account';
import type { Direction } from '@candor/domain/trading/order';

export const ORDER_FORMAT = 'candor-order-v1';

/** Moments are ISO texts, amounts and rates are decimal texts, as in the trading calls. */
export type OrderDocument = {
  readonly acceptedAt: string;
  readonly closesAt: string;
  readonly currency: string;
  readonly direction: Direction;
  readonly durationSec: number;
  readonly entryAt: string;
  readonly fee: string;
  readonly format: typeof ORDER_FORMAT;
  readonly id: string;
  readonly no: string;
  readonly payout: string;
  readonly payoutRate: string;
  readonly product: string;
  readonly stake: string;
  readonly submittedAt: string;
  readonly termsHash: string;
  readonly termsVersion: number;
  readonly wallet: Wallet;
};

/**
 * The document of an order as any trading call returns it. The texts are copied exactly; other fields are left out. The
 * member is not in it, so that a receipt can be shown to others.
 */
export function orderDocument(order: Omit<OrderDocument, 'format'>): OrderDocument {
  return {
    acceptedAt: order.acceptedAt,
    closesAt: order.closesAt,
    currency: order.currency,
    direction: order.direction,
    durationSec: order.durationSec,
    entryAt: order.entryAt,
    fee: order.fee,
    format: ORDER_FORMAT,
    id: order.id,
    no: order.no,
    payout: order.payout,
    payoutRate: order.payoutRate,
    product: order.product,
    stake: order.stake,
    submittedAt: order.submittedAt,
    termsHash: order.termsHash,
    termsVersion: order.termsVersion,
    wallet: order.wallet,
  };
}
