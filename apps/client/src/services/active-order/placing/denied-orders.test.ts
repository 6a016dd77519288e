// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readKept, writeKept } from '../../../lib/kept-store.ts';
import { sampleOrder } from '../../../lib/testing/sample-order.ts';
import { setServerTime } from '../../live/server-clock.ts';
import { keptAcceptance } from '../../proof/kept-proof.ts';
import { session } from '../../session/session.ts';
import { putLateOrderAway } from '../late-orders.ts';
import { checkAnswerTo } from './check-answer-to.ts';
import { lookUpDenied, noteDenied } from './denied-orders.ts';
import type { OrderIntent } from './order-flow.ts';

// What it concludes has its own test.
vi.mock('./check-answer-to.ts', () => ({ checkAnswerTo: vi.fn(() => Promise.resolve()) }));

const NOW = Date.parse('2026-11-21T03:00:00.000Z');
function moment(ms: number): string {
  return new Date(ms).toISOString();
}

const intent: OrderIntent = {
  key: '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a01',
  account: 'demo',
  body: {
    product: 'BTCUSDT',
    direction: 'up',
    durationSec: 60,
    stake: '100',
    wallet: 'practice',
    termsVersion: 1,
    termsHash: 'c'.repeat(64),
    request: { signedAt: moment(NOW), acceptBy: moment(NOW + 3_000), signature: 'ab'.repeat(64) },
  },
  signer: 'ab'.repeat(65),
  promised: { payoutRate: '0.8500', fee: '0.00', acceptWithinMs: 3_000, entryDelaySec: 0 },
  madeAtMs: NOW,
  acceptByMs: NOW + 3_000,
  lastSentAtMs: NOW,
};

const acceptance = { orderHash: 'a'.repeat(64), termsHash: 'b'.repeat(64), note: 'the signed word' };
const order = { ...sampleOrder({}), acceptance };

let asked: string[] = [];
/** What the account has under the key. */
let taken: boolean;

function at(ms: number): void {
  vi.setSystemTime(NOW + ms);
  setServerTime(moment(NOW + ms), NOW + ms, NOW + ms);
}

const { indexedDB } = fakeIndexedDb();

beforeAll(() => vi.stubGlobal('indexedDB', indexedDB));

beforeEach(async () => {
  vi.mocked(checkAnswerTo).mockClear();
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
  [asked, taken] = [[], false];
  for (const key of ['orders-denied', 'orders-late']) await writeKept(key, []);
  session.begin('token', 'demo');
  session.takeProfile({ name: 'demo', avatar: '', roles: [], permissions: [] } as never);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://host').pathname);
    const list = { items: taken ? [order] : [], nextCursor: null };
    const data = url.includes(order.id) ? order : list;
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
});

afterEach(() => {
  session.end('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.stubGlobal('indexedDB', indexedDB);
});

test('an order that was refused and taken all the same is told at a later visit, and its acceptance is checked', async () => {
  await noteDenied(intent);
  await lookUpDenied();
  // No request can be on its way any more.
  at(65_000);
  await lookUpDenied();
  expect(asked).toHaveLength(1);
  expect(await readKept('orders-late')).toEqual([]);

  taken = true;
  at(66_000);
  await lookUpDenied();
  expect(asked).toHaveLength(1);
  at(65_000 + 3_600_000);
  await lookUpDenied();
  expect(await readKept('orders-late')).toMatchObject([{ id: order.id, account: 'demo', wasDenied: true }]);
  expect(await keptAcceptance(order.id)).toBe('the signed word');
  expect(checkAnswerTo).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: intent.key }), order, null);

  await putLateOrderAway(order.id);
  at(3 * 3_600_000);
  await lookUpDenied();
  expect(await readKept('orders-late')).toEqual([]);
});

test('two rounds at once are one', async () => {
  await noteDenied(intent);
  at(65_000);
  await Promise.all([lookUpDenied(), lookUpDenied()]);
  expect(asked).toHaveLength(1);
});

test('another member’s order is not asked for, nor one that was never signed', async () => {
  const { request: _, ...unsigned } = intent.body;
  await noteDenied({ ...intent, key: '0b7f55c4-5b0a-4f0f-9a57-3c8f1e1d8a02', body: unsigned });
  await noteDenied({ ...intent, account: 'another' });
  at(3_600_000);
  await lookUpDenied();
  expect(asked).toEqual([]);
});

test('after a week it is asked for once more, and forgotten', async () => {
  await noteDenied(intent);
  at(8 * 86_400_000);
  await lookUpDenied();
  at(9 * 86_400_000);
  await lookUpDenied();
  expect(asked).toHaveLength(1);
  expect(await readKept('orders-denied')).toEqual([]);
});

test('without a network it stays noted', async () => {
  await noteDenied(intent);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  at(3_600_000);
  await expect(lookUpDenied()).rejects.toThrow();
  expect(await readKept('orders-denied')).toMatchObject([{ isAsked: false }]);
});
