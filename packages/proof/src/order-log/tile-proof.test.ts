import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeEntries, naiveTree } from '../testing/naive-tree.ts';
import { serveLog } from '../testing/served-log.ts';
import { webCrypto } from '../testing/web-crypto.ts';
import { TileMissing } from './follow-head.ts';
import { fetchConsistencyProof, fetchInclusionProof } from './tile-proof.ts';
import type { Tile } from './tiles.ts';

const ENTRIES = makeEntries(1500);
const log = serveLog(ENTRIES);
const tree = naiveTree(ENTRIES);

const sizes = fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 1, max: 1500 }));

it('makes the consistency proofs of the definition', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ([one, other]) => {
      const [older, size] = [Math.min(one, other), Math.max(one, other)];
      const proof = await fetchConsistencyProof(older, { size, readTile: log.readTile, crypto: webCrypto });
      expect(proof).toEqual(older === 0 ? [] : tree.consistency(older, size));
    }),
    { numRuns: 60 },
  );
});

it('makes the inclusion proofs of the definition', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ([at, size]) => {
      const index = at % size;
      const proof = await fetchInclusionProof(index, { size, readTile: log.readTile, crypto: webCrypto });
      expect(proof).toEqual(tree.path(index, size));
    }),
    { numRuns: 60 },
  );
});

it('reads few tiles, all at once', async () => {
  const asked = new Set<string>();
  let [open, openMax] = [0, 0];
  const readTile = async (tile: Tile) => {
    asked.add(`${tile.level}/${tile.n} ${tile.width}`);
    openMax = Math.max(openMax, (open += 1));
    const bytes = await log.readTile(tile);
    open -= 1;
    return bytes;
  };
  await fetchConsistencyProof(700, { size: 1500, readTile, crypto: webCrypto });
  expect([...asked].toSorted()).toEqual(['0/2 256', '0/5 220', '1/0 5']);
  expect(openMax).toBeGreaterThan(3);
});

it('rejects if a tile is missing', async () => {
  const source = { size: 1501, readTile: log.readTile, crypto: webCrypto };
  await expect(fetchConsistencyProof(1499, source)).rejects.toThrow(TileMissing);
});
