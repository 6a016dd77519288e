/** What a member sees when the exchanges of a product disagree or go away: real adapters, real database, real HTTP. */
import { randomUUID } from 'node:crypto';
import { moneyView } from '@candor/contract/identity';
import { productView, ticksView } from '@candor/contract/market';
import { ticksSourcesView } from '@candor/contract/price-evidence';
import { placeOrder, readOrder } from '@candor/contract/calls/trading';
import { listTickSources, listTicks, readProduct } from '@candor/contract/calls/market';
import { readMoney } from '@candor/contract/calls/wallet';
import { pathOf } from '@candor/contract/operation';
import { orderView } from '@candor/contract/trading';
import { textHash } from '@candor/proof/encoding';
import { openSampleCheck, sourcesText } from '@candor/proof/source-reports';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeMember, makeSession } from './factories.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { type MovableClock, makeClockMovable } from './movable-clock.ts';
import { createTestDb } from './test-db.ts';
import { type TestServer, startTestServer } from './test-server.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { seedProducts } from '../features/market/seed-products.ts';
import { COINBASE, type Dialect, KRAKEN } from '../features/market/sources/fake-dialects.ts';
import { type Listening, listenTo } from '../features/market/sources/fake-exchange.ts';
import { createCandleWriter } from '../features/market/feed/candle-writer.ts';
import { readFeedProducts, takeFeedLead } from '../features/market/feed/feed-store.ts';
import { openOrderLog } from '../features/market/feed/grow-order-log.ts';
import { type Lead, publishTicks } from '../features/market/feed/publish-ticks.ts';
import { createSampleBook } from '../features/market/feed/sample-book.ts';

const PRODUCT = 'BTCUSD';

let server: TestServer;
let databaseClock: MovableClock;
let exchanges: [Dialect, Listening][];
let lead: Lead;
let tradeId = 0;

beforeAll(async () => {
  const db = await createTestDb();
  databaseClock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  await seedProducts(server.ownerPool, TEST_CURRENCY);
  const products = (await readFeedProducts(server.pools.feed)).filter(({ product }) => product === PRODUCT);
  exchanges = [];
  for (const dialect of [COINBASE, KRAKEN]) {
    exchanges.push([dialect, await listenTo(dialect.create, products, server.context.clock.now())]);
  }
  const [coinbase, kraken] = exchanges.map(([, { source }]) => source);
  if (coinbase === undefined || kraken === undefined) throw new Error('no sources');
  const epoch = await takeFeedLead(server.pools.feed);
  lead = {
    epoch,
    orderLog: await openOrderLog({ db: server.pools.feed, log: server.context.log }, epoch),
    products,
    heads: null,
    validAt: new Map(),
    lastPrices: new Map(),
    chosen: new Map([[PRODUCT, [coinbase, kraken]]]),
    book: createSampleBook(),
    candles: createCandleWriter(),
  };
});

afterAll(async () => {
  for (const [, on] of exchanges) await on.stop();
  await databaseClock.close();
  await server.stop();
});

/** Runs the next second of the feed. Before it, every exchange trades at its price; without prices none trades. */
async function second(...prices: readonly string[]): Promise<void> {
  const { clock, bus, log } = server.context;
  const at = await databaseClock.nextSecond(clock);
  const now = clock.now();
  tradeId += 1;
  for (const [i, price] of prices.entries()) {
    const exchange = exchanges[i];
    if (exchange === undefined) throw new Error('no such exchange');
    const [{ trade, symbol }, on] = exchange;
    on.clock.nowMs = now;
    on.exchange.send(trade(symbol, { id: tradeId, price, at: at - 20 }));
    await vi.waitFor(() => expect(on.samples).not.toHaveLength(0), { interval: 5 });
    for (const sample of on.samples.splice(0)) lead.book.put(sample);
  }
  await publishTicks({ db: server.pools.feed, clock, bus, log }, lead, at);
  await lead.candles.flush(server.pools.feed);
}

async function place(token: string) {
  return (
    await server.call('POST', placeOrder.path, {
      token,
      key: randomUUID(),
      language: 'en',
      body: { product: PRODUCT, direction: 'up', durationSec: 5, stake: amount('100') },
    })
  ).body;
}

async function shown(token: string): Promise<string | undefined> {
  const { body } = await server.call('GET', pathOf(readProduct, { code: PRODUCT }), { token });
  return productView.parse(body.data).last?.status;
}

async function money(token: string) {
  const { available, openStake } = moneyView.parse((await server.call('GET', readMoney.path, { token })).body.data);
  return { available, openStake };
}

async function newMember(): Promise<string> {
  return await makeSession(server.pool, await makeMember(server.pool));
}

describe('a product with two exchanges', () => {
  it('pauses while they disagree, shows it, and resumes later', async () => {
    const token = await newMember();
    await second('100.00', '100.10');
    expect(await shown(token)).toBe('OK');
    await second('100.00', '104.00');
    expect(await shown(token)).toBe('DISAGREE');
    expect(await place(token)).toMatchObject({
      code: 500,
      error: 'PRICE_UNAVAILABLE',
      params: { reason: 'DISAGREE' },
      msg: expect.stringContaining('no valid price'),
    });
    await second('104.00', '104.10');
    expect(await shown(token)).toBe('OK');
    expect((await place(token)).code).toBe(200);
  });

  it('shows anyone which trade of each exchange a price was made from', async () => {
    await second('104.00', '104.20');
    await second();
    const call = async (path: string) => (await server.call('GET', `${path}?fromSeq=1&toSeq=100`)).body.data;
    const ticks = ticksView.parse(await call(pathOf(listTicks, { code: PRODUCT })));
    const said = ticksSourcesView.parse(await call(pathOf(listTickSources, { code: PRODUCT })));
    const check = openSampleCheck();
    for (const [index, { at, epoch, sourcesDigest }] of ticks.entries()) {
      const reports = said[index]?.sources ?? [];
      expect(await textHash(sourcesText(reports) ?? '', nodeCrypto)).toBe(sourcesDigest);
      expect(check.add({ at: Date.parse(at), epoch }, reports)).toBeNull();
    }
    const [{ at } = { at: '' }] = ticks.slice(-2);
    const tradedAt = new Date(Date.parse(at) - 20).toISOString();
    const report = { tradeId: String(tradeId - 1), tradedAt, verdict: 'used' };
    const last = said.slice(-2).map(({ sources }) => sources);
    expect(last[0]).toMatchObject([
      { ...report, source: 'coinbase', price: '104.00' },
      { ...report, source: 'kraken', price: '104.20' },
    ]);
    // Nobody traded in the next second: the same trades.
    expect(last[1]).toEqual(last[0]);
  });

  it('keeps its price when one exchange dies', async () => {
    const token = await newMember();
    for (let i = 0; i < 7; i += 1) await second('104.00');
    expect(await shown(token)).toBe('OK');
    expect((await place(token)).code).toBe(200);
  });

  it('refunds an order with the reason when all exchanges are lost at its close, and resumes later', async () => {
    const token = await newMember();
    await second('104.00', '104.10');
    const accepted = orderView.parse((await place(token)).data);
    expect(await money(token)).toEqual({ available: amount('99900'), openStake: amount('100') });
    for (const [, on] of exchanges) on.exchange.sockets()[0]?.terminate();
    while (server.context.clock.now() <= Date.parse(accepted.closesAt)) await second();
    expect(await shown(token)).toBe('STALE');
    expect(await place(token)).toMatchObject({ error: 'PRICE_UNAVAILABLE', params: { reason: 'STALE' } });
    await settleDueOrders(server.pools.worker);
    const order = await server.call('GET', pathOf(readOrder, { id: accepted.id }), { token });
    expect(orderView.parse(order.body.data)).toMatchObject({
      status: 'voided',
      reason: 'EXIT_NOT_OK',
      profit: amount('0'),
    });
    expect(await money(token)).toEqual({ available: amount('100000'), openStake: amount('0') });
    await second('104.00', '104.10');
    expect(await shown(token)).toBe('OK');
    expect((await place(token)).code).toBe(200);
  });
});
