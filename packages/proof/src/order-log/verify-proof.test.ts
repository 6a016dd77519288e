import { expect, it } from 'vitest';
import { fromHex, toHex } from '../encoding.ts';
import { makeEntries, naiveTree, sha256 } from '../testing/naive-tree.ts';
import { webCrypto } from '../testing/web-crypto.ts';
import { hashNode } from './tree.ts';
import { proofBytes, verifyConsistency } from './verify-proof.ts';
import type { TreeHead } from './verify-proof.ts';

const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const root = toHex(one);
const both = toHex(hashNode(one, other, sha256));

/** By their hashes alone the first four would hold. The last one must not even be hashed. */
it.each<[string, TreeHead, TreeHead, Uint8Array[]]>([
  ['two trees of one and a half leaves', { size: 1.5, root }, { size: 1.5, root }, []],
  ['an older tree of one and a half leaves', { size: 1.5, root }, { size: 2, root: both }, [one, other]],
  ['a newer tree of two and a half leaves', { size: 2, root }, { size: 2.5, root }, []],
  ['an older tree that is larger', { size: 2, root }, { size: 1, root }, []],
  ['a hash that is too short', { size: 1, root }, { size: 2, root: both }, [other.slice(1)]],
])('%s: no growth', async (_, older, newer, proof) => {
  expect(await verifyConsistency(older, newer, proof, webCrypto)).toBe(false);
});

it('the same hashes hold for whole sizes', async () => {
  expect(await verifyConsistency({ size: 2, root }, { size: 2, root }, [], webCrypto)).toBe(true);
  expect(await verifyConsistency({ size: 1, root }, { size: 2, root: both }, [other], webCrypto)).toBe(true);
});

it('a proof in hex gives the same bytes, and a text that is no hex gives no hash', () => {
  const path = naiveTree(makeEntries(7)).path(3, 7);
  expect(proofBytes(path.map(toHex))).toEqual(path);
  expect(fromHex('xy')).toBeNull();
  expect(proofBytes([root, 'xy']).map((hash) => hash.length === 32)).toEqual([true, false]);
});
