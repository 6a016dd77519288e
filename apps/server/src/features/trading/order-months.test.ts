import { createHash } from 'node:crypto';
import { minor } from '@candor/domain/testing/test-currency';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roleName } from '../../platform/db/roles.ts';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { refusalOf, orderSql, tried } from '../../testing/attacks.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { prepareOrderMonths } from './order-month-store.ts';
import { placeOrders } from './place-orders.ts';
import type { PlaceCommand } from './place-orders.ts';
import { settleDueOrders } from './settle-due-orders.ts';

/** Orders around the end of a month: every promise holds across it, whatever table a row is in. */
const DAY_MS = 86_400_000;
const PRODUCTS = ['TESTUSD', 'OTHERUSD'];
const KEY = '01900000-0000-7000-8000-0000000000aa';

let test: TestDb;
let clock: MovableClock;
let member: bigint;
let held: Connection[];
beforeEach(async () => {
  test = await createTestDb();
  clock = await makeClockMovable(test.ownerUrl);
  held = [];
  for (const product of PRODUCTS) await makeProduct(test.ownerPool, product, { feeRate: 100 });
  member = await makeMember(test.pool);
});
afterEach(async () => {
  for (const connection of held) {
    await connection.query('rollback');
    connection.release();
  }
  await clock.close();
  await test.drop();
});

/** The first moment of the month that comes. */
async function nextMonth(): Promise<number> {
  const now = new Date(await databaseNow(test.pool));
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
}

/** Sets the clock to so long before (or after) a moment, with a price of that second. */
async function standAt(moment: number): Promise<void> {
  await clock.moveBy(moment - (await databaseNow(test.pool)));
  await price();
}

async function price(at?: number): Promise<void> {
  // As far ahead as a price may be: a busy machine takes its time until the order.
  const second = at ?? Math.floor((await databaseNow(test.pool)) / 1000) * 1000 + 2000;
  for (const product of PRODUCTS) await makeTicks(test, product, [{ at: second, price: 10_000 }]);
}

async function place(more: Partial<PlaceCommand> = {}) {
  const [answer] = await placeOrders(test.pool, 'practice', [
    {
      ...makeCommand(member, { key: KEY }),
      submittedAt: await databaseNow(test.pool),
      request: await signed(),
      ...more,
    },
  ]);
  return answer;
}

async function signed() {
  const now = await databaseNow(test.pool);
  const { request } = makeCommand(member);
  return { ...request, signedAt: now, acceptBy: now + 3000 };
}

async function begun(pool: Pool): Promise<Connection> {
  const connection = await pool.connect();
  held.push(connection);
  await connection.query('begin');
  return connection;
}

async function end(connection: Connection): Promise<void> {
  await connection.query('commit');
  held = held.filter((other) => other !== connection);
  connection.release();
}

async function tablesOf(table: string): Promise<string[]> {
  const { rows } = await test.ownerPool.query<{ name: string }>(
    `select tableoid::regclass::text as name from ${table} order by 1`,
  );
  return rows.map(({ name }) => name);
}

function named(moment: number): string {
  return new Date(moment).toISOString().slice(0, 7).replace('-', '');
}

/** Under the same key, of the product that has no open order. */
function other(changes: Record<string, string> = {}): string {
  return orderSql(member, 'OTHERUSD', { key: `'${KEY}'::uuid`, ...changes });
}

function keyedOrder(): string {
  return orderSql(member, 'TESTUSD', { key: `'${KEY}'::uuid` });
}

describe('around the end of a month', () => {
  it('an order stands in the month of its acceptance, and its settlement beside it, whenever that comes', async () => {
    const end = await nextMonth();
    await standAt(end - 2500);
    const answer = await place();
    if (answer?.ok !== true) throw new Error(JSON.stringify(answer));
    for (const at of [answer.order.entryAt, answer.order.closesAt]) await price(Date.parse(at));
    await clock.moveBy(12_000);
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ settled: 1 });
    expect(Date.parse(answer.order.closesAt)).toBeGreaterThan(end);
    const { rows } = await test.ownerPool.query<{ at: number }>('select settled_at as at from settlement');
    expect(rows[0]?.at).toBeGreaterThan(end);
    const month = named(end - 1);
    expect(await tablesOf('trade_order')).toEqual([`trade_order_${month}`]);
    expect(await tablesOf('settlement')).toEqual([`settlement_${month}`]);
    // The next one is in the next month.
    await price();
    const later = await place({ key: '01900000-0000-7000-8000-0000000000bb' });
    expect(later?.ok).toBe(true);
    expect(await tablesOf('trade_order')).toEqual([`trade_order_${month}`, `trade_order_${named(end)}`]);
  });

  it('a repetition after the end of the month is answered with the order of before', async () => {
    await standAt((await nextMonth()) - 1000);
    const first = await place();
    await clock.moveBy(2000);
    await price();
    expect(await place()).toEqual(first);
    expect(await place({ fingerprint: createHash('sha256').update('other').digest() })).toMatchObject({ ok: false });
    expect(await tablesOf('trade_order')).toHaveLength(1);
  });

  it('a key is used once, also by a login of the database', async () => {
    await standAt((await nextMonth()) - 1000);
    await test.pool.query(keyedOrder());
    await clock.moveBy(2000);
    await price();
    expect(await refusalOf(test.pool, other())).toBe('KEY');
    expect(await tried(test.pool, orderSql(member, 'OTHERUSD'))).toBe('done');
    // Of another member it is another key.
    const stranger = await makeMember(test.pool);
    expect(await tried(test.pool, orderSql(stranger, 'OTHERUSD', { key: `'${KEY}'::uuid` }))).toBe('done');
  });

  it('and where the clock is set back over it', async () => {
    const end = await nextMonth();
    await standAt(end + 500);
    await test.pool.query(keyedOrder());
    await test.ownerPool.query(`update test_clock.shift set by = by - interval '3 seconds'`);
    await test.ownerPool.query('delete from tick_head');
    await test.ownerPool.query('delete from tick');
    await price();
    expect(await refusalOf(test.pool, other())).toBe('KEY');
    expect(await tried(test.pool, orderSql(member, 'OTHERUSD'))).toBe('done');
  });

  it('and where both are written at the same time: the second waits for the first, and sees it', async () => {
    await standAt((await nextMonth()) - 1000);
    const first = await begun(test.pool);
    await first.query(keyedOrder());
    await clock.moveBy(2000);
    await price();
    const second = await begun(test.pool);
    const writing = second.query(other()).then(
      () => 'done',
      (error: Error) => error.message,
    );
    // It has come as far as it can without the first.
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await test.ownerPool.query(waiting)).rowCount).toBe(1);
    });
    await end(first);
    expect(await writing).toBe('ORDER_REFUSED: KEY');
    expect(await tablesOf('trade_order')).toHaveLength(1);
  });

  it('and in one statement', async () => {
    const end = await nextMonth();
    await standAt(end + 500);
    const values = (order: string) => /select ([\s\S]*)$/.exec(order)?.[0] ?? '';
    const before = other({ id: `uuidv7(now - pg_catalog.clock_timestamp() - interval '2 seconds')` });
    expect(await refusalOf(test.pool, `${keyedOrder()} union all ${values(before)}`)).toBe('KEY');
    const free = other({ key: 'gen_random_uuid()' });
    expect(await tried(test.pool, `${keyedOrder()} union all ${values(free)}`)).toBe('done');
  });

  it('an order has the id of its moment, and no other', async () => {
    await price();
    for (const id of [
      'gen_random_uuid()',
      // One that names no moment, and lies in this month.
      `overlay(uuidv7(now - pg_catalog.clock_timestamp())::text placing '4' from 15 for 1)::uuid`,
      `uuidv7(now - pg_catalog.clock_timestamp() - interval '6 seconds')`,
      `uuidv7(now - pg_catalog.clock_timestamp() + interval '6 seconds')`,
      `uuidv7(now - pg_catalog.clock_timestamp() - interval '40 days')`,
    ])
      expect([id, await tried(test.pool, orderSql(member, 'TESTUSD', { id }))]).not.toEqual([id, 'done']);
    expect(await tried(test.pool, orderSql(member, 'TESTUSD'))).toBe('done');
  });

  it('a key is looked for in the newest state: a transaction with an older one writes no order', async () => {
    await standAt((await nextMonth()) - 1000);
    const connection = await begun(test.pool);
    await connection.query('set transaction isolation level repeatable read');
    await expect(connection.query(orderSql(member, 'TESTUSD'))).rejects.toThrow('ORDER_REFUSED: SNAPSHOT');
  });

  it('no number is given twice, not even by the owner', async () => {
    await standAt((await nextMonth()) - 1000);
    await test.pool.query(keyedOrder());
    await clock.moveBy(2000);
    await price();
    const second = orderSql(member, 'OTHERUSD', { no: '(select max(no) from trade_order)' });
    const forced = second.replace(') select ', ') overriding system value select ');
    expect(await refusalOf(test.ownerPool, forced)).toBe('NO');
  });

  it('no order is settled twice', async () => {
    await standAt((await nextMonth()) - 2500);
    const answer = await place();
    if (answer?.ok !== true) throw new Error(JSON.stringify(answer));
    for (const at of [answer.order.entryAt, answer.order.closesAt]) await price(Date.parse(at));
    await clock.moveBy(12_000);
    await settleDueOrders(test.pools.worker);
    const again = `insert into settlement (order_id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price,
        profit, credited) select order_id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit,
        credited from settlement`;
    expect(await tried(test.pools.worker, again)).toBe('23505');
  });
});

describe('a month that has no table', () => {
  it('takes no order, and no money', async () => {
    await standAt((await databaseNow(test.pool)) + 150 * DAY_MS);
    expect(await tried(test.pool, orderSql(member, 'TESTUSD'))).toBe('23514');
    const { rows } = await test.ownerPool.query<{ posted: bigint }>(
      `select posted from account where member_id = $1 and kind = 'funds'`,
      [member],
    );
    expect(rows[0]?.posted).toBe(minor('100000'));
    const ahead = await test.ownerPool.query<{ n: number }>('select order_months_ahead() as n');
    expect(ahead.rows[0]?.n).toBe(-1);
    expect(await prepareOrderMonths(test.pools.worker)).toBe(3);
    await clock.moveBy(2000);
    await price();
    await test.pool.query(orderSql(member, 'TESTUSD'));
  });

  it('or half of one: what is missing is made, and what is there stays', async () => {
    await price();
    const answer = await place();
    expect(answer?.ok).toBe(true);
    const settlements = `settlement_${named(await databaseNow(test.pool))}`;
    await test.ownerPool.query(`drop table ${settlements}`);
    const ahead = await test.ownerPool.query<{ n: number }>('select order_months_ahead() as n');
    expect(ahead.rows[0]?.n).toBe(-1);
    expect(await prepareOrderMonths(test.pools.worker)).toBe(3);
    if (answer?.ok !== true) throw new Error('refused');
    for (const at of [answer.order.entryAt, answer.order.closesAt]) await price(Date.parse(at));
    await clock.moveBy(12_000);
    expect(await settleDueOrders(test.pools.worker)).toMatchObject({ settled: 1 });
    expect(await tablesOf('settlement')).toEqual([settlements]);
  });

  it('is made by the worker alone, once, while a backup runs', async () => {
    await clock.moveBy(40 * DAY_MS);
    const backup = await begun(test.ownerPool);
    await backup.query(`do $$ declare name regclass; begin
      for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
        execute format('lock table %s in access share mode', name);
      end loop;
    end $$`);
    const made = await Promise.all([1, 2, 3].map(async () => await prepareOrderMonths(test.pools.worker)));
    expect(made).toEqual([3, 3, 3]);
    for (const pool of [test.pools.http, test.pools.feed, test.pools.console])
      expect(await tried(pool, 'select prepare_order_months()')).toBe('42501');
    for (const pool of Object.values(test.pools))
      expect(await tried(pool, 'select ensure_order_month(current_date)')).toBe('42501');
  });
});

describe('every month', () => {
  it('has the rules of the whole, a key of its own for keys and numbers, and no rights for any login', async () => {
    await clock.moveBy(40 * DAY_MS);
    await prepareOrderMonths(test.pools.worker);
    for (const whole of ['trade_order', 'settlement']) {
      const rules = async (table: string) => {
        const { rows } = await test.ownerPool.query<{ rule: string }>(
          `select replace(pg_get_triggerdef(oid), 'public.' || $1::text || ' ', 'TABLE ') as rule from pg_trigger
           where tgrelid = $1::regclass and not tgisinternal
           union all select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass and contype = 'c' order by 1`,
          [table],
        );
        return rows.map(({ rule }) => rule);
      };
      const { rows: months } = await test.ownerPool.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
        [whole],
      );
      expect(months.length).toBeGreaterThanOrEqual(5);
      const expected = await rules(whole);
      expect(expected.length).toBeGreaterThan(8);
      for (const { name } of months) {
        expect(await rules(name)).toEqual(expected);
        const { rows: unique } = await test.ownerPool.query<{ key: string }>(
          `select pg_get_indexdef(indexrelid) as key from pg_index where indrelid = $1::regclass and indisunique order by 1`,
          [name],
        );
        expect(unique.map(({ key }) => key.slice(key.indexOf(' ('))).toSorted()).toEqual(
          whole === 'trade_order' ? [' (id)', ' (member_id, key) WHERE (key IS NOT NULL)', ' (no)'] : [' (order_id)'],
        );
        for (const role of ['http', 'feed', 'worker', 'console'] as const) {
          const { rows: may } = await test.ownerPool.query<{ any: boolean }>(
            `select has_any_column_privilege($1, $2, 'select, insert, update, references')
               or has_table_privilege($1, $2, 'delete, truncate, trigger') as any`,
            [roleName(role), name],
          );
          expect([name, role, may[0]?.any]).toEqual([name, role, false]);
        }
      }
    }
  });

  it('refuses by its own name what the whole refuses', async () => {
    const month = named(await databaseNow(test.pool));
    await price();
    const wrong = orderSql(member, 'TESTUSD', { payout: '1' });
    expect(await refusalOf(test.ownerPool, wrong)).toBe('TERMS');
    expect(await refusalOf(test.ownerPool, wrong.replace('trade_order', `trade_order_${month}`))).toBe('TERMS');
  });
});
