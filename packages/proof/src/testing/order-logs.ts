/** An order log with one order that matters and many of others, for tests. */
import { assert } from '@candor/domain/assert';
import { toHex } from '../encoding.ts';
import { EMPTY_TREE, growTree } from '../order-log/grow-tree.ts';
import { nodesFromTiles } from '../order-log/tiles.ts';
import { consistencyNodes, inclusionNodes, makeProof } from '../order-log/tree.ts';
import type { OrderDocument } from '../order-document.ts';
import { orderEntry, termsEntry } from '../order-log/entries.ts';
import type { ReceiptLog } from '../receipt.ts';
import { makeEntries, naiveTree, sha256 } from './naive-tree.ts';
import { webCrypto } from './web-crypto.ts';

export type TestLog = {
  readonly entries: readonly Uint8Array[];
  readonly rootAt: (size: number) => string;
  /** The proof of an entry in the tree of that size. */
  readonly proofOf: (index: number, size: number) => readonly string[];
  /** That the tree of the second size begins with that of the first. */
  readonly consistencyOf: (older: number, newer: number) => readonly string[];
};

export const NONCE = '5c1d9a34-7b2e-4f60-9a8b-0c1d2e3f4a5b';

const OTHERS = makeEntries(1000);

export type PlacedEntry = { readonly index: number; readonly entry: Uint8Array };

/** A log of `size` entries: these at their places, all others are those of others. */
export function makeLog(size: number, ...placed: readonly PlacedEntry[]): TestLog {
  const entries = OTHERS.slice(0, size);
  assert(entries.length === size, 'a test log has few orders');
  for (const { index, entry } of placed) entries[index] = entry;
  return logOfEntries(entries);
}

/** What the log has of an order, and of its terms if that is told. */
export async function placedEntries(
  order: OrderDocument,
  { index, nonce, terms }: Pick<ReceiptLog, 'index' | 'nonce' | 'terms'>,
): Promise<PlacedEntry[]> {
  const placed = [{ index, entry: await orderEntry(order, nonce, webCrypto) }];
  if (terms === undefined) return placed;
  const { product, termsVersion: version, termsHash: hash } = order;
  return [{ index: terms.index, entry: await termsEntry({ product, version, hash }, webCrypto) }, ...placed];
}

export function logOfEntries(entries: readonly Uint8Array[]): TestLog {
  const tiles = new Map<string, Uint8Array>();
  for (const { level, n, hashes } of growTree(EMPTY_TREE, entries, sha256).pieces) {
    tiles.set(`${level}/${n}`, new Uint8Array([...(tiles.get(`${level}/${n}`) ?? []), ...hashes]));
  }
  const readTile = (level: number, n: number): Uint8Array => tiles.get(`${level}/${n}`) ?? new Uint8Array(0);
  const tree = naiveTree(entries);
  return {
    entries,
    // A chain names the root of every size. From the tiles each would be up to 255 hashes; here a hash is computed once.
    rootAt: (at) => toHex(tree.root(0, at)),
    consistencyOf: (older, newer) =>
      makeProof(consistencyNodes(older, newer), nodesFromTiles(readTile, sha256), sha256).map(toHex),
    proofOf: (index, at) => makeProof(inclusionNodes(index, at), nodesFromTiles(readTile, sha256), sha256).map(toHex),
  };
}

/** The place of an entry in a receipt, and that of its terms; null if it is not in the tree of that size. */
export function placeIn(log: TestLog, index: number, size: number, termsIndex?: number): ReceiptLog | null {
  if (index >= size) return null;
  const terms = termsIndex === undefined ? {} : { terms: { index: termsIndex, proof: log.proofOf(termsIndex, size) } };
  return { index, nonce: NONCE, proof: log.proofOf(index, size), ...terms };
}
