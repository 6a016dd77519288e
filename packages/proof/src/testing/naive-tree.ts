/** The tree of RFC 6962 written down as its definition says, to compare the real one with. */
import { utf8 } from '../encoding.ts';
import { hashLeaf, hashNode } from '../order-log/tree.ts';
import type { Bytes, Sha256 } from '../order-log/tree.ts';

/** Node's own SHA-256, in one call. Declared here because this package depends on no platform. */
declare const process: {
  getBuiltinModule(name: 'node:crypto'): {
    hash(name: string, bytes: Bytes, format: 'buffer'): Uint8Array;
  };
};

const node = process.getBuiltinModule('node:crypto');

export const sha256: Sha256 = (bytes) => new Uint8Array(node.hash('sha256', bytes, 'buffer'));

export type NaiveTree = {
  /** MTH(D[start:end]). */
  readonly root: (start: number, end: number) => Uint8Array;
  /** PATH(index, D[0:size]). */
  readonly path: (index: number, size: number) => Uint8Array[];
  /** PROOF(oldSize, D[0:size]). */
  readonly consistency: (oldSize: number, size: number) => Uint8Array[];
};

/** Each hash is computed once. */
export function naiveTree(entries: readonly Uint8Array[]): NaiveTree {
  const known = new Map<string, Uint8Array>();
  const root = (start: number, end: number): Uint8Array => {
    const key = `${start} ${end}`;
    const hash = known.get(key) ?? compute(start, end);
    known.set(key, hash);
    return hash;
  };
  const compute = (start: number, end: number): Uint8Array => {
    if (start === end) return sha256(new Uint8Array(0));
    const middle = start + splitOf(end - start);
    if (end - start > 1) return hashNode(root(start, middle), root(middle, end), sha256);
    return hashLeaf(entryAt(entries, start), sha256);
  };
  const path = (index: number, start: number, end: number): Uint8Array[] => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...path(index, start, middle), root(middle, end)]
      : [...path(index, middle, end), root(start, middle)];
  };
  const grow = (oldSize: number, start: number, end: number, isOldRoot: boolean): Uint8Array[] => {
    if (oldSize === end) return isOldRoot ? [] : [root(start, end)];
    const middle = start + splitOf(end - start);
    return oldSize <= middle
      ? [...grow(oldSize, start, middle, isOldRoot), root(middle, end)]
      : [...grow(oldSize, middle, end, false), root(start, middle)];
  };
  return {
    root,
    path: (index, size) => path(index, 0, size),
    consistency: (oldSize, size) => grow(oldSize, 0, size, true),
  };
}

/** That many different entries. */
export function makeEntries(count: number, mark = 'entry'): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => sha256(utf8(`${mark} ${index}`)));
}

export function entryAt(entries: readonly Uint8Array[], index: number): Uint8Array {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`there is no entry ${index}`);
  return entry;
}

function splitOf(count: number): number {
  let middle = 1;
  while (middle * 2 < count) middle *= 2;
  return middle;
}
