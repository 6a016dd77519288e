import { beforeAll, describe, expect, it } from 'vitest';
import { makeEntries } from '../testing/naive-tree.ts';
import { serveLog } from '../testing/served-log.ts';
import type { ServedLog } from '../testing/served-log.ts';
import { testSigner, webCrypto } from '../testing/web-crypto.ts';
import type { TestSigner } from '../testing/web-crypto.ts';
import { followHead, isPrefix } from './follow-head.ts';
import type { FollowedHead } from './follow-head.ts';

const ENTRIES = makeEntries(900);
const ours = serveLog(ENTRIES);
/** The same until entry 500, which was dropped. */
const dropped = serveLog([...ENTRIES.slice(0, 500), ...ENTRIES.slice(501)]);
const grown = serveLog([...ENTRIES, ...makeEntries(400, 'more')]);
/** Two members are shown two orders at the end. */
const forked = serveLog([...ENTRIES.slice(0, 899), ...makeEntries(2, 'other')]);

let site: TestSigner;
beforeAll(async () => {
  site = await testSigner();
});

/** What a device that kept the head of `ours` of that size says of the newest head of `log`. */
async function follow(keptSize: number | null, log: ServedLog, shownSize?: number): Promise<FollowedHead> {
  return await followHead(keptSize === null ? null : ours.head(keptSize), await log.checkpoint(site, shownSize), {
    keys: [{ ...site.key, retiredAt: null }],
    readTile: log.readTile,
    crypto: webCrypto,
    nowMs: 1_000_000,
  });
}

describe('a head holds', () => {
  it('if it is the first, the kept one, or contains the kept one', async () => {
    expect(await follow(null, ours)).toEqual({ kind: 'holds', head: ours.head() });
    expect(await follow(900, ours)).toEqual({ kind: 'holds', head: ours.head() });
    for (const size of [0, 1, 255, 256, 257, 512, 899])
      expect(await follow(size, ours)).toEqual({ kind: 'holds', head: ours.head() });
    expect(await follow(900, grown)).toEqual({ kind: 'holds', head: grown.head() });
  });
});

describe('a head is a lie', () => {
  it('if it has the size of the kept one and another root', async () => {
    expect(await follow(900, forked, 900)).toMatchObject({ kind: 'lie', problem: 'LOG_ROOT_DIFFERS' });
  });

  it('if it is larger and does not contain the kept one', async () => {
    expect(await follow(899, dropped)).toMatchObject({ kind: 'lie', problem: 'LOG_ROOT_DIFFERS' });
    expect(await follow(898, dropped)).toMatchObject({ kind: 'lie', problem: 'LOG_FORKED' });
    expect(await follow(900, forked)).toMatchObject({ kind: 'lie', problem: 'LOG_FORKED' });
    expect(await follow(500, dropped)).toMatchObject({ kind: 'holds' });
  });

  it('if it is smaller and the kept one does not begin with it', async () => {
    // The tiles of what was signed first are still served.
    const shown = { ...dropped, readTile: ours.readTile };
    expect(await follow(900, shown, 600)).toMatchObject({ kind: 'lie', problem: 'LOG_FORKED' });
  });

  it('if the tiles are those of another log', async () => {
    expect(await follow(900, { ...grown, readTile: forked.readTile }, 901)).toMatchObject({
      kind: 'lie',
      problem: 'LOG_FORKED',
    });
  });
});

describe('a head is in doubt', () => {
  it('if it is smaller, whether the kept one begins with it or nothing shows that', async () => {
    expect(await follow(900, ours, 600)).toMatchObject({ kind: 'doubt', problem: 'LOG_BEHIND', head: ours.head(600) });
    expect(await follow(900, ours, 0)).toMatchObject({ kind: 'doubt', problem: 'LOG_BEHIND' });
    const rolledBack = serveLog(ENTRIES.slice(0, 600));
    expect(await follow(900, rolledBack)).toMatchObject({ kind: 'doubt', problem: 'LOG_SHRANK' });
  });

  it('if its tiles are not served', async () => {
    expect(await follow(800, { ...grown, readTile: ours.readTile })).toMatchObject({
      kind: 'doubt',
      problem: 'LOG_INCOMPLETE',
    });
  });

  it('if no key of the site signed it, or one that was replaced', async () => {
    const other = await testSigner();
    const context = { readTile: ours.readTile, crypto: webCrypto, nowMs: 1_000_000 };
    const note = await ours.checkpoint(site);
    const by = async (keys: Parameters<typeof followHead>[2]['keys'], text = note) =>
      await followHead(null, text, { ...context, keys });
    expect(await by([{ ...other.key, retiredAt: null }])).toEqual({
      kind: 'doubt',
      problem: 'KEY_UNKNOWN',
      head: null,
    });
    expect(await by([{ ...site.key, retiredAt: 1 }])).toMatchObject({ kind: 'doubt', problem: 'KEY_RETIRED' });
    expect(await by([{ ...site.key, retiredAt: null }], note.replace('900', '901'))).toMatchObject({
      problem: 'SIGNATURE_WRONG',
    });
    expect(await by([{ ...site.key, retiredAt: null }], '<html>')).toMatchObject({ problem: 'NOTE_MALFORMED' });
  });
});

it('what a tile cannot be read for otherwise is passed on', async () => {
  const failing = {
    ...grown,
    readTile: async () => {
      throw new Error('no network');
    },
  };
  await expect(follow(900, failing)).rejects.toThrow('no network');
});

it('a larger tree is no prefix of a smaller one', async () => {
  const source = { readTile: ours.readTile, crypto: webCrypto };
  expect(await isPrefix(ours.head(900), ours.head(800), source)).toBe(false);
  expect(await isPrefix(ours.head(800), ours.head(900), source)).toBe(true);
});
