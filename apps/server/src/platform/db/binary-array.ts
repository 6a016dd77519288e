/**
 * Arrays in Postgres' own binary form. As text, the driver escapes every element and the database parses it again, which
 * is a large part of the cost of writing large sets. The SQL must name the type: `$1::uuid[]`.
 */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const OID = { bytea: 17, int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const;
/** Postgres counts microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000;

/** An empty or a one-dimensional array, with its head written. */
function arrayOf(type: keyof typeof OID, count: number, bodyBytes: number, hasNull = false): Buffer {
  if (count === 0) {
    const empty = Buffer.alloc(3 * LENGTH_BYTES);
    empty.writeInt32BE(OID[type], 8);
    return empty;
  }
  const array = Buffer.allocUnsafe(HEAD_BYTES + bodyBytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(hasNull ? 1 : 0, 4);
  array.writeInt32BE(OID[type], 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16);
  return array;
}

export function int8Array(values: readonly bigint[]): Buffer {
  const array = arrayOf('int8', values.length, values.length * 12);
  const view = viewOf(array);
  let at = HEAD_BYTES;
  for (const value of values) {
    view.setInt32(at, 8);
    view.setBigInt64(at + LENGTH_BYTES, value);
    at += 12;
  }
  return array;
}

export function int4Array(values: readonly number[]): Buffer {
  const array = arrayOf('int4', values.length, values.length * 8);
  const view = viewOf(array);
  let at = HEAD_BYTES;
  for (const value of values) {
    view.setInt32(at, 4);
    view.setInt32(at + LENGTH_BYTES, value);
    at += 8;
  }
  return array;
}

/** Moments as whole epoch milliseconds. */
export function momentArray(values: readonly number[]): Buffer {
  const array = arrayOf('timestamptz', values.length, values.length * 12);
  const view = viewOf(array);
  let at = HEAD_BYTES;
  for (const ms of values) {
    const us = (ms - EPOCH_2000_MS) * 1000;
    const high = Math.floor(us / 2 ** 32);
    view.setInt32(at, 8);
    view.setInt32(at + LENGTH_BYTES, high);
    view.setUint32(at + 2 * LENGTH_BYTES, us - high * 2 ** 32);
    at += 12;
  }
  return array;
}

function viewOf(array: Buffer): DataView {
  return new DataView(array.buffer, array.byteOffset, array.length);
}

const UUID_BYTES = 16;
const UUID_LENGTH = 36;
/** Where the pairs of digits stand in the text of a UUID. */
const PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const DASHES = [8, 13, 18, 23] as const;
const DASH = 45;
const NO_DIGIT = 0xff;
/** By byte of a text. */
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const [digit, text] of '0123456789abcdef'.split('').entries())
  for (const one of [text, text.toUpperCase()]) DIGITS[one.charCodeAt(0)] = digit;

/**
 * All texts are read as one row of bytes: to ask a text for one character after the other is several times slower.
 * @throws Error for a value that is not a UUID.
 */
export function uuidBytes(values: readonly string[]): Buffer {
  for (const value of values) if (value.length !== UUID_LENGTH) throw new Error('not a UUID');
  // One byte for each character; one of another alphabet becomes several.
  const texts = Buffer.from(values.join(''));
  if (texts.length !== values.length * UUID_LENGTH) throw new Error('not a UUID');
  const array = arrayOf('uuid', values.length, values.length * (LENGTH_BYTES + UUID_BYTES));
  let at = HEAD_BYTES;
  for (let from = 0; from < texts.length; from += UUID_LENGTH) {
    for (const dash of DASHES) if (texts[from + dash] !== DASH) throw new Error('not a UUID');
    at = array.writeInt32BE(UUID_BYTES, at);
    for (const pair of PAIRS) {
      const high = digitAt(texts, from + pair);
      const low = digitAt(texts, from + pair + 1);
      if (high === NO_DIGIT || low === NO_DIGIT) throw new Error('not a UUID');
      array[at] = high * 16 + low;
      at += 1;
    }
  }
  return array;
}

function digitAt(texts: Uint8Array, at: number): number {
  return DIGITS[texts[at] ?? 0] ?? NO_DIGIT;
}

export function textArray(values: readonly string[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += LENGTH_BYTES + Buffer.byteLength(value);
  const array = arrayOf('text', values.length, bytes);
  let at = HEAD_BYTES;
  for (const value of values) {
    const written = array.write(value, at + LENGTH_BYTES);
    array.writeInt32BE(written, at);
    at += LENGTH_BYTES + written;
  }
  return array;
}

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += LENGTH_BYTES + value.length;
  const array = arrayOf('bytea', values.length, bytes);
  let at = HEAD_BYTES;
  for (const value of values) {
    at = array.writeInt32BE(value.length, at);
    array.set(value, at);
    at += value.length;
  }
  return array;
}
