import { createHash } from 'node:crypto';
import type { OrderView } from '@candor/contract/trading';
import { acceptanceText } from '@candor/proof/acceptance';
import { canonicalJson } from '@candor/proof/canonical-json';
import { orderDocument } from '@candor/proof/order-document';
import type { Signer } from '../../services/proof/signer.ts';

/**
 * The order with the site's signed word that it took it. Nothing of it is stored: the same order and key give the same
 * note always, however often and by whichever process it is asked for.
 */
export const withAcceptance = (order: OrderView, signer: Pick<Signer, 'sign'>): OrderView & Accepted => {
  const orderHash = createHash('sha256')
    .update(canonicalJson(orderDocument(order)))
    .digest('hex');
  const { termsHash } = order;
  const note = signer.sign(acceptanceText(order.id, orderHash, termsHash));
  return { ...order, acceptance: { orderHash, termsHash, note } };
};

type Accepted = { acceptance: NonNullable<OrderView['acceptance']> };
