import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseNow, makeCommand, makeMember, makeProduct, makeSite, makeTicks } from '../../testing/factories.ts';
import type { MadeTick } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { placeOrders } from './place-orders.ts';
import { selectOrder } from './order-store.ts';
import { settleDueOrders } from './settle-due-orders.ts';

let test: TestDb;
let made = 0;

beforeAll(async () => {
  test = await createTestDb();
  await makeSite(test.ownerPool);
});
afterAll(async () => await test.drop());

/** Places one 5 s order on a product of its own and lets the chain run as given: seconds after entryAt → price. */
async function run(ticks: (MadeTick & { after: number })[], direction: 'up' | 'down' = 'up', feeRate = 0) {
  made += 1;
  const product = await makeProduct(test.ownerPool, `RUN${made}`, { feeRate });
  const member = await makeMember(test.pool);
  await makeTicks(test, product, [{ at: Math.floor((await databaseNow(test.pool)) / 1000) * 1000, price: 10_000 }]);
  const [answer] = await placeOrders(test.pool, 'practice', [
    makeCommand(member, { product, direction, stake: '100.00' }),
  ]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  const entryAt = Date.parse(answer.order.entryAt);
  await makeTicks(
    test,
    product,
    ticks.map(({ after, ...tick }) => ({ ...tick, at: entryAt + after * 1000 })),
  );
  const settled = await settleDueOrders(test.pool);
  const row = await selectOrder(test.pool, member, answer.order.id);
  const { rows } = await test.pool.query<{ posted: bigint }>(
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

function tick(after: number, price: number, status: MadeTick['status'] = 'OK') {
  return {
    after,
    at: 0,
    price,
    status: status ?? 'OK',
  };
}

describe('settleDueOrders', () => {
  it('waits for a tick at or after the close', async () => {
    expect(await run([tick(0, 10_000), tick(4, 10_100)])).toMatchObject({
      settled: 0,
      outcome: null,
      funds: 9_990_000n,
    });
  });

  it.each([
    {
      name: 'up wins on a higher exit',
      direction: 'up',
      exit: 10_001,
      outcome: 'won',
      profit: 8_500n,
      funds: 10_008_500n,
    },
    {
      name: 'up loses on a lower exit',
      direction: 'up',
      exit: 9_999,
      outcome: 'lost',
      profit: -10_000n,
      funds: 9_990_000n,
    },
    {
      name: 'down wins on a lower exit',
      direction: 'down',
      exit: 9_999,
      outcome: 'won',
      profit: 8_500n,
      funds: 10_008_500n,
    },
    {
      name: 'down loses on a higher exit',
      direction: 'down',
      exit: 10_001,
      outcome: 'lost',
      profit: -10_000n,
      funds: 9_990_000n,
    },
    {
      name: 'equal is a tie, refunded',
      direction: 'up',
      exit: 10_000,
      outcome: 'tied',
      profit: 0n,
      funds: 10_000_000n,
    },
  ] as const)('$name', async ({ direction, exit, outcome, profit, funds }) => {
    expect(await run([tick(0, 10_000), tick(3, 55_555), tick(5, exit)], direction)).toMatchObject({
      settled: 1,
      outcome,
      profit,
      funds,
    });
  });

  it('keeps the fee on won and lost, and returns it otherwise', async () => {
    expect(await run([tick(0, 10_000), tick(5, 10_001)], 'up', 100)).toMatchObject({
      outcome: 'won',
      profit: 8_400n,
      funds: 10_008_400n,
    });
    expect(await run([tick(0, 10_000), tick(5, 9_999)], 'up', 100)).toMatchObject({
      outcome: 'lost',
      profit: -10_100n,
      funds: 9_989_900n,
    });
    expect(await run([tick(0, 10_000), tick(5, 10_000)], 'up', 100)).toMatchObject({
      outcome: 'tied',
      profit: 0n,
      funds: 10_000_000n,
    });
  });

  it.each([
    { name: 'no entry in three seconds', ticks: [tick(4, 10_000), tick(5, 10_001)], reason: 'NO_ENTRY_TICK' },
    { name: 'no exit in two seconds', ticks: [tick(0, 10_000), tick(6, 10_001)], reason: 'NO_EXIT_TICK' },
    {
      name: 'the exit is not OK',
      ticks: [tick(0, 10_000), tick(4, 10_001), tick(5, 10_001, 'STALE')],
      reason: 'EXIT_NOT_OK',
    },
  ])('voids and refunds when $name', async ({ ticks, reason }) => {
    expect(await run(ticks)).toMatchObject({ settled: 1, outcome: 'voided', reason, profit: 0n, funds: 10_000_000n });
  });

  it('settles an order once, whoever runs at the same time', async () => {
    const found = await run([tick(0, 10_000), tick(4, 10_100)]);
    if (found.row === undefined) throw new Error('no order');
    await makeTicks(test, found.row.product, [{ at: found.row.closesAt, price: 10_100 }]);
    const counts = await Promise.all(Array.from({ length: 5 }, async () => (await settleDueOrders(test.pool)).settled));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    await expect(
      test.ownerPool.query(
        `insert into settlement select order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited from settlement limit 1`,
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('what the application may not do', () => {
  it.each([
    'update trade_order set stake = 1',
    `update settlement set outcome = 'won'`,
    'update transfer set amount = 1',
    'delete from transfer',
    'delete from settlement',
    'delete from trade_order',
    'update tick set price = 1',
    'delete from tick',
    'update tick_head set price = 1',
    'update terms set fee_rate = 0',
    'update position set closes_at = now()',
    'truncate transfer',
    'alter table transfer disable trigger all',
    'insert into tick select * from tick',
    'select ensure_tick_partition(current_date)',
    'update account set member_id = 1',
    'drop table tick',
  ])('%s', async (sql) => {
    await expect(test.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
