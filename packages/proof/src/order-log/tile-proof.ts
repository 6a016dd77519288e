/**
 * Makes proofs from tiles that are fetched, for who has SHA-256 only as a promise: a browser. It reads the few tiles that
 * the proof needs, all at once, and checks nothing: verify-proof.ts does.
 */
import { assert } from '@candor/domain/assert';
import type { ProofCrypto } from '../crypto-port.ts';
import { hashesUnder, tileOf } from './tiles.ts';
import type { Tile } from './tiles.ts';
import { consistencyNodes, HASH_BYTES, inclusionNodes, nodeInput, subtreesOf } from './tree.ts';
import type { LeafRange, Subtree } from './tree.ts';

/** The hashes of a tile, one after the other, exactly as many as its width says. */
export type TileFetch = (tile: Tile) => Promise<Uint8Array>;

/** Where proofs come from: the tiles of a tree of `size` leaves, or of a larger one. */
export type TreeSource = { readonly size: number; readonly readTile: TileFetch; readonly crypto: ProofCrypto };

/** That the tree begins with the leaves of one of `oldSize`. Rejects if a tile cannot be read. */
export async function fetchConsistencyProof(oldSize: number, source: TreeSource): Promise<Uint8Array[]> {
  return await fetchHashes(consistencyNodes(oldSize, source.size), source);
}

/** That the tree has a leaf at `index`. Rejects if a tile cannot be read. */
export async function fetchInclusionProof(index: number, source: TreeSource): Promise<Uint8Array[]> {
  return await fetchHashes(inclusionNodes(index, source.size), source);
}

async function fetchHashes(ranges: readonly LeafRange[], source: TreeSource): Promise<Uint8Array[]> {
  return await Promise.all(ranges.map(async (range) => await hashOfRange(range, source)));
}

async function hashOfRange(range: LeafRange, source: TreeSource): Promise<Uint8Array> {
  const hashes = await Promise.all(subtreesOf(range).map(async (subtree) => await hashOfSubtree(subtree, source)));
  const last = hashes.pop();
  assert(last !== undefined, 'a range of a proof has leaves');
  let hash = last;
  for (const left of hashes.reverse()) hash = await source.crypto.sha256(nodeInput(left, hash));
  return hash;
}

async function hashOfSubtree(subtree: Subtree, { size, readTile, crypto }: TreeSource): Promise<Uint8Array> {
  const bytes = await readTile(tileOf(subtree, size));
  const { first, count } = hashesUnder(subtree);
  let hashes = Array.from({ length: count }, (_, at) =>
    bytes.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES),
  );
  while (hashes.length > 1) {
    const pairs = hashes;
    hashes = await Promise.all(
      Array.from({ length: pairs.length / 2 }, async (_, at) => {
        const [left, right] = [pairs[2 * at], pairs[2 * at + 1]];
        assert(left !== undefined && right !== undefined, 'hashes come in pairs');
        return await crypto.sha256(nodeInput(left, right));
      }),
    );
  }
  const [hash] = hashes;
  assert(hash?.length === HASH_BYTES, 'the tile has this hash');
  return hash;
}
