import { afterEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '../lib/spec-constants.ts';
import { ChunkError, loadChunk } from './load-chunk.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a chunk that loads is passed on', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page');
});

test('a chunk that cannot be fetched throws a ChunkError', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toThrow(ChunkError);
});

test('a chunk that takes 120 s throws a ChunkError, not earlier', async () => {
  vi.useFakeTimers();
  const settled = vi.fn();
  const loading = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => settled(error));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(settled.mock.calls[0]?.[0]).toBeInstanceOf(ChunkError);
});
