import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';
import { seedProducts } from '../seed-products.ts';
import { readFeedProducts } from './feed-store.ts';
import { createProductChanges } from './product-changes.ts';

const FRIDAY_CLOSE = Date.parse('2026-11-20T21:58:00.000Z');
let db: TestDb;

beforeAll(async () => {
  db = await createTestDb();
  await seedProducts(db.ownerPool, TEST_CURRENCY);
});

afterAll(async () => {
  await db.drop();
});

it('names each product that closed or was stopped by an operator on the bus once', async () => {
  const sent: [string, unknown][] = [];
  const changes = createProductChanges({
    publish: (channel, message) => {
      sent.push([channel, message]);
      return Promise.resolve();
    },
  });
  const look = async (nowMs: number): Promise<string[]> => {
    sent.length = 0;
    await changes.look(await readFeedProducts(db.pools.feed), nowMs);
    expect(sent.every(([channel]) => channel === 'product')).toBe(true);
    return sent.flatMap(([, message]) => z.array(z.string()).parse(message));
  };
  expect(await look(FRIDAY_CLOSE - 1000)).toEqual([]);
  expect((await look(FRIDAY_CLOSE)).toSorted()).toEqual([
    'AUDUSD',
    'EURUSD',
    'GBPUSD',
    'NZDUSD',
    'USDJPY',
    'XAGUSD',
    'XAUUSD',
  ]);
  expect(await look(FRIDAY_CLOSE + 1000)).toEqual([]);
  await db.ownerPool.query(`update product set forbidden = true where code = 'BTCUSDT'`);
  expect(await look(FRIDAY_CLOSE + 2000)).toEqual(['BTCUSDT']);
  expect(await look(FRIDAY_CLOSE + 3000)).toEqual([]);
});
