/**
 * One day of a product's ticks as a file, for the time after they have left the database: a header (canonical JSON and
 * a line feed) and blocks. Each block is a gzip member whose lines are ticks. A signed note contains the file's hash
 * and both ends of its chain. Tick hashes are not stored: they follow from the hash before the first tick, so the file
 * cannot contradict itself.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { canonicalJson, parseCanonicalJson } from './canonical-json.ts';
import type { JsonValue } from './canonical-json.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { fromUtf8, toHex, utf8 } from './encoding.ts';
import { isHash, isLine, parseIso } from './lines.ts';
import { count as countFrom, hash as hashShape, isList, listOf, objectOf, oneOf, text as textShape } from './shape.ts';
import type { Reader } from './shape.ts';
import { verifyNote } from './signed-note.ts';
import type { NoteProblem, VerifierKey } from './signed-note.ts';
import { canonicalTickBytes, logLinkProblem } from './tick-chain.ts';
import type { CanonicalTick } from './tick-chain.ts';
import { logOfRow, readTickRow, safeNumber, tickRow } from './tick-row.ts';

const FORMAT = 'candor-tick-archive-v1';
/** Ten minutes: small enough to read for a few ticks, and longer than the history that gzip uses. */
const BLOCK_TICKS = 600;
const BLOCKS_MAX = 1000;
const DAY_MS = 86_400_000;
const COUNT = /^[1-9]\d{0,14}$/;

/** What the note says of a file. */
export type TickArchive = {
  readonly product: string;
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly firstSeq: bigint;
  readonly lastSeq: bigint;
  readonly count: number;
  /** The hash before the first tick, and the hash of the last tick. */
  readonly prevHash: string;
  readonly lastHash: string;
  /** SHA-256 of the file, hex. */
  readonly fileHash: string;
};

/** A tick with what each source said about it. The tick's hash covers a digest of these. */
export type ArchivedTick = Omit<CanonicalTick, 'prevHash' | 'product'> & { readonly sources: JsonValue };

/** A tick from an archive with its place in the chain. */
export type ChainedTick = Omit<ArchivedTick, 'epoch'> & {
  readonly epoch: bigint;
  readonly prevHash: string;
  readonly hash: string;
};

/** FILE_DIFFERS: the note names another file. CHAIN_BROKEN: the ticks do not lead from the first hash to the last. */
export type ArchiveProblem = 'FILE_DIFFERS' | 'ARCHIVE_MALFORMED' | 'CHAIN_BROKEN';

export type ArchivePort = Pick<ProofCrypto, 'sha256'> & {
  readonly gzip: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  /** Rejects if the bytes are not gzip. */
  readonly gunzip: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The text that is signed. */
export function tickArchiveText(archive: TickArchive): string {
  const { product, day, firstSeq, lastSeq, count, prevHash, lastHash, fileHash } = archive;
  assert(isLine(product), 'a product is one line');
  assert(startOf(day) !== null, 'a day is a date');
  assert(firstSeq > 0n && lastSeq - firstSeq + 1n === BigInt(count), 'an archive has no gap');
  assert([prevHash, lastHash, fileHash].every(isHash), 'hashes are 64 hex digits');
  return [FORMAT, product, day, firstSeq, lastSeq, count, prevHash, lastHash, fileHash].map((l) => `${l}\n`).join('');
}

/** Reads only what tickArchiveText writes. */
export function parseTickArchiveText(text: string): Result<TickArchive, 'ARCHIVE_MALFORMED'> {
  const [format, product = '', day = '', first = '', last = '', many = '', prevHash = '', lastHash = '', ...rest] =
    text.split('\n');
  const [fileHash = '', end, ...more] = rest;
  if (format !== FORMAT || end !== '' || more.length > 0) return err('ARCHIVE_MALFORMED');
  if (!isLine(product) || startOf(day) === null) return err('ARCHIVE_MALFORMED');
  if (![first, last, many].every((figure) => COUNT.test(figure))) return err('ARCHIVE_MALFORMED');
  if (![prevHash, lastHash, fileHash].every(isHash)) return err('ARCHIVE_MALFORMED');
  const [firstSeq, lastSeq, count] = [BigInt(first), BigInt(last), Number(many)];
  if (lastSeq - firstSeq + 1n !== BigInt(count)) return err('ARCHIVE_MALFORMED');
  return ok({ product, day, firstSeq, lastSeq, count, prevHash, lastHash, fileHash });
}

/**
 * The file of a day and the content of its note. `ticks` come in order, at least one. They are read one by one, so that
 * a day need not fit in memory. The same ticks give the same file if gzip gives the same bytes.
 */
export async function encodeTickArchive(
  { product, day, prevHash }: Pick<TickArchive, 'product' | 'day' | 'prevHash'>,
  ticks: AsyncIterable<ArchivedTick>,
  port: ArchivePort,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly archive: TickArchive }> {
  const blocks: BlockRow[] = [];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines: string[] = [];
  let blockStart: { seq: bigint; prevHash: string } | null = null;
  let firstSeq: bigint | null = null;
  let lastSeq = 0n;
  let head = prevHash;
  const close = async (): Promise<void> => {
    if (blockStart === null) return;
    const part = await port.gzip(utf8(lines.join('')));
    blocks.push([safeNumber(blockStart.seq), lines.length, part.length, blockStart.prevHash]);
    parts.push(part);
    lines = [];
    blockStart = null;
  };
  for await (const tick of ticks) {
    assert(firstSeq === null || tick.seq === lastSeq + 1n, 'an archive has no gap');
    firstSeq ??= tick.seq;
    lastSeq = tick.seq;
    blockStart ??= { seq: tick.seq, prevHash: head };
    head = await hashOf({ ...tick, product, prevHash: head }, port);
    lines.push(`${JSON.stringify([...tickRow(tick), tick.sources])}\n`);
    if (lines.length === BLOCK_TICKS) await close();
  }
  await close();
  assert(firstSeq !== null, 'an archive has a tick');
  const bytes = joined([utf8(`${canonicalJson({ blocks, day, format: FORMAT, product })}\n`), ...parts]);
  const fileHash = toHex(await port.sha256(bytes));
  const count = safeNumber(lastSeq - firstSeq + 1n);
  return { bytes, archive: { product, day, firstSeq, lastSeq, count, prevHash, lastHash: head, fileHash } };
}

/**
 * The ticks of a file with seq in [fromSeq, toSeq], oldest first. The whole file is checked against its hash. Every
 * block that is read is checked against the hashes at both of its ends.
 */
export async function readTickArchive(
  bytes: Uint8Array<ArrayBuffer>,
  archive: TickArchive,
  { fromSeq, toSeq }: { readonly fromSeq: bigint; readonly toSeq: bigint },
  port: ArchivePort,
): Promise<Result<readonly ChainedTick[], ArchiveProblem>> {
  const blocks = await openFile(bytes, archive, port);
  if (!blocks.ok) return blocks;
  const found: ChainedTick[] = [];
  let last: ChainedTick | undefined;
  for (const block of blocks.value) {
    if (block.firstSeq + BigInt(block.count) <= fromSeq || block.firstSeq > toSeq) continue;
    const ticks = await readBlock(block, last, archive, port);
    if (!ticks.ok) return ticks;
    last = ticks.value.at(-1);
    for (const tick of ticks.value) if (tick.seq >= fromSeq && tick.seq <= toSeq) found.push(tick);
  }
  return ok(found);
}

/** Checks a file and every tick in it, with its note alone. Anyone who has both can do this. */
export async function verifyTickArchive(
  bytes: Uint8Array<ArrayBuffer>,
  note: string,
  keys: readonly VerifierKey[],
  port: ArchivePort & ProofCrypto,
): Promise<Result<TickArchive, ArchiveProblem | NoteProblem>> {
  const signed = await verifyNote(note, keys, port);
  if (!signed.ok) return signed;
  const archive = parseTickArchiveText(signed.value.text);
  if (!archive.ok) return archive;
  const blocks = await openFile(bytes, archive.value, port);
  if (!blocks.ok) return blocks;
  // Block by block, so that a day need not fit in memory.
  let last: ChainedTick | undefined;
  for (const block of blocks.value) {
    const ticks = await readBlock(block, last, archive.value, port);
    if (!ticks.ok) return ticks;
    last = ticks.value.at(-1);
  }
  return archive;
}

/** [firstSeq, count, bytes, hash before the first]. */
type BlockRow = readonly [number, number, number, string];

type Block = {
  readonly firstSeq: bigint;
  readonly count: number;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly prevHash: string;
  readonly lastHash: string;
};

const blockRow: Reader<BlockRow> = (value) => {
  if (!isList(value) || value.length !== 4) return undefined;
  const [first = null, second = null, third = null, fourth = null] = value;
  const [seq, count, size] = [countFrom(1)(first), countFrom(1, BLOCK_TICKS)(second), countFrom(1)(third)];
  const prevHash = hashShape(fourth);
  if (seq === undefined || count === undefined || size === undefined || prevHash === undefined) return undefined;
  return [seq, count, size, prevHash];
};

const headerShape = objectOf<{ blocks: readonly BlockRow[]; day: string; format: typeof FORMAT; product: string }>({
  blocks: listOf(blockRow, BLOCKS_MAX),
  day: textShape,
  format: oneOf([FORMAT]),
  product: textShape,
});

async function openFile(
  bytes: Uint8Array<ArrayBuffer>,
  archive: TickArchive,
  port: ArchivePort,
): Promise<Result<readonly Block[], ArchiveProblem>> {
  if (toHex(await port.sha256(bytes)) !== archive.fileHash) return err('FILE_DIFFERS');
  const blocks = blocksOf(bytes, archive);
  return blocks === null ? err('ARCHIVE_MALFORMED') : ok(blocks);
}

/** The blocks of a file; null unless they cover every byte of the file and every tick of the archive. */
function blocksOf(bytes: Uint8Array<ArrayBuffer>, archive: TickArchive): readonly Block[] | null {
  const end = bytes.indexOf(0x0a);
  const json = parseCanonicalJson(fromUtf8(bytes.subarray(0, Math.max(0, end))) ?? '');
  const header = json.ok ? headerShape(json.value) : undefined;
  if (header === undefined || header.product !== archive.product || header.day !== archive.day) return null;
  const blocks: Block[] = [];
  let [offset, seq] = [end + 1, archive.firstSeq];
  for (const [index, [firstSeq, count, size, prevHash]] of header.blocks.entries()) {
    if (BigInt(firstSeq) !== seq || (index === 0 && prevHash !== archive.prevHash)) return null;
    const content = bytes.subarray(offset, offset + size);
    const lastHash = header.blocks[index + 1]?.[3] ?? archive.lastHash;
    blocks.push({ firstSeq: seq, count, content, prevHash, lastHash });
    offset += size;
    seq += BigInt(count);
  }
  return offset === bytes.length && seq === archive.lastSeq + 1n ? blocks : null;
}

/** The ticks of a block. `before` is the last tick of the block before it, if that was read. */
async function readBlock(
  block: Block,
  before: ChainedTick | undefined,
  { product, day }: TickArchive,
  port: ArchivePort,
): Promise<Result<readonly ChainedTick[], ArchiveProblem>> {
  const content = await port.gunzip(block.content).catch(() => null);
  const lines = (content === null ? null : fromUtf8(content))?.split('\n') ?? [];
  if (lines.pop() !== '' || lines.length !== block.count) return err('ARCHIVE_MALFORMED');
  const start = startOf(day) ?? 0;
  const ticks: ChainedTick[] = [];
  let prevHash = block.prevHash;
  let last = before;
  for (const [index, line] of lines.entries()) {
    const tick = readLine(line);
    if (tick === null) return err('ARCHIVE_MALFORMED');
    if (tick.seq !== block.firstSeq + BigInt(index)) return err('CHAIN_BROKEN');
    if (tick.at <= (last?.at ?? start - 1) || tick.at >= start + DAY_MS) return err('CHAIN_BROKEN');
    if (last !== undefined && logLinkProblem(last, tick) !== null) return err('CHAIN_BROKEN');
    const hash = await hashOf({ ...tick, product, prevHash }, port);
    last = { ...tick, prevHash, hash };
    ticks.push(last);
    prevHash = hash;
  }
  return prevHash === block.lastHash ? ok(ticks) : err('CHAIN_BROKEN');
}

const PRICE = /^-?(0|[1-9]\d*)(\.\d+)?$/;

function readLine(line: string): (ArchivedTick & { readonly epoch: bigint }) | null {
  let value: JsonValue;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse returns is JSON
    value = JSON.parse(line) as JsonValue;
  } catch {
    return null;
  }
  const row = isList(value) ? readTickRow(value.slice(0, -1)) : undefined;
  const sources = isList(value) ? value.at(-1) : undefined;
  if (row === undefined || sources === undefined) return null;
  const [seq, atText, price, status, feed, epoch, sourcesDigest] = row;
  const log = logOfRow(row);
  const at = parseIso(atText);
  if (at === null || !PRICE.test(price)) return null;
  return { seq: BigInt(seq), at, price, status, feed, epoch: BigInt(epoch), sourcesDigest, log, sources };
}

async function hashOf(tick: CanonicalTick, port: ArchivePort): Promise<string> {
  return toHex(await port.sha256(canonicalTickBytes(tick)));
}

/** The first moment of a day; null if the text is not a date. */
function startOf(day: string): number | null {
  return parseIso(`${day}T00:00:00.000Z`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
