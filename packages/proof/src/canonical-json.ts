/**
 * RFC 8785 for the values in our documents: strings, booleans, null, whole numbers, arrays and objects. Each value has
 * exactly one text, so a hash of the text identifies the value. Amounts and prices are decimal texts, never fractions.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** Far more than any of our documents needs. Deeper input is refused, so that it cannot overflow the stack. */
const DEPTH_MAX = 16;

/** The text of a value. @throws AssertionError if there is none: for a fraction, a lone surrogate, `__proto__`. */
export function canonicalJson(value: JsonValue): string {
  const text = write(value, 0);
  assert(text !== null, 'the value has a canonical text');
  return text;
}

/** Reads only what canonicalJson writes. Refuses other white space, key order or escapes, and duplicate keys. */
export function parseCanonicalJson(text: string): Result<JsonValue, 'NOT_CANONICAL'> {
  let value: JsonValue;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse returns is JSON
    value = JSON.parse(text) as JsonValue;
  } catch {
    return err('NOT_CANONICAL');
  }
  return write(value, 0) === text ? ok(value) : err('NOT_CANONICAL');
}

function write(value: JsonValue, depth: number): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value === 'string') return value.isWellFormed() ? JSON.stringify(value) : null;
  if (typeof value !== 'object' || depth >= DEPTH_MAX) return null;
  return isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
}

function writeArray(items: readonly JsonValue[], depth: number): string | null {
  const texts: string[] = [];
  for (const item of items) {
    const text = write(item, depth + 1);
    if (text === null) return null;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

/** Sorts keys by their UTF-16 code units, which is how sort() compares texts. */
function writeObject(object: JsonObject, depth: number): string | null {
  // The platform writes the same text, three times as fast; one is written for each order.
  if (isPlain(object)) return JSON.stringify(object);
  const texts: string[] = [];
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    // Another program may use this key as the object's prototype.
    if (value === undefined || key === '__proto__' || !key.isWellFormed()) return null;
    const text = write(value, depth + 1);
    if (text === null) return null;
    texts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${texts.join(',')}}`;
}

/** Whether an object's keys are sorted, and its values neither lists nor objects, and all of it has a text. */
function isPlain(object: JsonObject): boolean {
  let before = '';
  for (const key of Object.keys(object)) {
    if (key < before || key === '__proto__' || !key.isWellFormed() || !isPlainValue(object[key])) return false;
    before = key;
  }
  return true;
}

function isPlainValue(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return value === null || typeof value === 'boolean' || Number.isSafeInteger(value);
}

/** Array.isArray does not narrow a readonly array. */
function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
