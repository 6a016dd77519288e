/* The orders that were placed on this device, as they were answered: with the nonce, which no signature says. */

import { orderView } from '@candor/contract/trading';
import type { KeptOrder } from '@candor/proof/order-log/check-logged';
import { readKept } from '../../lib/kept-store.ts';
import { answerKey } from './kept-proof.ts';

/** Null if the order was placed elsewhere, or its acceptance names no head of the order log. */
export async function keptOrder(orderId: string): Promise<KeptOrder | null> {
  const read = orderView.safeParse(await readKept(answerKey(orderId)));
  if (!read.success || read.data.logNonce === null) return null;
  return { order: read.data, nonce: read.data.logNonce };
}
