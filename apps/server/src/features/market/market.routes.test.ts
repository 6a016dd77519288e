import { createHash } from 'node:crypto';
import {
  type CheckpointsView,
  candlesView,
  checkpointsView,
  productView,
  publishedTermsView,
  sessionsView,
  productsView,
  ticksView,
} from '@candor/contract/market';
import { price } from '@candor/domain/price';
import { EMPTY_ROOT } from '@candor/proof/order-log/tree';
import { parseCanonicalJson } from '@candor/proof/canonical-json';
import { parseNote } from '@candor/proof/signed-note';
import pino from 'pino';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import { loadConfig } from '../../platform/config/config.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { createPublicAnswers } from '../../platform/http/public-answers.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import { type TestDb, createTestDb } from '../../testing/test-db.ts';
import { fillCandles } from './feed/candle-store.ts';
import { publishTickEntries, readFeedProducts, takeFeedLead } from './feed/feed-store.ts';
import { createDiskFiles } from '../../services/files/disk-files.ts';
import { recordSigningKey, startSigning } from '../../services/proof/signing.ts';
import { createReadTicks } from '../../services/ticks/read-ticks.ts';
import { makeProduct, makeTicks } from '../../testing/factories.ts';
import { createCheckpoints } from './feed/publish-checkpoints.ts';
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

async function get(url: string): Promise<Answer> {
  const reply = await app.inject({ url, headers: { 'accept-language': 'en' } });
  expect(reply.statusCode).toBe(200);
  return reply.json<Answer>();
}

beforeAll(async () => {
  db = await createTestDb();
  await seedProducts(db.ownerPool, TEST_CURRENCY);
  const log = pino({ level: 'silent' });
  const budgets = createBudgets({ nowMs: () => 0 });
  app = await buildHttp(loadConfig({}), log, { budgets });
  const files = createDiskFiles('/nowhere');
  const clock = { now: () => SATURDAY, uncertaintyMs: () => 0 };
  // The tests change rows and read them at once, so every cached answer counts as an hour old.
  let nowMs = 0;
  const answers = createPublicAnswers({ spend: budgets.spend, nowMs: () => (nowMs += 3_600_001) });
  marketRoutes(app, { pool: db.pool, clock, readTicks: createReadTicks(files, log), answers });
  await app.ready();
  const bars = Array.from({ length: 2000 }, (_, i) => {
    const close = price(BigInt(8_000_000 + i));
    return { t: SATURDAY - (2000 - i) * 60_000, o: close, h: close, l: close, c: close, v: null, src: 'simulator' };
  });
  await fillCandles(
    db.pools.feed,
    bars.map((candle) => ({ product: 'BTCUSDT', candle })),
  );
  const { rows } = await db.pool.query<{ at: number }>(`select date_trunc('second', clock_timestamp()) as at`);
  tickAt = rows[0]?.at ?? 0;
  const epoch = await takeFeedLead(db.pools.feed);
  const instrument = (await readFeedProducts(db.pools.feed))[0];
  if (instrument === undefined) throw new Error('no product');
  const samples = [{ source: 'fake', price: price(8_100_000n), at: tickAt, receivedAt: tickAt }];
  const facts = {
    instrument,
    at: tickAt,
    head: null,
    lastPrice: null,
    samples,
    epoch,
    log: { size: 0n, root: EMPTY_ROOT },
    clockCertain: true,
  } as const;
  const made = makeTick({ ...facts, feed: 'replay' });
  if (made === null) throw new Error('no tick');
  expect(await publishTickEntries(db.pools.feed, epoch, 0n, [made.entry])).toEqual(new Map());
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
      presets: ['100', '500', '1000', '5000'].map(amount),
      sessions: 'always',
    });
    expect(btc?.durations[0]).toEqual({
      seconds: 5,
      payoutRate: '0.8500',
      minStake: amount('10'),
      maxStake: amount('50000'),
    });
    // The newest bar is number 1999; the one 24 hours before it is number 559.
    expect(btc?.change24h).toBe('0.0124');
    expect(btc?.sparkline).toHaveLength(25);
    expect(btc?.sparkline?.[24]).toBe('80019.99');
    expect(eur).toMatchObject({ status: 'closed', opensAt: '2026-11-22T22:03:00.000Z', last: null, change24h: null });
  });

  it('shows a product that the operator stopped, and hides inactive ones', async () => {
    await db.ownerPool.query(`update product set forbidden = true where code = 'ETHUSDT'`);
    await db.ownerPool.query(`update product set active = false where code = 'SOLUSDT'`);
    const products = productsView.parse((await get('/api/market/products')).data);
    expect(products.find(({ code }) => code === 'ETHUSDT')?.status).toBe('forbidden');
    expect(products.some(({ code }) => code === 'SOLUSDT')).toBe(false);
    expect(await get('/api/market/products/SOLUSDT')).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
    // Orders were settled by its prices, and under its terms: both stay there for anyone who checks.
    for (const part of ['ticks?fromSeq=1&toSeq=2', 'terms'])
      expect(await get(`/api/market/products/SOLUSDT/${part}`), part).toMatchObject({ code: 200 });
  });

  it('gives one product, or says that it does not exist', async () => {
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

  it('gives the newest bars, oldest first, and earlier bars on request', async () => {
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
    // A bar that opened before `before` is returned whole, even if `before` is inside it.
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
  it('gives the ticks with every field that their hash covers', async () => {
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

  it('is rate-limited by address', async () => {
    const page = async (toSeq: number, remoteAddress: string) =>
      await app.inject({ url: `/api/market/products/BTCUSDT/ticks?fromSeq=1&toSeq=${toSeq}`, remoteAddress });
    const statuses: number[] = [];
    for (let i = 0; i < 200; i += 1) statuses.push((await page(5_000 - i, '192.0.2.1')).statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(110);
    expect(statuses.at(-1)).toBe(429);
    expect((await page(5_000, '192.0.2.2')).statusCode).toBe(200);
  });
});

it('GET /api/market/products/{code}/sessions says when a product trades, in whole days around today', async () => {
  const { from, to, sessions } = sessionsView.parse((await get('/api/market/products/XAUUSD/sessions')).data);
  expect(Date.parse(to) - Date.parse(from)).toBe(17 * 86_400_000);
  expect(sessions.length).toBeGreaterThan(7);
  const always = sessionsView.parse((await get('/api/market/products/BTCUSDT/sessions')).data);
  expect(always.sessions).toEqual([{ startsAt: always.from, endsAt: always.to }]);
  expect(await get('/api/market/products/NOPE/sessions')).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
});

describe('GET /api/market/products/{code}/terms', () => {
  it('gives every version, newest first, with the text that its hash covers', async () => {
    await db.ownerPool.query(
      `insert into terms (product, version, durations, fee_rate, presets)
       select product, 2, durations, 100, presets from terms where product = 'XAUUSD'`,
    );
    const versions = publishedTermsView.parse((await get('/api/market/products/XAUUSD/terms')).data);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    for (const { document, hash, version } of versions) {
      expect(createHash('sha256').update(document).digest('hex')).toBe(hash);
      expect(parseCanonicalJson(document)).toMatchObject({ ok: true, value: { product: 'XAUUSD', version } });
    }
    const product = productView.parse((await get('/api/market/products/XAUUSD')).data);
    expect([product.termsVersion, product.termsHash]).toEqual([2, versions[0]?.hash]);
    expect(await get('/api/market/products/NOPE/terms')).toMatchObject({ error: 'PRODUCT_NOT_FOUND' });
    await db.ownerPool.query(`delete from terms where product = 'XAUUSD' and version = 2`);
  });
});

it('a duration needs no code: a new version of the terms offers it', async () => {
  await db.ownerPool.query(
    `insert into terms (product, version, durations, fee_rate, presets)
     select product, version + 1, durations || jsonb_set(durations -> 0, '{seconds}', '600'), fee_rate, presets
     from terms where product = 'BTCUSDT' order by version desc limit 1`,
  );
  const { durations } = productView.parse((await get('/api/market/products/BTCUSDT')).data);
  expect(durations.at(-1)).toEqual({ ...durations[0], seconds: 600 });
  await db.ownerPool.query(`delete from terms where product = 'BTCUSDT' and version = 2`);
});

describe('GET /api/market/checkpoints', () => {
  const HOUR = Date.parse('2026-11-20T10:00:00.000Z');
  const list = async (query: string) => checkpointsView.parse((await get(`/api/market/checkpoints?${query}`)).data);

  it('gives the signed checkpoints newest first, page by page, with every key', async () => {
    const log = pino({ level: 'silent' });
    await recordSigningKey(db.ownerPool, { tick: Buffer.alloc(32, 1), previousTick: null }, log);
    const old = await startSigning(db.pools.feed, Buffer.alloc(32, 1));
    await recordSigningKey(db.ownerPool, { tick: Buffer.alloc(32, 2), previousTick: Buffer.alloc(32, 1) }, log);
    const signer = await startSigning(db.pools.feed, Buffer.alloc(32, 2));
    for (const code of ['AUSD', 'BUSD']) await makeProduct(db.ownerPool, code);
    const leader = createCheckpoints(
      { db: db.pools.feed, signer, log, onCheckpointRefused: () => undefined },
      await takeFeedLead(db.pools.feed),
    );
    for (const at of [HOUR, HOUR + 60_000, HOUR + 120_000]) {
      for (const code of ['AUSD', 'BUSD']) await makeTicks(db, code, [{ at, price: 10_000 }]);
      await leader.look(at);
    }
    const nameOf = ({ product, slot }: { product: string; slot: string }) => `${product} ${slot.slice(14, 16)}`;
    const all = await list('limit=100');
    expect(all.items.map(nameOf)).toEqual(['AUSD 02', 'BUSD 02', 'AUSD 01', 'BUSD 01', 'AUSD 00', 'BUSD 00']);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      // The first page ends between two checkpoints of one minute.
      const page: CheckpointsView = await list(cursor === null ? 'limit=5' : `limit=5&cursor=${cursor}`);
      paged.push(...page.items.map(nameOf));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all.items.map(nameOf));
    expect((await list('product=AUSD&kind=hour')).items.map(nameOf)).toEqual(['AUSD 00']);
    expect((await list('kind=minute&limit=1')).items.map(nameOf)).toEqual(['AUSD 02']);
    expect((await list('product=NOPE')).items).toEqual([]);
    expect(all.keys.map(({ introduction }) => introduction?.split('\n').slice(1, 3))).toEqual([
      [old.vkey, signer.vkey],
      undefined,
    ]);
    expect(all.keys.map(({ id, vkey, retiredAt }) => [id, vkey, retiredAt === null])).toEqual([
      [signer.key.keyHash, signer.vkey, true],
      [old.key.keyHash, old.vkey, false],
    ]);
    const note = parseNote(all.items[0]?.note ?? '');
    expect(note).toMatchObject({ ok: true, value: { signatures: [{ keyHash: signer.key.keyHash }] } });
    expect(note.ok && note.value.text.split('\n').slice(1, 8)).toEqual([
      'AUSD',
      'minute',
      all.items[0]?.slot,
      String(all.items[0]?.seq),
      all.items[0]?.at,
      all.items[0]?.hash,
      all.items[0]?.previous,
    ]);
  });

  it.each(['kind=day', 'limit=0', 'limit=101', 'cursor=abc', 'cursor=1-x', 'x=1'])('refuses ?%s', async (query) => {
    expect((await get(`/api/market/checkpoints?${query}`)).code).toBe(400);
  });
});

describe('seeding', () => {
  it('changes nothing the second time, not even what an operator changed', async () => {
    await db.ownerPool.query(`update product set position = 99 where code = 'BTCUSDT'`);
    await seedProducts(db.ownerPool, TEST_CURRENCY);
    const { rows } = await db.pool.query<{ n: bigint; position: number }>(
      `select (select count(*) from terms where product not in ('AUSD', 'BUSD')) as n, position from product where code = 'BTCUSDT'`,
    );
    expect(rows).toEqual([{ n: 14n, position: 99 }]);
  });
});
