import { afterAll, beforeAll } from 'vitest';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from './factories.ts';
import type { MadeTick } from './factories.ts';
import { createTestDb } from './test-db.ts';
import type { TestDb } from './test-db.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { selectOrder } from '../features/trading/order-store.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';

export function tick(after: number, price: number, status: MadeTick['status'] = 'OK') {
  return {
    after,
    at: 0,
    price,
    status: status ?? 'OK',
  };
}

/** A database for orders that come to their close. */
export interface DueOrders {
  test: TestDb;
}

/** The database for the tests of this file, and how an order runs in it. */
export function startDueOrders() {
  const site = {} as DueOrders;
  let made = 0;
  beforeAll(async () => {
    site.test = await createTestDb();
  });
  afterAll(async () => await site.test.drop());

  /** Places one 5 s order on its own product, and adds the given ticks to the chain: seconds after entryAt → price. */
  async function run(ticks: (MadeTick & { after: number })[], direction: 'up' | 'down' = 'up', feeRate = 0) {
    made += 1;
    const product = await makeProduct(site.test.ownerPool, `RUN${made}`, { feeRate });
    const member = await makeMember(site.test.pool);
    await makeTicks(site.test, product, [
      { at: Math.floor((await databaseNow(site.test.pool)) / 1000) * 1000, price: 10_000 },
    ]);
    const [answer] = await placeOrders(site.test.pool, 'practice', [
      makeCommand(member, { product, direction, stake: '100' }),
    ]);
    if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
    const entryAt = Date.parse(answer.order.entryAt);
    await makeTicks(
      site.test,
      product,
      ticks.map(({ after, ...tick }) => ({ ...tick, at: entryAt + after * 1000 })),
    );
    const settled = await settleDueOrders(site.test.pools.worker);
    const row = await selectOrder(site.test.pool, member, answer.order.id);
    const { rows } = await site.test.pool.query<{ posted: bigint }>(
      `select posted from account where member_id = $1 and kind = 'funds'`,
      [member],
    );
    return {
      settled: settled.settled,
      outcome: row?.outcome,
      reason: row?.reason,
      profit: row?.profit,
      funds: rows[0]?.posted,
      row,
    };
  }

  return { site, run };
}
