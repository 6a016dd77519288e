import { candlesView, productView, productsView, ticksView } from '@candor/contract/market';
import { price } from '@candor/domain/price';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import { loadConfig } from '../../platform/config/config.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { fillCandles } from './feed/candle-store.ts';
import { publishTickEntries, readFeedProducts, takeFeedLead } from './feed/feed-store.ts';
import { makeTick } from './feed/make-tick.ts';
import { marketRoutes } from './market.routes.ts';
import { seedProducts } from './seed-products.ts';

const SATURDAY = Date.parse('2026-11-21T10:00:00.000Z');
let db: TestDb;
let app: HttpApp;
let tickAt: number;

interface Answer {
  code: number;
  error?: string;
  fields?: object;
  data: unknown;
}

const get = async (url: string): Promise<Answer> => {
  const reply = await app.inject({ url, headers: { 'accept-language': 'en' } });
  expect(reply.statusCode).toBe(200);
  return reply.json<Answer>();
};

beforeAll(async () => {
  db = await createTestDb();
  await seedProducts(db.pool);
  const log = pino({ level: 'silent' });
  app = await buildHttp(loadConfig({}), log);
  marketRoutes(app, { pool: db.pool, clock: { now: () => SATURDAY, uncertaintyMs: () => 0 } });
  await app.ready();
  const bars = Array.from({ length: 2000 }, (_, i) => {
    const close = price(BigInt(8_000_000 + i));
    return { t: SATURDAY - (2000 - i) * 60_000, o: close, h: close, l: close, c: close, v: null, src: 'simulator' };
  });
  await fillCandles(
    db.pool,
    bars.map((candle) => ({ product: 'BTCUSDT', candle })),
  );
  const { rows } = await db.pool.query<{ at: number }>(`select date_trunc('second', clock_timestamp()) as at`);
  tickAt = rows[0]?.at ?? 0;
  const epoch = await takeFeedLead(db.pool);
  const instrument = (await readFeedProducts(db.pool))[0];
  if (instrument === undefined) throw new Error('no product');
  const samples = [{ source: 'fake', price: price(8_100_000n), receivedAt: tickAt }];
  const facts = {
    instrument,
    at: tickAt,
    head: null,
    lastPrice: null,
    samples,
    epoch,
    minSources: 1,
    clockCertain: true,
  } as const;
  const made = makeTick({ ...facts, feed: 'replay' });
  if (made === null) throw new Error('no tick');
  expect(await publishTickEntries(db.pool, epoch, [made.entry])).toEqual(new Map());
});

afterAll(async () => {
  await app.close();
  await db.drop();
});

describe('GET /api/market/products', () => {
  it('lists the seeded products with status, terms and last tick', async () => {
    const products = productsView.parse((await get('/api/market/products')).data);
    expect(products).toHaveLength(14);
    const [btc, eur] = [products[0], products.find(({ code }) => code === 'EURUSD')];
    expect(btc).toMatchObject({
      code: 'BTCUSDT',
      status: 'trading',
      opensAt: null,
      feed: 'replay',
      last: { seq: 1, price: '81000.00', at: new Date(tickAt).toISOString() },
      feeRate: '0.0000',
      termsVersion: 1,
      presets: ['100.00', '500.00', '1000.00', '5000.00'],
      sessions: 'always',
    });
    expect(btc?.durations[0]).toEqual({ seconds: 5, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' });
    // The newest bar is number 1999; the one 24 hours before it is number 559.
    expect(btc?.change24h).toBe('0.0124');
    expect(btc?.sparkline).toHaveLength(25);
    expect(btc?.sparkline?.[24]).toBe('80019.99');
    expect(eur).toMatchObject({ status: 'closed', opensAt: '2026-11-22T22:03:00.000Z', last: null, change24h: null });
  });

  it('shows a stop of the operator, and hides what is not active', async () => {
    await db.pool.query(`update product set forbidden = true where code = 'ETHUSDT'`);
    await db.pool.query(`update product set active = false where code = 'SOLUSDT'`);
    const products = productsView.parse((await get('/api/market/products')).data);
    expect(products.find(({ code }) => code === 'ETHUSDT')?.status).toBe('forbidden');
    expect(products.some(({ code }) => code === 'SOLUSDT')).toBe(false);
    expect(await get('/api/market/products/SOLUSDT')).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
  });

  it('gives one of them, or says that there is none', async () => {
    expect(productView.parse((await get('/api/market/products/BTCUSDT')).data).code).toBe('BTCUSDT');
    expect(await get('/api/market/products/NOPE')).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
    expect(await get(`/api/market/products/${encodeURIComponent(`'; drop table tick; --`)}`)).toMatchObject({
      error: 'PRODUCT_NOT_FOUND',
    });
  });
});

describe('GET /api/market/products/{code}/candles', () => {
  const candles = async (query: string) =>
    candlesView.parse((await get(`/api/market/products/BTCUSDT/candles?${query}`)).data);

  it('gives the newest bars oldest first, and the ones before', async () => {
    const newest = await candles('interval=1m&limit=3');
    expect(newest.map(({ t, c }) => [t, c])).toEqual([
      ['2026-11-21T09:57:00.000Z', '80019.97'],
      ['2026-11-21T09:58:00.000Z', '80019.98'],
      ['2026-11-21T09:59:00.000Z', '80019.99'],
    ]);
    const older = await candles(`interval=1m&limit=2&before=${newest[0]?.t}`);
    expect(older.at(-1)?.t).toBe('2026-11-21T09:56:00.000Z');
    expect(await candles('interval=1m')).toHaveLength(300);
    expect(await candles('interval=1m&limit=1000')).toHaveLength(1000);
  });

  it('folds to longer intervals aligned to UTC', async () => {
    const hours = await candles('interval=1h&limit=2');
    expect(hours.map(({ t, o, c }) => [t, o, c])).toEqual([
      ['2026-11-21T08:00:00.000Z', '80018.80', '80019.39'],
      ['2026-11-21T09:00:00.000Z', '80019.40', '80019.99'],
    ]);
    // A bar that opened before is whole, though `before` lies inside it.
    expect(await candles('interval=1h&limit=2&before=2026-11-21T09:30:00.000Z')).toEqual(hours);
  });

  it.each([
    '',
    'interval=2m',
    'interval=1m&limit=1001',
    'interval=1m&limit=0',
    'interval=1m&before=yesterday',
    'interval=1m&x=1',
    'interval=1m&before=2026-13-45T00:00:00Z',
  ])('refuses ?%s', async (query) => {
    expect((await get(`/api/market/products/BTCUSDT/candles?${query}`)).code).toBe(400);
  });
});

describe('GET /api/market/products/{code}/ticks', () => {
  it('gives the ticks with all that their hash covers', async () => {
    const ticks = ticksView.parse((await get('/api/market/products/BTCUSDT/ticks?fromSeq=0&toSeq=4999')).data);
    expect(ticks).toHaveLength(1);
    expect(ticks[0]).toMatchObject({ seq: 1, price: '81000.00', status: 'OK', feed: 'replay', epoch: 1 });
    expect(ticks[0]?.prevHash).toBe('0'.repeat(64));
  });

  it.each(['fromSeq=0&toSeq=5000', 'fromSeq=5&toSeq=4', 'fromSeq=-1&toSeq=4', 'fromSeq=1'])(
    'refuses ?%s',
    async (query) => {
      expect((await get(`/api/market/products/BTCUSDT/ticks?${query}`)).code).toBe(400);
    },
  );
});

describe('seeding', () => {
  it('changes nothing the second time, not even what an operator set', async () => {
    await db.pool.query(`update product set position = 99 where code = 'BTCUSDT'`);
    await seedProducts(db.pool);
    const { rows } = await db.pool.query<{ n: bigint; position: number }>(
      `select (select count(*) from terms) as n, position from product where code = 'BTCUSDT'`,
    );
    expect(rows).toEqual([{ n: 14n, position: 99 }]);
  });
});
