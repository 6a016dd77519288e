import { describe, expect, it } from 'vitest';
import { readReceipt } from '../read-receipt.ts';
import type { ReadReceipt } from '../read-receipt.ts';
import { makeReceipt } from '../testing/receipts.ts';
import type { Scenario } from '../testing/receipts.ts';
import { makeEntries } from '../testing/naive-tree.ts';
import { serveLog } from '../testing/served-log.ts';
import { testSigner, webCrypto } from '../testing/web-crypto.ts';
import { decidingHead, settledHead } from '../check-settled.ts';
import { fixedDevice } from '../testing/devices.ts';
import { headsToTie, tieHeads } from './tie-heads.ts';
import type { Tile } from './tiles.ts';

const signer = await testSigner();

async function receiptOf(scenario: Scenario): Promise<ReadReceipt> {
  const read = readReceipt(await makeReceipt(scenario, signer));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

describe('the heads to tie', () => {
  it('are that of the entry first, and at most sixteen from the first to the last', async () => {
    const read = await receiptOf({});
    const sizes = read.ticks.map(({ canonical }) => Number(canonical.log?.size));
    const heads = headsToTie(read);
    expect(heads.length).toBe(16);
    expect(heads[0]?.size).toBe(Number(read.ticks.find(({ at }) => at === read.order.entryAt)?.canonical.log?.size));
    const rest = heads.slice(1).map(({ size }) => size);
    expect(rest[0]).toBe(Math.min(...sizes));
    expect(rest.at(-1)).toBe(Math.max(...sizes));
    expect(rest).toEqual(rest.toSorted((one, other) => one - other));
    expect(new Set(heads.map(({ size }) => size)).size).toBe(heads.length);
  });

  it('begin with the one that has the settlement, if a receipt shows it', async () => {
    const read = await receiptOf({ device: await fixedDevice(7) });
    const [settled, entry, ...rest] = headsToTie(read);
    expect([settled, ...rest].every((head) => (head?.size ?? 0) <= (settled?.size ?? 0))).toBe(true);
    expect(settled?.size).toBeGreaterThan(Math.max(...rest.map(({ size }) => size)));
    expect(settled).toEqual(settledHead(read.receipt));
    expect(decidingHead(read)).toEqual(settled);
    expect(decidingHead(await receiptOf({ device: await fixedDevice(7), settlementLogged: false }))).toEqual(entry);
  });

  it('are none if no tick names a log', async () => {
    expect(headsToTie(await receiptOf({ logFrom: null }))).toEqual([]);
  });
});

describe('heads', () => {
  const ENTRIES = makeEntries(900);
  const ours = serveLog(ENTRIES);
  const other = serveLog([...makeEntries(1, 'other'), ...ENTRIES.slice(1)]);
  const source = { readTile: ours.readTile, crypto: webCrypto };

  it('are tied if the newest head begins with each of them', async () => {
    const heads = [ours.head(700), ours.head(0), ours.head(512), ours.head(900)];
    expect(await tieHeads(heads, ours.head(), source)).toEqual({ kind: 'tied' });
    expect(await tieHeads([ours.head()], ours.head(), source)).toEqual({ kind: 'tied' });
  });

  it('differ if it does not begin with one of them', async () => {
    const heads = [ours.head(700), other.head(512), ours.head(900)];
    expect(await tieHeads(heads, ours.head(), source)).toEqual({ kind: 'differs', head: other.head(512) });
    expect(await tieHeads([other.head(900)], ours.head(), source)).toEqual({ kind: 'differs', head: other.head(900) });
    const both = [ours.head(700), other.head(512), other.head(600)];
    expect(await tieHeads(both, ours.head(), source)).toEqual({ kind: 'differs', head: other.head(512) });
  });

  it('are ahead if that of the entry is newer, or there is none', async () => {
    expect(await tieHeads([], ours.head(), source)).toEqual({ kind: 'ahead' });
    expect(await tieHeads([ours.head(900), ours.head(600)], ours.head(800), source)).toEqual({ kind: 'ahead' });
    // A newer head of a later tick says nothing against the entry.
    expect(await tieHeads([ours.head(600), ours.head(900)], ours.head(800), source)).toEqual({ kind: 'tied' });
    expect(await tieHeads([ours.head(900), other.head(600)], ours.head(800), source)).toMatchObject({
      kind: 'differs',
    });
  });

  it('that are near each other read the same tiles', async () => {
    const asked = new Set<string>();
    const readTile = async (tile: Tile) => {
      asked.add(`${tile.level}/${tile.n}`);
      return await ours.readTile(tile);
    };
    const heads = Array.from({ length: 16 }, (_, at) => ours.head(600 + at));
    expect(await tieHeads(heads, ours.head(), { readTile, crypto: webCrypto })).toEqual({ kind: 'tied' });
    expect(asked.size).toBeLessThan(5);
  });
});
