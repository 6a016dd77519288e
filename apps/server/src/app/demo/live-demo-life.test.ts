/** The demo account on the whole server: its past comes from calls alone, and its receipts hold. */
import { listDeposits, listWithdrawals } from '@candor/contract/calls/cashier';
import { listHoldings, readSavings } from '@candor/contract/calls/invest';
import { listNotices } from '@candor/contract/calls/notices';
import { listMessages } from '@candor/contract/calls/support';
import { listOrders, readReceipt } from '@candor/contract/calls/trading';
import { price } from '@candor/domain/price';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creditDeposits } from '../../features/cashier/credit-deposits.ts';
import { seedCashier } from '../../features/cashier/seed-channels.ts';
import { seedTexts } from '../../features/content/seed-texts.ts';
import { logIn } from '../../features/identity/log-in.ts';
import { seedInvest } from '../../features/invest/seed-projects.ts';
import { createCandleWriter } from '../../features/market/feed/candle-writer.ts';
import { readFeedProducts, takeFeedLead } from '../../features/market/feed/feed-store.ts';
import { type OrderLog, openOrderLog } from '../../features/market/feed/grow-order-log.ts';
import { type Checkpoints, createCheckpoints } from '../../features/market/feed/publish-checkpoints.ts';
import { type Lead, publishTicks } from '../../features/market/feed/publish-ticks.ts';
import { createSampleBook } from '../../features/market/feed/sample-book.ts';
import { seedProducts } from '../../features/market/seed-products.ts';
import type { Source } from '../../features/market/sources/source.ts';
import { seedNotices } from '../../features/notices/seed-notices.ts';
import { checkDisputes } from '../../features/support/check-disputes.ts';
import { settleDueOrders } from '../../features/trading/settle-due-orders.ts';
import { nodeCrypto } from '../../services/receipts/node-crypto.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { DEMO_USERNAME, seedAccounts } from '../../services/seed/seed-accounts.ts';
import { checkConservation } from '../../testing/conservation.ts';
import { type MovableClock, makeClockMovable } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { type TestServer, startTestServer } from '../../testing/test-server.ts';
import { createDemoDevice } from './demo-device.ts';
import { type DemoMember, createDemoMember } from './demo-member.ts';
import { liveDemoLife } from './live-demo-life.ts';

const PASSWORD = 'the demo password';
const PRODUCTS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT'];

let server: TestServer;
let movable: MovableClock;
let lead: Lead;
let orderLog: OrderLog;
let member: DemoMember;
let checkpoints: Checkpoints;

beforeAll(async () => {
  const db = await createTestDb();
  movable = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  const { ownerPool, context } = server;
  const { site, clock, log, fingerprints: prints } = context;
  await seedProducts(ownerPool, TEST_CURRENCY);
  await seedCashier(ownerPool, site);
  await seedInvest(ownerPool, site);
  await seedTexts(ownerPool, site);
  await seedNotices(ownerPool, site, clock.now());
  await seedAccounts(ownerPool, { password: PASSWORD, withdrawPassword: '271828', site });
  const products = (await readFeedProducts(server.pools.feed)).filter(({ product }) => PRODUCTS.includes(product));
  const epoch = await takeFeedLead(server.pools.feed);
  const made: Source = {
    name: 'simulator',
    kind: 'simulated',
    historyDays: 1,
    quotes: () => true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    history: () => Promise.resolve([]),
    // Rises by a unit a second: whoever bought up wins, whoever bought down loses.
    sampleAt: (product, at) => ({ product, source: 'simulator', price: price(BigInt(at / 1000)), at, receivedAt: at }),
  };
  orderLog = await openOrderLog({ db: server.pools.feed, log }, epoch);
  lead = {
    epoch,
    orderLog,
    products,
    heads: null,
    validAt: new Map(),
    lastPrices: new Map(),
    chosen: new Map(PRODUCTS.map((product) => [product, [made]])),
    book: createSampleBook(),
    candles: createCandleWriter(),
  };
  const { signer } = context;
  checkpoints = createCheckpoints({ db: server.pools.feed, log, signer, onCheckpointRefused: () => undefined }, epoch);
  const device = createDemoDevice();
  const entered = await logIn(
    { pool: context.pool, fingerprints: prints, passwords: createPasswords(), captcha: false },
    {
      username: DEMO_USERNAME,
      pwd: PASSWORD,
      deviceKey: device.publicKey,
      userAgent: 'test',
      address: '127.0.0.1',
      code: undefined,
      uuid: undefined,
      device: undefined,
      key: undefined,
      rpId: undefined,
    },
  );
  if (!entered.ok) throw new Error(entered.error.key);
  member = await createDemoMember({
    token: entered.value.token,
    device,
    nowMs: () => clock.now(),
    send: async ({ method, path, headers, body }) => {
      const verb = method === 'POST' ? 'POST' : 'GET';
      return (await server.http.app.inject({ method: verb, url: path, headers, payload: body })).body;
    },
  });
});

afterAll(async () => {
  await movable.close();
  await server.stop();
});

/** The feed's and the worker's part of some seconds. */
async function pass(ms: number): Promise<void> {
  const { clock, bus, log, site, secrets } = server.context;
  const db = server.pools.feed;
  for (let seconds = Math.ceil(ms / 1000); seconds > 0; seconds -= 1) {
    const at = await movable.nextSecond(clock);
    await publishTicks({ db, clock, bus, log }, lead, at);
    await checkpoints.look(at);
    await settleDueOrders(server.pools.worker);
    await orderLog.sealAhead();
  }
  await creditDeposits(server.pools.worker, site, secrets.fingerprint);
  await checkDisputes(server.worker);
}

it('has orders won and lost, savings, a holding, money in and on its way out, an answer, and news it has read', async () => {
  await pass(2000);
  const unreadBefore = (await member.call(listNotices)).unread;
  const signal = new AbortController().signal;
  const life = { member, withdrawPassword: '271828', log: server.context.log, signal, pause: pass };
  await liveDemoLife(life);

  const orders = (await member.call(listOrders)).items;
  expect(orders.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 8 }, () => 'lost'),
    ...Array.from({ length: 8 }, () => 'won'),
  ]);
  expect(new Set(orders.map(({ product }) => product))).toEqual(new Set(PRODUCTS));
  expect((await member.call(listDeposits)).items).toMatchObject([
    { status: 'approved', credited: member.amount(5000n) },
  ]);
  expect((await member.call(listWithdrawals)).items).toMatchObject([
    { status: 'pending', amount: member.amount(1200n) },
  ]);
  expect((await member.call(listHoldings)).items).toMatchObject([{ status: 'running' }]);
  expect(await member.call(readSavings)).toMatchObject({ balance: member.amount(8000n) });
  const talk = (await member.call(listMessages)).items;
  expect(talk[0]).toMatchObject({ author: 'check', finding: { verdict: 'valid', status: 'lost' } });
  expect(talk.at(-1)).toMatchObject({ author: 'member' });
  expect(unreadBefore - (await member.call(listNotices)).unread).toBe(1);
  await checkConservation(server.ownerPool);

  await pass(61_000);
  const { receipt } = await member.call(readReceipt, { params: { id: orders[0]?.id ?? '' } });
  const verified = await verifyReceipt(receipt, { crypto: nodeCrypto });
  expect(verified.verdict).toBe('consistent');
  expect(verified.steps.filter(({ ok }) => !ok)).toEqual([]);

  // Whoever has orders is left alone.
  await liveDemoLife(life);
  expect((await member.call(listOrders)).items).toHaveLength(orders.length);
});
