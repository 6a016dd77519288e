/* Code arrives in pieces. A piece that does not arrive within 120 s, or at all, is a failure that the app can show. */

import { CHUNK_TIMEOUT_MS } from '../lib/spec-constants.ts';

export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('a piece of the app did not load', { cause });
    this.name = 'ChunkError';
  }
}

export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}
