// @vitest-environment happy-dom
import type { Receipt } from '@candor/proof/receipt';
import { fixedDevice } from '@candor/proof/testing/devices';
import { makeReceipt } from '@candor/proof/testing/receipts';
import { serveLog, serveLogOf } from '@candor/proof/testing/served-log';
import { makeEntries } from '@candor/proof/testing/naive-tree';
import { testSigner, webCrypto } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept, writeKept } from '../../lib/kept-store.ts';
import { startLogSite } from '../../lib/testing/log-site.ts';
import type { LogSite } from '../../lib/testing/log-site.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import { readAlarms } from './alarms.ts';
import { checkReceipt } from './check-receipt.ts';
import { keptHead } from './kept-head.ts';
import { tieReceipt } from './tie-receipt.ts';

const signer = await testSigner();
const file = await makeReceipt({}, signer);
const receipt = JSON.parse(file) as Receipt;
const { order, outcome } = receipt;
const shown = sampleOrder({
  ...order,
  status: 'won',
  entryPrice: outcome?.entry?.price ?? null,
  exitPrice: outcome?.exit?.price ?? null,
  profit: outcome?.profit ?? null,
});
/** What everyone is shown, with the order and without it. */
const ours = await serveLogOf(receipt, 900);
const without = await serveLogOf({ order, log: null }, 900);

let site: LogSite;

async function check(text = file) {
  site.answer('/api/trade/orders/', () => Response.json({ code: 200, msg: 'ok', data: { receipt: text } }));
  const checked = await checkReceipt(shown, async () => undefined);
  return { ...checked, log: checked.reports.find(({ key }) => key === 'log') };
}

async function alarms() {
  return readAlarms(await readKept('proof:alarms'));
}

beforeEach(async () => {
  for (const key of ['proof:log-head', 'proof:log-doubt', 'proof:alarms', 'proof:keys']) await removeKept(key);
  site = await startLogSite(signer, ours);
});

afterEach(() => vi.unstubAllGlobals());

test('the log of the prices is the start of the one that everyone is shown, and its head is kept', async () => {
  expect(await check()).toMatchObject({ verdict: 'consistent', log: { ended: 'ok', tie: 'tied' } });
  expect(await keptHead()).toMatchObject(ours.head());
  expect(site.asked.filter((path) => path.includes('/tile/')).length).toBeLessThan(5);
});

test('a receipt of a log that nobody else is shown is invalid, and raises the alarm', async () => {
  await site.show(without);
  expect(await check()).toMatchObject({ verdict: 'invalid', log: { ended: 'failed', problem: 'LOG_FORKED' } });
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ problem: 'LOG_FORKED', kept: await without.checkpoint(signer) });
  expect(JSON.parse(alarm?.served ?? '')).toMatchObject({ order: order.id, signature: receipt.signature });
  expect(Object.keys(alarm?.tiles ?? {}).length).toBeGreaterThan(0);
});

test('a dropped order: a receipt of the log that was kept is told from the one that is shown now', async () => {
  await check();
  await site.show(without);
  expect(await check()).toMatchObject({ verdict: 'invalid', log: { ended: 'failed', problem: 'LOG_FORKED' } });
  const kept = await ours.checkpoint(signer);
  // The two heads, and the receipt: each is evidence of its own.
  expect(await alarms()).toMatchObject([
    { problem: 'LOG_ROOT_DIFFERS', kept },
    { problem: 'LOG_FORKED', kept },
  ]);
});

test('a settlement in a log that nobody else is shown: the order is in both, and the receipt is invalid all the same', async () => {
  const signed = await makeReceipt({ device: await fixedDevice(7) }, signer);
  const settledReceipt = JSON.parse(signed) as Receipt;
  await site.show(await serveLogOf(settledReceipt, 900));
  expect(await check(signed)).toMatchObject({ verdict: 'consistent', log: { ended: 'ok', tie: 'tied' } });
  for (const key of ['proof:log-head', 'proof:log-doubt', 'proof:alarms']) await removeKept(key);
  // Up to the last price both logs are the same.
  await site.show(await serveLogOf({ ...settledReceipt, settled: null }, 900));
  expect(await check(signed)).toMatchObject({ verdict: 'invalid', log: { ended: 'failed', problem: 'LOG_FORKED' } });
  const [alarm] = await alarms();
  expect(JSON.parse(alarm?.served ?? '')).toMatchObject({ order: order.id, settled: settledReceipt.settled });
});

test('a receipt that the site did not sign raises no alarm, whatever it names', async () => {
  await site.show(without);
  const changed = file.replace('"profit":"', '"profit":"1');
  expect(await check(changed)).toMatchObject({ verdict: 'invalid', log: { problem: 'LOG_FORKED' } });
  expect(await alarms()).toEqual([]);
});

test.each([
  ['a log whose head is older', async () => await site.show(ours, 310)],
  [
    'a site that shows no head',
    async () => site.answer('/api/log/checkpoint', () => new Response('', { status: 404 })),
  ],
  ['a site whose log is not reached', async () => site.answer('/api/log/', () => new Response('', { status: 503 }))],
  ['tiles that are not served', async () => site.answer('/api/log/tile/', () => new Response('', { status: 404 }))],
])('%s: the receipt holds, and says that it was not compared', async (_, set) => {
  await set();
  expect(await check()).toMatchObject({ verdict: 'consistent', log: { ended: 'ok', tie: 'open' } });
  expect(await alarms()).toEqual([]);
});

test('a log that never answers does not hold up the check for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tying = tieReceipt(file, new Promise<never>(() => undefined), webCrypto);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await tying).toMatchObject({ tie: 'open' });
  vi.useRealTimers();
});

test('a device that kept another log of the same site is told', async () => {
  const other = serveLog(makeEntries(900, 'other'));
  await writeKept('proof:log-head', { ...other.head(), note: await other.checkpoint(signer) });
  const checked = await check();
  expect(checked.verdict).toBe('invalid');
  expect((await alarms()).map(({ problem }) => problem)).toEqual(['LOG_ROOT_DIFFERS', 'LOG_FORKED']);
});
