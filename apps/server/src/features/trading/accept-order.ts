import type { OrderView } from '@candor/contract/trading';
import type { Signer } from '../../services/proof/signer.ts';
import { signAcceptance } from '../../services/receipts/accepted-order.ts';
import type { Acceptance } from '../../services/receipts/accepted-order.ts';

/** The order with the site's signed acceptance. */
export async function withAcceptance(
  order: OrderView,
  signer: Pick<Signer, 'signApart'>,
): Promise<OrderView & { acceptance: Acceptance }> {
  return { ...order, acceptance: await signAcceptance(order, signer) };
}
