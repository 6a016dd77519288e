import { AssertionError } from '@candor/domain/assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../encoding.ts';
import { makeEntries, naiveTree, sha256 } from '../testing/naive-tree.ts';
import { edgeOf, EMPTY_TREE, growTree, rootOf } from './grow-tree.ts';
import type { TreeEdge } from './grow-tree.ts';
import {
  entryBundlePath,
  nodesFromTiles,
  parseTilePath,
  readEntryBundle,
  tileOf,
  tilePath,
  tilesOf,
  widthOf,
  writeEntryBundle,
} from './tiles.ts';
import { consistencyNodes, inclusionNodes, makeProof } from './tree.ts';

/** Tiles as a table keeps them: pieces are only ever added at the end of a tile. */
function storeOf() {
  const tiles = new Map<string, Uint8Array>();
  return {
    grow: (edge: TreeEdge, entries: readonly Uint8Array[]): TreeEdge => {
      const grown = growTree(edge, entries, sha256);
      for (const { level, n, from, hashes } of grown.pieces) {
        const tile = tiles.get(`${level}/${n}`) ?? new Uint8Array(0);
        expect(tile.length).toBe(from * 32);
        expect(tile.length + hashes.length).toBeLessThanOrEqual(256 * 32);
        tiles.set(`${level}/${n}`, new Uint8Array([...tile, ...hashes]));
      }
      return grown.edge;
    },
    read: (level: number, n: number): Uint8Array => {
      const tile = tiles.get(`${level}/${n}`);
      if (tile === undefined) throw new Error(`there is no tile ${level}/${n}`);
      return tile;
    },
    names: () => [...tiles.keys()],
  };
}

describe('a tree that grows', () => {
  it('has the root of the definition after every batch, and its edge can be loaded again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 6 }), (batches) => {
        const entries = makeEntries(batches.reduce((total, count) => total + count, 0));
        const store = storeOf();
        let edge = EMPTY_TREE;
        for (const count of batches) {
          edge = store.grow(edge, entries.slice(edge.size, edge.size + count));
          expect(rootOf(edge, sha256)).toBe(toHex(naiveTree(entries).root(0, edge.size)));
          expect(edgeOf(edge.size, store.read)).toEqual(edge);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('has the same tiles, whatever the batches were', () => {
    const entries = makeEntries(1000);
    const [atOnce, oneByOne] = [storeOf(), storeOf()];
    atOnce.grow(EMPTY_TREE, entries);
    let edge = EMPTY_TREE;
    for (const entry of entries) edge = oneByOne.grow(edge, [entry]);
    expect(oneByOne.names().toSorted()).toEqual(atOnce.names().toSorted());
    for (const name of atOnce.names()) {
      const [level = 0, n = 0] = name.split('/').map(Number);
      expect(toHex(oneByOne.read(level, n))).toBe(toHex(atOnce.read(level, n)));
    }
    expect(edgeOf(700, atOnce.read).tiles.map((tile) => tile.length / 32)).toEqual([700 % 256, 2]);
  });

  it('grows over 65,536 leaves into a third level of tiles', () => {
    const entries = makeEntries(66_000);
    const tree = naiveTree(entries);
    const store = storeOf();
    const edge = store.grow(EMPTY_TREE, entries);
    expect(edge.tiles.map((tile) => tile.length / 32)).toEqual([66_000 % 256, 1, 1]);
    expect(rootOf(edge, sha256)).toBe(toHex(tree.root(0, 66_000)));
    const readNode = nodesFromTiles(store.read, sha256);
    for (const index of [0, 65_535, 65_536, 65_999]) {
      const made = makeProof(inclusionNodes(index, 66_000), readNode, sha256);
      expect(made.map(toHex)).toEqual(tree.path(index, 66_000).map(toHex));
    }
  });

  it('an edge that does not fit its size is refused', () => {
    const { edge } = growTree(EMPTY_TREE, makeEntries(3), sha256);
    expect(() => growTree({ ...edge, size: 4 }, makeEntries(1), sha256)).toThrow(AssertionError);
    expect(() => edgeOf(3, () => new Uint8Array(64))).toThrow(AssertionError);
  });
});

describe('proofs from tiles', () => {
  const entries = makeEntries(1300);
  const store = storeOf();
  store.grow(EMPTY_TREE, entries);
  const tree = naiveTree(entries);

  it('read only the tiles that are named, as wide as the tree had them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1300 }), fc.nat(), (size, seed) => {
        const index = seed % size;
        for (const [ranges, expected] of [
          [inclusionNodes(index, size), tree.path(index, size)],
          [consistencyNodes(index + 1, size), tree.consistency(index + 1, size)],
        ] as const) {
          const tiles = new Map(
            tilesOf(ranges, size).map(({ level, n, width }) => [
              `${level}/${n}`,
              store.read(level, n).slice(0, width * 32),
            ]),
          );
          const readTile = (level: number, n: number): Uint8Array => {
            const tile = tiles.get(`${level}/${n}`);
            if (tile === undefined) throw new Error('a tile that was not named');
            return tile;
          };
          const made = makeProof(ranges, nodesFromTiles(readTile, sha256), sha256);
          expect(made.map(toHex)).toEqual(expected.map(toHex));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a tile that is too short is noticed', () => {
    const readNode = nodesFromTiles(() => new Uint8Array(32), sha256);
    expect(() => readNode(1, 0)).toThrow(AssertionError);
  });
});

describe('places', () => {
  it.each([
    [{ level: 0, index: 0 }, 1, { level: 0, n: 0, width: 1 }],
    [{ level: 0, index: 255 }, 256, { level: 0, n: 0, width: 256 }],
    [{ level: 0, index: 256 }, 300, { level: 0, n: 1, width: 44 }],
    [{ level: 7, index: 1 }, 300, { level: 0, n: 0, width: 256 }],
    [{ level: 8, index: 0 }, 300, { level: 1, n: 0, width: 1 }],
    [{ level: 15, index: 1 }, 70_000, { level: 1, n: 0, width: 256 }],
    [{ level: 16, index: 0 }, 70_000, { level: 2, n: 0, width: 1 }],
  ])('%o in %d leaves is in %o', (subtree, size, tile) => {
    expect(tileOf(subtree, size)).toEqual(tile);
  });

  it('a tile beyond the tree has no hashes', () => {
    expect(widthOf(0, 2, 300)).toBe(0);
    expect(widthOf(1, 0, 255)).toBe(0);
  });
});

describe('paths', () => {
  it.each([
    [{ level: 0, n: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, n: 999, width: 256 }, 'tile/0/999'],
    [{ level: 1, n: 1000, width: 256 }, 'tile/1/x001/000'],
    [{ level: 2, n: 1_234_067, width: 5 }, 'tile/2/x001/x234/067.p/5'],
  ])('%o is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it('entries have a path of their own', () => {
    expect(entryBundlePath({ n: 1067, width: 12 })).toBe('tile/entries/x001/067.p/12');
    expect(parseTilePath('tile/entries/x001/067.p/12')).toEqual({ level: 'entries', n: 1067, width: 12 });
  });

  it.each([
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/x001/x002',
    'tile/7/000',
    'tile/00/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/05',
    'tile/0/000/',
    'tile/0/000.p',
    'tile/x/000',
    'tile/0/x999/x999/x999/x999/x999/999',
    '',
  ])('%s is none', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });

  it('every tile has one', () => {
    const tile = fc.record({
      level: fc.integer({ min: 0, max: 6 }),
      n: fc.integer({ min: 0, max: 2 ** 44 }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tile, (one) => {
        expect(parseTilePath(tilePath(one))).toEqual(one);
      }),
    );
  });
});

describe('bundles of entries', () => {
  it('can be read back', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (entries) => {
        expect(readEntryBundle(writeEntryBundle(entries))).toEqual(entries);
      }),
    );
    expect(toHex(writeEntryBundle([Uint8Array.of(7), new Uint8Array(256)])).slice(0, 10)).toBe('0001070100');
  });

  it('an entry may be as long as two bytes can say, and no longer', () => {
    const long = [new Uint8Array(65_535).fill(1), Uint8Array.of(2), new Uint8Array(515).fill(3)];
    expect(readEntryBundle(writeEntryBundle(long))).toEqual(long);
    expect(() => writeEntryBundle([new Uint8Array(65_536)])).toThrow('fits two bytes');
  });

  it.each([[[0]], [[0, 2, 1]]])('%o is none', (bytes) => {
    expect(readEntryBundle(Uint8Array.from(bytes))).toBeNull();
  });
});

it.each([-1, 0, 0.5, 1.5, 257, Number.NaN, Number.POSITIVE_INFINITY])('a tile of %d hashes has no path', (width) => {
  expect(() => tilePath({ level: 0, n: 0, width })).toThrow(AssertionError);
});
