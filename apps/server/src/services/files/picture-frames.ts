import type { ImageSize } from './image-size.ts';

/*
 * The words between a role and the process of pictures: one connection for each picture. The role sends the size wanted, the
 * length and the bytes; the process says that it began, and then the picture or that it is none. Both sides have bounds.
 */

export const REQUEST_HEAD_BYTES = 12;
export const ANSWER_HEAD_BYTES = 6;
/** A JPEG of two thousand pixels on each side is far smaller. */
export const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

const FITS = 1;
const SQUARE = 2;
const CLEAR = 3;
export const BEGUN = 1;
export const DRAWN = 1;
export const INVALID = 2;
/** The machine gave no time for it: this says nothing about the picture. */
export const LATE = 3;

export function requestHead(size: ImageSize, length: number): Buffer {
  const head = Buffer.alloc(REQUEST_HEAD_BYTES);
  const [kind, side] =
    'square' in size
      ? [SQUARE, size.square]
      : 'clear' in size
        ? [CLEAR, size.clear.width * 0x1_0000 + size.clear.height]
        : [FITS, size.sideMax];
  head.writeUInt32BE(kind, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt32BE(length, 8);
  return head;
}

const SIDE_MAX = 4_096;

/** Undefined for what no role sends. */
export function readRequestHead(head: Buffer, bytesMax: number): { size: ImageSize; length: number } | undefined {
  const [kind, side, length] = [head.readUInt32BE(0), head.readUInt32BE(4), head.readUInt32BE(8)];
  if (length < 1 || length > bytesMax) return undefined;
  if (kind === CLEAR) {
    const clear = { width: head.readUInt16BE(4), height: head.readUInt16BE(6) };
    const isKnown = Math.min(clear.width, clear.height) >= 1 && Math.max(clear.width, clear.height) <= SIDE_MAX;
    return isKnown ? { size: { clear }, length } : undefined;
  }
  if (side < 1 || side > SIDE_MAX) return undefined;
  if (kind === SQUARE) return { size: { square: side }, length };
  return kind === FITS ? { size: { sideMax: side }, length } : undefined;
}

/** The end of an answer, after the byte that says that the work began. */
export function answerOf(picture: Buffer | 'invalid' | 'late'): Buffer {
  const head = Buffer.alloc(ANSWER_HEAD_BYTES - 1);
  head.writeUInt8(picture === 'invalid' ? INVALID : picture === 'late' ? LATE : DRAWN, 0);
  head.writeUInt32BE(typeof picture === 'string' ? 0 : picture.length, 1);
  return typeof picture === 'string' ? head : Buffer.concat([head, picture]);
}
