import { minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { makeCommand, makeMember, makePriced, makeTicks } from '../../testing/factories.ts';
import { interceptPool } from '../../testing/simulation/intercept-pool.ts';
import { placeOrders } from './place-orders.ts';
import { selectOrder } from './order-store.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { tick, startDueOrders } from '../../testing/due-orders.ts';

const { site, run } = startDueOrders();

describe('settleDueOrders', () => {
  it('waits for a tick at or after the close', async () => {
    expect(await run([tick(0, 10_000), tick(4, 10_100)])).toMatchObject({
      settled: 0,
      outcome: null,
      funds: minor('99900'),
    });
  });

  it.each([
    {
      name: 'up wins on a higher exit',
      direction: 'up',
      exit: 10_001,
      outcome: 'won',
      profit: minor('85'),
      funds: minor('100085'),
    },
    {
      name: 'up loses on a lower exit',
      direction: 'up',
      exit: 9_999,
      outcome: 'lost',
      profit: minor('-100'),
      funds: minor('99900'),
    },
    {
      name: 'down wins on a lower exit',
      direction: 'down',
      exit: 9_999,
      outcome: 'won',
      profit: minor('85'),
      funds: minor('100085'),
    },
    {
      name: 'down loses on a higher exit',
      direction: 'down',
      exit: 10_001,
      outcome: 'lost',
      profit: minor('-100'),
      funds: minor('99900'),
    },
    {
      name: 'equal is a tie, refunded',
      direction: 'up',
      exit: 10_000,
      outcome: 'tied',
      profit: 0n,
      funds: minor('100000'),
    },
  ] as const)('$name', async ({ direction, exit, outcome, profit, funds }) => {
    expect(await run([tick(0, 10_000), tick(3, 55_555), tick(5, exit)], direction)).toMatchObject({
      settled: 1,
      outcome,
      profit,
      funds,
    });
  });

  it('keeps the fee on won and lost orders, and returns it otherwise', async () => {
    expect(await run([tick(0, 10_000), tick(5, 10_001)], 'up', 100)).toMatchObject({
      outcome: 'won',
      profit: minor('84'),
      funds: minor('100084'),
    });
    expect(await run([tick(0, 10_000), tick(5, 9_999)], 'up', 100)).toMatchObject({
      outcome: 'lost',
      profit: minor('-101'),
      funds: minor('99899'),
    });
    expect(await run([tick(0, 10_000), tick(5, 10_000)], 'up', 100)).toMatchObject({
      outcome: 'tied',
      profit: 0n,
      funds: minor('100000'),
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
    expect(await run(ticks)).toMatchObject({
      settled: 1,
      outcome: 'voided',
      reason,
      profit: 0n,
      funds: minor('100000'),
    });
  });

  it('leaves a member that another transaction holds for the next run, and waits for no lock', async () => {
    const found = await run([tick(0, 10_000), tick(4, 10_100)]);
    const other = await run([tick(0, 10_000), tick(4, 10_100)]);
    const [row, free] = [found.row, other.row];
    if (row === undefined || free === undefined) throw new Error('no order');
    const holder = await site.test.ownerPool.connect();
    await holder.query('begin');
    await holder.query('select from member where id = $1 for no key update', [row.memberId]);
    for (const { product, closesAt } of [row, free])
      await makeTicks(site.test, product, [{ at: closesAt, price: 10_100 }]);
    expect(await settleDueOrders(site.test.pools.worker)).toEqual({ due: 2, settled: 1, quarantined: [] });
    expect((await selectOrder(site.test.pool, row.memberId, row.id))?.outcome).toBeNull();
    await holder.query('rollback');
    holder.release();
    expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({ due: 1, settled: 1 });
  });

  it('writes news of the orders it settled with the settlements, and of nothing else', async () => {
    const news = async (): Promise<string[][]> => {
      const { rows } = await site.test.ownerPool.query<{ orders: string[] }>(
        'delete from outbox where orders is not null returning orders',
      );
      return rows.map(({ orders }) => orders);
    };
    const waiting = await run([tick(0, 10_000)]);
    await news();
    const settled = await run([tick(0, 10_000), tick(5, 10_001)]);
    // One row for the placement, one for the settlement.
    expect(await news()).toEqual([[settled.row?.id], [settled.row?.id]]);
    expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({ settled: 0 });
    expect(await news()).toEqual([]);
    expect((await selectOrder(site.test.pool, waiting.row?.memberId ?? 0n, waiting.row?.id ?? ''))?.outcome).toBeNull();
  });

  it('settles orders of several products by one statement', async () => {
    const member = await makeMember(site.test.pool);
    const products = ['MANYA', 'MANYB', 'MANYC'];
    await makePriced(site.test, products);
    const answers = await placeOrders(
      site.test.pool,
      'practice',
      products.map((product) => makeCommand(member, { product })),
    );
    for (const answer of answers) {
      if (!answer.ok) throw new Error('refused');
      const { product, entryAt, closesAt } = answer.order;
      await makeTicks(site.test, product, [
        { at: Date.parse(entryAt), price: 10_000 },
        { at: Date.parse(closesAt), price: 10_100 },
      ]);
    }
    let statements = 0;
    const counting = interceptPool(site.test.pools.worker, async () => async (statement, run) => {
      if (statement.name === 'settle-orders') statements += 1;
      return await run(statement);
    });
    expect(await settleDueOrders(counting)).toEqual({ due: 3, settled: 3, quarantined: [] });
    expect(statements).toBe(1);
  });

  it('settles the oldest closes first, and no more than asked for', async () => {
    // The order that closes last belongs to the member that came first. All are of one share: every second member.
    const members: bigint[] = [];
    for (let count = 0; count < 5; count += 1) members.push(await makeMember(site.test.pool));
    const [late = 0n, , early = 0n, , middle = 0n] = members;
    await makePriced(site.test, ['LATEUSD', 'EARLYUSD']);
    const answers = await placeOrders(site.test.pool, 'practice', [
      makeCommand(late, { product: 'LATEUSD', durationSec: 60 }),
      makeCommand(early, { product: 'EARLYUSD' }),
      makeCommand(middle, { product: 'EARLYUSD' }),
    ]);
    const orders = answers.flatMap((answer) => (answer.ok ? [answer.order] : []));
    const closesAt = Math.max(...orders.map((order) => Date.parse(order.closesAt)));
    for (const product of ['LATEUSD', 'EARLYUSD'])
      await makeTicks(site.test, product, [{ at: closesAt, price: 10_000 }]);
    const isSettled = async (): Promise<boolean[]> => {
      const { rows } = await site.test.ownerPool.query<{ id: string }>('select order_id as id from settlement');
      return orders.map((order) => rows.some(({ id }) => id === order.id));
    };
    expect(await settleDueOrders(site.test.pools.worker, 1)).toMatchObject({ due: 1, settled: 1 });
    expect(await isSettled()).toEqual([false, true, false]);
    expect(await settleDueOrders(site.test.pools.worker, 1)).toMatchObject({ due: 1, settled: 1 });
    expect(await isSettled()).toEqual([false, true, true]);
    expect(await settleDueOrders(site.test.pools.worker)).toMatchObject({ due: 1, settled: 1 });
  });

  it('settles an order once, even with several runs at the same time', async () => {
    const found = await run([tick(0, 10_000), tick(4, 10_100)]);
    if (found.row === undefined) throw new Error('no order');
    await makeTicks(site.test, found.row.product, [{ at: found.row.closesAt, price: 10_100 }]);
    const counts = await Promise.all(
      Array.from({ length: 5 }, async () => (await settleDueOrders(site.test.pools.worker)).settled),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    await expect(
      site.test.ownerPool.query(
        `insert into settlement select order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited from settlement limit 1`,
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the application', () => {
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
  ])('cannot %s', async (sql) => {
    await expect(site.test.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
