import { deflateSync } from 'node:zlib';

/** Small files that hold much: what a decoder would have to unfold. */

const PNG_START = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 6: 4 };
/** The seven passes of an interlaced PNG: first column and row, and the steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A black PNG; with one bit a pixel if nothing else is asked for. */
export function pngOf(
  width: number,
  height: number,
  { depth = 1, colour = 0, interlaced = 0 }: { depth?: number; colour?: number; interlaced?: 0 | 1 } = {},
  more: readonly Buffer[] = [],
): Buffer {
  const rowBytes = (columns: number): number => 1 + Math.ceil((columns * (CHANNELS[colour] ?? 1) * depth) / 8);
  const bytes =
    interlaced === 0
      ? height * rowBytes(width)
      : PASSES.reduce((sum, [column, row, across, down]) => {
          const columns = Math.max(0, Math.ceil((width - column) / across));
          return sum + (columns === 0 ? 0 : Math.max(0, Math.ceil((height - row) / down)) * rowBytes(columns));
        }, 0);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlaced], 8);
  return Buffer.concat([
    PNG_START,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small PNG with a part beside the pixels that unfolds to so many bytes. */
export function pngWith(type: 'zTXt' | 'iCCP', unfolded: number): Buffer {
  const packed = Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(unfolded))]);
  return pngOf(64, 64, { depth: 8, colour: 2 }, [chunk(type, packed)]);
}

/** The JPEG, with another size in its frame. */
export function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const out = Buffer.from(jpeg);
  const frame = out.indexOf(Buffer.of(0xff, 0xc0));
  out.writeUInt16BE(height, frame + 5);
  out.writeUInt16BE(width, frame + 7);
  return out;
}

/** The JPEG, with its last scan so many times more. */
export function manyScans(jpeg: Buffer, times: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.of(0xff, 0xda));
  const end = jpeg.length - 2;
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array<Buffer>(times).fill(jpeg.subarray(last, end)),
    jpeg.subarray(end),
  ]);
}

/** The head of a lossless WebP. */
export function webpOfSize(width: number, height: number): Buffer {
  const out = Buffer.alloc(64);
  out.write('RIFF', 0);
  out.writeUInt32LE(56, 4);
  out.write('WEBPVP8L', 8);
  out.writeUInt32LE(44, 16);
  out.writeUInt8(0x2f, 20);
  out.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  return out;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(8 + data.length + 4);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), 8 + data.length);
  return out;
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ ((rest & 1) === 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
