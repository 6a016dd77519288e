/** The server's signed statement that it took an order, on which terms. Ed25519 always gives an order the same note. */
import { assert } from '@candor/domain/assert';
import { isHash, isLine } from './lines.ts';

const ACCEPTANCE_FORMAT = 'candor-acceptance-v1';

/** The text to sign. Both hashes are SHA-256 of canonicalJson, hex: of the order's document and the terms' document. */
export function acceptanceText(orderId: string, orderHash: string, termsHash: string): string {
  assert(isLine(orderId), 'an order id is one line');
  assert(isHash(orderHash) && isHash(termsHash), 'hashes are 64 hex digits');
  return `${ACCEPTANCE_FORMAT}\n${orderId}\n${orderHash}\n${termsHash}\n`;
}
