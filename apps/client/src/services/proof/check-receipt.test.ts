// @vitest-environment happy-dom
import type { OrderView } from '@candor/contract/trading';
import { amount } from '@candor/domain/testing/test-currency';
import { acceptanceText } from '@candor/proof/acceptance';
import type { Receipt } from '@candor/proof/receipt';
import { shareAcceptances } from '@candor/proof/shared-acceptance';
import { parseNote, verifierKeyText } from '@candor/proof/signed-note';
import { fixedDevice } from '@candor/proof/testing/devices';
import { ENTRY_AT, makeReceipt, rising } from '@candor/proof/testing/receipts';
import type { Scenario } from '@candor/proof/testing/receipts';
import { sha256 } from '@candor/proof/testing/naive-tree';
import { testSigner } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeKept, writeKept } from '../../lib/kept-store.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import { checkReceipt } from './check-receipt.ts';
import type { StepReport } from './check-steps.ts';
import { keepAcceptance } from './kept-proof.ts';

const site = await testSigner();
const stranger = await testSigner();
const file = await makeReceipt({}, site);
const receipt = JSON.parse(file) as Receipt;
const { order, outcome, acceptance } = receipt;

const shown = sampleOrder({
  ...order,
  logNonce: receipt.log?.nonce ?? null,
  status: 'won',
  entryPrice: outcome?.entry?.price ?? null,
  exitPrice: outcome?.exit?.price ?? null,
  profit: outcome?.profit ?? null,
});

/** A server that has this receipt and this key. */
function serve(text: string, vkey = verifierKeyText(site.key)): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const keys = [
      { id: 'x', name: 'candor', vkey, createdAt: '2026-11-21T00:00:00.000Z', retiredAt: null, introduction: null },
    ];
    const data = url.includes('/receipt') ? { receipt: text } : { items: [], nextCursor: null, keys };
    return Response.json({ code: 200, msg: 'ok', data });
  });
}

async function check(of: OrderView = shown) {
  return await checkReceipt(of, async () => undefined);
}

function last({ reports }: { reports: readonly StepReport[] }) {
  return reports.at(-1);
}

async function keep(note: string) {
  return await keepAcceptance({ ...shown, acceptance: { orderHash: '0'.repeat(64), termsHash: '0'.repeat(64), note } });
}

beforeEach(async () => {
  for (const key of ['proof:keys', `proof:acceptance:${order.id}`, `proof:answer:${order.id}`]) await removeKept(key);
  serve(file);
});

afterEach(() => vi.unstubAllGlobals());

test('a sound receipt of an order placed on another device is valid, with no kept promise to compare', async () => {
  await check();
  const checked = await check();
  expect(checked).toMatchObject({ verdict: 'valid', isFirstSeen: false, pin: { vkey: verifierKeyText(site.key) } });
  expect(checked.origin).toBe('browser');
  expect(last(checked)).toEqual({ key: 'kept', ended: 'skipped' });
});

test('a sound receipt by a key that this device sees for the first time is only consistent', async () => {
  const pin = { vkey: verifierKeyText(site.key) };
  expect(await check()).toMatchObject({ verdict: 'consistent', isFirstSeen: true, pin });
});

test('an app that was built with the key of the site knows it at the first visit, and no other', async () => {
  const build = (key: string) => {
    document.head.innerHTML = `<meta name="candor-witnesses" content="" data-site-keys="${key}" />`;
  };
  build(verifierKeyText(site.key));
  expect(await check()).toMatchObject({ verdict: 'valid', isFirstSeen: false });
  build(verifierKeyText(stranger.key));
  const checked = await check();
  document.head.innerHTML = '';
  expect(checked.verdict).toBe('invalid');
  expect(last(checked)).toMatchObject({ key: 'key', problem: 'KEY_REPLACED' });
});

test('the page knows whether a key of this device signed the order', async () => {
  const device = await fixedDevice(7);
  const requestOf = async (scenario: Scenario) => {
    const text = await makeReceipt(scenario, site);
    serve(text);
    const { reports, warnings, figures } = await check({ ...shown, ...(JSON.parse(text) as Receipt).order });
    return { ...reports.find(({ key }) => key === 'request'), request: figures.request, warnings };
  };
  expect(await requestOf({ device })).toMatchObject({ ended: 'ok', signer: 'other', request: 'signed' });
  await writeKept('device-public-keys', ['ab', device.publicKey]);
  expect(await requestOf({ device })).toMatchObject({ ended: 'ok', signer: 'this', warnings: [] });
  const unsigned = await requestOf({ device: null });
  expect(unsigned).toMatchObject({ ended: 'ok', request: 'unsigned', warnings: [{ key: 'UNSIGNED', count: 1 }] });
  expect(unsigned.signer).toBeUndefined();
  expect(await requestOf({})).toMatchObject({ ended: 'ok', request: 'none', warnings: [] });
  await removeKept('device-public-keys');
});

test('what a sound receipt leaves to ask comes with the verdict', async () => {
  const tickAt = (at: number) => (at === ENTRY_AT + 9_000 ? null : rising(at));
  serve(await makeReceipt({ tickAt }, site));
  const { warnings } = await check();
  expect(warnings).toEqual([{ key: 'SECONDS_MISSING', count: 1 }]);
});

test('the acceptance kept here matches the one in the receipt, or the same promise signed by another key', async () => {
  await keep(acceptance);
  expect(last(await check())).toEqual({ key: 'kept', ended: 'ok' });
  await removeKept(`proof:acceptance:${order.id}`);
  const parsed = parseNote(acceptance);
  if (!parsed.ok) throw new Error(parsed.error);
  await keep(await stranger.sign(parsed.value.text));
  expect(last(await check())).toEqual({ key: 'kept', ended: 'ok' });
});

test('the acceptance kept here may have been signed together with others', async () => {
  const parsed = parseNote(acceptance);
  if (!parsed.ok) throw new Error('the receipt has an acceptance');
  const { text, places } = shareAcceptances(['another\n', parsed.value.text], sha256);
  const note = await site.sign(text);
  await keep(`${places[1]}${note}`);
  expect(last(await check())).toEqual({ key: 'kept', ended: 'ok' });

  await writeKept(`proof:acceptance:${order.id}`, `${places[0]}${note}`);
  expect(last(await check())).toMatchObject({ key: 'kept', problem: 'ACCEPTANCE_DIFFERS' });
});

test('a sound receipt is invalid when the acceptance promised something else', async () => {
  await keep(await site.sign(acceptanceText(order.id, '1'.repeat(64), order.termsHash)));
  const checked = await check();
  expect(checked.verdict).toBe('invalid');
  expect(last(checked)).toEqual({ key: 'kept', ended: 'failed', problem: 'ACCEPTANCE_DIFFERS' });
});

test('a kept text that is not a note counts as another promise', async () => {
  await writeKept(`proof:acceptance:${order.id}`, 'no note');
  expect((await check()).verdict).toBe('invalid');
});

test('a sound receipt is invalid when the page shows another result', async () => {
  const checked = await check({ ...shown, profit: amount('1') });
  expect(checked.verdict).toBe('invalid');
  expect(last(checked)).toMatchObject({ key: 'screen', problem: 'OTHER_RESULT' });
});

test('a changed receipt shows the first step that fails, and the steps after it', async () => {
  serve(file.replace(`"credited":"${amount('185')}"`, `"credited":"${amount('186')}"`));
  const checked = await check();
  expect(checked.verdict).toBe('invalid');
  const failed = checked.reports.filter(({ ended }) => ended === 'failed');
  expect(failed.map(({ key, problem }) => `${key} ${problem}`)).toEqual([
    'signature TEXT_DIFFERS',
    'amounts CREDITED_DIFFERS',
  ]);
});

test('a key other than the pinned one ends the check before the receipt is read', async () => {
  await check();
  serve(await makeReceipt({}, stranger), verifierKeyText(stranger.key));
  const checked = await check();
  expect(checked).toMatchObject({ verdict: 'invalid', pin: null });
  expect(checked.reports).toEqual([{ key: 'key', ended: 'failed', problem: 'KEY_REPLACED' }]);
});
