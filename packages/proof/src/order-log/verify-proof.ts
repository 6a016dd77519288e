/**
 * Checks proofs of the order log, as RFC 9162 (2.1.3.2 and 2.1.4.2) says. Roots are lower-case hex. Whatever the proof
 * contains, the answer is true or false.
 */
import type { ProofCrypto } from '../crypto-port.ts';
import { fromHex, toHex } from '../encoding.ts';
import { EMPTY_ROOT, HASH_BYTES, leafInput, nodeInput } from './tree.ts';

export type TreeHead = { readonly size: number; readonly root: string };

export type InclusionProof = {
  readonly index: number;
  readonly entry: Uint8Array;
  /** From the leaf to the root. */
  readonly proof: readonly Uint8Array[];
};

/** Whether `entry` is the one with this index in the tree with this head. */
export async function verifyInclusion(
  { index, entry, proof }: InclusionProof,
  { size, root }: TreeHead,
  crypto: ProofCrypto,
): Promise<boolean> {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes(proof)) return false;
  let [at, last] = [index, size - 1];
  let hash = await crypto.sha256(leafInput(entry));
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = await crypto.sha256(nodeInput(sibling, hash));
      // Ends: here `at` is odd, or it is `last`, which is not 0.
      while (at % 2 === 0) [at, last] = [at / 2, half(last)];
    } else {
      hash = await crypto.sha256(nodeInput(hash, sibling));
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && toHex(hash) === root;
}

/** Whether the newer tree begins with every entry of the older one. */
export async function verifyConsistency(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Uint8Array[],
  crypto: ProofCrypto,
): Promise<boolean> {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size || !areHashes(proof)) return false;
  if (older.size === newer.size) return proof.length === 0 && older.root === newer.root;
  if (older.size === 0) return proof.length === 0 && older.root === EMPTY_ROOT;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // An older tree whose size is a power of two is a subtree of the newer one: its root is where the proof begins.
  const oldRoot = fromHex(older.root);
  const [first, ...rest]: readonly Uint8Array[] = at === 0 && oldRoot !== null ? [oldRoot, ...proof] : proof;
  if (first === undefined || first.length !== HASH_BYTES) return false;
  let oldHash: Uint8Array = first;
  let newHash: Uint8Array = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      oldHash = await crypto.sha256(nodeInput(sibling, oldHash));
      newHash = await crypto.sha256(nodeInput(sibling, newHash));
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, half(last)];
    } else {
      newHash = await crypto.sha256(nodeInput(newHash, sibling));
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && toHex(oldHash) === older.root && toHex(newHash) === newer.root;
}

/** The bytes of a proof in hex. A text that is no hex becomes no hash, so that the proof does not hold. */
export function proofBytes(proof: readonly string[]): Uint8Array[] {
  return proof.map((hash) => fromHex(hash) ?? new Uint8Array(0));
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function areHashes(proof: readonly Uint8Array[]): boolean {
  return proof.every((hash) => hash.length === HASH_BYTES);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
