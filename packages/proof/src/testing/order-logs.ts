/** An order log with one order that matters and many of others, for tests. */
import { assert } from '@candor/domain/assert';
import { toHex } from '../encoding.ts';
import { EMPTY_TREE, growTree } from '../order-log/grow-tree.ts';
import { nodesFromTiles } from '../order-log/tiles.ts';
import { consistencyNodes, inclusionNodes, makeProof } from '../order-log/tree.ts';
import type { ReceiptLog } from '../receipt.ts';
import { makeEntries, naiveTree, sha256 } from './naive-tree.ts';

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

/** A log of `size` orders. `commitment` is the entry at `index`; without one all orders are those of others. */
export function makeLog(size: number, commitment?: { readonly index: number; readonly entry: Uint8Array }): TestLog {
  const entries = OTHERS.slice(0, size);
  assert(entries.length === size, 'a test log has few orders');
  if (commitment !== undefined) entries[commitment.index] = commitment.entry;
  return logOfEntries(entries);
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

/** The place of an entry in a receipt; null if it is not in the tree of that size. */
export function placeIn(log: TestLog, index: number, size: number): ReceiptLog | null {
  return index < size ? { index, nonce: NONCE, proof: log.proofOf(index, size) } : null;
}
