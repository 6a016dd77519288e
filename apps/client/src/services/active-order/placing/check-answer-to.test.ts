// @vitest-environment happy-dom
import type { OrderView } from '@candor/contract/trading';
import { isoText } from '@candor/proof/lines';
import { acceptanceText } from '@candor/proof/acceptance';
import { canonicalJson } from '@candor/proof/canonical-json';
import { textHash } from '@candor/proof/encoding';
import { orderDocument } from '@candor/proof/order-document';
import { verifierKeyText } from '@candor/proof/signed-note';
import { signedRequestHash } from '@candor/proof/order-request';
import { fixedDevice, signRequest } from '@candor/proof/testing/devices';
import { testSigner, webCrypto } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept, writeKept } from '../../../lib/kept-store.ts';
import { sampleOrder } from '../../../lib/testing/sample-order.ts';
import { putAlarmsAway, readAlarms } from '../../proof/alarms.ts';
import { checkAnswerTo } from './check-answer-to.ts';
import type { OrderIntent } from './order-flow.ts';

const [site, stranger] = await Promise.all([testSigner(), testSigner()]);

const intent: OrderIntent = {
  key: '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01',
  account: 'demo',
  body: {
    product: 'BTCUSDT',
    direction: 'up',
    durationSec: 60,
    stake: '100.00',
    wallet: 'practice',
    termsVersion: 1,
    termsHash: '0'.repeat(64),
  },
  signer: null,
  promised: { payoutRate: '0.8500', fee: '0.00', acceptWithinMs: 3000, entryDelaySec: 0 },
  madeAtMs: Date.parse('2026-11-21T07:30:00.000Z'),
  acceptByMs: Date.parse('2026-11-21T07:30:03.000Z'),
  lastSentAtMs: Date.parse('2026-11-21T07:30:00.000Z'),
};

async function signed(changes: Partial<OrderView> = {}, by = site): Promise<OrderView> {
  const order = sampleOrder(changes);
  const orderHash = await textHash(canonicalJson(orderDocument(order)), webCrypto);
  const note = await by.sign(acceptanceText(order.id, orderHash, order.termsHash));
  return { ...order, acceptance: { orderHash, termsHash: order.termsHash, note } };
}

let asked = 0;
/** The site serves these keys. */
function serve(...keys: readonly { key: Parameters<typeof verifierKeyText>[0] }[]): void {
  asked = 0;
  const views = keys.map(({ key }) => ({
    id: key.keyHash,
    name: key.name,
    vkey: verifierKeyText(key),
    createdAt: '2026-11-21T00:00:00.000Z',
    retiredAt: null,
    introduction: null,
  }));
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(Response.json({ code: 200, msg: 'ok', data: { items: [], nextCursor: null, keys: views } }));
  });
}

async function alarms() {
  return readAlarms(await readKept('proof:alarms'));
}

beforeEach(async () => {
  for (const key of ['proof:alarms', 'proof:keys']) await removeKept(key);
});

afterEach(() => vi.unstubAllGlobals());

test('a right answer raises no alarm, and pins the keys of the site at the first order', async () => {
  serve(site);
  await checkAnswerTo(intent, await signed(), null);
  expect(await alarms()).toEqual([]);
  expect(asked).toBe(1);
  await checkAnswerTo(intent, await signed(), null);
  expect(asked).toBe(1);
});

test('an answer with another stake raises an alarm that keeps both texts; each order once', async () => {
  serve(site);
  const order = await signed({ stake: '1000.00' });
  await checkAnswerTo(intent, order, null);
  await checkAnswerTo(intent, order, null);
  const [alarm, ...others] = await alarms();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ problem: 'STAKE_DIFFERS', orderId: order.id, product: 'BTCUSDT' });
  expect(JSON.parse(alarm?.kept ?? '')).toMatchObject({
    sent: intent.body,
    key: intent.key,
    problems: ['STAKE_DIFFERS'],
  });
  expect(JSON.parse(alarm?.served ?? '')).toMatchObject({ answer: order });
  await checkAnswerTo(intent, await signed({ id: '019a9f00-0000-7000-8000-000000000002', direction: 'down' }), null);
  expect((await alarms()).map(({ problem }) => problem)).toEqual(['STAKE_DIFFERS', 'DIRECTION_DIFFERS']);
});

test('terms worse than those on the screen, and a late answer, are kept', async () => {
  serve(site);
  await checkAnswerTo(
    { ...intent, promised: { payoutRate: '0.9000', fee: '0.00', acceptWithinMs: 3000, entryDelaySec: 0 } },
    await signed(),
    null,
  );
  const late = await signed({ id: '019a9f00-0000-7000-8000-000000000003' });
  await checkAnswerTo(intent, late, Date.parse('2026-11-21T07:30:04.001Z'));
  expect((await alarms()).map(({ problem }) => problem)).toEqual(['TERMS_WORSE', 'ANSWER_LATE']);
});

test('an order enters as much later as this device was told', async () => {
  serve(site);
  const delayed = {
    ...intent,
    promised: { payoutRate: '0.8500', fee: '0.00', acceptWithinMs: 3000, entryDelaySec: 3 },
  };
  await checkAnswerTo(delayed, await signed(), null);
  expect((await alarms()).map(({ problem }) => problem)).toEqual(['TIMES_DIFFER']);
});

test('the answer names what this device signed', async () => {
  serve(site);
  const device = await fixedDevice(7);
  const { key, body, madeAtMs, acceptByMs: acceptBy } = intent;
  const { termsHash = '' } = body;
  const said = { ...body, wallet: 'practice', termsHash, idempotencyKey: key, signedAt: madeAtMs, acceptBy } as const;
  const { publicKey, signature, signedAt } = await signRequest(said, device);
  const own = {
    ...intent,
    signer: publicKey,
    body: { ...body, request: { signedAt, acceptBy: isoText(acceptBy), signature } },
  };
  const requestHash = await signedRequestHash({ ...said, publicKey }, signature, webCrypto);
  const deadline = { signedAt: isoText(madeAtMs), acceptBy: isoText(acceptBy) };
  await checkAnswerTo(own, await signed({ requestHash, ...deadline }), null);
  expect(await alarms()).toEqual([]);
  await checkAnswerTo(own, await signed({ requestHash: null, ...deadline }), null);
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ problem: 'REQUEST_DIFFERS' });
  // What shows that the member sent it: text and key.
  expect(JSON.parse(alarm?.kept ?? '')).toMatchObject({ sent: { request: { signature } }, signer: publicKey, key });
});

test('a key that the device cannot trace raises an alarm, and dismissing it starts anew', async () => {
  await writeKept('proof:keys', [{ vkey: verifierKeyText(site.key), seenAtMs: 1, retiredAtMs: null }]);
  serve(stranger, site);
  await checkAnswerTo(intent, await signed({}, stranger), null);
  expect((await alarms()).map(({ problem }) => problem)).toEqual(['KEY_UNTRACED']);
  await putAlarmsAway();
  expect(await alarms()).toEqual([]);
});

test('without a network nothing is concluded', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(checkAnswerTo(intent, await signed(), null)).rejects.toThrow();
  expect(await alarms()).toEqual([]);
});
