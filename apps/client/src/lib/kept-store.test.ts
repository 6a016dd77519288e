import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as KeptStore from './kept-store.ts';
import { fakeIndexedDb } from './testing/fake-indexed-db.ts';
import type { FakeDisk } from './testing/fake-indexed-db.ts';

let disk: FakeDisk;
let store: typeof KeptStore;

beforeEach(async () => {
  const fake = fakeIndexedDb();
  disk = fake.disk;
  vi.stubGlobal('indexedDB', fake.indexedDB);
  vi.resetModules();
  store = await import('./kept-store.ts');
});

afterEach(() => vi.unstubAllGlobals());

test('what was written is on the disk, and found by the next visit', async () => {
  await store.writeKept('a', { x: 1 });
  await store.updateKept('a', (kept) => [kept]);
  expect(disk.kept.get('a')).toEqual([{ x: 1 }]);
  vi.resetModules();
  const nextVisit = await import('./kept-store.ts');
  expect(await nextVisit.readKept('a')).toEqual([{ x: 1 }]);
  expect(await nextVisit.outlivesVisit()).toBe(true);
  await nextVisit.removeKept('a');
  expect(disk.kept.has('a')).toBe(false);
});

test('a write that is rolled back rejects, though its request succeeded; this visit still reads it', async () => {
  await store.writeKept('a', 'old');
  disk.isFull = true;
  await expect(store.writeKept('a', 'new')).rejects.toBeInstanceOf(store.NotKept);
  expect(disk.kept.get('a')).toBe('old');
  expect(await store.readKept('a')).toBe('new');

  disk.isFull = false;
  await store.writeKept('a', 'newer');
  expect([disk.kept.get('a'), await store.readKept('a')]).toEqual(['newer', 'newer']);
});

test('a change that could not be written rejects and changes nothing', async () => {
  await store.writeKept('a', [1]);
  disk.isFull = true;
  await expect(store.updateKept('a', () => [1, 2])).rejects.toBeInstanceOf(store.NotKept);
  await expect(store.removeKept('a')).rejects.toBeInstanceOf(store.NotKept);
  expect(await store.readKept('a')).toEqual([1]);
});

test('a change that throws changes nothing', async () => {
  await store.writeKept('a', [1]);
  const throws = () => {
    throw new Error('no');
  };
  await expect(store.updateKept('a', throws)).rejects.toBeInstanceOf(store.NotKept);
  expect(await store.readKept('a')).toEqual([1]);
});

test('a choice that could not be written is no unhandled error', async () => {
  disk.isFull = true;
  store.tryWriteKept('a', 1);
  await vi.waitFor(async () => expect(await store.readKept('a')).toBe(1));
});

test('where IndexedDB is refused values live for this visit, and it says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  vi.resetModules();
  const refused = await import('./kept-store.ts');
  await refused.writeKept('a', 1);
  await refused.updateKept('a', (kept) => [kept]);
  expect(await refused.readKept('a')).toEqual([1]);
  expect(await refused.outlivesVisit()).toBe(false);
});
