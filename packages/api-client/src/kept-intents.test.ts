import { beforeEach, expect, test, vi } from 'vitest';
import { createKeptIntents } from './kept-intents.ts';
import type { KeptIntent } from './kept-intents.ts';
import { createKeptStore, NotKept } from './kept-store.ts';
import { fakeIndexedDb } from './testing/fake-indexed-db.ts';
import type { FakeDisk } from './testing/fake-indexed-db.ts';

const NOW = Date.parse('2026-11-21T03:00:00.000Z');
const DAY_MS = 86_400_000;

let disk: FakeDisk;

beforeEach(() => {
  const fake = fakeIndexedDb();
  disk = fake.disk;
  vi.stubGlobal('indexedDB', fake.indexedDB);
});

function intents() {
  return createKeptIntents<KeptIntent>(createKeptStore('x'), 'intents', (entry) =>
    typeof entry === 'object' && entry !== null && 'key' in entry ? (entry as KeptIntent) : null,
  );
}

function intent(key: string, account = 'demo', madeAtMs = NOW): KeptIntent {
  return { key, account, madeAtMs };
}

test('each member finds their own intents, oldest first, until the server forgets the key', async () => {
  const mine = intents();
  for (const each of [intent('a'), intent('b', 'other'), intent('c')]) await mine.keep(each);
  expect((await intents().of('demo', NOW)).map(({ key }) => key)).toEqual(['a', 'c']);
  expect(await mine.of('demo', NOW + 7 * DAY_MS - 1)).toHaveLength(2);
  expect(await mine.of('demo', NOW + 7 * DAY_MS)).toEqual([]);
  await mine.drop('a');
  expect(disk.kept.get('intents')).toEqual([intent('b', 'other'), intent('c')]);
  expect((await mine.of('demo', NOW)).map(({ key }) => key)).toEqual(['c']);
});

test('two tabs that write at once lose no intent', async () => {
  const [one, other] = [intents(), intents()];
  await Promise.all([one.keep(intent('a')), other.keep(intent('b'))]);
  expect(await one.of('demo', NOW)).toHaveLength(2);
});

test('an intent that a reload would lose is refused', async () => {
  disk.isFull = true;
  await expect(intents().keep(intent('a'))).rejects.toBeInstanceOf(NotKept);
  vi.stubGlobal('indexedDB', undefined);
  await expect(intents().keep(intent('a'))).rejects.toBeInstanceOf(NotKept);
});

test('an intent that cannot be dropped stays for a later visit; the next change removes broken entries', async () => {
  const mine = intents();
  await mine.keep(intent('a'));
  disk.isFull = true;
  await mine.drop('a');
  disk.isFull = false;
  expect(await mine.of('demo', NOW)).toHaveLength(1);
  disk.kept.set('intents', [intent('a'), 'broken']);
  await mine.keep(intent('b'));
  expect(disk.kept.get('intents')).toEqual([intent('a'), intent('b')]);
});

test('an intent that is kept again is kept once, as it is now', async () => {
  const mine = intents();
  await mine.keep(intent('a'));
  await mine.keep(intent('b'));
  await mine.keep(intent('a', 'demo', NOW + 1));
  expect(disk.kept.get('intents')).toEqual([intent('b'), intent('a', 'demo', NOW + 1)]);
});
