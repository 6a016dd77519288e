import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptStore, NotKept } from './kept-store.ts';
import type { KeptStore } from './kept-store.ts';
import { fakeIndexedDb } from './testing/fake-indexed-db.ts';
import type { FakeDisk } from './testing/fake-indexed-db.ts';

let disk: FakeDisk;
let store: KeptStore;

beforeEach(() => {
  const fake = fakeIndexedDb();
  disk = fake.disk;
  vi.stubGlobal('indexedDB', fake.indexedDB);
  store = createKeptStore('candor');
});

afterEach(() => vi.unstubAllGlobals());

test('a written value is on the disk, and the next visit finds it', async () => {
  await store.write('a', { x: 1 });
  await store.update('a', (kept) => [kept]);
  expect(disk.kept.get('a')).toEqual([{ x: 1 }]);
  const nextVisit = createKeptStore('candor');
  expect(await nextVisit.read('a')).toEqual([{ x: 1 }]);
  expect(await nextVisit.outlivesVisit()).toBe(true);
  await nextVisit.remove('a');
  expect(disk.kept.has('a')).toBe(false);
});

test('a rolled-back write rejects although its request succeeded; this visit still reads the value', async () => {
  await store.write('a', 'old');
  disk.isFull = true;
  await expect(store.write('a', 'new')).rejects.toBeInstanceOf(NotKept);
  expect(disk.kept.get('a')).toBe('old');
  expect(await store.read('a')).toBe('new');

  disk.isFull = false;
  await store.write('a', 'newer');
  expect([disk.kept.get('a'), await store.read('a')]).toEqual(['newer', 'newer']);
});

test('a failed change rejects and changes nothing', async () => {
  await store.write('a', [1]);
  disk.isFull = true;
  await expect(store.update('a', () => [1, 2])).rejects.toBeInstanceOf(NotKept);
  await expect(store.remove('a')).rejects.toBeInstanceOf(NotKept);
  expect(await store.read('a')).toEqual([1]);
});

test('a change that throws changes nothing', async () => {
  await store.write('a', [1]);
  const throws = () => {
    throw new Error('no');
  };
  await expect(store.update('a', throws)).rejects.toBeInstanceOf(NotKept);
  expect(await store.read('a')).toEqual([1]);
});

test('a choice that cannot be written causes no unhandled error', async () => {
  disk.isFull = true;
  store.tryWrite('a', 1);
  await vi.waitFor(async () => expect(await store.read('a')).toBe(1));
});

test('without IndexedDB values live for this visit only, and the store says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const refused = createKeptStore('candor');
  await refused.write('a', 1);
  await refused.update('a', (kept) => [kept]);
  expect(await refused.read('a')).toEqual([1]);
  expect(await refused.outlivesVisit()).toBe(false);
});

test.each(['onerror', 'onblocked'] as const)('a database that answers with %s counts as refused', async (event) => {
  const open = () => {
    const request: Partial<Record<typeof event, () => void>> = {};
    queueMicrotask(() => request[event]?.());
    return request;
  };
  vi.stubGlobal('indexedDB', { open });
  const refused = createKeptStore('candor');
  await refused.write('a', 1);
  expect([await refused.outlivesVisit(), await refused.read('a')]).toEqual([false, 1]);
});

test('a database that the browser closed is opened again', async () => {
  await store.write('a', 1);
  disk.close();
  await store.write('a', 2);
  expect([disk.kept.get('a'), await store.read('a')]).toEqual([2, 2]);
});

test('the database of an earlier release is opened as it is', async () => {
  disk.version = 1;
  disk.stores.add('kept');
  disk.kept.set('a', 'earlier');
  expect([await store.read('a'), await store.outlivesVisit(), disk.version]).toEqual(['earlier', true, 1]);
});

test('it is opened once for a whole visit', async () => {
  await Promise.all([store.write('a', 1), store.write('b', 2)]);
  await store.read('a');
  expect(disk.opened).toBe(1);
});

test('what another tab wrote since is read', async () => {
  await store.write('a', 1);
  await createKeptStore('candor').write('a', 2);
  expect(await store.read('a')).toBe(2);
});

test('a failed write names its key and what went wrong', async () => {
  disk.isFull = true;
  await expect(store.write('a', 1)).rejects.toMatchObject({
    name: 'NotKept',
    message: 'not kept: a',
    cause: { message: 'QuotaExceededError' },
  });
});

test('after a failed write the next change or removal is what this visit reads', async () => {
  disk.isFull = true;
  await expect(store.write('a', 'unwritten')).rejects.toBeInstanceOf(NotKept);
  await expect(store.write('b', 'unwritten')).rejects.toBeInstanceOf(NotKept);
  disk.isFull = false;
  await store.update('a', () => 'changed');
  await store.remove('b');
  expect([await store.read('a'), await store.read('b')]).toEqual(['changed', undefined]);
});

test('a value that cannot be read counts as missing', async () => {
  await store.write('a', 1);
  disk.stores.clear();
  expect(await store.read('a')).toBeUndefined();
});
