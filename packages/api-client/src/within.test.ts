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

/** A disk that is opened after this time. */
function opensAfter(ms: number) {
  const { disk, indexedDB } = fakeIndexedDb();
  const real = indexedDB as { open: (name: string, version: number) => Record<string, () => void> };
  vi.stubGlobal('indexedDB', {
    open: (name: string, version: number) => {
      const request: Record<string, () => void> = {};
      setTimeout(() => {
        const opened = real.open(name, version);
        Object.assign(request, { result: opened['result'] });
        opened['onupgradeneeded'] = () => request['onupgradeneeded']?.();
        opened['onsuccess'] = () => request['onsuccess']?.();
      }, ms);
      return request;
    },
  });
  return disk;
}

test('what was changed while the database did not open is on the disk when it does, and lists keep what they had', async () => {
  const disk = opensAfter(4_000);
  disk.kept.set('list', ['old']);
  disk.kept.set('gone', 1);
  const store = createKeptStore('kept');
  const changes = [
    store.write('a', 1),
    store.update('list', (kept) => [...(Array.isArray(kept) ? kept : []), 'new']),
    store.remove('gone'),
  ];
  await vi.advanceTimersByTimeAsync(3_000);
  await Promise.all(changes);
  expect([await store.outlivesVisit(), await store.read('a')]).toEqual([false, 1]);
  const late = store.opensLate();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await late).toBe(true);
  expect(Object.fromEntries(disk.kept)).toEqual({ a: 1, list: ['old', 'new'] });
  expect([await store.outlivesVisit(), await store.read('list')]).toEqual([true, ['old', 'new']]);
});

test('a key on a slow disk is not lost: the call waits for it', async () => {
  const crypto = {
    newKey: async () => await Promise.resolve({ secret: 'secret', publicKey: new Uint8Array(65) }),
    sign: async () => await Promise.resolve(new Uint8Array(64)),
    sha256: async () => await Promise.resolve(new Uint8Array(32)),
  };
  const visit = () =>
    createDeviceKeys({
      store: createKeptStore('kept'),
      crypto: async () => await Promise.resolve(crypto),
      nowMs: () => 0,
    });
  const disk = opensAfter(4_000);
  const first = visit();
  await first.offer();
  first.keep('T');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.kept.get('device-keys'), 'kept by a login while it opened').toHaveLength(1);
  const call = { method: 'POST', path: '/x', body: '{}', idempotencyKey: 'k' };
  expect(await outcome(visit().sign('T', call))).toEqual(expect.any(String));
});

test('a transaction that never ends is a failed one, and no other is waited for', async () => {
  const objectStore = () => ({ get: () => ({}), put: () => ({}) });
  const abort = vi.fn();
  const database = { transaction: () => ({ objectStore, abort }) };
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = { result: database, onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
  const store = createKeptStore('kept');
  expect(await outcome(store.write('a', 1))).toBeInstanceOf(NotKept);
  expect(abort, 'what is said of it is true').toHaveBeenCalledTimes(1);
  expect(await store.read('a')).toBe(1);
  expect(await outcome(store.read('b'))).toBeUndefined();
  // The browser has lost the database: from now on nothing waits.
  expect(await store.read('b')).toBeUndefined();
});

test('a database that was only slow is used again, with what was changed meanwhile', async () => {
  const { disk, indexedDB } = fakeIndexedDb();
  disk.kept.set('list', ['old']);
  const real = indexedDB as { open: (name: string, version: number) => { result: Record<string, unknown> } };
  let isBusy = true;
  const never = {
    objectStore: () => ({ get: () => ({}), put: () => ({}), count: () => ({}) }),
    abort: () => undefined,
  };
  vi.stubGlobal('indexedDB', {
    open: (name: string, version: number) => {
      const request = real.open(name, version);
      const { transaction } = request.result as { transaction: (...of: unknown[]) => unknown };
      request.result['transaction'] = (...of: unknown[]) => (isBusy ? never : transaction(...of));
      return request;
    },
  });
  const store = createKeptStore('kept');
  await outcome(store.read('a'));
  await outcome(store.read('a'));
  const added = (kept: unknown) => [...(Array.isArray(kept) ? kept : []), 'new'];
  await store.update('list', added);
  expect([await store.outlivesVisit(), await store.read('list')], 'while it is lost').toEqual([false, ['new']]);
  // The first attempt comes while the device is still busy.
  await outcome(store.read('a'));
  isBusy = false;
  await outcome(store.read('a'));
  expect([await store.outlivesVisit(), await store.read('list')]).toEqual([true, ['old', 'new']]);
  expect(disk.kept.get('list')).toEqual(['old', 'new']);
});

test('a key that is never made fails the login, and the next one tries again', async () => {
  const generateKey = vi.fn<() => Promise<unknown>>(async () => await NEVER);
  const subtle = {
    generateKey,
    digest: async () => await NEVER,
    sign: async () => await NEVER,
  } as unknown as SubtleCrypto;
  const keys = createDeviceKeys({
    store: {
      read: async () => await Promise.resolve(undefined),
      update: async () => await Promise.resolve(),
      opensLate: async () => await Promise.resolve(false),
    },
    crypto: async () => await Promise.resolve(browserDeviceCrypto(subtle)),
    nowMs: () => 0,
  });
  expect(await outcome(keys.offer())).toBeInstanceOf(NotInTime);
  expect(await outcome(keys.offer())).toBeInstanceOf(NotInTime);
  expect(generateKey).toHaveBeenCalledTimes(2);
  expect(await outcome(browserDeviceCrypto(subtle).sha256(new Uint8Array()))).toBeInstanceOf(NotInTime);
});
