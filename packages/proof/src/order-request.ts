/**
 * What the member's device signs when it sends an order. Whoever has the device's public key sees that the member sent exactly
 * this order, and when. A site cannot make one up, and the device that kept it can show one that the site dropped.
 */
import { assert } from '@candor/domain/assert';
import type { Wallet } from '@candor/domain/ledger/account';
import type { Direction } from '@candor/domain/trading/order';
import type { ProofCrypto } from './crypto-port.ts';
import { fromHex, textHash, utf8 } from './encoding.ts';
import { isHash, isLine, isoText } from './lines.ts';
import { isSoundPoint } from './sound-point.ts';

/** The second one names a deadline. */
const REQUEST_FORMATS = { plain: 'candor-order-request-v1', timed: 'candor-order-request-v2' } as const;
const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const AMOUNT = /^\d+(?:\.\d+)?$/;
/** An Ed25519 key, or an uncompressed point of P-256. The length tells which. */
const PUBLIC_KEY = /^(?:04[0-9a-f]{128}|[0-9a-f]{64})$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const ED25519_BYTES = 32;

export type OrderRequest = {
  /** The Idempotency-Key of the call, a UUID in lower case: a site can place no second order by one request. */
  readonly idempotencyKey: string;
  readonly product: string;
  readonly direction: Direction;
  readonly durationSec: number;
  /** With exactly the decimals of the currency. */
  readonly stake: string;
  readonly wallet: Wallet;
  /** The terms that the member saw. */
  readonly termsHash: string;
  /** When the member decided: epoch ms. */
  readonly signedAt: number;
  /** When the order stops being one unless it was accepted: epoch ms. Null in requests from before devices named one. */
  readonly acceptBy: number | null;
  /** The device's key, hex. It is in the text, so that the signature fits no other key. */
  readonly publicKey: string;
};

/** The text that the device signs. No value can hold a line feed, so two requests never have the same text. */
export function orderRequestText(request: OrderRequest): string {
  const { idempotencyKey, product, direction, durationSec, stake, wallet, termsHash, signedAt, acceptBy, publicKey } =
    request;
  assert(isRequestKey(idempotencyKey), 'an idempotency key is a UUID');
  assert(isLine(product) && AMOUNT.test(stake), 'a product is a line, a stake an amount');
  assert(Number.isSafeInteger(durationSec) && durationSec > 0, 'a duration is whole seconds');
  assert(isHash(termsHash) && isDeviceKey(publicKey), 'hash and key are hex');
  const what = [idempotencyKey, product, direction, durationSec, stake, wallet, termsHash];
  const moments = acceptBy === null ? [isoText(signedAt)] : [isoText(signedAt), isoText(acceptBy)];
  return [REQUEST_FORMATS[acceptBy === null ? 'plain' : 'timed'], ...what, ...moments, publicKey, ''].join('\n');
}

/** The text whose SHA-256 is in the order's document: what was signed, and the signature. */
export function signedRequestText(request: OrderRequest, signature: string): string {
  assert(isRequestSignature(signature), 'a signature is 64 bytes, hex');
  return `${orderRequestText(request)}${signature}\n`;
}

export async function signedRequestHash(
  request: OrderRequest,
  signature: string,
  crypto: ProofCrypto,
): Promise<string> {
  return await textHash(signedRequestText(request, signature), crypto);
}

/** Whether the device with this key signed this request. */
export async function isSignedRequest(request: OrderRequest, signature: string, crypto: ProofCrypto): Promise<boolean> {
  const [key, signed] = [fromHex(request.publicKey), fromHex(signature)];
  if (key === null || signed === null || !isRequestSignature(signature)) return false;
  const message = utf8(orderRequestText(request));
  if (key.length !== ED25519_BYTES) return await crypto.verifyP256(key, message, signed);
  if (!isSoundPoint(key) || !isSoundPoint(signed.subarray(0, ED25519_BYTES))) return false;
  return await crypto.verifyEd25519(key, message, signed);
}

export function isRequestKey(text: string): boolean {
  return KEY.test(text);
}

export function isDeviceKey(text: string): boolean {
  return PUBLIC_KEY.test(text);
}

export function isRequestSignature(text: string): boolean {
  return SIGNATURE.test(text);
}
