import { randomUUID } from 'node:crypto';
import { sourceTrialView } from '@candor/contract/console-source-trials';
import type { Exchange } from '@candor/contract/market';
import { operatorProductsView } from '@candor/contract/console-products';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ExchangeOptions } from '../features/market/sources/exchange.ts';
import { BINANCE } from '../features/market/sources/fake-dialects.ts';
import { startFakeExchange } from '../features/market/sources/fake-exchange.ts';
import type { FakeExchange } from '../features/market/sources/fake-exchange.ts';
import { REAL_EXCHANGES, startSourceTrials } from '../features/market/trials/source-trials.jobs.ts';
import { refusalOf } from '../testing/attacks.ts';
import { makeProduct } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Sources that are tried before they are proposed: the console asks, the feed's login answers, the proposal waits for it. */
let server: TestServer;
let live: TestConsole;
let fake: FakeExchange;
let admin: Awaited<ReturnType<TestConsole['operator']>>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  live = await startTestConsole(server, { feed: 'auto' });
  fake = await startFakeExchange();
  admin = await live.operator('owner');
  await makeProduct(server.ownerPool, 'AAUSD');
}, 180_000);
afterEach(async () => {
  await Promise.all(stops.splice(0).map(async (stop) => await stop()));
  await server.ownerPool.query('delete from source_trial');
});
afterAll(async () => {
  await live.stop();
  await fake.close();
  await server.stop();
});

async function post(path: string, body: object, by = admin, key: string = randomUUID()) {
  return (await live.call('POST', path, { token: by.token, key, body })).body;
}

const TRY = '/api/console/source-trials';

/** The process that has the way to the exchanges: the real adapters, at a server that speaks their format. */
function feedRuns(feed: 'auto' | 'simulated' = 'auto'): void {
  const { streamUrl, restUrl } = fake;
  const at = (exchange: Exchange) => (options: ExchangeOptions) =>
    REAL_EXCHANGES[exchange]({ ...options, streamUrl, restUrl, limits: { checkEveryMs: 10 } });
  const exchanges = { binance: at('binance'), okx: at('okx'), coinbase: at('coinbase'), kraken: at('kraken') };
  const settings = {
    clock: { now: () => Date.now(), uncertaintyMs: () => 0 },
    log: pino({ level: 'silent' }),
    everyMs: 20,
    listenMs: 500,
  };
  stops.push(startSourceTrials({ ...settings, pool: server.pools.feed, config: { feed }, exchanges }));
}

async function answered(id: string) {
  return await vi.waitFor(
    async () => {
      const { body } = await live.call('GET', `${TRY}/${id}`, { token: admin.token });
      const trial = sourceTrialView.parse(body.data);
      expect(trial.answers).not.toBeNull();
      return trial.answers;
    },
    { timeout: 15_000, interval: 50 },
  );
}

const NAMES = { 'zh-Hans': '狗狗币', 'zh-Hant': '狗狗幣', en: 'Doge' };
const START = { category: 'crypto', decimals: 5, like: 'AAUSD', simulated: null };
function proposal(symbol: string): object {
  const draft = { names: NAMES, sources: { binance: symbol }, calendar: null, active: false };
  return { product: 'DOGEUSDT', base: 0, draft, start: START, reason: 'members asked' };
}

it('a source is proposed after its exchange told a price, and only with the symbol that was tried', async () => {
  const { body } = await live.call('GET', '/api/console/products', { token: admin.token });
  expect(operatorProductsView.parse(body.data).feed).toBe('auto');
  feedRuns();
  const changes = '/api/console/product-changes';
  expect(await post(changes, proposal('DOGEUSDT'))).toMatchObject({ error: 'PRODUCT_SOURCES_UNTRIED' });
  const asked = sourceTrialView.parse((await post(TRY, { category: 'crypto', sources: { binance: 'DOGEUSDT' } })).data);
  await vi.waitFor(() => expect(fake.sockets()).toHaveLength(1));
  fake.send(BINANCE.trade('DOGEUSDT', { id: 1, price: '0.08120', at: Date.now() }));
  expect(await answered(asked.id)).toMatchObject({ binance: { outcome: 'PRICED', price: '0.0812', trades: 1 } });
  expect(await post(changes, proposal('DOGEUSDC'))).toMatchObject({ error: 'PRODUCT_SOURCES_UNTRIED' });
  expect((await post(changes, proposal('DOGEUSDT'))).error).toBeUndefined();
  const { rows } = await server.ownerPool.query(
    `select detail ->> 'sources' as sources from audit where command = 'console/source-trials/try'`,
  );
  expect(rows).toEqual([{ sources: 'binance DOGEUSDT' }]);
});

it('what an exchange does not know is not proposed', async () => {
  feedRuns();
  fake.answer = () => ({ msg: 'Invalid symbol.' });
  const { id } = sourceTrialView.parse((await post(TRY, { category: 'crypto', sources: { binance: 'NOTHING' } })).data);
  expect(await answered(id)).toMatchObject({ binance: { outcome: 'UNKNOWN' } });
  const other = { ...proposal('NOTHING'), product: 'NOTHING' };
  expect(await post('/api/console/product-changes', other)).toMatchObject({ error: 'PRODUCT_SOURCES_UNTRIED' });
});

it('a site whose prices are simulated asks nobody', async () => {
  feedRuns('simulated');
  const { id } = sourceTrialView.parse((await post(TRY, { category: 'crypto', sources: { okx: 'AA-BB' } })).data);
  expect(await answered(id)).toMatchObject({ okx: { outcome: 'NOT_HERE', price: null } });
});

it('one at a time for an operator, ten a minute for all, and nothing that is no symbol', async () => {
  const body = { category: 'crypto', sources: { binance: 'DOGEUSDT' } };
  const key = randomUUID();
  const first = await post(TRY, body, admin, key);
  // Sent again after a lost answer, it is the same.
  expect((await post(TRY, body, admin, key)).data).toEqual(first.data);
  expect(await post(TRY, body)).toMatchObject({ error: 'SOURCE_TRIAL_OPEN' });
  const colleague = await live.operator('owner');
  expect(await post(TRY, { ...body, sources: { binance: 'A/B' } }, colleague)).toMatchObject({
    error: 'PRODUCT_BOUNDS',
  });
  expect(await post(TRY, { ...body, sources: {} }, colleague)).toMatchObject({ error: 'PRODUCT_BOUNDS' });
  expect(await post(TRY, { ...body, sources: { binance: '127.0.0.1:80' } }, colleague)).toMatchObject({ code: 400 });
  expect(await post(TRY, { ...body, sources: { evil: 'DOGEUSDT' } }, colleague)).toMatchObject({ code: 400 });
  const { id } = sourceTrialView.parse(first.data);
  const foreign = await live.call('GET', `${TRY}/${id}`, { token: colleague.token });
  expect(foreign.body).toMatchObject({ error: 'SOURCE_TRIAL_NOT_FOUND' });
  for (let count = 1; count < 10; count += 1) {
    await server.ownerPool.query(`update source_trial set taken_at = now() where taken_at is null`);
    await server.ownerPool.query(`update source_trial set answers = '{}' where ended_at is null`);
    expect((await post(TRY, body)).error).toBeUndefined();
  }
  expect(await post(TRY, body, colleague)).toMatchObject({ error: 'SOURCE_TRIALS_MANY' });
  // Past the rules, by SQL.
  const insert = (sources: object, by = colleague.id) =>
    `insert into source_trial (operator_id, category, sources) values (${by}, 'crypto', '${JSON.stringify(sources)}')`;
  const refusal = async (sql: string) => await refusalOf(server.ownerPool, sql);
  expect(await refusal(insert({ binance: 'DOGEUSDT' }))).toBe('MANY');
  expect(await refusal(insert({ binance: 'DOGEUSDT' }, admin.id))).toBe('OPEN');
  for (const sources of [{}, { binance: '../x' }, { evil: 'X' }, { kraken: 'A-B' }, { okx: 1 }])
    expect(await refusal(insert(sources))).toBe('BOUNDS');
  const ofOpen = (change: string) => `update source_trial set ${change} where ended_at is null`;
  // Not before somebody took it, and then no more than an answer.
  expect(await refusal(ofOpen(`answers = '{}'`))).toBe('23514');
  expect(await refusal(ofOpen(`sources = '{"okx": "AA-BB"}'`))).toBe('FIXED');
  const taken = ofOpen('taken_at = now()');
  expect(await refusalOf(server.ownerPool, taken, taken)).toBe('FIXED');
  expect(await refusalOf(server.ownerPool, taken, ofOpen(`answers = '{}'`))).toBe('done');
  expect(await refusal(`update source_trial set answers = '{}' where ended_at is not null`)).toBe('FIXED');
});
