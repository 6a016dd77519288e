import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { readAgain } from './read-again.ts';

const queryKey = ['orders', 'open'];
let cache: QueryClient;
/** The reads that the server has not answered yet, oldest first. */
let reads: PromiseWithResolvers<string>[];
const queryFn = vi.fn<() => Promise<string>>();

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  reads = [];
  queryFn.mockReset();
  queryFn.mockImplementation(async () => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return await read.promise;
  });
});

/** A screen that shows the data. */
function shown(): () => void {
  return new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined);
}

async function answer(text: string): Promise<void> {
  reads.shift()?.resolve(text);
  await vi.waitFor(() => expect(cache.getQueryData(queryKey)).toBe(text));
}

test('data that a screen shows is read again', async () => {
  const leave = shown();
  await answer('old');
  readAgain(cache, { queryKey });
  await answer('new');
  expect(queryFn).toHaveBeenCalledTimes(2);
  leave();
});

test('a first read under way shows its answer, and is then read again, once for all news', async () => {
  const leave = shown();
  for (let news = 0; news < 3; news += 1) readAgain(cache, { queryKey: ['orders'] });
  expect(queryFn).toHaveBeenCalledTimes(1);
  await answer('old');
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  await answer('new');
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(queryFn).toHaveBeenCalledTimes(2);
  leave();
});

test('older data that no screen shows yet and that is being read is read again by the screen that shows it', async () => {
  cache.setDefaultOptions({ queries: { retry: false, staleTime: 60_000 } });
  cache.setQueryData(queryKey, 'kept');
  await cache.invalidateQueries({ queryKey, refetchType: 'none' });
  void cache.prefetchQuery({ queryKey, queryFn });
  readAgain(cache, { queryKey });
  await answer('old');
  await vi.waitFor(() => expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true));

  const leave = shown();
  await answer('new');
  expect(queryFn).toHaveBeenCalledTimes(2);
  leave();
});

test('a first read that failed is not read again', async () => {
  const leave = shown();
  readAgain(cache, { queryKey });
  reads.shift()?.reject(new Error('refused'));
  await vi.waitFor(() => expect(cache.getQueryState(queryKey)?.status).toBe('error'));
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(queryFn).toHaveBeenCalledTimes(1);
  leave();
});

test('what nobody read is not read', () => {
  readAgain(cache, { queryKey });
  expect(queryFn).not.toHaveBeenCalled();
});
