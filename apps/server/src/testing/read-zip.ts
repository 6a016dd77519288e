import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly crc: number;
}

/** Reads an archive by its directory, as programs do. */
export function readZip(zip: Buffer): ZippedFile[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06_05_4b_50);
  let at = zip.readUInt32LE(end + 16);
  const files: ZippedFile[] = [];
  for (let index = 0; index < zip.readUInt16LE(end + 10); index += 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02_01_4b_50);
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04_03_4b_50);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = inflateRawSync(zip.subarray(from, from + packed));
    expect(bytes).toHaveLength(size);
    files.push({ name, bytes, crc: zip.readUInt32LE(at + 16) });
    at += 46 + nameLength + extra + comment;
  }
  expect(at).toBe(end);
  return files;
}
