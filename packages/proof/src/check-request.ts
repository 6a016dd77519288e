/** Whether the member's device signed the order of a receipt. A receipt of an older version says nothing of that. */
import type { ProofCrypto } from './crypto-port.ts';
import { isSignedRequest, signedRequestHash } from './order-request.ts';
import type { OrderRequest } from './order-request.ts';
import type { OrderTexts } from './order-document.ts';
import type { Receipt, ReceiptRequest } from './receipt.ts';

/**
 * REQUEST_DIFFERS: the order names another request than the receipt shows, or one where there is none. REQUEST_UNSIGNED: the
 * signature is not that of this key over this order.
 */
export type RequestProblem = 'REQUEST_DIFFERS' | 'REQUEST_UNSIGNED';

export async function checkRequest({ order, request }: Receipt, crypto: ProofCrypto): Promise<RequestProblem | null> {
  const named = order.requestHash ?? null;
  if (request === undefined || request === null) return named === null ? null : 'REQUEST_DIFFERS';
  const said = requestOf(order, request);
  if ((await signedRequestHash(said, request.signature, crypto)) !== named) return 'REQUEST_DIFFERS';
  return (await isSignedRequest(said, request.signature, crypto)) ? null : 'REQUEST_UNSIGNED';
}

/** What the device must have signed for this order. */
export function requestOf(order: OrderTexts, request: ReceiptRequest): OrderRequest {
  const { product, direction, durationSec, stake, wallet } = order;
  const { idempotencyKey, publicKey, signedAt, termsHash } = request;
  const acceptBy = order.acceptBy === undefined || order.acceptBy === null ? null : Date.parse(order.acceptBy);
  const figures = { product, direction, durationSec, stake, wallet };
  return { ...figures, idempotencyKey, publicKey, signedAt: Date.parse(signedAt), acceptBy, termsHash };
}
