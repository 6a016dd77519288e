/** Members ask for prices while a new site fills its history. */
import { MINUTE_MS, openingTime } from '@candor/domain/market/candles';
import { price } from '@candor/domain/price';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../../platform/db/pool.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import { type TestServer, startTestServer } from '../../../testing/test-server.ts';
import { listProducts } from '../market-store.ts';
import { seedProducts } from '../seed-products.ts';
import type { Source } from '../sources/source.ts';
import { readFeedProducts } from './feed-store.ts';
import { fillHistory } from './fill-history.ts';

const DAYS = 5;
let server: TestServer;
/** One connection, as a member's call may get it: it plans the statement once, at its first call, and keeps the plan. */
let connection: Pool;

beforeAll(async () => {
  server = await startTestServer({}, await createTestDb());
  await seedProducts(server.ownerPool, TEST_CURRENCY);
  connection = createPool({ url: server.roleUrls.http, max: 1, name: 'first-seconds' });
});

afterAll(async () => {
  await connection.end();
  await server.stop();
});

const answered = z.looseObject({ code: z.number(), data: z.array(z.unknown()) });
const planRow = z.object({ 'QUERY PLAN': z.string() });

it('every list of products is answered, and none by a plan for a few bars', async () => {
  const codes: number[] = [];
  let sizes: number[] = [];
  const ask = async (): Promise<void> => {
    // For no bars at all the database plans well; for some thousand that it has not counted it does not.
    if (codes.length > 0) await listProducts(connection);
    const { body } = await server.http.app.inject({ method: 'GET', url: '/api/market/products' });
    const { code, data } = answered.parse(JSON.parse(body));
    codes.push(code);
    sizes = [...sizes, data.length];
  };
  const now = Date.now();
  const source: Source = {
    name: 'simulator',
    kind: 'simulated',
    historyDays: DAYS,
    quotes: () => true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    sampleAt: () => null,
    history: async (_instrument, from, to) => {
      await ask();
      const bars = Math.floor((to - from) / MINUTE_MS);
      const p = price(100_000n);
      return Array.from({ length: bars }, (_, at) => ({
        t: openingTime(from, MINUTE_MS) + at * MINUTE_MS,
        o: p,
        h: p,
        l: p,
        c: p,
        v: null,
      }));
    },
  };
  const feed = server.pools.feed;
  const targets = (await readFeedProducts(feed)).map((instrument) => ({ instrument, sources: [source] }));
  const signal = new AbortController().signal;
  const fillOlder = await fillHistory(feed, server.context.log, now, targets, signal);
  await ask();
  const plan = await planOfProducts();
  await fillOlder();
  await ask();

  expect(codes.length).toBeGreaterThan(targets.length * 2);
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(new Set(sizes)).toEqual(new Set([targets.length]));
  // The bars before each hour are found by one step in the index, and not sorted for each hour anew.
  for (const text of [plan, await planOfProducts()]) {
    expect(text).toContain('Index Scan Backward using candle_pkey on candle candle_1');
    expect(text).not.toContain('Bitmap Heap Scan on candle');
  }
});

/** The plan that this connection keeps for its next call. */
async function planOfProducts(): Promise<string> {
  const { rows } = await connection.query('explain execute "list-products"');
  return z
    .array(planRow)
    .parse(rows)
    .map((row) => row['QUERY PLAN'])
    .join('\n');
}
