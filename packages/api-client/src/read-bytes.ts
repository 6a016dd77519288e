/* Reads public bytes that are no envelope, such as the tiles of the order log, with a bound on time and size. */

import { plainError } from './api-error.ts';

const TIMEOUT_MS = 10_000;

/**
 * The bytes of an answer; null if the site says that there is no such thing.
 * @param bytesMax a longer answer is given up while it arrives
 * @throws ApiError if no whole answer came, or one that says nothing: both may be the network
 */
export async function readBytes(url: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', signal });
    if (response.status === 404) return null;
    if (response.status === 200 && response.body !== null) return await readUpTo(response.body, bytesMax);
  } catch {
    // Refused, broken off, too slow or too long.
  }
  throw plainError(0, 'NETWORK_ERROR');
}

async function readUpTo(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > bytesMax) {
      await reader.cancel();
      throw new Error('the answer is too long');
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
