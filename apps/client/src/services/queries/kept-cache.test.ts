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

test('the same member finds the last answers again', async () => {
  expect(await restored('demo')).toEqual([{ id: '1' }]);
});

test('what is found again is asked for anew, however young it is', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });
  await restoreCache(cache, 'demo');
  expect(cache.getQueryCache().find({ queryKey: key })?.isStaleByTime(5_000)).toBe(true);
});

test('another member finds nothing, and it is gone for good', async () => {
  expect(await restored('other')).toBeUndefined();
  expect(await readKept('query-cache')).toBeUndefined();
});

test('nothing older than a week comes back', async () => {
  vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60_000);
  expect(await restored('demo')).toBeUndefined();
});

test('after the session ended nothing is left', async () => {
  await wipeKeptCache();
  expect(await restored('demo')).toBeUndefined();
});
