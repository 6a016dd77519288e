/**
 * The entries of the order log: of an order, of its settlement, and of a version of the terms. Those of orders and settlements
 * have a public half, which is opened after the settlement, and a seal over the whole document, which tells nothing to a person
 * who does not know the nonce. An order from before has an entry that is never opened (commitment.ts).
 */
import { assert } from '@candor/domain/assert';
import { canonicalJson } from '../canonical-json.ts';
import type { ProofCrypto } from '../crypto-port.ts';
import { textHash, toHex, utf8 } from '../encoding.ts';
import { isHash, isLine } from '../lines.ts';
import type { OrderDocument } from '../order-document.ts';
import type { ReceiptOutcome } from '../receipt.ts';
import { settlementDocument } from '../settlement-document.ts';
import { isNonce, orderCommitment, settlementCommitment } from './commitment.ts';
import { orderRef, publicOrder, publicSettlement } from './public-halves.ts';
import type { PublicOrder, PublicSettlement } from './public-halves.ts';

const SEAL = 'candor-log-seal-v1';
const HALVES = { order: 'candor-log-order-v2', settlement: 'candor-log-settlement-v2' } as const;
const TERMS_ENTRY = 'candor-log-terms-v1';

/** A version of the terms of a product. `hash`: SHA-256 of its document, hex. */
export type LoggedTerms = { readonly product: string; readonly version: number; readonly hash: string };

/** What everyone is told of an entry that is opened. `seal` in hex. */
export type Opened =
  | { readonly kind: 'order'; readonly public: PublicOrder; readonly seal: string }
  | { readonly kind: 'settlement'; readonly public: PublicSettlement; readonly seal: string }
  | ({ readonly kind: 'terms' } & LoggedTerms);

/** The text whose SHA-256 is the seal. `documentHash`: that of the order's document, or of its settlement's, hex. */
export function sealText(nonce: string, documentHash: string): string {
  assert(isNonce(nonce), 'a nonce is a random UUID');
  assert(isHash(documentHash), 'a hash is 64 hex digits');
  return `${SEAL}\n${nonce}\n${documentHash}\n`;
}

/** The text whose SHA-256 is the entry. `publicHash`: SHA-256 of the canonical public half, hex. */
export function entryText(kind: keyof typeof HALVES, publicHash: string, seal: string): string {
  assert(isHash(publicHash) && isHash(seal), 'a hash is 64 hex digits');
  return `${HALVES[kind]}\n${publicHash}\n${seal}\n`;
}

export function termsEntryText({ product, version, hash }: LoggedTerms): string {
  assert(isLine(product) && isHash(hash), 'a product is a line, a hash 64 hex digits');
  assert(Number.isSafeInteger(version) && version > 0, 'versions count from one');
  return `${TERMS_ENTRY}\n${product}\n${version}\n${hash}\n`;
}

/** The 32 bytes that the log has of what is opened like this. Whether it has them there is for the caller to compare. */
export async function entryOfOpened(opened: Opened, crypto: ProofCrypto): Promise<Uint8Array> {
  if (opened.kind === 'terms') return await crypto.sha256(utf8(termsEntryText(opened)));
  const publicHash = await textHash(canonicalJson(opened.public), crypto);
  return await crypto.sha256(utf8(entryText(opened.kind, publicHash, opened.seal)));
}

/** Whether what is opened is what the log has there: nobody can open an entry as anything else. */
export async function isOpeningOf(opened: Opened, entry: Uint8Array, crypto: ProofCrypto): Promise<boolean> {
  return toHex(await entryOfOpened(opened, crypto)) === toHex(entry);
}

/** Whether the entries of this order have a public half. */
export function isOpenedLater(order: Pick<OrderDocument, 'format'>): boolean {
  return order.format === 'candor-order-v3';
}

/** The 32 bytes that the log has of an order. */
export async function orderEntry(order: OrderDocument, nonce: string, crypto: ProofCrypto): Promise<Uint8Array> {
  const documentHash = await textHash(canonicalJson(order), crypto);
  if (!isOpenedLater(order)) return await orderCommitment(nonce, documentHash, crypto);
  return await entryOfOpened(
    {
      kind: 'order',
      public: publicOrder(order, await orderRef(order.id, crypto)),
      seal: await textHash(sealText(nonce, documentHash), crypto),
    },
    crypto,
  );
}

/** The 32 bytes that the log has of how an order ended. */
export async function settlementEntry(
  order: Pick<OrderDocument, 'format' | 'id'>,
  outcome: ReceiptOutcome,
  nonce: string,
  crypto: ProofCrypto,
): Promise<Uint8Array> {
  const documentHash = await textHash(canonicalJson(settlementDocument(order.id, outcome)), crypto);
  if (!isOpenedLater(order)) return await settlementCommitment(nonce, documentHash, crypto);
  return await entryOfOpened(
    {
      kind: 'settlement',
      public: publicSettlement(outcome, await orderRef(order.id, crypto)),
      seal: await textHash(sealText(nonce, documentHash), crypto),
    },
    crypto,
  );
}

/** The 32 bytes that the log has of a version of the terms. */
export async function termsEntry(terms: LoggedTerms, crypto: ProofCrypto): Promise<Uint8Array> {
  return await entryOfOpened({ kind: 'terms', ...terms }, crypto);
}
