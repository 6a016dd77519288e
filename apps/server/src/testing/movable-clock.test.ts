import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabaseClock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import { seedProducts } from '../features/market/seed-products.ts';
import { makeMember, makeSession } from './factories.ts';
import { type MovableClock, makeClockMovable } from './movable-clock.ts';
import { type TestDb, createTestDb } from './test-db.ts';

const DAY_MS = 86_400_000;

let db: TestDb;
let clock: MovableClock;

beforeAll(async () => {
  db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
});

afterAll(async () => {
  await clock.close();
  await db.drop();
});

async function ageMs(of: Db, text: string): Promise<number> {
  const { rows } = await of.query<{ at: number }>(`select ${text} as at`);
  return (rows[0]?.at ?? 0) - Date.now();
}

it('moves every time that the database reads or writes, and nothing else', async () => {
  await seedProducts(db.ownerPool, TEST_CURRENCY);
  const memberId = await makeMember(db.pool);
  await clock.moveBy(DAY_MS);
  await clock.moveBy(DAY_MS);
  for (const text of ['clock_timestamp()', 'now()']) {
    for (const pool of [db.pools.http, db.pools.feed, db.pools.worker, db.ownerPool]) {
      expect(Math.abs((await ageMs(pool, text)) - 2 * DAY_MS)).toBeLessThan(60_000);
    }
  }
  // A column's default.
  await makeSession(db.pool, memberId);
  const created = await ageMs(db.ownerPool, '(select max(created_at) from session)');
  expect(Math.abs(created - 2 * DAY_MS)).toBeLessThan(60_000);
  // A function with its own search path: it makes the partition of the day that the moved clock shows.
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  await db.pools.feed.query(`select publish_ticks((select epoch from feed_leader), '[]', 0)`);
  const { rows } = await db.ownerPool.query<{ made: boolean }>(`select to_regclass($1) is not null as made`, [
    `tick_${day}`,
  ]);
  expect(rows).toEqual([{ made: true }]);
  const measured = await createDatabaseClock(db.pool);
  expect(Math.abs(measured.now() - Date.now() - 2 * DAY_MS)).toBeLessThan(60_000);
  measured.stop();
});

it('stands still where a test says so', async () => {
  const moment = Date.UTC(2031, 4, 6, 7, 8, 9);
  await clock.standAt(moment);
  for (const text of ['clock_timestamp()', 'now()']) {
    const { rows } = await db.pools.http.query<{ at: number }>(`select ${text} as at from pg_sleep(0.01)`);
    expect(rows).toEqual([{ at: moment }]);
  }
});

it('moves only forward', async () => {
  await expect(clock.moveBy(-1)).rejects.toThrow('only goes forward');
});
