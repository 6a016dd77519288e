import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { assert } from '@candor/domain/assert';

/*
 * Many files as one, in the format that every system opens by itself (APPNOTE 6.3.3: deflate, names in UTF-8, no encryption, no
 * ZIP64). It is made as it is read: memory holds a chunk, and a line for each file.
 */

export type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface ZipEntry {
  /** A relative path of plain parts. */
  readonly name: string;
  readonly content: Content;
}

/** What the fields of the format hold without ZIP64. */
const BYTES_MAX = 0xff_ff_ff_ff;
const FILES_MAX = 0xff_ff;

const LOCAL = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
/** Names are in UTF-8; checksum and sizes stand behind the content. */
const FLAGS = 0x08_00 | 0x00_08;
const DEFLATED = 8;

/**
 * The archive, chunk by chunk.
 * @param madeAtMs the time that every file in it has, in UTC
 * @throws when it becomes too large, or a name leads elsewhere
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, madeAtMs: number): AsyncGenerator<Buffer> {
  const time = dosTime(new Date(madeAtMs));
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    assert(isPlainPath(name), 'a name in an archive is a path of plain parts');
    const entry: Entry = { name: Buffer.from(name), offset, time, crc: 0, size: 0, packed: 0 };
    for await (const chunk of packed(entry, content)) {
      offset += chunk.length;
      assert(offset < BYTES_MAX && entry.size < BYTES_MAX, 'the archive is too large');
      yield chunk;
    }
    directory.push(lineOf(entry));
    assert(directory.length < FILES_MAX, 'the archive has too many files');
  }
  yield* directory;
  yield endOf({ files: directory.length, offset, bytes: directory.reduce((sum, line) => sum + line.length, 0) });
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly time: { readonly date: number; readonly clock: number };
  crc: number;
  /** Bytes before and after packing. */
  size: number;
  packed: number;
}

/** Header, packed content and what is known only behind it. */
async function* packed(entry: Entry, content: Content): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  writeCommon(head, 4, entry);
  yield Buffer.concat([head, entry.name]);

  const deflater = createDeflateRaw();
  const filled = pipeline(Readable.from(counted(entry, content), { objectMode: false }), deflater);
  // A fault is thrown where it is waited for.
  filled.catch(() => undefined);
  for await (const chunk of deflater as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
  await filled;

  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(DESCRIPTOR, 0);
  writeSums(descriptor, 4, entry);
  yield descriptor;
}

async function* counted(entry: Entry, content: Content): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/** The line of a file in the directory at the end. */
function lineOf(entry: Entry): Buffer {
  const line = Buffer.alloc(46);
  line.writeUInt32LE(CENTRAL, 0);
  line.writeUInt16LE(VERSION, 4);
  writeCommon(line, 6, entry);
  writeSums(line, 16, entry);
  line.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([line, entry.name]);
}

function endOf({ files, offset, bytes }: { files: number; offset: number; bytes: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** What a header and a line of the directory say alike, from `at` on; sums are left out. */
function writeCommon(into: Buffer, at: number, { name, time }: Entry): void {
  into.writeUInt16LE(VERSION, at);
  into.writeUInt16LE(FLAGS, at + 2);
  into.writeUInt16LE(DEFLATED, at + 4);
  into.writeUInt16LE(time.clock, at + 6);
  into.writeUInt16LE(time.date, at + 8);
  into.writeUInt16LE(name.length, at + 22);
}

function writeSums(into: Buffer, at: number, { crc, packed: packedBytes, size }: Entry): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(packedBytes, at + 4);
  into.writeUInt32LE(size, at + 8);
}

/** Whoever unpacks it writes nowhere but into the folder of their choice. */
function isPlainPath(name: string): boolean {
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\p{Cc}\\:]/u.test(part));
}

function dosTime(at: Date): Entry['time'] {
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    clock: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
