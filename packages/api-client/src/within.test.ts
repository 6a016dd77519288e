import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserDeviceCrypto } from './device-crypto.ts';
import { createDeviceKeys } from './device-keys.ts';
import { createKeptStore, NotKept } from './kept-store.ts';
import { fakeIndexedDb } from './testing/fake-indexed-db.ts';
import { NotInTime, within } from './within.ts';

/* Promises of the browser that are never settled: each wait has a limit, and a way on. */

const NEVER = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What comes of it, however long it takes. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  const ended = work.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  return await ended;
}

test('an answer in time is the answer, a failure the failure', async () => {
  expect(await outcome(within(10, Promise.resolve(1)))).toBe(1);
  expect(await outcome(within(10, Promise.reject(new RangeError('x'))))).toBeInstanceOf(RangeError);
  expect(await outcome(within(10, NEVER))).toBeInstanceOf(NotInTime);
  expect(vi.getTimerCount()).toBe(0);
});

test('a database that never opens is done without, and this visit remembers', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const store = createKeptStore('kept');
  expect(await outcome(store.read('a'))).toBeUndefined();
  await outcome(store.write('a', 1));
  expect(await outcome(store.read('a'))).toBe(1);
  expect(await outcome(store.outlivesVisit())).toBe(false);
});

test('a database that opens late is used from then on', async () => {
  const { disk, indexedDB } = fakeIndexedDb();
  disk.kept.set('a', 'from the disk');
  const open = Reflect.get(indexedDB as object, 'open') as (name: string, version: number) => Record<string, unknown>;
  vi.stubGlobal('indexedDB', {
    open: (name: string, version: number) => {
      const late: Record<string, unknown> = {};
      setTimeout(() => {
        const request = open(name, version);
        for (const event of ['onupgradeneeded', 'onsuccess']) {
          request[event] = () => {
            late['result'] = request['result'];
            (late[event] as () => void)();
          };
        }
      }, 3_000);
      return late;
    },
  });
  const store = createKeptStore('kept');
  const first = store.read('a');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await first).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome(store.read('a'))).toBe('from the disk');
});

test('a transaction that never ends is a failed one, and no other is waited for', async () => {
  const objectStore = () => ({ get: () => ({}), put: () => ({}) });
  const database = { transaction: () => ({ objectStore }) };
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = { result: database, onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
  const store = createKeptStore('kept');
  expect(await outcome(store.write('a', 1))).toBeInstanceOf(NotKept);
  expect(await store.read('a')).toBe(1);
  expect(await store.read('b')).toBeUndefined();
});

test('a key that is never made fails the login, and the next one tries again', async () => {
  const generateKey = vi.fn<() => Promise<unknown>>(async () => await NEVER);
  const subtle = {
    generateKey,
    digest: async () => await NEVER,
    sign: async () => await NEVER,
  } as unknown as SubtleCrypto;
  const keys = createDeviceKeys({
    store: { read: async () => await Promise.resolve(undefined), update: async () => await Promise.resolve() },
    crypto: async () => await Promise.resolve(browserDeviceCrypto(subtle)),
    nowMs: () => 0,
  });
  expect(await outcome(keys.offer())).toBeInstanceOf(NotInTime);
  expect(await outcome(keys.offer())).toBeInstanceOf(NotInTime);
  expect(generateKey).toHaveBeenCalledTimes(2);
  expect(await outcome(browserDeviceCrypto(subtle).sha256(new Uint8Array()))).toBeInstanceOf(NotInTime);
});
