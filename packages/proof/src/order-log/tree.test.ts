import { AssertionError } from '@candor/domain/assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../encoding.ts';
import { entryAt, makeEntries, naiveTree, sha256 } from '../testing/naive-tree.ts';
import { webCrypto } from '../testing/web-crypto.ts';
import { consistencyNodes, EMPTY_ROOT, hashLeaf, hashRange, inclusionNodes, makeProof, subtreesOf } from './tree.ts';
import type { NodeReader } from './tree.ts';
import { verifyConsistency, verifyInclusion } from './verify-proof.ts';

const SIZE_MAX = 200;

/** Reads the hashes of complete subtrees from the definition. */
function readerOf(entries: readonly Uint8Array[]): NodeReader {
  const tree = naiveTree(entries);
  return (level, index) => {
    const [start, end] = [index * 2 ** level, (index + 1) * 2 ** level];
    if (end > entries.length) throw new Error('only complete subtrees are read');
    return tree.root(start, end);
  };
}

function headOf(entries: readonly Uint8Array[]) {
  return { size: entries.length, root: toHex(naiveTree(entries).root(0, entries.length)) };
}

function hexOf(proof: readonly Uint8Array[]): string {
  return proof.map(toHex).join(' ');
}

describe('the reference tree of Certificate Transparency', () => {
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((hex) => fromHex(hex) ?? new Uint8Array(0));
  const roots = [
    EMPTY_ROOT,
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const n = {
    a: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    b: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    c: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    d: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    e: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    f: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  };
  const [, rootOf1 = '', rootOf2 = '', , rootOf4 = ''] = roots;
  const readNode = readerOf(entries);

  it.each(roots.map((root, size) => [size, root] as const))('%d leaves have the root %s', (size, root) => {
    expect(toHex(hashRange({ start: 0, end: size }, readNode, sha256))).toBe(root);
    expect(toHex(naiveTree(entries).root(0, size))).toBe(root);
  });

  it.each([
    [0, 1, []],
    [0, 8, [n.a, n.b, n.c]],
    [5, 8, [n.d, n.e, rootOf4]],
    [2, 3, [rootOf2]],
    [1, 5, [rootOf1, n.b, n.d]],
  ])('leaf %d of %d has this proof', async (index, size, proof) => {
    const made = makeProof(inclusionNodes(index, size), readNode, sha256);
    expect(made.map(toHex)).toEqual(proof);
    const [entry, root = ''] = [entryAt(entries, index), roots[size]];
    expect(await verifyInclusion({ index, entry, proof: made }, { size, root }, webCrypto)).toBe(true);
  });

  it.each([
    [1, 1, []],
    [1, 8, [n.a, n.b, n.c]],
    [6, 8, [n.f, n.e, rootOf4]],
    [2, 5, [n.b, n.d]],
  ])('%d leaves grow to %d with this proof', async (oldSize, size, proof) => {
    const made = makeProof(consistencyNodes(oldSize, size), readNode, sha256);
    expect(made.map(toHex)).toEqual(proof);
    const [older, newer] = [
      { size: oldSize, root: roots[oldSize] ?? '' },
      { size, root: roots[size] ?? '' },
    ];
    expect(await verifyConsistency(older, newer, made, webCrypto)).toBe(true);
  });
});

describe(`every tree of up to ${SIZE_MAX} leaves`, () => {
  const entries = makeEntries(SIZE_MAX);
  const readNode = readerOf(entries);

  const tree = naiveTree(entries);

  it('has the root of the definition', () => {
    for (let size = 0; size <= SIZE_MAX; size += 1) {
      expect(toHex(hashRange({ start: 0, end: size }, readNode, sha256))).toBe(toHex(tree.root(0, size)));
    }
  });

  it('has the proofs of the definition', () => {
    for (let size = 1; size <= SIZE_MAX; size += 1) {
      // Every third leaf, another third in each size.
      for (let index = size % 3; index < size; index += 3) {
        const made = makeProof(inclusionNodes(index, size), readNode, sha256);
        expect(hexOf(made), `leaf ${index} of ${size}`).toBe(hexOf(tree.path(index, size)));
        const grown = makeProof(consistencyNodes(index + 1, size), readNode, sha256);
        expect(hexOf(grown), `${index + 1} to ${size}`).toBe(hexOf(tree.consistency(index + 1, size)));
      }
    }
  });

  it('proves each of its leaves, and no other', async () => {
    for (const size of [1, 2, 3, 7, 8, 9, 64, 127, 130, 200]) {
      const head = headOf(entries.slice(0, size));
      for (let index = 0; index < size; index += 1) {
        const proof = makeProof(inclusionNodes(index, size), readNode, sha256);
        const entry = entryAt(entries, index);
        const other = entryAt(entries, (index + 1) % SIZE_MAX);
        expect(await verifyInclusion({ index, entry, proof }, head, webCrypto)).toBe(true);
        expect(await verifyInclusion({ index, entry: other, proof }, head, webCrypto)).toBe(false);
        expect(await verifyInclusion({ index: index + 1, entry, proof }, head, webCrypto)).toBe(false);
      }
    }
  });

  it('grows out of each smaller one, and out of no other', async () => {
    const others = makeEntries(SIZE_MAX, 'other');
    for (const size of [1, 2, 5, 8, 31, 64, 129, 200]) {
      const newer = headOf(entries.slice(0, size));
      for (let oldSize = 0; oldSize <= size; oldSize += 1) {
        const proof = makeProof(consistencyNodes(oldSize, size), readNode, sha256);
        const older = headOf(entries.slice(0, oldSize));
        expect(await verifyConsistency(older, newer, proof, webCrypto), `${oldSize} to ${size}`).toBe(true);
        if (oldSize === 0) continue;
        const forked = headOf([...entries.slice(0, oldSize - 1), ...others.slice(oldSize - 1, oldSize)]);
        expect(await verifyConsistency(forked, newer, proof, webCrypto), `fork at ${oldSize}`).toBe(false);
      }
    }
  });
});

describe('a proof that was changed', () => {
  const size = fc.integer({ min: 2, max: 70 });
  const entries = makeEntries(70);
  const readNode = readerOf(entries);

  it('of a leaf does not hold: a hash changed, left out, added, or in another order', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), fc.nat(), async (size, indexSeed, at) => {
        const index = indexSeed % size;
        const head = headOf(entries.slice(0, size));
        const entry = entryAt(entries, index);
        const proof = makeProof(inclusionNodes(index, size), readNode, sha256);
        for (const changed of changesOf(proof, at)) {
          expect(await verifyInclusion({ index, entry, proof: changed }, head, webCrypto)).toBe(false);
        }
      }),
    );
  });

  it('of a growth does not hold', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), fc.nat(), async (size, oldSeed, at) => {
        const oldSize = 1 + (oldSeed % (size - 1));
        const [older, newer] = [headOf(entries.slice(0, oldSize)), headOf(entries.slice(0, size))];
        const proof = makeProof(consistencyNodes(oldSize, size), readNode, sha256);
        for (const changed of changesOf(proof, at)) {
          expect(await verifyConsistency(older, newer, changed, webCrypto)).toBe(false);
        }
      }),
    );
  });

  it('whatever it contains, the answer is no and nothing throws', async () => {
    const junk = fc.array(fc.uint8Array({ minLength: 0, maxLength: 40 }), { maxLength: 8 });
    const counts = fc.oneof(fc.nat({ max: 20 }), fc.constantFrom(-1, 0.5, NaN, Infinity, 2 ** 53));
    await fc.assert(
      fc.asyncProperty(junk, counts, counts, fc.string(), async (proof, one, two, root) => {
        const head = { size: two, root };
        expect(await verifyInclusion({ index: one, entry: new Uint8Array(32), proof }, head, webCrypto)).toBe(false);
        if (one === two) return;
        expect(await verifyConsistency({ size: one, root }, head, proof, webCrypto)).toBe(false);
      }),
    );
  });

  function* changesOf(proof: readonly Uint8Array[], at: number): Generator<Uint8Array[]> {
    const place = at % proof.length;
    const flipped = proof.map((hash, index) =>
      index === place ? hash.map((byte, b) => (b === 0 ? byte ^ 1 : byte)) : hash,
    );
    yield flipped;
    yield proof.filter((_, index) => index !== place);
    yield [...proof.slice(0, place), new Uint8Array(32), ...proof.slice(place)];
    yield [...proof, new Uint8Array(32)];
    if (proof.length > 1) yield proof.toReversed();
  }
});

describe('an older tree without leaves', () => {
  it('is in every tree, if it has the root of no leaves', async () => {
    const newer = headOf(makeEntries(3));
    expect(await verifyConsistency({ size: 0, root: EMPTY_ROOT }, newer, [], webCrypto)).toBe(true);
    expect(await verifyConsistency({ size: 0, root: newer.root }, newer, [], webCrypto)).toBe(false);
  });
});

describe('large trees', () => {
  it.each([2 ** 32 - 1, 2 ** 40 + 12_345, 2 ** 52 - 1, Number.MAX_SAFE_INTEGER])(
    'of %d leaves have short proofs',
    (size) => {
      for (const index of [0, 1, Math.floor(size / 3), size - 1]) {
        const ranges = inclusionNodes(index, size);
        expect(ranges.length).toBeLessThanOrEqual(53);
        const covered = [...ranges, { start: index, end: index + 1 }].toSorted((a, b) => a.start - b.start);
        expect(covered[0]?.start).toBe(0);
        expect(covered.at(-1)?.end).toBe(size);
        for (const [at, { start }] of covered.entries()) if (at > 0) expect(start).toBe(covered[at - 1]?.end);
        for (const subtree of ranges.flatMap(subtreesOf)) expect(Number.isSafeInteger(subtree.index)).toBe(true);
      }
    },
  );

  it('a leaf outside the tree has no proof', () => {
    expect(() => inclusionNodes(3, 3)).toThrow(AssertionError);
    expect(() => consistencyNodes(4, 3)).toThrow(AssertionError);
  });
});

it('a leaf is not a node: two hashes as one entry have another hash than their node', () => {
  const entries = makeEntries(2);
  const leaves = entries.map((entry) => hashLeaf(entry, sha256));
  const joined = new Uint8Array(leaves.flatMap((leaf) => [...leaf]));
  expect(toHex(hashLeaf(joined, sha256))).not.toBe(headOf(entries).root);
});
