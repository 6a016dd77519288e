// @vitest-environment happy-dom
import type { OrderBody } from '@candor/contract/trading';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isSignedRequest } from '@candor/proof/order-request';
import { webCrypto } from '@candor/proof/testing/web-crypto';
import { readKept, writeKept } from '../../../lib/kept-store.ts';
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { sampleOrder } from '../../../lib/testing/sample-order.ts';
import { setServerTime } from '../../live/server-clock.ts';
import { keepAcceptance, keptAcceptance } from '../../proof/kept-proof.ts';
import { beginSession, endSession, onSessionEnd } from '../../session/session.ts';
import { deviceKeys } from '../../session/device-keys.ts';
import { useActiveOrders } from '../following/active-orders.ts';
import { checkAnswerTo } from './check-answer-to.ts';
import type { OrderIntent } from './order-flow.ts';
import { forgetOrderFlow, orderFlow } from './current-flow.ts';
import { resumeOrders } from './send-order.ts';
import { submitOrder } from './submit-order.ts';

// What it concludes has its own test.
vi.mock('./check-answer-to.ts', () => ({ checkAnswerTo: vi.fn(() => Promise.resolve()) }));

const NOW = Date.parse('2026-11-21T03:00:00.000Z');

const body: OrderBody = {
  product: 'BTCUSDT',
  direction: 'up',
  durationSec: 60,
  stake: '100',
  wallet: 'practice',
  termsVersion: 1,
};

const order = sampleOrder({
  submittedAt: new Date(NOW + 40).toISOString(),
  acceptedAt: new Date(NOW + 60).toISOString(),
  entryAt: new Date(NOW + 1_000).toISOString(),
  entryPrice: null,
  closesAt: new Date(NOW + 61_000).toISOString(),
});

const PROMISED = { payoutRate: '0.8500', fee: '0.00', acceptWithinMs: 2000, entryDelaySec: 0 };

type Call = { method: string; url: string; key: string | null; kept: number };
let calls: Call[] = [];

async function keptCount(): Promise<number> {
  const kept = await readKept('order-intents');
  return Array.isArray(kept) ? kept.length : 0;
}

/** Answers fetches one after the other; 'lost' is a connection that breaks. */
function answerWith(...answers: unknown[]) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key');
    calls.push({ method: init.method ?? 'GET', url, key, kept: await keptCount() });
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost') throw new TypeError('connection lost');
    return new Response(JSON.stringify(answer));
  });
}

function done(data: unknown) {
  return { code: 200, msg: 'ok', data };
}

function refusal(code: number, error: string) {
  return { code, msg: 'no', error };
}

const { disk, indexedDB } = fakeIndexedDb();

beforeAll(async () => {
  // The store opens it once, at its first use.
  vi.stubGlobal('indexedDB', indexedDB);
  await readKept('any');
});

beforeEach(async () => {
  vi.mocked(checkAnswerTo).mockClear();
  disk.isFull = false;
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  setServerTime(new Date(NOW).toISOString(), NOW, NOW);
  calls = [];
  await writeKept('order-intents', []);
  beginSession('token', 'member');
});

afterEach(() => {
  endSession('logout');
  forgetOrderFlow();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the intent is stored before it is sent, and dropped after the answer', async () => {
  answerWith(done(order));
  await submitOrder('demo', body, PROMISED);
  expect(calls).toMatchObject([{ method: 'POST', key: expect.any(String), kept: 1 }]);
  expect(orderFlow()).toMatchObject({ at: 'accepted', orderId: order.id });
  expect(useActiveOrders.getState().followed[order.id]).toEqual(order);
  expect(await readKept('order-intents')).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  expect(checkAnswerTo).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ body, promised: PROMISED }),
    order,
    NOW,
  );
});

test('the session’s key signs the order once, and every retry sends the same bytes', async () => {
  vi.useRealTimers();
  await deviceKeys.offer();
  deviceKeys.keep('token');
  await vi.waitFor(async () => expect(await deviceKeys.everUsed()).toHaveLength(1));
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  const sent: OrderBody[] = [];
  const answers = ['lost', done(order)];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(typeof init.body === 'string' ? init.body : '') as OrderBody);
    const answer = answers.shift();
    if (answer === 'lost') throw new TypeError('connection lost');
    return await Promise.resolve(new Response(JSON.stringify(answer)));
  });
  const said = { ...body, stake: '100.00', termsHash: 'ab'.repeat(32) };
  const submitted = submitOrder('demo', said, PROMISED);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const [intent] = (await readKept('order-intents')) as [OrderIntent];
  await vi.advanceTimersByTimeAsync(5_000);
  await submitted;
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toEqual(intent.body);
  const { request, ...rest } = sent[0] ?? { request: undefined };
  expect(rest).toEqual(said);
  const [publicKey = ''] = await deviceKeys.everUsed();
  expect(intent.signer).toBe(publicKey);
  const { termsHash, wallet = 'practice', ...figures } = said;
  const text = {
    ...figures,
    termsHash,
    wallet,
    idempotencyKey: intent.key,
    signedAt: NOW,
    acceptBy: NOW + 2000,
    publicKey,
  };
  expect(request?.signedAt).toBe(new Date(NOW).toISOString());
  expect(request?.acceptBy).toBe(new Date(NOW + 2000).toISOString());
  expect(await isSignedRequest(text, request?.signature ?? '', webCrypto)).toBe(true);
});

test('an order that is refused for its moment alone is signed once more, for the time of the site', async () => {
  const late = refusal(409, 'SIGNATURE_EXPIRED');
  const site = { serverTime: new Date(NOW - 9_000).toISOString() };
  answerWith(late, done(site), done(order));
  await submitOrder('demo', body, PROMISED);
  expect(orderFlow()).toMatchObject({ at: 'accepted', intent: { madeAtMs: NOW - 9_000 } });
  const [first, , second] = calls;
  expect([first?.method, second?.method, calls.length]).toEqual(['POST', 'POST', 3]);
  expect(second?.key).toBe(first?.key);

  // Not a third time.
  calls = [];
  forgetOrderFlow();
  answerWith(late, done(site), late, done(order));
  await submitOrder('demo', body, PROMISED);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'SIGNATURE_EXPIRED' });
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('an order that could not be stored is not sent, and the member sees why', async () => {
  disk.isFull = true;
  answerWith(done(order));
  expect(await submitOrder('demo', body, PROMISED)).toBe(true);
  expect(calls).toEqual([]);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'ORDER_NOT_KEPT' });

  disk.isFull = false;
  await submitOrder('demo', body, PROMISED);
  expect(orderFlow()).toMatchObject({ at: 'accepted' });
});

test('an order is not sent again while the retry cannot be stored; it is looked up later', async () => {
  answerWith('lost', done({ items: [order], nextCursor: null }));
  void submitOrder('demo', body, PROMISED);
  await vi.advanceTimersByTimeAsync(10);
  disk.isFull = true;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(orderFlow()).toMatchObject({ at: 'accepted' });
});

test('an order whose session ends before it is signed is neither kept nor sent, also under the next session', async () => {
  answerWith(done(order));
  const submitted = submitOrder('demo', body, PROMISED);
  // While the code that sends is on its way.
  endSession('expired');
  beginSession('another', 'another');
  expect(await submitted).toBe(true);
  expect(calls).toEqual([]);
  expect(await keptCount()).toBe(0);
});

test('a double click sends one order', async () => {
  answerWith(done(order));
  const [first, second] = await Promise.all([submitOrder('demo', body, PROMISED), submitOrder('demo', body, PROMISED)]);
  expect([first, second]).toEqual([true, false]);
  expect(calls).toHaveLength(1);
});

test('a lost answer is retried with the same request and key until the order is decided', async () => {
  answerWith('lost', 'lost', done(order));
  const submitted = submitOrder('demo', body, PROMISED);
  await vi.advanceTimersByTimeAsync(10);
  expect(orderFlow().at).toBe('unknown');
  await vi.advanceTimersByTimeAsync(3_000);
  await submitted;
  expect(orderFlow()).toMatchObject({ at: 'accepted' });
  expect(new Set(calls.map((call) => call.key)).size).toBe(1);
  expect(calls.map((call) => call.method)).toEqual(['POST', 'POST', 'POST']);
});

test('a reload continues the intent under its key; another member never sends it', async () => {
  answerWith('lost');
  void submitOrder('demo', body, PROMISED);
  await vi.advanceTimersByTimeAsync(10);
  forgetOrderFlow();
  await vi.advanceTimersByTimeAsync(10_000);
  const sentBefore = calls.length;

  answerWith(done(order));
  await resumeOrders('someone-else');
  expect(calls).toHaveLength(sentBefore);
  await resumeOrders('demo');
  expect(calls.at(-1)?.key).toBe(calls[0]?.key);
  expect(orderFlow()).toMatchObject({ at: 'accepted' });
  // The answer did not come in the visit of the press: the member is told.
  await vi.advanceTimersByTimeAsync(0);
  expect(await readKept('orders-late')).toMatchObject([{ id: order.id, account: 'demo', wasDenied: false }]);
});

test('an order that is answered in its own visit is told nowhere else; a refused one is noted, to be looked up later', async () => {
  await writeKept('orders-late', []);
  await writeKept('orders-denied', []);
  beginSession('token', 'demo');
  await deviceKeys.offer();
  deviceKeys.keep('token');
  answerWith('lost', done(order), refusal(500, 'BALANCE_INSUFFICIENT'));
  const submitted = submitOrder('demo', body, PROMISED);
  await vi.advanceTimersByTimeAsync(3_000);
  await submitted;
  expect(await readKept('orders-late')).toEqual([]);
  const signed = {
    ...body,
    request: {
      signedAt: new Date(NOW).toISOString(),
      acceptBy: new Date(NOW + 2_000).toISOString(),
      signature: 'ab'.repeat(64),
    },
  };
  await submitOrder('demo', { ...signed, termsHash: 'c'.repeat(64) }, PROMISED);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'BALANCE_INSUFFICIENT' });
  expect(await readKept('orders-denied')).toMatchObject([
    { intent: { account: 'demo', body: { product: 'BTCUSDT' } } },
  ]);
  expect(await readKept('order-intents')).toEqual([]);
});

test('an order refused because the session ended is not sent by itself after the next login', async () => {
  answerWith(refusal(401, 'SESSION_INVALID'), done(order));
  const leave = onSessionEnd(forgetOrderFlow);
  await submitOrder('demo', body, PROMISED);
  leave();
  expect(orderFlow().at).toBe('idle');
  expect(await readKept('order-intents')).toEqual([]);
  beginSession('another-token', 'demo');
  await resumeOrders('demo');
  expect(calls).toHaveLength(1);
});

test('an old intent is only looked up, and reported absent once no request can be in flight', async () => {
  const key = '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01';
  await writeKept('order-intents', [{ key, account: 'demo', body, madeAtMs: NOW, lastSentAtMs: NOW }]);
  vi.setSystemTime(NOW + 40_000);
  answerWith(...Array.from({ length: 20 }, () => done({ items: [], nextCursor: null })));
  const resumed = resumeOrders('demo');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(orderFlow().at).toBe('unknown');
  await vi.advanceTimersByTimeAsync(20_000);
  await resumed;
  expect(calls.every((call) => call.method === 'GET')).toBe(true);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'ORDER_FAILED_RETRY' });
  expect(await readKept('order-intents')).toEqual([]);
});

test('a failed lookup proves nothing', async () => {
  const key = '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01';
  await writeKept('order-intents', [{ key, account: 'demo', body, madeAtMs: NOW, lastSentAtMs: NOW }]);
  vi.setSystemTime(NOW + 120_000);
  answerWith(refusal(404, 'NOT_FOUND'), done({ items: [order], nextCursor: null }));
  const resumed = resumeOrders('demo');
  await vi.advanceTimersByTimeAsync(10_000);
  await resumed;
  expect(orderFlow()).toMatchObject({ at: 'accepted', orderId: order.id });
});

test('a lost order older than 30 s is found by its key, not by another order with the same content', async () => {
  const key = '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01';
  const twin = { ...order, id: '019a9f00-0000-7000-8000-0000000000aa' };
  const lost = { ...order, id: '019a9f00-0000-7000-8000-0000000000bb' };
  await writeKept('order-intents', [{ key, account: 'demo', body, madeAtMs: NOW, lastSentAtMs: NOW }]);
  vi.setSystemTime(NOW + 40_000);
  vi.stubGlobal('fetch', async (url: string) => {
    // As the server does: with a key it returns only that order, without a key the member's newest orders.
    const asked = new URL(url, 'http://host').searchParams.get('key');
    const items = asked === null ? [twin, lost] : asked === key ? [lost] : [];
    return new Response(JSON.stringify(done({ items, nextCursor: null })));
  });
  await resumeOrders('demo');
  expect(orderFlow()).toMatchObject({ at: 'accepted', orderId: lost.id });
});

test('absence counts from the end of the last try, not from its start', async () => {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    calls.push({ method: init.method ?? 'GET', url: '', key: null, kept: 0 });
    if (init.method === 'GET')
      return Promise.resolve(new Response(JSON.stringify(done({ items: [], nextCursor: null }))));
    // A slow host that then breaks the connection: the order may have reached it.
    return new Promise((_resolve, reject) => setTimeout(() => reject(new TypeError('connection lost')), 64_000));
  });
  void submitOrder('demo', body, PROMISED);
  await vi.advanceTimersByTimeAsync(64_000 + 30_000);
  expect(calls.length).toBeGreaterThan(1);
  expect(orderFlow().at).toBe('unknown');
  await vi.advanceTimersByTimeAsync(45_000);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'ORDER_FAILED_RETRY' });
});

const acceptance = { orderHash: 'a'.repeat(64), termsHash: 'b'.repeat(64), note: 'the signed word' };

test('the acceptance in the answer is kept, and no later one replaces it', async () => {
  const answered = { ...order, id: '019a9f00-0000-7000-8000-00000000000a' };
  answerWith(done({ ...answered, acceptance }), done({ ...answered, acceptance: { ...acceptance, note: 'another' } }));
  await submitOrder('demo', body, PROMISED);
  // The order is shown at once; what the device keeps is written beside that.
  await vi.waitFor(async () => expect(await keptAcceptance(answered.id)).toBe('the signed word'));
  await submitOrder('demo', body, PROMISED);
  expect(calls).toHaveLength(2);
  expect(await keptAcceptance(answered.id)).toBe('the signed word');
});

test('the acceptance of an order found in the list is fetched, with as many tries as needed', async () => {
  const found = { ...order, id: '019a9f00-0000-7000-8000-00000000000b' };
  const key = '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01';
  await writeKept('order-intents', [{ key, account: 'demo', body, madeAtMs: NOW, lastSentAtMs: NOW }]);
  vi.setSystemTime(NOW + 40_000);
  answerWith(done({ items: [found], nextCursor: null }), 'lost', 'lost', done({ ...found, acceptance }));
  await resumeOrders('demo');
  expect(orderFlow()).toMatchObject({ at: 'accepted', orderId: found.id });
  expect(await keptAcceptance(found.id)).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
  expect(await keptAcceptance(found.id)).toBe('the signed word');
  expect(checkAnswerTo).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ body }), expect.anything(), null);
});

test('an order whose answer another tab has had is not told as late when this one sends it again', async () => {
  const answered = { ...order, id: '019a9f00-0000-7000-8000-0000000000c1', acceptance };
  answerWith('lost');
  void submitOrder('demo', body, PROMISED);
  await vi.advanceTimersByTimeAsync(10);
  forgetOrderFlow();
  await vi.advanceTimersByTimeAsync(10_000);
  await writeKept('orders-late', []);
  await keepAcceptance(answered);
  answerWith(done(answered));
  await resumeOrders('demo');
  expect(orderFlow()).toMatchObject({ at: 'accepted', orderId: answered.id });
  await vi.advanceTimersByTimeAsync(100);
  expect(await readKept('orders-late')).toEqual([]);
});

test('an order whose answer another tab has had is not told as late when this one finds it in the list', async () => {
  const answered = { ...order, id: '019a9f00-0000-7000-8000-0000000000c2', acceptance };
  const key = '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a0c';
  await writeKept('orders-late', []);
  await writeKept('order-intents', [{ key, account: 'demo', body, madeAtMs: NOW, lastSentAtMs: NOW }]);
  await keepAcceptance(answered);
  vi.setSystemTime(NOW + 40_000);
  answerWith(done({ items: [answered], nextCursor: null }), done(answered));
  await resumeOrders('demo');
  expect(orderFlow()).toMatchObject({ at: 'accepted', orderId: answered.id });
  await vi.advanceTimersByTimeAsync(100);
  expect(await readKept('orders-late')).toEqual([]);
});

test('a refusal shows with its key, and the next try is a new intent with a new key', async () => {
  answerWith(refusal(500, 'BALANCE_INSUFFICIENT'), done(order));
  await submitOrder('demo', body, PROMISED);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'BALANCE_INSUFFICIENT' });
  await submitOrder('demo', body, PROMISED);
  expect(orderFlow()).toMatchObject({ at: 'accepted' });
  expect(new Set(calls.map((call) => call.key)).size).toBe(2);
});
