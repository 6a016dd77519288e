/** A placement that hangs over the second of its entry: prices go on, its order is void or refused, and no other is touched. */
import { randomUUID } from 'node:crypto';
import { placeOrder, readOrder, readReceipt } from '@candor/contract/calls/trading';
import { pathOf } from '@candor/contract/operation';
import { orderView, receiptView } from '@candor/contract/trading';
import { amount } from '@candor/domain/testing/test-currency';
import { price } from '@candor/domain/price';
import { parseVerifierKey } from '@candor/proof/signed-note';
import { webCrypto as crypto } from '@candor/proof/testing/web-crypto';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCandleWriter } from '../features/market/feed/candle-writer.ts';
import { readFeedProducts, takeFeedLead } from '../features/market/feed/feed-store.ts';
import { type OrderLog, openOrderLog } from '../features/market/feed/grow-order-log.ts';
import type { Lead } from '../features/market/feed/publish-ticks.ts';
import { publishTicks } from '../features/market/feed/publish-ticks.ts';
import { createSampleBook } from '../features/market/feed/sample-book.ts';
import type { Source } from '../features/market/sources/source.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import type { Connection } from '../platform/db/pool.ts';
import { orderSql } from './attacks.ts';
import { databaseNow, makeMember, makeProduct, makeSession, writePast } from './factories.ts';
import { type MovableClock, makeClockMovable } from './movable-clock.ts';
import { createTestDb } from './test-db.ts';
import { uuidV7 } from '../platform/ids/ids.ts';
import { type TestServer, startTestServer } from './test-server.ts';

const PRODUCTS = ['AAUSD', 'BBUSD'];
const SECOND_MS = 1000;

let server: TestServer;
let clock: MovableClock;
let lead: Lead & { orderLog: OrderLog };
beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  for (const product of PRODUCTS) await makeProduct(server.ownerPool, product, { feeRate: 100 });
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

const source: Source = {
  name: 'source',
  kind: 'simulated',
  historyDays: 0,
  quotes: () => true,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  history: () => Promise.resolve([]),
  sampleAt: (product, at) => ({ product, source: 'source', price: price(BigInt(at / SECOND_MS)), at, receivedAt: at }),
};

/** A new leader, as after a restart of the feed. */
async function takeLead(): Promise<typeof lead> {
  const db = server.pools.feed;
  const epoch = await takeFeedLead(db);
  return {
    epoch,
    orderLog: await openOrderLog({ db, log: server.context.log }, epoch),
    products: await readFeedProducts(db),
    heads: null,
    validAt: new Map(),
    lastPrices: new Map(),
    chosen: new Map(PRODUCTS.map((product) => [product, [source]])),
    book: createSampleBook(),
    candles: createCandleWriter(),
  };
}
beforeEach(async () => {
  lead = await takeLead();
  await second();
});

async function second(): Promise<number> {
  const { bus, log } = server.context;
  const at = await clock.nextSecond(server.context.clock);
  await publishTicks({ db: server.pools.feed, clock: server.context.clock, bus, log }, lead, at);
  return at;
}

async function place(product: string): Promise<{ id: string; token: string }> {
  const token = await makeSession(server.pool, await makeMember(server.pool));
  const body = { product, direction: 'up', durationSec: 5, stake: amount('100') };
  const { body: answer } = await server.call('POST', placeOrder.path, { token, key: randomUUID(), body });
  return { id: orderView.parse(answer.data).id, token };
}

/** A transaction that has written an order and does not end. */
async function hang(product: string, memberId: bigint): Promise<{ id: string; held: Connection }> {
  const held = await server.pools.http.connect();
  const id = uuidV7(await databaseNow(server.pools.http));
  await held.query('begin');
  await held.query(orderSql(memberId, product, { id: `'${id}'::uuid` }));
  return { id, held };
}

/** How the order ends, and whether its receipt holds. */
async function ended({ id, token }: { id: string; token: string }): Promise<{ status: string; reason: string | null }> {
  for (let seconds = 0; seconds < 8; seconds += 1) await second();
  await settleDueOrders(server.pools.worker);
  const { status, reason } = orderView.parse(
    (await server.call('GET', pathOf(readOrder, { id }), { token })).body.data,
  );
  const { receipt } = receiptView.parse((await server.call('GET', pathOf(readReceipt, { id }), { token })).body.data);
  const key = await parseVerifierKey(server.context.signer.vkey, crypto);
  if (!key.ok) throw new Error('the key does not read');
  const { steps } = await verifyReceipt(receipt, { crypto, trustedKeys: [key.value] });
  // Nobody signed the order of a transaction that is made by hand.
  expect(steps.filter((step) => !step.ok && step.key !== 'request')).toEqual([]);
  return { status, reason };
}

it('the tick comes without it, the order is void by the rule, and others are decided as ever', async () => {
  const before = await place('BBUSD');
  await lead.orderLog.sealAhead();
  const memberId = await makeMember(server.pool);
  // The order enters one second after the newest tick, whatever the machine did until now.
  await second();
  const { id, held } = await hang('AAUSD', memberId);
  const headBefore = lead.heads?.get('AAUSD')?.seq ?? 0n;
  await second();
  expect(lead.heads?.get('AAUSD')?.seq).toBe(headBefore + 1n);
  await held.query('commit');
  held.release();
  await second();
  const after = await place('BBUSD');
  const token = await makeSession(server.pool, memberId);
  expect(await ended({ id, token })).toEqual({ status: 'voided', reason: 'NOT_LOGGED' });
  expect(await ended(before)).toEqual({ status: 'won', reason: null });
  expect(await ended(after)).toEqual({ status: 'won', reason: null });
  const { rows } = await server.pool.query<{ left: bigint }>(
    `select posted as left from account where member_id = $1 and kind = 'funds'`,
    [memberId.toString()],
  );
  expect(rows).toEqual([{ left: 10_000_000n }]);
});

it('an order that comes after the tick of its entry is refused, and the placement decides again', async () => {
  const memberId = await makeMember(server.pool);
  await second();
  const moveHead = async (seconds: number) =>
    await writePast(
      server.ownerPool,
      `update tick_head set at = at + interval '${seconds} seconds' where product = 'AAUSD'`,
    );
  // A newer tick delays an entry. This one has come since, so the rules of times still hold.
  await moveHead(2);
  const late = orderSql(memberId, 'AAUSD', {
    entry_at: `entry - interval '1 second'`,
    closes_at: `entry + interval '4 seconds'`,
  });
  await expect(server.pools.http.query(late)).rejects.toMatchObject({
    code: 'CD006',
    message: 'ORDER_REFUSED: ENTRY_PUBLISHED',
  });
  await moveHead(-2);
  expect(await ended(await place('AAUSD'))).toMatchObject({ reason: null });
});

it('open orders outlive a restart of the feed', async () => {
  const order = await place('AAUSD');
  await lead.orderLog.sealAhead();
  lead = await takeLead();
  expect(await ended(order)).toEqual({ status: 'won', reason: null });
});
