// @vitest-environment happy-dom
import { writeCompareCode } from '@candor/proof/compare-code';
import { witnessKeyText } from '@candor/proof/order-log/cosignature';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { policyText } from '@candor/proof/order-log/policy-file';
import type { Receipt } from '@candor/proof/receipt';
import { verifierKeyText } from '@candor/proof/signed-note';
import { makeReceipt } from '@candor/proof/testing/receipts';
import { serveLogOf } from '@candor/proof/testing/served-log';
import type { ServedLog } from '@candor/proof/testing/served-log';
import { testSigner, testWitness } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept, writeKept } from '../../lib/kept-store.ts';
import { startLogSite } from '../../lib/testing/log-site.ts';
import type { LogSite } from '../../lib/testing/log-site.ts';
import { readAlarms } from './alarms.ts';
import { askWitnesses, compareWith, ownCode } from './compare-key.ts';

const signer = await testSigner();
const stranger = await testSigner();
const [one, two] = [await testWitness('w1'), await testWitness('w2')];
const receipt = JSON.parse(await makeReceipt({}, signer)) as Receipt;
const ours = await serveLogOf(receipt, 900);
const another = await serveLogOf({ order: receipt.order, log: null }, 900);
let site: LogSite;

async function codeOf(log: ServedLog, size: number, by = signer): Promise<string> {
  return writeCompareCode(by.key, { ...log.head(size), note: await log.checkpoint(by, size) });
}

async function alarms() {
  return readAlarms(await readKept('proof:alarms')).map(({ problem }) => problem);
}

beforeEach(async () => {
  for (const key of ['log-head', 'log-doubt', 'log-looked-at', 'alarms', 'keys']) await removeKept(`proof:${key}`);
  site = await startLogSite(signer, ours);
});
afterEach(() => vi.unstubAllGlobals());

test('a first visit has a code of its own: the key, its digits, and the newest head', async () => {
  const own = await ownCode();
  expect(own).toMatchObject({ vkey: verifierKeyText(signer.key), size: 900, code: await codeOf(ours, 900) });
  expect(own?.digits).toMatch(/^\d{5}( \d{5}){5}$/);
});

test('another member who sees the same log, older or newer, agrees', async () => {
  expect(await compareWith(await codeOf(ours, 900))).toEqual({ kind: 'same', size: 900 });
  expect(await compareWith(`https://x.example/#/y?compare=${await codeOf(ours, 500)}`)).toEqual({
    kind: 'same',
    size: 500,
  });
  await removeKept('proof:log-head');
  await site.show(ours, 700);
  expect(await compareWith(await codeOf(ours, 900))).toEqual({ kind: 'same', size: 700 });
  expect(await compareWith(writeCompareCode(signer.key, null))).toEqual({ kind: 'same', size: null });
  expect(await alarms()).toEqual([]);
});

test('another key is told with the digits of both', async () => {
  const compared = await compareWith(await codeOf(ours, 900, stranger));
  const [mine, theirs] = [await ownCode(), compared.kind === 'otherKey' ? compared : null];
  expect(theirs?.own).toBe(mine?.digits);
  expect(theirs?.theirs).toMatch(/^\d{5}( \d{5}){5}$/);
  expect(theirs?.theirs).not.toBe(theirs?.own);
});

test('another log under the same key raises the alarm with the evidence', async () => {
  expect(await compareWith(await codeOf(another, 800))).toEqual({ kind: 'fork', size: 800 });
  expect(await alarms()).toEqual(['LOG_FORKED']);
});

test('what is no code says so', async () => {
  expect(await compareWith('hello')).toEqual({ kind: 'broken' });
});

test('the witnesses are asked, each is named with its line and where it says the same itself', async () => {
  const note = async (log: ServedLog, size: number, witness: typeof one) => {
    const text = logCheckpointText(log.head(size));
    return `${await signer.sign(text)}${await witness.cosign(text, 1_000)}`;
  };
  const list = (...items: { name: string; key: string; checkpoint: string | null }[]) =>
    site.answer('/api/log/witnesses', () =>
      Response.json({
        code: 200,
        msg: 'ok',
        data: { items: items.map((item) => ({ ...item, size: null, cosignedAt: null })) },
      }),
    );
  const [first, second] = [witnessKeyText(one.key), witnessKeyText(two.key)];
  const policy = policyText({
    logs: [],
    witnesses: [{ name: 'w1', key: first, url: 'https://w1.example' }],
    quorum: 1,
  });
  site.answer('/api/log/policy', () => new Response(policy));
  list(
    { name: 'w1', key: first, checkpoint: await note(ours, 600, one) },
    { name: 'w2', key: second, checkpoint: null },
    { name: 'w3', key: second, checkpoint: await note(ours, 600, one) },
  );
  expect(await askWitnesses()).toMatchObject([
    { name: 'w1', state: 'same', size: 600, atMs: 1_000_000, line: expect.stringContaining('— w1 ') as string },
    { name: 'w2', state: 'silent', url: null },
    { name: 'w3', state: 'unsigned' },
  ]);
  expect((await askWitnesses())?.[0]?.url).toMatch(/^https:\/\/w1\.example\/checkpoint\/[0-9a-f]{32}$/);
  expect(await alarms()).toEqual([]);
  list({ name: 'w2', key: second, checkpoint: await note(another, 600, two) });
  expect(await askWitnesses()).toMatchObject([{ name: 'w2', state: 'fork' }]);
  expect(await alarms()).toEqual(['LOG_FORKED']);
});

test('a device that does not know the keys of the site asks nobody', async () => {
  await writeKept('proof:keys', [{ vkey: verifierKeyText(stranger.key), seenAtMs: 1, retiredAtMs: null }]);
  // As on a site without an order log: nothing else told the device.
  site.answer('/api/log/checkpoint', () => new Response('404', { status: 404 }));
  site.answer('/api/log/witnesses', () => Response.json({ code: 200, msg: 'ok', data: { items: [] } }));
  expect(await askWitnesses()).toBeNull();
  expect(await ownCode()).toBeNull();
  expect(await alarms()).toEqual(['KEY_REPLACED']);
});
