/** Reads the data of an answer of the site's API. Nothing is checked but its shape. */
import type { JsonValue } from '../../src/canonical-json.ts';
import { fromUtf8 } from '../../src/encoding.ts';
import type { Reader } from '../../src/shape.ts';
import type { SiteClient } from './site-client.ts';

/** An answer of another shape than the site's own programs read. */
export class DataMalformed extends Error {
  override readonly name = 'DataMalformed';
}

/** @throws SiteUnreachable, DataMalformed */
export type AnswerReader = <T>(path: string, shape: Reader<T>) => Promise<T>;

export function createAnswerReader({ get }: SiteClient): AnswerReader {
  return async (path, shape) => {
    const bytes = await get(path);
    const data = dataOf(bytes === null ? null : fromUtf8(bytes));
    const value = data === undefined ? undefined : shape(data);
    if (value === undefined) throw new DataMalformed(path);
    return value;
  };
}

function dataOf(json: string | null): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    if (typeof value !== 'object' || value === null || !('data' in value)) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse returns is JSON
    return value.data as JsonValue;
  } catch {
    return undefined;
  }
}
