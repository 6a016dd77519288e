// @vitest-environment happy-dom
import { readNoticesNow } from '@candor/contract/calls/notices';
import { readMoney } from '@candor/contract/calls/wallet';
import { readFirstRun } from '@candor/contract/calls/first-run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../services/queries/query-keys.ts';
import { session } from '../services/session/session.ts';
import { readsOf, serve, startScreens } from '../services/testing/screen.tsx';
import { fillFirstCache, firstCache, forgetFirstCache } from './first-cache.ts';

const FIRST_RUN = { offered: false, step: 'product', product: null, order: null };

/** Longer than all pauses between the tries of one read. */
const RETRIES_MS = 10_000;

startScreens();
beforeEach(() => {
  // Paths that nobody serves here are tried again after seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  session.begin('T', 'alice');
  serve(readFirstRun.path, FIRST_RUN);
  serve(readNoticesNow.path, { unread: 3, messages: 0, important: [], bar: [] });
});
afterEach(() => {
  session.end('logout');
  forgetFirstCache();
});

/** Waits for the reads of a page, also for those that are tried again. */
async function untilRead({ reads }: { readonly reads: Promise<unknown> }): Promise<void> {
  await vi.advanceTimersByTimeAsync(RETRIES_MS);
  await reads;
}

function known(): unknown[] {
  const { cache, isRestored } = firstCache();
  return [isRestored, cache.getQueryData(queryKeys.firstRun), cache.getQueryData(queryKeys.noticesNow('en'))];
}

test('the first screen begins with what the page asked for', async () => {
  await untilRead(await fillFirstCache('home'));
  expect(known()).toEqual([true, FIRST_RUN, { unread: 3, messages: 0, important: [], bar: [] }]);
});

test('another screen asks for nothing that only home shows', async () => {
  await untilRead(await fillFirstCache('history'));
  expect(known()).toEqual([true, undefined, { unread: 3, messages: 0, important: [], bar: [] }]);
  expect([readsOf(readFirstRun.path), readsOf(readMoney.path)]).toEqual([0, 0]);
});

test('an answer that does not come does not keep the cache from the screen', async () => {
  const never = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', async () => await never);
  await fillFirstCache('home');
  expect(known()).toEqual([true, undefined, undefined]);
});

test('another session, and the screens after the first, begin with an empty cache', async () => {
  await untilRead(await fillFirstCache('home'));
  session.end('logout');
  session.begin('U', 'bob');
  expect(known()).toEqual([false, undefined, undefined]);
  await untilRead(await fillFirstCache('home'));
  forgetFirstCache();
  expect(known()).toEqual([false, undefined, undefined]);
});
