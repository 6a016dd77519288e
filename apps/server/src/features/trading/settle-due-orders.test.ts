import { minor } from '@candor/domain/testing/test-currency';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConnectionLost } from '../../platform/db/transaction.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import type { MadeTick } from '../../testing/factories.ts';
import { interceptPool } from '../../testing/simulation/intercept-pool.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { placeOrders } from './place-orders.ts';
import { selectOrder } from './order-store.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { clearSettledAlarms, setOrderAside } from './settlement-alarm-store.ts';
import { startSettlementWorker } from './trading.jobs.ts';

let test: TestDb;
let made = 0;

beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

/** Places one 5 s order on its own product, and adds the given ticks to the chain: seconds after entryAt → price. */
async function run(ticks: (MadeTick & { after: number })[], direction: 'up' | 'down' = 'up', feeRate = 0) {
  made += 1;
  const product = await makeProduct(test.ownerPool, `RUN${made}`, { feeRate });
  const member = await makeMember(test.pool);
  await makeTicks(test, product, [{ at: Math.floor((await databaseNow(test.pool)) / 1000) * 1000, price: 10_000 }]);
  const [answer] = await placeOrders(test.pool, 'practice', [
    makeCommand(member, { product, direction, stake: '100' }),
  ]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  const entryAt = Date.parse(answer.order.entryAt);
  await makeTicks(
    test,
    product,
    ticks.map(({ after, ...tick }) => ({ ...tick, at: entryAt + after * 1000 })),
  );
  const settled = await settleDueOrders(test.pools.worker);
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

/** Removes the time from the ticks of an answer, as a renamed column would do. */
function corrupt(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer) || !Array.isArray(answer.rows)) return;
  for (const row of answer.rows as { at?: number }[]) delete row.at;
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
    const holder = await test.ownerPool.connect();
    await holder.query('begin');
    await holder.query('select from member where id = $1 for no key update', [row.memberId]);
    for (const { product, closesAt } of [row, free]) await makeTicks(test, product, [{ at: closesAt, price: 10_100 }]);
    expect(await settleDueOrders(test.pools.worker)).toEqual({ due: 2, settled: 1, setAside: [] });
    expect((await selectOrder(test.pool, row.memberId, row.id))?.outcome).toBeNull();
    await holder.query('rollback');
    holder.release();
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ due: 1, settled: 1 });
  });

  it('writes news of the orders it settled with the settlements, and of nothing else', async () => {
    const news = async (): Promise<string[][]> => {
      const { rows } = await test.ownerPool.query<{ orders: string[] }>(
        'delete from outbox where orders is not null returning orders',
      );
      return rows.map(({ orders }) => orders);
    };
    const waiting = await run([tick(0, 10_000)]);
    await news();
    const settled = await run([tick(0, 10_000), tick(5, 10_001)]);
    // One row for the placement, one for the settlement.
    expect(await news()).toEqual([[settled.row?.id], [settled.row?.id]]);
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ settled: 0 });
    expect(await news()).toEqual([]);
    expect((await selectOrder(test.pool, waiting.row?.memberId ?? 0n, waiting.row?.id ?? ''))?.outcome).toBeNull();
  });

  it('settles the oldest closes first, and no more than asked for', async () => {
    // The order that closes last belongs to the member that came first. All are of one share: every second member.
    const members: bigint[] = [];
    for (let count = 0; count < 5; count += 1) members.push(await makeMember(test.pool));
    const [late = 0n, , early = 0n, , middle = 0n] = members;
    const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
    for (const product of ['LATEUSD', 'EARLYUSD']) {
      await makeProduct(test.ownerPool, product);
      await makeTicks(test, product, [{ at, price: 10_000 }]);
    }
    const answers = await placeOrders(test.pool, 'practice', [
      makeCommand(late, { product: 'LATEUSD', durationSec: 60 }),
      makeCommand(early, { product: 'EARLYUSD' }),
      makeCommand(middle, { product: 'EARLYUSD' }),
    ]);
    const orders = answers.flatMap((answer) => (answer.ok ? [answer.order] : []));
    const closesAt = Math.max(...orders.map((order) => Date.parse(order.closesAt)));
    for (const product of ['LATEUSD', 'EARLYUSD']) await makeTicks(test, product, [{ at: closesAt, price: 10_000 }]);
    const isSettled = async (): Promise<boolean[]> => {
      const { rows } = await test.ownerPool.query<{ id: string }>('select order_id as id from settlement');
      return orders.map((order) => rows.some(({ id }) => id === order.id));
    };
    expect(await settleDueOrders(test.pools.worker, 1)).toMatchObject({ due: 1, settled: 1 });
    expect(await isSettled()).toEqual([false, true, false]);
    expect(await settleDueOrders(test.pools.worker, 1)).toMatchObject({ due: 1, settled: 1 });
    expect(await isSettled()).toEqual([false, true, true]);
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ due: 1, settled: 1 });
  });

  it('settles an order once, even with several runs at the same time', async () => {
    const found = await run([tick(0, 10_000), tick(4, 10_100)]);
    if (found.row === undefined) throw new Error('no order');
    await makeTicks(test, found.row.product, [{ at: found.row.closesAt, price: 10_100 }]);
    const counts = await Promise.all(
      Array.from({ length: 5 }, async () => (await settleDueOrders(test.pools.worker)).settled),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    await expect(
      test.ownerPool.query(
        `insert into settlement select order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited from settlement limit 1`,
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('an order whose settlement throws', () => {
  const THROWS = `
    create function refuse_settlement() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted before insert on settlement for each row when (new.order_id = '%') execute function refuse_settlement()`;

  /** Places an order for each member on each product, and lets all of them reach their close. */
  async function placeDue(members: readonly bigint[], products: readonly string[]): Promise<string[]> {
    const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
    for (const product of products) {
      await makeProduct(test.ownerPool, product);
      await makeTicks(test, product, [{ at, price: 10_000 }]);
    }
    const answers = await placeOrders(
      test.pool,
      'practice',
      members.flatMap((member) => products.map((product) => makeCommand(member, { product, stake: '10' }))),
    );
    const placed = answers.flatMap((answer) => (answer.ok ? [answer.order] : []));
    const closesAt = Math.max(...placed.map((order) => Date.parse(order.closesAt)));
    for (const product of products) await makeTicks(test, product, [{ at: closesAt, price: 10_000 }]);
    return placed.map((order) => order.id);
  }

  async function alarms(): Promise<{ order_id: string; reason: string; tries: number; wait: number }[]> {
    const { rows } = await test.ownerPool.query<{ order_id: string; reason: string; tries: number; wait: number }>(
      'select order_id, reason, tries, extract(epoch from next_at - last_at)::float8 as wait from settlement_alarm',
    );
    return rows;
  }

  async function endWaits(): Promise<void> {
    await test.ownerPool.query('update settlement_alarm set next_at = last_at');
  }

  it('does not stop the 999 others, waits longer each time, and has no alarm once it is settled', async () => {
    const members = await Promise.all(Array.from({ length: 100 }, async () => await makeMember(test.pool)));
    const orders = await placeDue(
      members,
      Array.from({ length: 10 }, (_, index) => `BULK${index}`),
    );
    expect(orders).toHaveLength(1000);
    const culprit = orders[617] ?? '';
    await test.ownerPool.query(THROWS.replace('%', culprit));

    const sweep = await settleDueOrders(test.pools.worker);
    expect(sweep).toMatchObject({ due: 1000, settled: 999, setAside: [{ orderId: culprit }] });
    expect(await alarms()).toEqual([{ order_id: culprit, reason: 'P0001 error: planted', tries: 1, wait: 1 }]);

    // It is not tried again before its wait is over. Then it is tried alone.
    expect(await settleDueOrders(test.pools.worker)).toEqual({ due: 0, settled: 0, setAside: [] });
    for (const wait of [2, 4, 8, 16, 32, 60, 60]) {
      await endWaits();
      expect(await settleDueOrders(test.pools.worker)).toMatchObject({
        due: 1,
        settled: 0,
        setAside: [{ orderId: culprit }],
      });
      expect((await alarms())[0]?.wait).toBeCloseTo(wait, 1);
    }
    expect(await clearSettledAlarms(test.pools.worker)).toBe(1);

    await test.ownerPool.query('drop trigger planted on settlement; drop function refuse_settlement()');
    await endWaits();
    expect(await settleDueOrders(test.pools.worker)).toEqual({ due: 1, settled: 1, setAside: [] });
    expect(await clearSettledAlarms(test.pools.worker)).toBe(0);
    expect(await alarms()).toEqual([]);
  });

  it('is also found when our own code threw, not the database', async () => {
    const member = await makeMember(test.pool);
    const orders = await placeDue([member], ['RULEUSD', 'GOODUSD']);
    const planted = interceptPool(test.pools.worker, async () => async (statement, run) => {
      const answer = await run(statement);
      if (statement.text.includes('from tick_head') && JSON.stringify(statement.values).includes('RULEUSD'))
        corrupt(answer);
      return answer;
    });
    expect(await settleDueOrders(planted)).toMatchObject({ settled: 1, setAside: [{ orderId: orders[0] }] });
    await endWaits();
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ settled: 1, setAside: [] });
    expect(await clearSettledAlarms(test.pools.worker)).toBe(0);
  });

  it('gets no alarm while the database is down', async () => {
    const [order] = await placeDue([await makeMember(test.pool)], ['AWAYUSD']);
    const lost = interceptPool(test.pools.worker, async (connection) => {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      return async (statement, run) => {
        if (statement.name === 'settle-orders')
          await test.ownerPool.query('select pg_terminate_backend($1, 2000)', [rows[0]?.pid]);
        return await run(statement);
      };
    });
    await expect(settleDueOrders(lost)).rejects.toBeInstanceOf(ConnectionLost);
    expect(await alarms()).toEqual([]);
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ settled: 1 });
    expect(order).toBeDefined();
  });

  it('cannot be invented by the application: only due orders get an alarm, and never for long', async () => {
    const found = await run([tick(0, 10_000)]);
    expect(await setOrderAside(test.pools.worker, found.row?.id ?? '', new Error('not due yet'))).toBeUndefined();
    await expect(
      test.pools.worker.query(
        `insert into settlement_alarm (order_id, reason, tries, next_at) select id, 'x', 1, now() from trade_order`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(test.pools.worker.query('update settlement_alarm set tries = 1')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(test.pools.worker.query('delete from settlement_alarm')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the settlement worker', () => {
  it('logs an order that cannot be settled, and counts it until it is settled', async () => {
    const found = await run([tick(0, 10_000), tick(4, 10_100)]);
    const row = found.row;
    if (row === undefined) throw new Error('no order');
    await test.ownerPool.query(
      `create function refuse_settlement() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger planted before insert on settlement for each row execute function refuse_settlement()`,
    );
    await makeTicks(test, row.product, [{ at: row.closesAt, price: 10_100 }]);
    const lines: string[] = [];
    const log = pino({ level: 'fatal' }, { write: (line: string) => void lines.push(line) });
    const stuck: number[] = [];
    const worker = startSettlementWorker({
      pool: test.pools.worker,
      bus: { subscribe: () => () => undefined },
      log,
      onSettled: () => undefined,
      onStuck: (count) => stuck.push(count),
    });
    await vi.waitFor(() => expect(stuck.at(-1)).toBe(1), { timeout: 10_000 });
    expect(lines.join('')).toContain('AN ORDER CANNOT BE SETTLED');
    expect(lines.join('')).toContain(row.id);
    await worker.stop();
    await test.ownerPool.query('drop trigger planted on settlement; drop function refuse_settlement()');
    await test.ownerPool.query('update settlement_alarm set next_at = last_at');
    const again = startSettlementWorker({
      pool: test.pools.worker,
      bus: { subscribe: () => () => undefined },
      log,
      onSettled: () => undefined,
      onStuck: (count) => stuck.push(count),
    });
    await vi.waitFor(() => expect(stuck.at(-1)).toBe(0), { timeout: 10_000 });
    await again.stop();
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
    await expect(test.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
