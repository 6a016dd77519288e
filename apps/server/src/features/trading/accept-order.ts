import type { OrderView } from '@candor/contract/trading';
import type { Signer } from '../../services/proof/signer.ts';
import { signAcceptance } from '../../services/receipts/accepted-order.ts';
import type { Acceptance } from '../../services/receipts/accepted-order.ts';

/** The order with the site's signed acceptance. @param sign `sign` or `shareAcceptance` of the signer */
export async function withAcceptance(
  order: OrderView,
  sign: Signer['sign'],
): Promise<OrderView & { acceptance: Acceptance }> {
  return { ...order, acceptance: await signAcceptance(order, sign) };
}
