import { beforeAll, describe, expect, it } from 'vitest';
import { fromUtf8, toHex, utf8 } from './encoding.ts';
import { archivePort as port, DAY, START, ticksOf } from './testing/archives.ts';
import type { Bytes } from './testing/archives.ts';
import { testSigner } from './testing/web-crypto.ts';
import type { TestSigner } from './testing/web-crypto.ts';
import {
  encodeTickArchive,
  parseTickArchiveText,
  readTickArchive,
  tickArchiveText,
  verifyTickArchive,
} from './tick-archive.ts';
import type { ArchivedTick, TickArchive } from './tick-archive.ts';
import { GENESIS_HASH } from './tick-chain.ts';

const HEAD = { product: 'BTCUSDT', day: DAY, prevHash: GENESIS_HASH };
const WHOLE = { fromSeq: 1n, toSeq: 9999n };
const BROKEN = { ok: false, error: 'CHAIN_BROKEN' };
const MALFORMED = { ok: false, error: 'ARCHIVE_MALFORMED' };

type Day = { readonly bytes: Bytes; readonly archive: TickArchive };

let signer: TestSigner;
beforeAll(async () => {
  signer = await testSigner();
});

/** The site signs whatever it made, and its hashes fit: only the rule itself can find what is wrong. */
async function verdictsOn({ bytes, archive }: Day): Promise<unknown[]> {
  const signed = { ...archive, fileHash: toHex(await port.sha256(bytes)) };
  const note = await signer.sign(tickArchiveText(signed));
  return [
    await verifyTickArchive(bytes, note, [signer.key], port),
    await readTickArchive(bytes, signed, WHOLE, port),
  ].map((verdict) => (verdict.ok ? 'ok' : verdict));
}

/** The day with another header, as it would be signed then. */
function withHeader(
  { bytes, archive }: Day,
  change: (header: string) => string,
  signs: Partial<TickArchive> = {},
): Day {
  const end = bytes.indexOf(0x0a);
  const header = fromUtf8(bytes.slice(0, end)) ?? '';
  const changed = change(header);
  if (changed === header) throw new Error('the header is as it was');
  return {
    bytes: Uint8Array.from([...utf8(`${changed}\n`), ...bytes.slice(end + 1)]),
    archive: { ...archive, ...signs },
  };
}

async function dayOf(count: number, change: Partial<ArchivedTick> = {}, head: Partial<typeof HEAD> = {}): Promise<Day> {
  return await encodeTickArchive({ ...HEAD, ...head }, ticksOf(count, 1n, change), port);
}

describe('a day whose hashes fit is refused', () => {
  it('if two ticks have the same moment', async () => {
    expect(await verdictsOn(await dayOf(1, { at: START }))).toEqual(['ok', 'ok']);
    expect(await verdictsOn(await dayOf(2, { at: START }))).toEqual([BROKEN, BROKEN]);
  });

  it('if a tick lies before the day or after it', async () => {
    const lastMs = START + 86_400_000 - 1;
    expect(await verdictsOn(await dayOf(1, { at: lastMs }))).toEqual(['ok', 'ok']);
    expect(await verdictsOn(await dayOf(1, { at: lastMs + 1 }))).toEqual([BROKEN, BROKEN]);
    expect(await verdictsOn(await dayOf(1, { at: START - 1 }))).toEqual([BROKEN, BROKEN]);
  });

  it('if its ticks have other numbers than its header says', async () => {
    const moved = await encodeTickArchive(HEAD, ticksOf(3, 2n), port);
    const lie = withHeader(moved, (header) => header.replace('[[2,3,', '[[1,3,'), { firstSeq: 1n, lastSeq: 3n });
    expect(await verdictsOn(lie)).toEqual([BROKEN, BROKEN]);
  });

  it.each(['0', '-0.5', '0.00', '12'])('but not for a price of %s', async (price) => {
    expect(await verdictsOn(await dayOf(1, { price }))).toEqual(['ok', 'ok']);
  });
});

describe('a header is refused', () => {
  it.each<[string, (header: string) => string, Partial<TickArchive>]>([
    ['with a value too many in a block', (header) => header.replace('"]]', '",1]]'), {}],
    ['with a block of no tick', (header) => header.replace('"blocks":[[', `"blocks":[[1,0,1,"${GENESIS_HASH}"],[`), {}],
    ['with a hash that is none', (header) => header.replace(GENESIS_HASH, 'GENESIS'), {}],
    ['with a number of zero', (header) => header.replace('[[1,', '[[0,'), {}],
    ['with one more tick than there is', (header) => header.replace('[[1,3,', '[[1,4,'), { lastSeq: 4n, count: 4 }],
    ['with another format', (header) => header.replace('-v1', '-v2'), {}],
    ['with more than it says', (header) => header.replace('{', '{"a":1,'), {}],
    ['that is not canonical', (header) => header.replace('{', '{ '), {}],
  ])('%s', async (_, change, signs) => {
    expect(await verdictsOn(withHeader(await dayOf(3), change, signs))).toEqual([MALFORMED, MALFORMED]);
  });

  it.each([
    ['without its end', '', 'x'],
    ['with a block of no bytes', '0', '\n'],
  ])('%s, even if no tick is asked for', async (_, size, end) => {
    const header = (bytes: string) =>
      utf8(
        `{"blocks":[[1,3,${bytes},"${GENESIS_HASH}"]],"day":"${DAY}","format":"candor-tick-archive-v1","product":"BTCUSDT"}${end}`,
      );
    // Without a size of its own the block is the whole file.
    const bytes = header(size === '' ? String(header('100').length) : size);
    const archive = { ...(await dayOf(3)).archive, fileHash: toHex(await port.sha256(bytes)) };
    expect(await readTickArchive(bytes, archive, { fromSeq: 7n, toSeq: 9n }, port)).toEqual(MALFORMED);
  });

  it('if a block begins elsewhere than the one before it ends', async () => {
    const long = await dayOf(601);
    const hash = /"([0-9a-f]{64})"\]\]/;
    const lie = withHeader(long, (header) => header.replace(hash, `"${'ee'.repeat(32)}"]]`));
    expect(await verdictsOn(lie)).toEqual([BROKEN, BROKEN]);
    const fileHash = toHex(await port.sha256(lie.bytes));
    for (const range of [
      { fromSeq: 1n, toSeq: 1n },
      { fromSeq: 601n, toSeq: 601n },
    ]) {
      expect(await readTickArchive(lie.bytes, { ...lie.archive, fileHash }, range, port)).toEqual(BROKEN);
    }
  });

  it('with a block of more than 600 ticks', async () => {
    const long = await dayOf(601);
    const end = long.bytes.indexOf(0x0a);
    const lines: string[] = [];
    const sizes = [...(fromUtf8(long.bytes.slice(0, end)) ?? '').matchAll(/\[\d+,\d+,(\d+),/g)].map(([, size]) =>
      Number(size),
    );
    let offset = end + 1;
    for (const size of sizes) {
      lines.push(fromUtf8(await port.gunzip(long.bytes.slice(offset, offset + size))) ?? '');
      offset += size;
    }
    const block = await port.gzip(utf8(lines.join('')));
    const header = `{"blocks":[[1,601,${block.length},"${GENESIS_HASH}"]],"day":"${DAY}","format":"candor-tick-archive-v1","product":"BTCUSDT"}\n`;
    const one = { bytes: Uint8Array.from([...utf8(header), ...block]), archive: long.archive };
    expect(await verdictsOn(one)).toEqual([MALFORMED, MALFORMED]);
  });
});

describe('the text of a note', () => {
  it.each<[string, (text: string) => string]>([
    ['a number with something before it', (text) => text.replace('\n1\n3\n3\n', '\nx1\n3\n3\n')],
    ['a number with something after it', (text) => text.replace('\n1\n3\n3\n', '\n1x\n3\n3\n')],
    ['a number of zero', (text) => text.replace('\n1\n3\n3\n', '\n0\n2\n3\n')],
    ['a last number that is none', (text) => text.replace('\n1\n3\n3\n', '\n1\n03\n3\n')],
    ['a count that is none', (text) => text.replace('\n1\n3\n3\n', '\n1\n3\n3.0\n')],
    ['a day of another calendar', (text) => text.replace(DAY, '+012026-08-01')],
    ['another first hash', (text) => text.replace(GENESIS_HASH, GENESIS_HASH.slice(1))],
    ['a last line', (text) => `${text.slice(0, -1)}\nmore`],
    ['a file hash in capitals', (text) => text.replace(/[0-9a-f]{64}\n$/, `${'AB'.repeat(32)}\n`)],
  ])('with %s is none', async (_, change) => {
    const { archive } = await dayOf(3);
    const text = tickArchiveText(archive);
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(parseTickArchiveText(changed)).toEqual(MALFORMED);
  });

  it('has numbers of up to 15 digits', async () => {
    const { archive } = await dayOf(3);
    const [longest, tooLong] = [10n ** 15n - 1n, 10n ** 15n].map((seq) => ({
      ...archive,
      firstSeq: seq,
      lastSeq: seq,
      count: 1,
    }));
    if (longest === undefined || tooLong === undefined) throw new Error('there are two');
    expect(parseTickArchiveText(tickArchiveText(longest))).toEqual({ ok: true, value: longest });
    expect(parseTickArchiveText(tickArchiveText(tooLong))).toEqual(MALFORMED);
  });

  it('is never written about what is no archive', async () => {
    const { archive } = await dayOf(3);
    for (const change of [
      { product: '' },
      { day: '2026-8-1' },
      { firstSeq: 0n, count: 4 },
      { count: 2 },
      { prevHash: 'x' },
      { lastHash: 'x' },
      { fileHash: 'x' },
    ]) {
      expect(() => tickArchiveText({ ...archive, ...change })).toThrow(/a product|a day|no gap|hashes/);
    }
  });
});
