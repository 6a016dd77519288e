/**
 * The entry of an order in the order log: a hash over the order's document and its nonce. It tells nothing about the
 * order to a person who does not know the nonce, and it fits no other order.
 */
import { assert } from '@candor/domain/assert';
import type { ProofCrypto } from '../crypto-port.ts';
import { utf8 } from '../encoding.ts';
import { isHash } from '../lines.ts';

const COMMITMENT_FORMAT = 'candor-log-order-v1';
const NONCE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A random UUID (version 4) in lower case. */
export function isNonce(text: string): boolean {
  return NONCE.test(text);
}

/** The text whose SHA-256 is the entry. `orderHash` is the one of the acceptance: SHA-256 of the order's document, hex. */
export function commitmentText(nonce: string, orderHash: string): string {
  assert(isNonce(nonce), 'a nonce is a random UUID');
  assert(isHash(orderHash), 'a hash is 64 hex digits');
  return `${COMMITMENT_FORMAT}\n${nonce}\n${orderHash}\n`;
}

/** The 32 bytes that the log has of an order. */
export async function orderCommitment(nonce: string, orderHash: string, crypto: ProofCrypto): Promise<Uint8Array> {
  return await crypto.sha256(utf8(commitmentText(nonce, orderHash)));
}
