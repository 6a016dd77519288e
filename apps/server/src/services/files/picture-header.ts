import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';

/*
 * What a picture would cost to decode, read from its first bytes, before any decoder sees it. Small files can hold large
 * pictures: 250 kB of an interlaced PNG with 16 bits a colour take 266 MB. Only a still JPEG, PNG or WebP passes.
 */

export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** All its pixels as the decoder makes them. */
  readonly decodedBytes: number;
  /** What a decoder holds at once, if it cannot work row by row; else 0. */
  readonly wholeBytes: number;
  /** How often the whole picture is gone through. */
  readonly passes: number;
  /** The decoder makes it smaller while it reads: it never holds all of it. */
  readonly isScaled: boolean;
}

export type PictureProblem = 'IMAGE_INVALID' | 'IMAGE_HEIC' | 'IMAGE_TOO_DETAILED';

/** Row by row, such a picture takes little memory; turned upright, about 100 MB. */
const PIXELS_MAX = 33_000_000;
const SIDE_MAX = 30_000;
const DECODED_BYTES_MAX = 140_000_000;
/** Phones take photos of 48 and 50 million pixels, as a JPEG that is read in one pass. */
const SCALED_PIXELS_MAX = 50_400_000;
const BYTES_A_SCALED_PIXEL = 4;
/** Twelve million pixels in the costliest format. */
const WHOLE_BYTES_MAX = 100_000_000;
/** Progressive pictures of cameras and tools have about ten. */
const PASSES_MAX = 60;

/** Whether this may be decoded. */
export function checkPicture(bytes: Uint8Array): Result<PictureHeader, PictureProblem> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isHeic(view)) return err('IMAGE_HEIC');
  const header = readHeader(view);
  if (header === undefined || header.width < 1 || header.height < 1) return err('IMAGE_INVALID');
  const { width, height, decodedBytes, wholeBytes, passes, isScaled } = header;
  const pixelsMax = isScaled ? SCALED_PIXELS_MAX : PIXELS_MAX;
  const decodedBytesMax = isScaled ? SCALED_PIXELS_MAX * BYTES_A_SCALED_PIXEL : DECODED_BYTES_MAX;
  const isTooMuch =
    Math.max(width, height) > SIDE_MAX ||
    width * height > pixelsMax ||
    decodedBytes > decodedBytesMax ||
    wholeBytes > WHOLE_BYTES_MAX ||
    passes > PASSES_MAX;
  return isTooMuch ? err('IMAGE_TOO_DETAILED') : ok(header);
}

/** What iPhones write: a box `ftyp` with one of these brands. No decoder of ours reads it; a member is told so by its name. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

function isHeic(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.includes(bytes.toString('latin1', 8, 12));
}

function readHeader(bytes: Buffer): PictureHeader | undefined {
  try {
    if (bytes.subarray(0, 8).equals(PNG_START)) return readPng(bytes);
    if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return readWebp(bytes);
  } catch {
    // It ended within its header.
  }
  return undefined;
}

const PNG_START = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** By the type of colour. A palette is decoded to four. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function readPng(bytes: Buffer): PictureHeader | undefined {
  const channels = PNG_CHANNELS[bytes[25] ?? -1];
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR' || channels === undefined)
    return undefined;
  const [width, height, depth, interlaced] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    bytes.readUInt8(24),
    bytes.readUInt8(28),
  ];
  if (![1, 2, 4, 8, 16].includes(depth) || interlaced > 1) return undefined;
  const decodedBytes = width * height * channels * (depth === 16 ? 2 : 1);
  return interlaced === 1
    ? { width, height, decodedBytes, wholeBytes: decodedBytes, passes: 7, isScaled: false }
    : { width, height, decodedBytes, wholeBytes: 0, passes: 1, isScaled: false };
}

/** Frames that the decoder knows: baseline, extended, progressive. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];
const JPEG_PROGRESSIVE = 0xc2;
const JPEG_OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const JPEG_SCAN = 0xda;
const COEFFICIENT_BYTES = 2;

function readJpeg(bytes: Buffer): PictureHeader | undefined {
  let frame: Frame | undefined;
  let isProgressive = false;
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === JPEG_SCAN) return frame && readScans(frame, countScans(bytes, at), isProgressive);
    else if (JPEG_OTHER_FRAMES.includes(marker) || marker === 0xd9) return undefined;
    else {
      if (JPEG_FRAMES.includes(marker)) {
        if (frame !== undefined) return undefined;
        frame = readFrame(bytes, at + 4);
        isProgressive = marker === JPEG_PROGRESSIVE;
        if (frame === undefined) return undefined;
      }
      const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
      at += isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
    }
  }
}

/** A frame, and what it takes if it has more than one scan. */
type Frame = PictureHeader & { coefficientBytes: number };

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  const [precision, height, width, count] = [
    bytes.readUInt8(at),
    bytes.readUInt16BE(at + 1),
    bytes.readUInt16BE(at + 3),
    bytes.readUInt8(at + 5),
  ];
  if (precision !== 8 || ![1, 3, 4].includes(count)) return undefined;
  const sampling = Array.from({ length: count }, (_, index) => bytes.readUInt8(at + 7 + index * 3));
  const [across, down] = [sampling.map((one) => one >> 4), sampling.map((one) => one & 15)];
  if ([...across, ...down].some((one) => one < 1 || one > 4)) return undefined;
  const full = Math.max(...across) * Math.max(...down);
  const share = across.reduce((sum, one, index) => sum + (one * (down[index] ?? 1)) / full, 0);
  const coefficientBytes = Math.ceil(width * height * share * COEFFICIENT_BYTES);
  const decodedBytes = width * height * count;
  return { width, height, decodedBytes, wholeBytes: 0, passes: 1, isScaled: true, coefficientBytes };
}

/** Of a picture in several scans, progressive or not, all coefficients are kept until the last one. */
function readScans({ coefficientBytes, ...frame }: Frame, passes: number, isProgressive: boolean): PictureHeader {
  return passes > 1 || isProgressive
    ? { ...frame, wholeBytes: coefficientBytes, passes, isScaled: false }
    : { ...frame, passes };
}

/** Within the data of a scan, 0xff is followed by 0 or a restart: any other marker is one. */
function countScans(bytes: Buffer, from: number): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === JPEG_SCAN) scans += 1;
  return scans;
}

/** Of a decoded WebP. */
const WEBP_CHANNELS = 4;

function readWebp(bytes: Buffer): PictureHeader | undefined {
  const size = webpSize(bytes);
  if (size === undefined) return undefined;
  const decodedBytes = size.width * size.height * WEBP_CHANNELS;
  return { ...size, decodedBytes, wholeBytes: decodedBytes, passes: 1, isScaled: false };
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return undefined;
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const isAnimated = (bytes.readUInt8(20) & 2) !== 0;
      return isAnimated ? undefined : { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    }
    default:
      return undefined;
  }
}

/** What the pixels of a PNG need. All else may be packed: a few bytes of a profile or a text can unfold to hundreds of MB. */
const PNG_KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** The bytes that the decoder gets. */
export function withoutPackedParts(bytes: Uint8Array): Uint8Array {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!png.subarray(0, 8).equals(PNG_START)) return bytes;
  const kept: Uint8Array[] = [PNG_START];
  for (let at = 8; at + 12 <= png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    if (PNG_KEPT.includes(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
