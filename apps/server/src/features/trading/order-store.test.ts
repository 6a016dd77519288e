import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { nothingLeft } from '../../testing/nothing-left.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { selectOrders, selectSummary } from './order-store.ts';
import { placeOrders } from './place-orders.ts';

let test: TestDb;
let memberId: bigint;
let acceptedAt: number;

beforeAll(async () => {
  test = await createTestDb();
  await makeProduct(test.ownerPool);
  await makeTicks(test, 'TESTUSD', [{ at: Math.floor((await databaseNow(test.pool)) / 1000) * 1000, price: 10_000 }]);
  memberId = await makeMember(test.pool);
  const [answer] = await placeOrders(test.pool, 'practice', [makeCommand(memberId)]);
  if (answer?.ok !== true) throw new Error('refused');
  acceptedAt = Date.parse(answer.order.acceptedAt);
});
afterAll(async () => await test.drop());

it.each([
  ['from the exact moment', { from: 0 }, 1],
  ['from a moment later', { from: 1 }, 0],
  ['to the exact moment, which is not included', { to: 0 }, 0],
  ['to a moment later', { to: 1 }, 1],
  ['of all times', { from: -3_000_000_000_000, to: 100_000_000_000_000 }, 1],
  ['before all orders', { from: -3_000_000_000_000, to: -2_500_000_000_000 }, 0],
] as const)('an order at the bound of a range: %s', async (_, bounds: { from?: number; to?: number }, found) => {
  const range = {
    fromMs: bounds.from === undefined ? undefined : acceptedAt + bounds.from,
    toMs: bounds.to === undefined ? undefined : acceptedAt + bounds.to,
  };
  expect(
    await selectOrders(test.pool, nothingLeft, { memberId, wallet: 'practice', limit: 10, ...range }),
  ).toHaveLength(found);
  expect(await selectSummary(test.pool, nothingLeft, { memberId, wallet: 'practice', ...range })).toHaveLength(found);
});
