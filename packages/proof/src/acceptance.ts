/** The server's signed word that it took an order, under which terms. Ed25519 gives the same order the same note always. */
import { assert } from '@candor/domain/assert';
import { isHash, isLine } from './lines.ts';

const ACCEPTANCE_FORMAT = 'candor-acceptance-v1';

/** The text that is signed. Both hashes are SHA-256 of canonicalJson, hex: of the order's and of the terms' document. */
export function acceptanceText(orderId: string, orderHash: string, termsHash: string): string {
  assert(isLine(orderId), 'an order id is one line');
  assert(isHash(orderHash) && isHash(termsHash), 'hashes are 64 hex digits');
  return `${ACCEPTANCE_FORMAT}\n${orderId}\n${orderHash}\n${termsHash}\n`;
}
