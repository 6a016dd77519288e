import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeEntries } from '../../src/testing/naive-tree.ts';
import { testSigner } from '../../src/testing/web-crypto.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createSiteClient, SiteUnreachable } from '../site/site-client.ts';
import { headOf, startTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { followSite } from './follow-site.ts';
import type { Followed } from './follow-site.ts';
import { openHeadStore } from './head-store.ts';
import { openWitnessKey } from './witness-key.ts';
import { createWitness, watchedLog } from './witness.ts';

const entries = makeEntries(3_000);
let folder = '';
let site: TestSite;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-follow-'));
  site = await startTestSite(entries.slice(0, 300));
});

afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** Looks once. `onWait` is what happens while the follower waits for a second look. */
async function follow(url = site.url, onWait: () => void = () => {}): Promise<Followed> {
  const signer = await openWitnessKey(join(folder, 'key'), 'me.example');
  const log = watchedLog([site.signer.key]);
  const witness = createWitness({ signer, logs: [log], heads: await openHeadStore(folder), nowMs: () => 0 });
  const wait = async (): Promise<void> => onWait();
  return await followSite({ witness, log, reader: createLogReader(createSiteClient(url, { wait })), wait });
}

it('cosigns the head, and each later one that continues it, from the tiles of two levels', async () => {
  for (const size of [300, 300, 512, 2_999, 3_000]) {
    site.entries = entries.slice(0, size);
    expect(await follow(), String(size)).toMatchObject({ kind: 'cosigned', head: { size } });
  }
  const followed = await follow();
  expect(followed.kind === 'cosigned' && followed.head.root).toBe(headOf(entries).root);
});

it.each([
  [
    'the log was rewritten',
    [...entries.slice(0, 200), ...makeEntries(300, 'forged')],
    'HISTORY CHANGED: the log does not begin with what the site signed before.',
  ],
  ['an order was dropped', entries.slice(1, 400), 'HISTORY CHANGED: the log does not begin'],
  ['another log of the same size', makeEntries(300, 'forged'), 'TWO HISTORIES: the site signed two different logs'],
  ['a shorter log', entries.slice(0, 250), 'LOG SHRANK: the log has fewer entries than the site signed before.'],
  ['a shorter log that is another', makeEntries(250, 'forged'), 'LOG SHRANK: the log has fewer entries'],
])('%s: it says so, and keeps what it knew', async (_, forged, words) => {
  await follow();
  site.entries = forged;
  const seen = await follow();
  expect(seen).toMatchObject({ kind: 'fraud' });
  expect(seen.kind === 'fraud' && seen.words).toContain(words);
  expect(seen.kind === 'fraud' && seen.notes[1]).toBe(await site.checkpoint());
  site.entries = entries.slice(0, 301);
  expect(await follow()).toMatchObject({ kind: 'cosigned', head: { size: 301 } });
});

it('a machine of the site that is a moment behind is asked again', async () => {
  await follow();
  site.entries = entries.slice(0, 250);
  const shown = await follow(site.url, () => (site.entries = entries.slice(0, 310)));
  expect(shown).toMatchObject({ kind: 'cosigned', head: { size: 310 } });
});

it('tells a missing log, a missing tile and another key', async () => {
  await follow();
  site.entries = entries.slice(0, 600);
  site.answers.set('/api/log/tile/0/001', null);
  expect(await follow()).toMatchObject({ words: expect.stringContaining('LOG INCOMPLETE') });
  site.answers.set('/api/log/checkpoint', null);
  expect(await follow()).toMatchObject({ words: expect.stringContaining('NO LOG') });
  const stranger = await startTestSite(entries.slice(0, 600), await testSigner());
  expect(await follow(stranger.url)).toMatchObject({ words: expect.stringContaining('ANOTHER KEY') });
  await stranger.close();
});

it('a site that cannot be reached is no fraud', async () => {
  const gone = await startTestSite([]);
  await gone.close();
  await expect(follow(gone.url)).rejects.toThrow(SiteUnreachable);
});
