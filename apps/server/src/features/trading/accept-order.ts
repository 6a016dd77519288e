import { createHash } from 'node:crypto';
import type { OrderView } from '@candor/contract/trading';
import { acceptanceText } from '@candor/proof/acceptance';
import { canonicalJson } from '@candor/proof/canonical-json';
import { ORDER_FORMAT } from '@candor/proof/order-document';
import type { OrderDocument } from '@candor/proof/order-document';
import type { Signer } from '../../services/proof/signer.ts';

/** What of an order never changes, to the letter as every call tells it. */
export const orderDocumentOf = (order: OrderView): OrderDocument => ({
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
});

/**
 * The order with the site's signed word that it took it. Nothing of it is stored: the same order and key give the same
 * note always, however often and by whichever process it is asked for.
 */
export const withAcceptance = (order: OrderView, signer: Pick<Signer, 'sign'>): OrderView & Accepted => {
  const orderHash = createHash('sha256')
    .update(canonicalJson(orderDocumentOf(order)))
    .digest('hex');
  const { termsHash } = order;
  const note = signer.sign(acceptanceText(order.id, orderHash, termsHash));
  return { ...order, acceptance: { orderHash, termsHash, note } };
};

type Accepted = { acceptance: NonNullable<OrderView['acceptance']> };
