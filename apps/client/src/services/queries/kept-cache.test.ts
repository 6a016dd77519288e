// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { readKept } from '../../lib/kept-store.ts';
import { keepCache, restoreCache, wipeKeptCache } from './kept-cache.ts';

const key = ['orders', 'open'];
let stop = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  stop = keepCache(cache, () => 'demo');
  cache.setQueryData(key, [{ id: '1' }]);
  await vi.advanceTimersByTimeAsync(1_500);
});

afterEach(async () => {
  stop();
  await wipeKeptCache();
  vi.useRealTimers();
});

async function restored(member: string): Promise<unknown> {
  const cache = new QueryClient();
  await restoreCache(cache, member);
  return cache.getQueryData(key);
}

test('the same member gets the last answers back', async () => {
  expect(await restored('demo')).toEqual([{ id: '1' }]);
});

test('restored answers are fetched again, however young they are', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });
  await restoreCache(cache, 'demo');
  expect(cache.getQueryCache().find({ queryKey: key })?.isStaleByTime(5_000)).toBe(true);
});

test('another member gets nothing, and the answers are deleted', async () => {
  expect(await restored('other')).toBeUndefined();
  expect(await readKept('query-cache')).toBeUndefined();
});

test('answers older than a week are not restored', async () => {
  vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60_000);
  expect(await restored('demo')).toBeUndefined();
});

test('nothing is left after the session ended', async () => {
  await wipeKeptCache();
  expect(await restored('demo')).toBeUndefined();
});
