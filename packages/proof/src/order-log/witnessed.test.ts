import { beforeAll, describe, expect, it } from 'vitest';
import { makeEntries } from '../testing/naive-tree.ts';
import { serveLog } from '../testing/served-log.ts';
import type { ServedLog } from '../testing/served-log.ts';
import { testSigner, testWitness, webCrypto } from '../testing/web-crypto.ts';
import type { TestSigner, TestWitness } from '../testing/web-crypto.ts';
import { toHex } from '../encoding.ts';
import { COSIGNATURE, keyHashInput, verifierKeyText } from '../signed-note.ts';
import { witnessKeyText } from './cosignature.ts';
import { logCheckpointText } from './log-checkpoint.ts';
import type { Tile } from './tiles.ts';
import { judgeWitnesses, newestCosigned, parseWitnessPolicy } from './witnessed.ts';

const ENTRIES = makeEntries(900);
const ours = serveLog(ENTRIES);
const other = serveLog([...ENTRIES.slice(0, 500), ...makeEntries(400, 'other')]);

let site: TestSigner;
let [one, two, three]: TestWitness[] = [];
beforeAll(async () => {
  site = await testSigner();
  [one, two, three] = await Promise.all(['w1', 'w2', 'w3'].map(testWitness));
});

function witness(which: TestWitness | undefined): TestWitness {
  if (which === undefined) throw new Error('there are three');
  return which;
}

/** The head of a log, signed by the site and cosigned. */
async function cosigned(log: ServedLog, size: number, ...by: (TestWitness | undefined)[]): Promise<string> {
  return await cosignedAt(1_000, log, size, ...by);
}

async function cosignedAt(
  atSec: number,
  log: ServedLog,
  size: number,
  ...by: (TestWitness | undefined)[]
): Promise<string> {
  const text = logCheckpointText(log.head(size));
  const lines = await Promise.all(by.map(async (each) => await witness(each).cosign(text, atSec)));
  return `${await log.checkpoint(site, size)}${lines.join('')}`;
}

async function newest(...notes: string[]) {
  const keys = [one, two, three].map((each) => witness(each).key);
  return await newestCosigned(notes, [site.key], keys, webCrypto);
}

describe('the policy of a reader', () => {
  it('is a number and that many keys at least', async () => {
    const keys = [one, two, three].map((each) => witnessKeyText(witness(each).key));
    const read = await parseWitnessPolicy(` 2 ${keys.join('\n')} `, webCrypto);
    expect(read).toMatchObject({ ok: true, value: { quorum: 2 } });
    expect(read.ok && read.value.keys.map(({ name }) => name)).toEqual(['w1', 'w2', 'w3']);
  });

  it('has up to sixteen keys, and may ask for all of them', async () => {
    const many = await Promise.all(Array.from({ length: 17 }, async (_, at) => await testWitness(`w${at}`)));
    const keys = many.map(({ key }) => witnessKeyText(key));
    const policy = async (quorum: number, count: number) =>
      await parseWitnessPolicy(`${quorum} ${keys.slice(0, count).join(' ')}`, webCrypto);
    expect(await policy(16, 16)).toMatchObject({ ok: true, value: { quorum: 16 } });
    expect(await policy(1, 17)).toEqual({ ok: false, error: 'POLICY_MALFORMED' });
  });

  it('is refused with too few keys, a key twice, one key under two names, or what is no key', async () => {
    const key = witnessKeyText(witness(one).key);
    const { publicKey } = witness(one).key;
    const digest = await webCrypto.sha256(keyHashInput('another', publicKey, COSIGNATURE));
    const again = witnessKeyText({ name: 'another', keyHash: toHex(digest.slice(0, 4)), publicKey });
    expect((await parseWitnessPolicy(`1 ${again}`, webCrypto)).ok).toBe(true);
    for (const text of ['', '0', '1', `2 ${key}`, `0 ${key}`, `x ${key}`, `1 ${key} ${key}`, `1 ${key}x`, `1.5 ${key}`])
      expect(await parseWitnessPolicy(text, webCrypto)).toEqual({ ok: false, error: 'POLICY_MALFORMED' });
    expect((await parseWitnessPolicy(`1 ${key} ${again}`, webCrypto)).ok).toBe(false);
    expect((await parseWitnessPolicy(`1 ${verifierKeyText(site.key)}`, webCrypto)).ok).toBe(false);
  });
});

describe('the newest cosigned head', () => {
  it('is the one that was cosigned last of two notes about it, and a larger one before that', async () => {
    const [early, late] = [await cosignedAt(900, ours, 700, one), await cosignedAt(1_100, ours, 700, one)];
    const smaller = await cosignedAt(1_200, ours, 600, one);
    for (const notes of [
      [early, late, smaller],
      [smaller, late, early],
    ])
      expect(await newest(...notes)).toMatchObject([{ head: { size: 700 }, atSec: 1_100 }]);
  });

  it('is found for each witness, whatever the order of the notes', async () => {
    const notes = [await cosigned(ours, 700, one), await cosigned(ours, 900, one, two), await cosigned(ours, 600, two)];
    const found = await newest(...notes);
    expect(found.map(({ key, head }) => [key.name, head.size])).toEqual([
      ['w1', 900],
      ['w2', 900],
    ]);
  });

  it('is looked for in 64 notes', async () => {
    const note = await cosigned(ours, 900, one);
    const after = async (count: number) => (await newest(...Array.from({ length: count }, () => ''), note)).length;
    expect([await after(63), await after(64)]).toEqual([1, 0]);
  });

  it('needs the line of the site and of a witness that the reader chose', async () => {
    const stranger = await testWitness('stranger');
    const unsigned = (await cosigned(ours, 900, one)).replace(/^\u2014 candor .*\n/m, '');
    const wrong = (await cosigned(ours, 900, one)).replace('900', '901');
    const bad = [await cosigned(ours, 900), await cosigned(ours, 900, stranger), unsigned, wrong];
    expect(await newest(...bad)).toEqual([]);
    expect((await newest(...bad, await cosigned(ours, 900, one))).map(({ key }) => key.name)).toEqual(['w1']);
  });
});

describe('a receipt whose entry names the head of 600 orders', () => {
  const source = { readTile: ours.readTile, crypto: webCrypto };
  const judge = async (notes: string[], quorum: number, log = ours) =>
    await judgeWitnesses({ entry: log.head(600), kept: null }, await newest(...notes), quorum, source);

  it('is covered if enough witnesses cosigned that head or a later one', async () => {
    const notes = [await cosigned(ours, 600, one), await cosigned(ours, 900, two)];
    expect(await judge(notes, 2)).toEqual({ kind: 'covered', names: ['w1', 'w2'] });
    expect(await judge(notes, 3)).toEqual({ kind: 'open', names: ['w1', 'w2'] });
  });

  it('is open as long as their heads are older', async () => {
    expect(await judge([await cosigned(ours, 599, one)], 1)).toEqual({ kind: 'open', names: [] });
    expect(await judge([], 1)).toEqual({ kind: 'open', names: [] });
  });

  it('is contradicted if a witness cosigned another log, older or newer', async () => {
    const both = { readTile: other.readTile, crypto: webCrypto };
    for (const size of [600, 900, 550]) {
      const heads = await newest(await cosigned(ours, 900, one), await cosigned(other, size, two));
      const judged = await judgeWitnesses(
        { entry: ours.head(600), kept: null },
        heads,
        1,
        size === 900 ? both : source,
      );
      expect(judged).toMatchObject({ kind: 'contradicted' });
    }
  });

  it('is contradicted if the head that the reader kept is of another log', async () => {
    const heads = await newest(await cosigned(ours, 700, one));
    const entry = ours.head(400);
    expect(await judgeWitnesses({ entry, kept: ours.head(800) }, heads, 1, source)).toEqual({
      kind: 'covered',
      names: ['w1'],
    });
    // The tiles of both logs are served, each with its own head: the receipt alone would not tell.
    const late = serveLog([...ENTRIES.slice(0, 650), ...makeEntries(150, 'late')]);
    const isOfOurs = ({ level, n, width }: Tile) => level === 0 && n === 2 && width === 700 - 512;
    const readTile = async (tile: Tile) => await (isOfOurs(tile) ? ours : late).readTile(tile);
    const both = { readTile, crypto: webCrypto };
    expect(await judgeWitnesses({ entry, kept: null }, heads, 1, both)).toMatchObject({ kind: 'covered' });
    expect(await judgeWitnesses({ entry, kept: late.head(800) }, heads, 1, both)).toMatchObject({
      kind: 'contradicted',
      by: { head: ours.head(700) },
    });
  });
});
