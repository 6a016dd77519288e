/** An accepted order as one document, whose hash its acceptance names. Nothing in it changes after acceptance. */
import type { Wallet } from '@candor/domain/ledger/account';
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Direction, Order } from '@candor/domain/trading/order';
import { isoText } from './lines.ts';

export const ORDER_FORMAT = 'candor-order-v1';

/** Moments as ISO texts, amounts and rates as decimal texts: as the trading calls tell them. */
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

/** What surrounds an order in its document: `termsHash` is that of the terms it was accepted under, hex. */
export type OrderDocumentFacts = {
  readonly no: bigint;
  readonly termsHash: string;
  readonly currencyDecimals: number;
};

/** The document of `order`. Who placed it is not in it, so that a receipt can be shown around. */
export function orderDocument(order: Omit<Order, 'memberId'>, facts: OrderDocumentFacts): OrderDocument {
  return {
    acceptedAt: isoText(order.acceptedAt),
    closesAt: isoText(order.closesAt),
    currency: order.currency,
    direction: order.direction,
    durationSec: order.durationSec,
    entryAt: isoText(order.entryAt),
    fee: formatMoney(order.fee, facts.currencyDecimals),
    format: ORDER_FORMAT,
    id: order.id,
    no: facts.no.toString(),
    payout: formatMoney(order.payout, facts.currencyDecimals),
    payoutRate: formatRate(order.payoutRate),
    product: order.product,
    stake: formatMoney(order.stake, facts.currencyDecimals),
    submittedAt: isoText(order.submittedAt),
    termsHash: facts.termsHash,
    termsVersion: order.termsVersion,
    wallet: order.wallet,
  };
}
