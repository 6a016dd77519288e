/*
 * Signs an order with the key of the session, once for each intent: nobody else can have sent it then, and the device can show
 * it if the site drops it. It comes with the order layer, so that the button does not wait for it.
 */

import { isoText } from '@candor/proof/lines';
import { orderRequestText } from '@candor/proof/order-request';
import type { OrderRequest } from '@candor/proof/order-request';
import { deviceKeys } from '../../session/device-keys.ts';
import { currentToken } from '../../session/session.ts';
import type { OrderIntent } from './order-flow.ts';

/**
 * The intent with its signature. As it was if this device has no key of the session: the site then asks for the login, where it
 * gets one.
 */
export async function signOrder(intent: OrderIntent): Promise<OrderIntent> {
  const token = currentToken();
  const request = requestOf(intent);
  if (token === null || request === null) return intent;
  const signed = await deviceKeys.signText(token, (publicKey) => orderRequestText({ ...request, publicKey }));
  if (signed === null) return intent;
  const { publicKey, signature } = signed;
  const moments = { signedAt: isoText(request.signedAt), acceptBy: isoText(request.acceptBy) };
  const body = { ...intent.body, request: { ...moments, signature } };
  return { ...intent, body, signer: publicKey };
}

/** The order with its signature as a file: the text that was signed, so that anyone can check it. */
export function signedOrderFile(intent: OrderIntent): string {
  const { body, key, signer, madeAtMs } = intent;
  const request = requestOf(intent);
  const text = signer === null || request === null ? null : orderRequestText({ ...request, publicKey: signer });
  const decidedAt = isoText(Math.round(madeAtMs));
  return JSON.stringify({ sent: body, key, decidedAt, publicKey: signer, text }, null, 2);
}

export async function warmSigning(): Promise<void> {
  const token = currentToken();
  if (token !== null) await deviceKeys.warm(token);
}

/** What is signed, but for the key; null for an order that does not say everything. */
export function requestOf({
  key,
  body,
  madeAtMs,
  acceptByMs,
}: Omit<OrderIntent, 'account' | 'signer' | 'promised' | 'lastSentAtMs'>) {
  const { product, direction, durationSec, stake, wallet, termsVersion, termsHash } = body;
  if (wallet === undefined || termsVersion === undefined || termsHash === undefined) return null;
  const figures = { product, direction, durationSec, stake, wallet, termsHash };
  const moments = { signedAt: Math.round(madeAtMs), acceptBy: Math.round(acceptByMs) };
  return { ...figures, idempotencyKey: key, ...moments } satisfies Omit<OrderRequest, 'publicKey'>;
}
