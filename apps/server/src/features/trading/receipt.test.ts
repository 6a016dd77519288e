import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orderView, receiptView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { acceptanceText } from '@candor/proof/acceptance';
import { canonicalJson } from '@candor/proof/canonical-json';
import { orderDocument } from '@candor/proof/order-document';
import { webCrypto as crypto } from '@candor/proof/testing/web-crypto';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import type { Verification } from '@candor/proof/verify-receipt';
import { isAcceptanceOf, noteOfAcceptance } from '@candor/proof/shared-acceptance';
import { parseVerifierKey, verifyNote } from '@candor/proof/signed-note';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks } from '../../testing/factories.ts';
import { minuteAfter, placeSigned, PRICE, runOn, sealLog, signClose, signMinute } from '../../testing/signed-orders.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { settleDueOrders } from './settle-due-orders.ts';

/** CI has it; a machine without it skips what it is for, and says so. */
const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;
const PYTHON_VERIFIER = fileURLToPath(new URL('../../../../../verifiers/python/candor_verify.py', import.meta.url));

let server: TestServer;
let clock: MovableClock;
let token: string;
const ORDERS = '/api/trade/orders';

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
});
// Each test has its own member, because one member may request no more than twenty receipts a second.
beforeEach(async () => {
  token = await makeSession(server.pool, await makeMember(server.pool));
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

async function receiptOf(id: string): Promise<string> {
  return receiptView.parse((await server.call('GET', `${ORDERS}/${id}/receipt`, { token })).body.data).receipt;
}

async function judge(receipt: string): Promise<Verification> {
  const key = await parseVerifierKey(server.context.signer.vkey, crypto);
  if (!key.ok) throw new Error('the key does not read');
  return await verifyReceipt(receipt, { crypto, trustedKeys: [key.value] });
}

async function place(product: string, feeRate = 0, durationSec = 5): Promise<OrderView> {
  return await placeSigned(server, token, product, { feeRate, durationSec });
}

async function after(order: OrderView, ticks: readonly (readonly [second: number, price: number])[]): Promise<void> {
  await runOn(server, order, ticks, clock);
}

async function signAfter(order: OrderView): Promise<void> {
  await signClose(server, order);
}

describe('a receipt', () => {
  it.each([
    [
      'won',
      'WINUSD',
      [
        [0, PRICE],
        [5, PRICE + 1],
      ],
    ],
    [
      'lost',
      'LOSEUSD',
      [
        [0, PRICE],
        [5, PRICE - 1],
      ],
    ],
    [
      'tied',
      'TIEUSD',
      [
        [0, PRICE],
        [4, PRICE],
        [6, PRICE + 7],
      ],
    ],
    ['voided', 'VOIDUSD', [[9, PRICE]]],
  ] as const)('of an order that is %s is valid once the minute after it is signed', async (status, product, ticks) => {
    const order = await place(product, 100);
    expect(await judge(await receiptOf(order.id))).toMatchObject({ verdict: 'provisional', keyTrust: 'trusted' });
    await after(order, ticks);
    const settled = await judge(await receiptOf(order.id));
    expect(settled).toMatchObject({ verdict: 'provisional', receipt: { final: false, outcome: { status } } });
    await signAfter(order);
    const file = await receiptOf(order.id);
    const verification = await judge(file);
    expect(verification.steps.filter((step) => !step.ok)).toEqual([]);
    expect(verification).toMatchObject({
      verdict: 'valid',
      keyTrust: 'trusted',
      keys: [server.context.signer.vkey],
      receipt: { final: true, outcome: { status }, order: { id: order.id }, site: { mode: 'practice' } },
    });
    // From the tick of the last checkpoint before the order to that of the first one after it, and no more.
    expect(verification.receipt?.ticks.map(([seq]) => seq).at(0)).toBe(3);
    expect(verification.receipt?.checkpoints).toHaveLength(2);
    expect(await receiptOf(order.id)).toBe(file);
  });

  it('of an order whose terms let it enter later is valid, and says so', async () => {
    const order = await placeSigned(server, token, 'LATEUSD', { entryDelaySec: 3 });
    expect(Date.parse(order.entryAt)).toBeGreaterThan(Date.parse(order.acceptedAt) + 3000);
    await after(order, [
      [-3, PRICE + 9],
      [0, PRICE],
      [5, PRICE + 1],
    ]);
    await signAfter(order);
    const verification = await judge(await receiptOf(order.id));
    expect(verification.steps.filter((step) => !step.ok)).toEqual([]);
    expect(verification).toMatchObject({
      verdict: 'valid',
      receipt: { outcome: { status: 'won' }, terms: { format: 'candor-terms-v3', entryDelaySec: 3 } },
    });
  });

  it('of an order over a change of feed is valid, and the order is void', async () => {
    const order = await place('KINDUSD', 100);
    const entryAt = Date.parse(order.entryAt);
    await makeTicks(server, order.product, [
      { at: entryAt, price: PRICE },
      { at: entryAt + 4000, price: PRICE * 2, feed: 'replay' },
    ]);
    await after(order, [[5, PRICE * 2]]);
    expect((await judge(await receiptOf(order.id))).receipt?.outcome?.status).toBe('won');
    const next = await place('NEXTUSD', 100);
    const nextAt = Date.parse(next.entryAt);
    const log = await sealLog(server);
    await makeTicks(server, next.product, [
      { at: nextAt, price: PRICE, log },
      { at: nextAt + 5000, price: PRICE * 2, feed: 'replay', log },
    ]);
    await after(next, [[6, PRICE * 2]]);
    await signAfter(next);
    expect(await judge(await receiptOf(next.id))).toMatchObject({
      verdict: 'valid',
      receipt: { outcome: { status: 'voided', reason: 'FEED_CHANGED', profit: amount('0'), credited: amount('101') } },
    });
  });

  it('holds every checkpoint from before the entry to after the close, and no other', async () => {
    const order = await place('HOLDUSD', 0, 60);
    const [entryAt, closesAt] = [Date.parse(order.entryAt), Date.parse(order.closesAt)];
    const within = minuteAfter(entryAt + 1);
    const moments = [...new Set([entryAt, within, closesAt, within + 60_000, within + 120_000])];
    const log = await sealLog(server);
    await makeTicks(
      server,
      order.product,
      moments.map((at) => ({ at, price: at < closesAt ? PRICE : PRICE + 1, log })),
    );
    await clock.moveBy(closesAt + 100 - (await databaseNow(server.pool)));
    await server.context.clock.measure();
    await settleDueOrders(server.pools.worker);
    await sealLog(server);
    for (const minute of [0, 1, 2]) await signMinute(server, order.product, within + minute * 60_000);
    const { verdict, steps, receipt } = await judge(await receiptOf(order.id));
    expect(steps.filter((step) => !step.ok)).toEqual([]);
    expect(verdict).toBe('valid');
    expect(receipt?.checkpoints).toHaveLength(within < closesAt ? 3 : 2);
    expect(receipt?.ticks.at(-1)?.[1]).toBe(new Date(within < closesAt ? within + 60_000 : within).toISOString());
  });

  it('is valid and complete when the order closes exactly at a checkpoint', async () => {
    const db = await createTestDb();
    const edgeClock = await makeClockMovable(db.ownerUrl);
    const moved = await startTestServer({}, db);
    // An order of five seconds that is accepted at 54 s enters at 55 s and closes on the minute.
    await edgeClock.moveBy(((114_050 - ((await databaseNow(db.pool)) % 60_000)) % 60_000) + 60_000);
    await moved.context.clock.measure();
    const member = await makeMember(moved.pool);
    const session = await makeSession(moved.pool, member);
    const order = await placeSigned(moved, session, 'EDGEUSD');
    const closesAt = Date.parse(order.closesAt);
    expect(closesAt % 60_000).toBe(0);
    await runOn(
      moved,
      order,
      [
        [0, PRICE],
        [5, PRICE + 1],
        [7, PRICE + 2],
      ],
      edgeClock,
    );
    await signMinute(moved, order.product, closesAt);
    const early = receiptView.parse(
      (await moved.call('GET', `${ORDERS}/${order.id}/receipt`, { token: session })).body.data,
    );
    // Every tick of it is signed, but the settlement is in no log yet.
    expect(JSON.parse(early.receipt)).toMatchObject({ final: false, settled: null, outcome: { status: 'won' } });
    await sealLog(moved);
    const { body } = await moved.call('GET', `${ORDERS}/${order.id}/receipt`, { token: session });
    const key = await parseVerifierKey(moved.context.signer.vkey, crypto);
    if (!key.ok) throw new Error('the key does not read');
    const verified = await verifyReceipt(receiptView.parse(body.data).receipt, { crypto, trustedKeys: [key.value] });
    expect(verified.steps.filter((step) => !step.ok)).toEqual([]);
    expect(verified).toMatchObject({ verdict: 'valid', receipt: { final: true, outcome: { status: 'won' } } });
    expect(verified.receipt?.ticks.at(-1)?.[1]).toBe(order.closesAt);
    await edgeClock.close();
    await moved.stop();
  });

  it.skipIf(!hasPython)('is judged the same by the second verifier, in another language', async () => {
    const order = await place('PYTHONUSD', 100);
    await after(order, [
      [0, PRICE],
      [5, PRICE + 1],
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'candor-receipt-'));
    const saidOf = async (file: string) => {
      const path = join(folder, 'receipt.json');
      await writeFile(path, file);
      const { stdout } = spawnSync('python3', [PYTHON_VERIFIER, '--key', server.context.signer.vkey, path]);
      return JSON.parse(stdout.toString()) as unknown;
    };
    const ourOf = async (file: string) => {
      const { verdict, steps, warnings } = await judge(file);
      const failed = steps.find(({ ok }) => !ok);
      return { verdict, failed: failed === undefined ? null : `${failed.key} ${failed.problem}`, warnings };
    };
    const settled = await receiptOf(order.id);
    await signAfter(order);
    for (const [file, verdict] of [
      [settled, 'provisional'],
      [await receiptOf(order.id), 'valid'],
    ] as const) {
      expect(await saidOf(file)).toEqual(await ourOf(file));
      expect(await saidOf(file)).toMatchObject({ verdict });
      const changed = file.replace('"status":"won"', '"status":"lost"');
      expect(await saidOf(changed)).toEqual(await ourOf(changed));
    }
    await rm(folder, { recursive: true });
  });

  it('with another story is invalid', async () => {
    const order = await place('LIEUSD');
    await after(order, [
      [0, PRICE],
      [5, PRICE - 1],
    ]);
    await signAfter(order);
    const file = await receiptOf(order.id);
    expect((await judge(file)).verdict).toBe('valid');
    expect((await judge(file.replace('"status":"lost"', '"status":"won"'))).verdict).toBe('invalid');
    expect((await judge(file.replace('"99.99"', '"100.01"'))).verdict).toBe('invalid');
  });

  it('starts at the first tick of a chain that was not signed before', async () => {
    const product = await makeProduct(server.ownerPool, 'NEWUSD');
    const at = Math.floor((await databaseNow(server.pool)) / 1000) * 1000;
    await makeTicks(server, product, [{ at, price: PRICE }]);
    const { body } = await server.call('POST', ORDERS, {
      token,
      key: randomUUID(),
      body: { product, direction: 'up', durationSec: 5, stake: amount('100') },
    });
    const order = orderView.parse(body.data);
    await after(order, [
      [0, PRICE],
      [5, PRICE + 1],
    ]);
    await signAfter(order);
    const { verdict, receipt } = await judge(await receiptOf(order.id));
    expect([verdict, receipt?.ticks[0]?.[0], receipt?.anchorHash]).toEqual(['valid', 1, '0'.repeat(64)]);
  });

  it('is refused when it would need a long chain from before the first checkpoint', async () => {
    const order = await place('LONGUSD');
    await server.ownerPool.query(`delete from checkpoint where product = 'LONGUSD'`);
    await server.ownerPool.query('begin; update tick_head set seq = 30000 where product = $$LONGUSD$$; commit');
    expect((await server.call('GET', `${ORDERS}/${order.id}/receipt`, { token })).body).toMatchObject({
      code: 409,
      error: 'RECEIPT_UNAVAILABLE',
    });
  });

  it('is only for the owner of the order', async () => {
    const order = await place('MINEUSD');
    const other = await makeSession(server.pool, await makeMember(server.pool));
    const path = `${ORDERS}/${order.id}/receipt`;
    expect((await server.call('GET', path, { token: other })).body).toMatchObject({
      code: 404,
      error: 'ORDER_NOT_FOUND',
    });
    expect((await server.call('GET', path)).body.code).toBe(401);
    expect((await server.call('GET', `${ORDERS}/${randomUUID()}/receipt`, { token })).body.code).toBe(404);
  });
});

describe('an acceptance', () => {
  it('comes with the order, and is the same in every retry and every read', async () => {
    const order = await place('ACCUSD');
    const read = orderView.parse((await server.call('GET', `${ORDERS}/${order.id}`, { token })).body.data);
    expect(read.acceptance).toEqual(order.acceptance);
    const { acceptance } = order;
    if (acceptance === undefined) throw new Error('no acceptance');
    expect(acceptance.termsHash).toBe(order.termsHash);
    const document = canonicalJson(orderDocument(order));
    expect(acceptance.orderHash).toBe(createHash('sha256').update(document).digest('hex'));
    const key = server.context.signer.key;
    expect(await verifyNote(acceptance.note, [key], crypto)).toMatchObject({
      ok: true,
      value: { text: `candor-acceptance-v1\n${order.id}\n${acceptance.orderHash}\n${order.termsHash}\n` },
    });
  });

  it('is signed together with others for a client that prefers it, and by itself for any other', async () => {
    const { product } = await place('SHAUSD');
    const callers = await Promise.all(
      Array.from({ length: 2 }, async () => await makeSession(server.pool, await makeMember(server.pool))),
    );
    const keys = callers.map(() => randomUUID());
    const send = async (caller: number, prefer?: string) => {
      const { body } = await server.call('POST', ORDERS, {
        token: callers[caller] ?? '',
        key: keys[caller] ?? '',
        body: { product, direction: 'up', durationSec: 5, stake: amount('100') },
        ...(prefer === undefined ? {} : { headers: { prefer } }),
      });
      return orderView.parse(body.data);
    };

    const [order, beside] = await Promise.all([send(0, 'acceptance=shared'), send(1, 'wait=1, acceptance=shared')]);
    const own = await Promise.all(
      [undefined, 'return=minimal', 'acceptance=own'].map(async (each) => await send(0, each)),
    );
    for (const { id, acceptance, termsHash } of [order, beside]) {
      const { note = '', orderHash = '' } = acceptance ?? {};
      const signed = await verifyNote(noteOfAcceptance(note), [server.context.signer.key], crypto);
      expect(note.startsWith('candor-shared-acceptance-v1\n')).toBe(true);
      expect(signed.ok).toBe(true);
      expect(await isAcceptanceOf(note, acceptanceText(id, orderHash, termsHash), crypto)).toBe(true);
    }
    for (const { id, acceptance } of own) {
      expect(id).toBe(order.id);
      expect(acceptance?.orderHash).toBe(order.acceptance?.orderHash);
      expect(acceptance?.note.startsWith('candor-acceptance-v1\n')).toBe(true);
    }
    // The receipt of an order has its own, whoever placed it.
    const receipt = receiptView.parse(
      (await server.call('GET', `${ORDERS}/${order.id}/receipt`, { token: callers[0] ?? '' })).body.data,
    );
    expect(receipt.receipt).toContain('candor-acceptance-v1');
    expect(receipt.receipt).not.toContain('candor-shared-acceptance');
  });

  it('is not in lists, where nobody keeps it', async () => {
    const { id } = await place('LISTUSD');
    const { body } = await server.call('GET', `${ORDERS}?limit=1`, { token });
    expect(JSON.stringify(body.data)).toContain(id);
    expect(JSON.stringify(body.data)).not.toContain('candor-acceptance-v1');
  });
});
