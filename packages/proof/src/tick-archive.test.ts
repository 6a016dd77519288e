import { AssertionError } from '@candor/domain/assert';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromUtf8, toHex, utf8 } from './encoding.ts';
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
import { archivePort as port, DAY, ticksOf } from './testing/archives.ts';
import type { Bytes } from './testing/archives.ts';
import { canonicalTickBytes, GENESIS_HASH } from './tick-chain.ts';

let signer: TestSigner;
let archive: TickArchive;
let bytes: Bytes;
let note: string;
beforeAll(async () => {
  signer = await testSigner();
  ({ bytes, archive } = await encodeTickArchive(
    { product: 'BTCUSDT', day: DAY, prevHash: GENESIS_HASH },
    ticksOf(3),
    port,
  ));
  note = await signer.sign(tickArchiveText(archive));
});

async function verify(file: Bytes, signed: string) {
  return await verifyTickArchive(file, signed, [signer.key], port);
}

describe('a day on which the order log began', () => {
  const root = 'cd'.repeat(32);
  const head = { product: 'BTCUSDT', day: DAY, prevHash: GENESIS_HASH };

  async function* withLogs(logs: readonly ArchivedTick['log'][]): AsyncIterable<ArchivedTick> {
    let at = 0;
    for await (const tick of ticksOf(logs.length)) yield { ...tick, log: logs[at++] ?? null };
  }

  it('gives back the ticks of both kinds', async () => {
    const logs = [null, { size: 0n, root }, { size: 7n, root }];
    const day = await encodeTickArchive(head, withLogs(logs), port);
    const whole = { fromSeq: 1n, toSeq: 3n };
    const read = await readTickArchive(day.bytes, day.archive, whole, port);
    expect(read.ok && read.value.map(({ log }) => log)).toEqual(logs);
    const verified = await verifyTickArchive(
      day.bytes,
      await signer.sign(tickArchiveText(day.archive)),
      [signer.key],
      port,
    );
    expect(verified.ok).toBe(true);
  });

  it('is refused if the log is dropped between two blocks', async () => {
    const logs = Array.from({ length: 601 }, (_, index) => (index < 600 ? { size: 1n, root } : null));
    const day = await encodeTickArchive(head, withLogs(logs), port);
    const signed = await signer.sign(tickArchiveText(day.archive));
    const refused = { ok: false, error: 'CHAIN_BROKEN' };
    expect(await verifyTickArchive(day.bytes, signed, [signer.key], port)).toEqual(refused);
    expect(await readTickArchive(day.bytes, day.archive, { fromSeq: 600n, toSeq: 601n }, port)).toEqual(refused);
  });

  it.each([
    ['dropped', [{ size: 1n, root }, null]],
    [
      'smaller',
      [
        { size: 1n, root },
        { size: 0n, root },
      ],
    ],
    [
      'another',
      [
        { size: 1n, root },
        { size: 1n, root: 'ce'.repeat(32) },
      ],
    ],
  ])('is refused if the log is %s', async (_, logs) => {
    const day = await encodeTickArchive(head, withLogs(logs), port);
    const signed = await signer.sign(tickArchiveText(day.archive));
    const refused = { ok: false, error: 'CHAIN_BROKEN' };
    expect(await verifyTickArchive(day.bytes, signed, [signer.key], port)).toEqual(refused);
  });
});

/** Signs a file with false content, which only the site itself could do. */
async function verifyLie(file: Bytes, change: Partial<TickArchive> = {}) {
  const fileHash = toHex(await port.sha256(file));
  return await verify(file, await signer.sign(tickArchiveText({ ...archive, fileHash, ...change })));
}

/** The file with another header and other lines. */
async function rewritten(header: (text: string) => string, lines: (text: string) => string): Promise<Bytes> {
  const end = bytes.indexOf(0x0a);
  const block = await port.gzip(utf8(lines(fromUtf8(await port.gunzip(bytes.slice(end + 1))) ?? '')));
  const sized = (fromUtf8(bytes.slice(0, end)) ?? '').replace(/^(\{"blocks":\[\[1,3,)\d+/, `$1${block.length}`);
  return Uint8Array.from([...utf8(`${header(sized)}\n`), ...block]);
}

function same(text: string): string {
  return text;
}

describe('an archive', () => {
  it('holds every tick with its place in the chain and its sources', async () => {
    const read = await readTickArchive(bytes, archive, { fromSeq: 1n, toSeq: 3n }, port);
    if (!read.ok) throw new Error(read.error);
    expect(read.value.map(({ seq, price, prevHash }) => [seq, price, prevHash])).toEqual([
      [1n, '67000.00', GENESIS_HASH],
      [2n, '67000.01', read.value[0]?.hash],
      [3n, '67000.02', read.value[1]?.hash],
    ]);
    const [first] = read.value;
    if (first === undefined) throw new Error('no tick');
    expect(first).toMatchObject({ epoch: 7n, sources: [{ source: 'one', price: '0' }] });
    expect(first.hash).toBe(toHex(await port.sha256(canonicalTickBytes({ ...first, product: 'BTCUSDT' }))));
    expect(archive).toMatchObject({ firstSeq: 1n, lastSeq: 3n, count: 3, lastHash: read.value[2]?.hash });
    expect(await verify(bytes, note)).toEqual({ ok: true, value: archive });
  });

  it('can be read from the middle, across its blocks, to its end and beyond', async () => {
    const chain = { product: 'BTCUSDT', day: DAY, prevHash: 'cd'.repeat(32) };
    const long = await encodeTickArchive(chain, ticksOf(602, 101n), port);
    const seqs = async (fromSeq: bigint, toSeq: bigint) => {
      const read = await readTickArchive(long.bytes, long.archive, { fromSeq, toSeq }, port);
      return read.ok ? read.value.map(({ seq }) => seq) : read.error;
    };
    expect(await seqs(699n, 701n)).toEqual([699n, 700n, 701n]);
    expect(await seqs(702n, 9999n)).toEqual([702n]);
    expect(await seqs(1n, 100n)).toEqual([]);
    expect(await seqs(703n, 9999n)).toEqual([]);
    expect(await verify(long.bytes, await signer.sign(tickArchiveText(long.archive)))).toMatchObject({ ok: true });
  });

  it('opens only the blocks that have ticks of the range', async () => {
    const long = await encodeTickArchive({ product: 'BTCUSDT', day: DAY, prevHash: GENESIS_HASH }, ticksOf(1201), port);
    let opened = 0;
    const counting: typeof port = {
      ...port,
      gunzip: async (block) => {
        opened += 1;
        return await port.gunzip(block);
      },
    };
    const openedFor = async (fromSeq: bigint, toSeq: bigint) => {
      opened = 0;
      expect(await readTickArchive(long.bytes, long.archive, { fromSeq, toSeq }, counting)).toMatchObject({ ok: true });
      return opened;
    };
    expect([await openedFor(1n, 600n), await openedFor(601n, 601n), await openedFor(600n, 601n)]).toEqual([1, 1, 2]);
    expect([await openedFor(1201n, 9999n), await openedFor(1202n, 9999n)]).toEqual([1, 0]);
  });

  it('detects any flipped bit, in the file and in its note', async () => {
    for (let index = 0; index < bytes.length; index++) {
      const damaged = Uint8Array.from(bytes);
      damaged[index] = (damaged[index] ?? 0) ^ (1 << (index & 7));
      const read = await readTickArchive(damaged, archive, { fromSeq: 1n, toSeq: 1n }, port);
      expect(read, `a bit of byte ${index}`).toEqual({ ok: false, error: 'FILE_DIFFERS' });
    }
    for (let index = 0; index < note.length; index++) {
      const damaged = note.slice(0, index) + String.fromCharCode(note.charCodeAt(index) ^ 1) + note.slice(index + 1);
      expect(await verify(bytes, damaged), `character ${index} of the note`).toMatchObject({ ok: false });
    }
  });

  it('is malformed when cut short or extended', async () => {
    expect(await verifyLie(bytes.slice(0, -1))).toEqual({ ok: false, error: 'ARCHIVE_MALFORMED' });
    expect(await verifyLie(Uint8Array.from([...bytes, 0]))).toEqual({ ok: false, error: 'ARCHIVE_MALFORMED' });
    expect(await verifyLie(utf8(''))).toEqual({ ok: false, error: 'ARCHIVE_MALFORMED' });
  });

  it.each<[string, (text: string) => string, (text: string) => string, string]>([
    ['a price', same, (text: string) => text.replace('67000.01', '67000.03'), 'CHAIN_BROKEN'],
    ['a moment', same, (text: string) => text.replace('00:00:01.000', '00:00:01.500'), 'CHAIN_BROKEN'],
    ['a number', same, (text: string) => text.replace('[2,', '[3,'), 'CHAIN_BROKEN'],
    ['a time order', same, (text: string) => text.replace('00:00:01.000', '00:00:00.000'), 'CHAIN_BROKEN'],
    ['an invalid tick', same, (text: string) => text.replace('"OK"', '"NICE"'), 'ARCHIVE_MALFORMED'],
    ...['067000.00', '67000.', '.50', '--1', '+1', '1e3', '1.0.0', 'x1', '1x', ''].map(
      (price): [string, typeof same, typeof same, string] => [
        `the price "${price}"`,
        same,
        (text) => text.replace('67000.01', price),
        'ARCHIVE_MALFORMED',
      ],
    ),
    ['invalid JSON', same, (text: string) => text.replace('[2,', '{2,'), 'ARCHIVE_MALFORMED'],
    ['a missing line', same, (text: string) => text.slice(text.indexOf('\n') + 1), 'ARCHIVE_MALFORMED'],
    ['a header of another product', (text: string) => text.replace('BTC', 'ETH'), same, 'ARCHIVE_MALFORMED'],
    ['a header of another day', (text: string) => text.replace(DAY, '2026-08-02'), same, 'ARCHIVE_MALFORMED'],
    ['a header with another count', (text: string) => text.replace('[1,3,', '[1,2,'), same, 'ARCHIVE_MALFORMED'],
    ['another start', (text: string) => text.replace(GENESIS_HASH, 'ee'.repeat(32)), same, 'ARCHIVE_MALFORMED'],
  ])('is refused when its note was signed over a wrong file: %s', async (_name, header, lines, error) => {
    expect(await verifyLie(await rewritten(header, lines))).toEqual({ ok: false, error });
  });

  it('is invalid with another end, start, product or day, or under an unknown key', async () => {
    for (const [change, error] of [
      [{ lastHash: 'ee'.repeat(32) }, 'CHAIN_BROKEN'],
      [{ prevHash: 'ee'.repeat(32) }, 'ARCHIVE_MALFORMED'],
      [{ product: 'ETHUSDT' }, 'ARCHIVE_MALFORMED'],
      [{ firstSeq: 2n, lastSeq: 4n }, 'ARCHIVE_MALFORMED'],
      [{ lastSeq: 2n, count: 2 }, 'ARCHIVE_MALFORMED'],
    ] as const) {
      expect(await verifyLie(bytes, change)).toEqual({ ok: false, error });
    }
    expect(await verifyTickArchive(bytes, note, [(await testSigner()).key], port)).toMatchObject({ ok: false });
  });

  it('may hold only ticks of its own day', async () => {
    const chain = { product: 'BTCUSDT', day: '2026-07-31', prevHash: GENESIS_HASH };
    const late = await encodeTickArchive(chain, ticksOf(1), port);
    expect(await verify(late.bytes, await signer.sign(tickArchiveText(late.archive)))).toEqual({
      ok: false,
      error: 'CHAIN_BROKEN',
    });
  });

  it('cannot be made with a gap or without ticks', async () => {
    const chain = { product: 'BTCUSDT', day: DAY, prevHash: GENESIS_HASH };
    await expect(encodeTickArchive(chain, ticksOf(2, 1n, { seq: 5n }), port)).rejects.toThrow(AssertionError);
    await expect(encodeTickArchive(chain, ticksOf(0), port)).rejects.toThrow(AssertionError);
  });
});

describe('the text of a note', () => {
  it('has exactly this form', () => {
    const text = tickArchiveText(archive);
    expect(text).toBe(
      `candor-tick-archive-v1\nBTCUSDT\n2026-08-01\n1\n3\n3\n${GENESIS_HASH}\n${archive.lastHash}\n${archive.fileHash}\n`,
    );
    expect(parseTickArchiveText(text)).toEqual({ ok: true, value: archive });
    for (const other of [
      text.replace('v1', 'v2'),
      text.replace('\n1\n3\n3\n', '\n1\n3\n4\n'),
      text.replace('\n1\n3\n', '\n01\n3\n'),
      text.replace('08-01', '08-32'),
      text.replace('08-01', '08-01 '),
      text.replace('08-01', '08-01T00:00:00.000Z'),
      text.replace('BTCUSDT', ''),
      text.replace(GENESIS_HASH, '0'),
      text.slice(0, -1),
      `${text}\n`,
    ]) {
      expect(parseTickArchiveText(other)).toEqual({ ok: false, error: 'ARCHIVE_MALFORMED' });
    }
  });
});
