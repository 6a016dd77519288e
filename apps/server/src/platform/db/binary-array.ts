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
  let at = HEAD_BYTES;
  for (const value of values) {
    array.writeInt32BE(8, at);
    at = array.writeBigInt64BE(value, at + LENGTH_BYTES);
  }
  return array;
}

export function int4Array(values: readonly number[]): Buffer {
  const array = arrayOf('int4', values.length, values.length * 8);
  let at = HEAD_BYTES;
  for (const value of values) {
    array.writeInt32BE(4, at);
    at = array.writeInt32BE(value, at + LENGTH_BYTES);
  }
  return array;
}

/** Moments as whole epoch milliseconds. */
export function momentArray(values: readonly number[]): Buffer {
  return int8s('timestamptz', values);
}

function int8s(type: 'timestamptz', values: readonly number[]): Buffer {
  const array = arrayOf(type, values.length, values.length * 12);
  let at = HEAD_BYTES;
  for (const ms of values) {
    array.writeInt32BE(8, at);
    at = array.writeBigInt64BE(BigInt(ms - EPOCH_2000_MS) * 1000n, at + LENGTH_BYTES);
  }
  return array;
}

const UUID_HEX_DIGITS = 32;
const UUID_BYTES = 16;

/** @throws Error for a value that is not a UUID. */
export function uuidBytes(values: readonly string[]): Buffer {
  const array = arrayOf('uuid', values.length, values.length * (LENGTH_BYTES + UUID_BYTES));
  let at = HEAD_BYTES;
  for (const value of values) {
    at = array.writeInt32BE(UUID_BYTES, at);
    const hex = value.replaceAll('-', '');
    if (hex.length !== UUID_HEX_DIGITS || array.write(hex, at, 'hex') !== UUID_BYTES) throw new Error('not a UUID');
    at += UUID_BYTES;
  }
  return array;
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
