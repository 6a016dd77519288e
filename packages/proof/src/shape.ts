/** Readers of JSON that accept exactly one shape. A missing key, an extra key or another type is refused. */
import { isHash, isLine, parseIso } from './lines.ts';
import type { JsonObject, JsonValue } from './canonical-json.ts';

/** `undefined` if the value is refused. */
export type Reader<T> = (value: JsonValue) => T | undefined;

/** A reader for each key. */
export type ReaderOf<T extends object> = { readonly [K in keyof T]: Reader<T[K]> };

export function objectOf<T extends object>(readers: ReaderOf<T>): Reader<T> {
  const keyCount = Object.keys(readers).length;
  const part = partOf(readers);
  return (value) => (isObject(value) && Object.keys(value).length === keyCount ? part(value) : undefined);
}

/** Like objectOf, but the value may have more keys, which are not read. */
export function partOf<T extends object>(readers: ReaderOf<T>): Reader<T> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const entries: [string, unknown][] = [];
    for (const [key, reader] of Object.entries<Reader<unknown>>(readers)) {
      const field = Object.hasOwn(value, key) ? value[key] : undefined;
      const read = field === undefined ? undefined : reader(field);
      if (read === undefined) return undefined;
      entries.push([key, read]);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of T was read by its reader
    return Object.fromEntries(entries) as T;
  };
}

export function listOf<T>(reader: Reader<T>, lengthMax: number): Reader<readonly T[]> {
  return (value) => {
    if (!isList(value) || value.length > lengthMax) return undefined;
    const items: T[] = [];
    for (const item of value) {
      const read = reader(item);
      if (read === undefined) return undefined;
      items.push(read);
    }
    return items;
  };
}

export function nullOr<T>(reader: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : reader(value));
}

export function oneOf<const T extends string | number>(values: readonly T[]): Reader<T> {
  return (value) => values.find((known) => known === value);
}

export function count(min: number, max: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value) => (typeof value === 'number' && value >= min && value <= max ? value : undefined);
}

export const bool: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);
export const line: Reader<string> = textWhere(isLine);
export const hash: Reader<string> = textWhere(isHash);
export const moment: Reader<string> = textWhere((value) => parseIso(value) !== null);

export function textWhere(holds: (value: string) => boolean): Reader<string> {
  return (value) => (typeof value === 'string' && holds(value) ? value : undefined);
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}
