/** An accepted order as one document. The acceptance contains its hash. Nothing in it changes after acceptance. */
import type { Wallet } from '@candor/domain/ledger/account';
import type { Direction } from '@candor/domain/trading/order';

/** The second one names the request that the member's device signed, if one did. The third one always names one with a deadline. */
export const ORDER_FORMATS = ['candor-order-v1', 'candor-order-v2', 'candor-order-v3'] as const;

export type OrderFormat = (typeof ORDER_FORMATS)[number];

/** Moments are ISO texts, amounts and rates are decimal texts, as in the trading calls. */
export type OrderDocument = {
  /** The deadline that the device signed: no later acceptance holds. Only in the third version. */
  readonly acceptBy?: string;
  readonly acceptedAt: string;
  readonly closesAt: string;
  readonly currency: string;
  readonly direction: Direction;
  readonly durationSec: number;
  readonly entryAt: string;
  readonly fee: string;
  readonly format: OrderFormat;
  readonly id: string;
  readonly no: string;
  readonly payout: string;
  readonly payoutRate: string;
  readonly product: string;
  /**
   * The hash of the request that the device signed (order-request.ts); null if none did. Left out in the first version, of
   * orders from before devices signed any.
   */
  readonly requestHash?: string | null;
  readonly stake: string;
  readonly submittedAt: string;
  readonly termsHash: string;
  readonly termsVersion: number;
  readonly wallet: Wallet;
};

/** An order as any trading call returns it, as far as the document says it. */
export type OrderTexts = Omit<OrderDocument, 'acceptBy' | 'format' | 'requestHash'> & {
  readonly requestHash?: string | null | undefined;
  /** Left out, or null, in an order from before devices named a deadline. */
  readonly acceptBy?: string | null | undefined;
};

/**
 * The document of an order as any trading call returns it. The texts are copied exactly; other fields are left out. The
 * member is not in it, so that a receipt can be shown to others.
 */
export function orderDocument(order: OrderTexts): OrderDocument {
  const acceptBy = order.acceptBy ?? null;
  return {
    ...(acceptBy === null ? {} : { acceptBy }),
    acceptedAt: order.acceptedAt,
    closesAt: order.closesAt,
    currency: order.currency,
    direction: order.direction,
    durationSec: order.durationSec,
    entryAt: order.entryAt,
    fee: order.fee,
    format: formatOf(order),
    id: order.id,
    no: order.no,
    payout: order.payout,
    payoutRate: order.payoutRate,
    product: order.product,
    ...(order.requestHash === undefined ? {} : { requestHash: order.requestHash }),
    stake: order.stake,
    submittedAt: order.submittedAt,
    termsHash: order.termsHash,
    termsVersion: order.termsVersion,
    wallet: order.wallet,
  };
}

function formatOf({ requestHash, acceptBy }: OrderTexts): OrderFormat {
  if (requestHash === undefined) return 'candor-order-v1';
  return (acceptBy ?? null) === null ? 'candor-order-v2' : 'candor-order-v3';
}
