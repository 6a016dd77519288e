import { afterEach, beforeEach, expect, it } from 'vitest';
import { logCheckpointText } from '../../src/order-log/log-checkpoint.ts';
import { makeEntries } from '../../src/testing/naive-tree.ts';
import { testWitness } from '../../src/testing/web-crypto.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createSiteClient } from '../site/site-client.ts';
import { headOf, startTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { collectFindings } from './findings.ts';
import { followWitnesses } from './follow-witnesses.ts';

const entries = makeEntries(300);
const [one, two, three] = [await testWitness('w1'), await testWitness('w2'), await testWitness('w3')];
let site: TestSite;

beforeEach(async () => {
  site = await startTestSite(entries);
});
afterEach(async () => await site.close());

const NOW_SEC = 100_000;

async function note(log: readonly Uint8Array[], witness: typeof one, ageSec = 60): Promise<string> {
  const text = logCheckpointText(headOf(log));
  return `${await site.signer.sign(text)}${await witness.cosign(text, NOW_SEC - ageSec)}`;
}

/** Two of three witnesses are needed. */
async function found(notes: readonly string[], kept: readonly Uint8Array[] | null = null): Promise<string[]> {
  const findings = collectFindings();
  const keys = [one.key, two.key];
  await followWitnesses(
    { quorum: 2, keys, all: [...keys, three.key], readNotes: async () => notes },
    { kept: kept === null ? null : headOf(kept), served: headOf(entries) },
    { reader: createLogReader(createSiteClient(site.url)), siteKeys: [site.signer.key], nowMs: () => NOW_SEC * 1000 },
    findings,
  );
  return findings.kept.map(({ key, where }) => `${key}: ${where}`);
}

it('enough witnesses saw it: nothing is found', async () => {
  const notes = [await note(entries.slice(0, 250), one), await note(entries, two)];
  expect(await found(notes)).toEqual([]);
  expect(await found(notes, entries.slice(0, 250))).toEqual([]);
});

it('too few of those that count', async () => {
  expect(await found([await note(entries, one), await note(entries, three)])).toEqual(['WITNESSES_FEW: 1 of 2 needed']);
  const old = [await note(entries.slice(0, 200), one), await note(entries, two)];
  expect(await found(old, entries.slice(0, 250))).toEqual(['WITNESSES_FEW: 1 of 2 needed']);
});

it('one that cosigned another log, also if its line is not needed', async () => {
  const notes = [await note(entries, one), await note(entries, two), await note(makeEntries(280, 'forged'), three)];
  expect(await found(notes)).toEqual(['WITNESS_FORKED: w3, 280 entries']);
});

it('lines from before a fork tell a first audit nothing', async () => {
  const old = await note(entries.slice(0, 200), one, 31 * 60);
  expect(await found([old, await note(entries, two)])).toEqual(['WITNESSES_FEW: 1 of 2 needed']);
  // A later audit knows how long the log was, and that is enough.
  expect(await found([old, await note(entries, two)], entries.slice(0, 150))).toEqual([]);
});
