/**
 * The entries of an order in the order log: hashes over its nonce and a document, that of the order or that of its
 * settlement. They tell nothing to a person who does not know the nonce, fit no other order, and neither fits as the other.
 */
import { assert } from '@candor/domain/assert';
import type { ProofCrypto } from '../crypto-port.ts';
import { utf8 } from '../encoding.ts';
import { isHash } from '../lines.ts';

const ORDER_ENTRY = 'candor-log-order-v1';
const SETTLEMENT_ENTRY = 'candor-log-settlement-v1';
const NONCE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A random UUID (version 4) in lower case. */
export function isNonce(text: string): boolean {
  return NONCE.test(text);
}

/** The text whose SHA-256 is the entry. `orderHash` is the one of the acceptance: SHA-256 of the order's document, hex. */
export function commitmentText(nonce: string, orderHash: string): string {
  return entryText(ORDER_ENTRY, nonce, orderHash);
}

/** The same for the settlement of the order with this nonce; the hash is that of its document (settlement-document.ts). */
export function settlementCommitmentText(nonce: string, settlementHash: string): string {
  return entryText(SETTLEMENT_ENTRY, nonce, settlementHash);
}

/** The 32 bytes that the log has of an order. */
export async function orderCommitment(nonce: string, orderHash: string, crypto: ProofCrypto): Promise<Uint8Array> {
  return await crypto.sha256(utf8(commitmentText(nonce, orderHash)));
}

/** The 32 bytes that the log has of a settlement. */
export async function settlementCommitment(
  nonce: string,
  settlementHash: string,
  crypto: ProofCrypto,
): Promise<Uint8Array> {
  return await crypto.sha256(utf8(settlementCommitmentText(nonce, settlementHash)));
}

function entryText(kind: string, nonce: string, documentHash: string): string {
  assert(isNonce(nonce), 'a nonce is a random UUID');
  assert(isHash(documentHash), 'a hash is 64 hex digits');
  return `${kind}\n${nonce}\n${documentHash}\n`;
}
