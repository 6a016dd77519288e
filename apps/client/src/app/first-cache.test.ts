// @vitest-environment happy-dom
import { readFirstRun } from '@candor/contract/calls/first-run';
import { PATHS } from '@candor/contract/routes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../services/queries/query-keys.ts';
import { session } from '../services/session/session.ts';
import { readsOf, serve, startScreens } from '../services/testing/screen.tsx';
import { fillFirstCache, firstCache, forgetFirstCache } from './first-cache.ts';

const FIRST_RUN = { offered: false, step: 'product', product: null, order: null };

startScreens();
beforeEach(() => {
  session.begin('T', 'alice');
  serve(readFirstRun.path, FIRST_RUN);
  serve(PATHS.noticesNow, { unread: 3, important: [], bar: [] });
});
afterEach(() => {
  session.end('logout');
  forgetFirstCache();
});

function known(): unknown[] {
  const { cache, isRestored } = firstCache();
  return [isRestored, cache.getQueryData(queryKeys.firstRun), cache.getQueryData(queryKeys.noticesNow('en'))];
}

test('the first screen begins with what the page asked for', async () => {
  const { reads } = await fillFirstCache('home');
  await reads;
  expect(known()).toEqual([true, FIRST_RUN, { unread: 3, important: [], bar: [] }]);
});

test('another screen asks for nothing that only home shows', async () => {
  const { reads } = await fillFirstCache('history');
  await reads;
  expect(known()).toEqual([true, undefined, { unread: 3, important: [], bar: [] }]);
  expect([readsOf(readFirstRun.path), readsOf(PATHS.money)]).toEqual([0, 0]);
});

test('an answer that does not come does not keep the cache from the screen', async () => {
  const never = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', async () => await never);
  await fillFirstCache('home');
  expect(known()).toEqual([true, undefined, undefined]);
});

test('another session, and the screens after the first, begin with an empty cache', async () => {
  const { reads } = await fillFirstCache('home');
  await reads;
  session.end('logout');
  session.begin('U', 'bob');
  expect(known()).toEqual([false, undefined, undefined]);
  const again = await fillFirstCache('home');
  await again.reads;
  forgetFirstCache();
  expect(known()).toEqual([false, undefined, undefined]);
});
