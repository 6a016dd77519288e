// @vitest-environment happy-dom
import type { LogProofView, OrderView } from '@candor/contract/trading';
import { toHex } from '@candor/proof/encoding';
import { fetchInclusionProof } from '@candor/proof/order-log/tile-proof';
import type { Receipt } from '@candor/proof/receipt';
import { makeReceipt, makeUnsigned, signReceipt } from '@candor/proof/testing/receipts';
import { serveLogOf } from '@candor/proof/testing/served-log';
import type { ServedLog } from '@candor/proof/testing/served-log';
import { testSigner, webCrypto } from '@candor/proof/testing/web-crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKept, removeKept } from '../../lib/kept-store.ts';
import { startLogSite } from '../../lib/testing/log-site.ts';
import type { LogSite } from '../../lib/testing/log-site.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import { setServerTime } from '../live/server-clock.ts';
import { session } from '../session/session.ts';
import { readAlarms } from './alarms.ts';
import { checkReceipt } from './check-receipt.ts';
import { keepAcceptance } from './kept-proof.ts';
import { lookAtLog } from './look-at-log.ts';
import { compareWithLog, lookUpOrders, noteToLook } from './logged-orders.ts';

const SIZE = 900;
const signer = await testSigner();
const file = await makeReceipt({}, signer);
const receipt = JSON.parse(file) as Receipt;
const { order, log: place } = receipt;
if (place === undefined || place === null) throw new Error('the order is in the log');
const ours = await serveLogOf(receipt, SIZE);
const without = await serveLogOf({ order, log: null }, SIZE);
const answered = answerOf({});

let site: LogSite;

function answerOf(change: Partial<OrderView>): OrderView {
  const hash = '0'.repeat(64);
  const acceptance = { orderHash: hash, termsHash: hash, note: receipt.acceptance };
  return sampleOrder({ ...order, logNonce: place?.nonce ?? null, acceptance, ...change });
}

/** What the site answers about the order's place. */
async function claim(index: number | null, log: ServedLog = ours, size = SIZE): Promise<void> {
  const { readTile } = log;
  const proof = index === null ? [] : await fetchInclusionProof(index, { size, readTile, crypto: webCrypto });
  const data: LogProofView = { nonce: place?.nonce ?? null, ...log.head(size), index, proof: proof.map(toHex) };
  site.answer('/api/trade/orders/', () => Response.json({ code: 200, msg: 'ok', data }));
}

function at(iso: string): void {
  setServerTime(iso, Date.now(), Date.now());
}

async function alarms() {
  return readAlarms(await readKept('proof:alarms'));
}

beforeEach(async () => {
  const kept = ['log-head', 'log-doubt', 'alarms', 'keys', 'to-log', `answer:${order.id}`, `acceptance:${order.id}`];
  for (const key of kept) await removeKept(`proof:${key}`);
  site = await startLogSite(signer, ours);
  session.begin('a-token', 'demo');
  session.takeProfile({ name: 'demo', avatar: '', roles: [], permissions: [] } as never);
  await keepAcceptance(answered);
  await noteToLook(answered, 'demo');
  at('2026-11-21T09:00:00.000Z');
});

afterEach(() => {
  session.end('logout');
  vi.unstubAllGlobals();
});

test('an order that is in the log is looked up once, ten seconds after its entry', async () => {
  await claim(place.index);
  at('2026-11-21T08:59:39.000Z');
  await lookUpOrders();
  expect(site.asked).toEqual([]);
  at('2026-11-21T08:59:41.000Z');
  await lookUpOrders();
  expect(site.asked.filter((path) => path.endsWith('/log-proof'))).toEqual([`/api/trade/orders/${order.id}/log-proof`]);
  site.asked.length = 0;
  await lookUpOrders();
  expect(site.asked).toEqual([]);
  expect(await alarms()).toEqual([]);
});

test('an order that was found is looked up again a day later; one that the site deleted since raises the alarm', async () => {
  await claim(place.index);
  await lookUpOrders();
  site.asked.length = 0;
  at('2026-11-22T08:59:59.000Z');
  await lookUpOrders();
  expect(site.asked).toEqual([]);
  site.answer('/api/trade/orders/', () => Response.json({ code: 404, msg: '', error: 'ORDER_NOT_FOUND' }));
  at('2026-11-22T09:01:00.000Z');
  await lookUpOrders();
  expect(await alarms()).toMatchObject([{ problem: 'ORDER_GONE', orderId: order.id }]);
});

test('an accepted order that was never logged raises an alarm, with the acceptance, the order and the nonce', async () => {
  await site.show(without);
  await claim(null, without);
  await lookUpOrders();
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ problem: 'NOT_LOGGED', orderId: order.id, product: order.product });
  expect(JSON.parse(alarm?.kept ?? '')).toMatchObject({
    acceptance: receipt.acceptance,
    nonce: place.nonce,
    order: { id: order.id, acceptedAt: order.acceptedAt, direction: order.direction },
  });
  expect(JSON.parse(alarm?.served ?? '')).toMatchObject({
    answer: { index: null },
    found: null,
    checkpoint: await without.checkpoint(signer),
  });
});

test('an order that the site denies, though the log has it, is found among the entries', async () => {
  await claim(null);
  site.entries(ours);
  await lookUpOrders();
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ problem: 'LOG_DENIED' });
  expect(JSON.parse(alarm?.served ?? '')).toMatchObject({ found: { index: place.index } });
});

test.each([
  ['a place of another order', async () => await claim(place.index + 1), 'LOG_PROOF_WRONG'],
  ['a log without the order', async () => await claim(place.index, without), 'LOG_PROOF_WRONG'],
  [
    'an order that is gone',
    async () =>
      site.answer('/api/trade/orders/', () => Response.json({ code: 404, msg: '', error: 'ORDER_NOT_FOUND' })),
    'ORDER_GONE',
  ],
])('%s raises an alarm', async (_, set, problem) => {
  await set();
  await lookUpOrders();
  expect(await alarms()).toMatchObject([{ problem, orderId: order.id }]);
});

test('a place in a log that nobody else is shown raises the alarm about the log', async () => {
  await site.show(without);
  await claim(place.index, ours, 800);
  await lookUpOrders();
  expect(await alarms()).toMatchObject([{ problem: 'LOG_FORKED', kept: await without.checkpoint(signer) }]);
});

test('a site that is not reached, and the session of another member, leave the order noted', async () => {
  site.answer('/api/trade/orders/', () => new Response('', { status: 503 }));
  await expect(lookUpOrders()).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  session.end('logout');
  await lookUpOrders();
  await claim(null);
  site.asked.length = 0;
  session.begin('b-token', 'other');
  await lookUpOrders();
  expect(site.asked).toEqual([]);
  expect(await alarms()).toEqual([]);
  expect(await readKept('proof:to-log')).toMatchObject([{ id: order.id, account: 'demo' }]);
});

test('an order from before the order log is not looked up', async () => {
  await removeKept('proof:to-log');
  await noteToLook({ ...answered, logNonce: null }, 'demo');
  expect(await readKept('proof:to-log')).toBeUndefined();
});

test('a receipt with another nonce than this device was told is refused', async () => {
  await removeKept(`proof:answer:${order.id}`);
  await removeKept(`proof:acceptance:${order.id}`);
  await keepAcceptance(answerOf({ logNonce: '00000000-0000-4000-8000-000000000000' }));
  site.answer('/api/trade/orders/', () => Response.json({ code: 200, msg: 'ok', data: { receipt: file } }));
  const shown = answerOf({
    status: 'won',
    entryPrice: receipt.outcome?.entry?.price ?? null,
    exitPrice: receipt.outcome?.exit?.price ?? null,
    profit: receipt.outcome?.profit ?? null,
  });
  const { verdict, reports } = await checkReceipt(shown, async () => undefined);
  expect(reports.at(-1)).toEqual({ key: 'kept', ended: 'failed', problem: 'LOG_NONCE_DIFFERS' });
  expect(verdict).toBe('invalid');
});

test('a receipt that denies an order whose entry the log has is refused, and raises the alarm with the proof', async () => {
  const denying = await signReceipt({ ...(await makeUnsigned({}, signer)), log: null }, signer);
  const kept = { order: answered, nonce: place.nonce };
  expect(await compareWithLog(denying, kept, lookAtLog(), webCrypto)).toBeNull();
  expect(await alarms()).toEqual([]);
  site.entries(ours);
  expect(await compareWithLog(denying, kept, lookAtLog(), webCrypto)).toBe('LOG_DENIED');
  const [alarm] = await alarms();
  expect(JSON.parse(alarm?.served ?? '')).toMatchObject({ found: { index: place.index } });
  const other = { ...kept, nonce: '00000000-0000-4000-8000-000000000000' };
  expect(await compareWithLog(denying, other, lookAtLog(), webCrypto)).toBeNull();
});
