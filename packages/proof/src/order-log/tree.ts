/**
 * The Merkle tree of RFC 6962 over a growing list of entries: what is hashed, and which parts of the tree a proof needs.
 * A complete subtree has 2^level leaves and never changes once it is full, so its hash can be stored by (level, index).
 */
import { assert } from '@candor/domain/assert';

export type Bytes = Uint8Array<ArrayBuffer>;

/** SHA-256 without waiting, as a server has it. */
export type Sha256 = (bytes: Bytes) => Bytes;

/** The leaves from `start` up to but not including `end`. */
export type LeafRange = { readonly start: number; readonly end: number };

/** The complete subtree over the leaves [index * 2^level, (index + 1) * 2^level). */
export type Subtree = { readonly level: number; readonly index: number };

/** The hash of a complete subtree, 32 bytes. */
export type NodeReader = (level: number, index: number) => Uint8Array;

export const HASH_BYTES = 32;

/** The root of the tree without leaves: SHA-256 of nothing, hex. */
export const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const LEAF = 0;
const NODE = 1;

/** The bytes whose SHA-256 is the hash of a leaf. */
export function leafInput(entry: Uint8Array): Bytes {
  const bytes = new Uint8Array(1 + entry.length);
  bytes[0] = LEAF;
  bytes.set(entry, 1);
  return bytes;
}

/** The bytes whose SHA-256 is the hash of a node. */
export function nodeInput(left: Uint8Array, right: Uint8Array): Bytes {
  assert(left.length === HASH_BYTES && right.length === HASH_BYTES, 'a node joins two hashes');
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = NODE;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return bytes;
}

/** The ranges whose hashes prove that leaf `index` is in a tree of `size` leaves, from the leaf to the root. */
export function inclusionNodes(index: number, size: number): LeafRange[] {
  assert(isSize(index) && isSize(size) && index < size, 'a leaf is one of the tree');
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    const isLeft = index < middle;
    ranges.push(isLeft ? { start: middle, end } : { start, end: middle });
    if (isLeft) end = middle;
    else start = middle;
  }
  return ranges.reverse();
}

/** The ranges whose hashes prove that a tree of `size` leaves begins with the leaves of one of `oldSize`. */
export function consistencyNodes(oldSize: number, size: number): LeafRange[] {
  assert(isSize(oldSize) && isSize(size) && oldSize <= size, 'a tree only grows');
  if (oldSize === 0 || oldSize === size) return [];
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end !== oldSize) {
    const middle = start + splitOf(end - start);
    const isLeft = oldSize <= middle;
    ranges.push(isLeft ? { start: middle, end } : { start, end: middle });
    if (isLeft) end = middle;
    else start = middle;
  }
  // The verifier knows the old root, and it is this hash if nothing was left out at its left.
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/** The complete subtrees that make up a range of the tree, from left to right, the largest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  let at = start;
  while (at < end) {
    const level = levelOf(end - at);
    const width = 2 ** level;
    assert(at % width === 0, 'a range of a tree begins where its largest subtree does');
    subtrees.push({ level, index: at / width });
    at += width;
  }
  return subtrees;
}

export function hashLeaf(entry: Uint8Array, sha256: Sha256): Bytes {
  return sha256(leafInput(entry));
}

export function hashNode(left: Uint8Array, right: Uint8Array, sha256: Sha256): Bytes {
  return sha256(nodeInput(left, right));
}

/** The hash of a range of leaves; that of [0, size) is the root of the tree. */
export function hashRange(range: LeafRange, readNode: NodeReader, sha256: Sha256): Uint8Array {
  const hashes = subtreesOf(range).map(({ level, index }) => readNode(level, index));
  const last = hashes.pop();
  if (last === undefined) return sha256(new Uint8Array(0));
  return hashes.reduceRight((right, left) => hashNode(left, right, sha256), last);
}

/** The hashes of the ranges that `inclusionNodes` or `consistencyNodes` names. */
export function makeProof(ranges: readonly LeafRange[], readNode: NodeReader, sha256: Sha256): Uint8Array[] {
  return ranges.map((range) => hashRange(range, readNode, sha256));
}

/** How many leaves are left of the middle of a node over `width` leaves: the largest power of two below `width`. */
export function splitOf(width: number): number {
  return 2 ** levelOf(width - 1);
}

/** The level of the largest complete subtree that fits into `width` leaves. */
function levelOf(width: number): number {
  const level = Math.floor(Math.log2(width));
  // The logarithm of a large number just below a power of two is rounded up to it.
  return 2 ** level > width ? level - 1 : level;
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
