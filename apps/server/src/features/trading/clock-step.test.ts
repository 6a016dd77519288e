import { entryAtOf, latestEntryAt, TICK_AHEAD_MS_MAX } from '@candor/domain/trading/order-times';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderSql, refusalOf } from '../../testing/attacks.ts';
import { databaseNow, makeCommand, makeFresh, makeMember, makeProduct } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { placeOrders } from './place-orders.ts';

/** The clock of the database steps back: its prices are then of seconds that are still to come. */
const STEP_MS = 3000;

let test: TestDb;
let clock: MovableClock;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  clock = await makeClockMovable(test.ownerUrl);
  await makeProduct(test.ownerPool, 'TESTUSD', { feeRate: 100 });
  member = await makeMember(test.pool);
});
afterAll(async () => {
  await clock.close();
  await test.drop();
});

async function place() {
  const now = await databaseNow(test.pool);
  const command = makeCommand(await makeMember(test.pool));
  const request = { ...command.request, signedAt: now, acceptBy: now + 3000 };
  const [answer] = await placeOrders(test.pool, 'practice', [{ ...command, submittedAt: now, request }]);
  return answer;
}

it('no order enters later than its acceptance and a tick of a site give it', async () => {
  // Early in a second, so that the rest of the test is in the same one.
  await clock.nextSecond();
  const newest = await makeFresh(test);
  expect(await place()).toMatchObject({ ok: true });

  await clock.stepBack(STEP_MS);
  expect(newest - (await databaseNow(test.pool))).toBeGreaterThan(TICK_AHEAD_MS_MAX);
  expect(await place()).toEqual({ ok: false, error: 'PRICE_UNAVAILABLE', params: { reason: 'AHEAD' } });
  expect(await refusalOf(test.pools.http, orderSql(member, 'TESTUSD'))).toBe('ENTRY_AT');

  await clock.moveBy(STEP_MS);
  await clock.nextSecond();
  await makeFresh(test);
  expect(await place()).toMatchObject({ ok: true });

  const { rows } = await test.ownerPool.query<{ accepted: number; entry: number }>(
    'select accepted_at as accepted, entry_at as entry from trade_order',
  );
  expect(rows).toHaveLength(2);
  for (const { accepted, entry } of rows) {
    // As candor-audit compares them (ENTRY_MISTIMED), and as whoever checks a receipt does.
    expect(entry - entryAtOf(accepted, accepted)).toBeLessThanOrEqual(TICK_AHEAD_MS_MAX);
    expect(entry).toBeLessThanOrEqual(latestEntryAt(accepted));
  }
});
