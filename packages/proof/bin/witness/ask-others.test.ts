import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logCheckpointText } from '../../src/order-log/log-checkpoint.ts';
import { makeEntries } from '../../src/testing/naive-tree.ts';
import { testWitness } from '../../src/testing/web-crypto.ts';
import { headOf, startTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { createAskOthers } from './ask-others.ts';
import { openHeadStore } from './head-store.ts';
import { openWitnessKey } from './witness-key.ts';
import { createWitness, watchedLog } from './witness.ts';

const honest = makeEntries(300);
const fork = [...makeEntries(200), ...makeEntries(200, 'forged')];
const other = await testWitness('other.example');
let folder = '';
let site: TestSite;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-others-'));
  site = await startTestSite(honest);
});

afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** The site lists what the other witness cosigned: the honest log. */
async function listOther(): Promise<void> {
  const text = logCheckpointText(headOf(honest));
  const checkpoint = `${await site.signer.sign(text)}${await other.cosign(text, 1_000)}`;
  site.answers.set('/api/log/witnesses', { items: [{ checkpoint }] });
}

/** A new witness is shown this head; the site serves the tiles of the same log or of a longer one. */
async function show(entries: readonly Uint8Array[], { isAsking = true, tiles = entries, nowMs = 1_000_000 } = {}) {
  site.entries = tiles;
  const witnesses = [{ key: other.key, url: null }];
  const policy = { logs: [], witnesses, quorum: 1, keys: [other.key] };
  const witness = createWitness({
    signer: await openWitnessKey(join(folder, 'key'), 'me.example'),
    logs: [watchedLog([site.signer.key])],
    heads: await openHeadStore(folder),
    nowMs: () => 0,
    ...(isAsking ? { askOthers: createAskOthers(policy, site.url, () => nowMs) } : {}),
  });
  return await witness.addCheckpoint({ old: 0, proof: [], note: await noteOf(entries) });
}

async function noteOf(entries: readonly Uint8Array[]): Promise<string> {
  return await site.signer.sign(logCheckpointText(headOf(entries)));
}

it('a fork that is shown to a fresh witness is refused, with the evidence', async () => {
  await listOther();
  const answer = await show(fork);
  expect(answer).toMatchObject({ ok: false, refusal: 'FORKED' });
  const evidence = answer.ok ? '' : await readFile(answer.evidence ?? '', 'utf8');
  expect(evidence).toContain('other.example');
  expect(evidence).toContain(await site.checkpoint());
});

it('without the others it is cosigned: that is why they are asked', async () => {
  expect(await show(fork, { isAsking: false })).toMatchObject({ ok: true });
});

it('the log that the others saw is cosigned, and its growth', async () => {
  await listOther();
  expect(await show(makeEntries(301))).toMatchObject({ ok: true, head: { size: 301 } });
});

it('a head that is behind theirs waits, and so does one that the others say nothing of', async () => {
  expect(await show(honest)).toMatchObject({ ok: false, refusal: 'OTHERS_UNREAD' });
  await listOther();
  expect(await show(makeEntries(250), { tiles: honest })).toMatchObject({ ok: false, refusal: 'BEHIND_OTHERS' });
});

it('an old line of the others, from before the fork, is not enough', async () => {
  const text = logCheckpointText(headOf(makeEntries(150)));
  const checkpoint = `${await site.signer.sign(text)}${await other.cosign(text, 1_000)}`;
  site.answers.set('/api/log/witnesses', { items: [{ checkpoint }] });
  const later = 1_000_000 + 30 * 60_000 + 1_000;
  expect(await show(fork, { nowMs: later })).toMatchObject({ ok: false, refusal: 'OTHERS_UNREAD' });
});
