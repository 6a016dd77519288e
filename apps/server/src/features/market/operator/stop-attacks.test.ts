import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderSql, refusalOf, tried, valueAfter } from '../../../testing/attacks.ts';
import { makeFresh, makeMember, makeProduct } from '../../../testing/factories.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { acting, inName, makeOperator } from '../../../testing/test-operator.ts';
import { selectStopsOf } from '../market-store.ts';

/** Stops and resumptions, as an operator's login, a member's or the owner would write them past the rules. */
let test: TestDb;
let maker: bigint;
let checker: bigint;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  [maker, checker, member] = [
    await makeOperator(test.ownerPool, 'owner'),
    await makeOperator(test.ownerPool, 'cashier'),
    await makeMember(test.ownerPool),
  ];
  for (const product of ['AAUSD', 'BBUSD']) {
    await makeProduct(test.ownerPool, product, { feeRate: 100 });
  }
}, 180_000);
beforeEach(async () => {
  for (const product of ['AAUSD', 'BBUSD']) await makeFresh(test, product);
});
afterAll(async () => await test.drop());

const STOP = '00000000-0000-4000-8000-000000000001';
const RESUMPTION = '00000000-0000-4000-8000-000000000002';

function inserted(table: string, columns: Record<string, string>): string {
  return `insert into ${table} (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

function stopped(scope = 'product/AAUSD', changes: Record<string, string> = {}): string {
  const all = { id: `'${STOP}'`, scope: `'${scope}'`, code: `'MAINTENANCE'`, operator_id: String(maker), ...changes };
  return `${acting(maker)}; ${inserted('product_stop', all)}`;
}

function proposed(changes: Record<string, string> = {}): string {
  const all = { id: `'${RESUMPTION}'`, stop_id: `'${STOP}'`, reason: `'x'`, maker: String(maker), ...changes };
  return inserted('product_resumption', all);
}

function decided(status: string, more = '', by = checker): string {
  return `update product_resumption set status = '${status}', checker = ${by}${more} where id = '${RESUMPTION}'`;
}

const FORBIDDEN = `select string_agg(code, ' ' order by code) from product where forbidden`;

async function after(...statements: string[]): Promise<unknown> {
  return await valueAfter(test.ownerPool, ...statements);
}

describe('a stop', () => {
  it.each([
    ['of a product', 'product/AAUSD', {}, 'done'],
    ['of a category', 'category/crypto', {}, 'done'],
    ['of everything', 'all', {}, 'done'],
    ['of a product that there is not', 'product/NOSUCH', {}, 'PRODUCT'],
    ['of a member', 'member/1', {}, '23514'],
    ['of a category that there is not', 'category/bonds', {}, '23514'],
    ['for no reason of the list', 'all', { code: `'why not'` }, '23514'],
    ['by a member', 'all', { operator_id: 'member' }, 'NOT_AN_OPERATOR'],
  ])('%s: %s', async (_, scope, changes, answer) => {
    const named: Record<string, bigint> = { member };
    const columns = Object.fromEntries(
      Object.entries(changes).map(([column, value]) => [column, String(named[value] ?? value)]),
    );
    expect(await refusalOf(test.ownerPool, stopped(scope, columns))).toBe(answer);
  });

  it('is of the operator who acts, and has an entry of the audit', async () => {
    const { console } = test.pools;
    expect(await tried(console, stopped('all', { operator_id: String(checker) }))).toBe('CD302');
    expect(
      await tried(console, inserted('product_stop', { scope: `'all'`, code: `'PRODUCT_RISK'`, operator_id: '1' })),
    ).toBe('CD302');
    const now = 'set constraints all immediate';
    expect(await tried(console, stopped(), now)).toBe('CD303');
    const entry = `select record_act('console/stops/stop', 'stop', '${STOP}', '{}')`;
    expect(await tried(console, stopped(), entry, now)).toBe('done');
  });

  it('stops exactly its products, once, and a product that comes later', async () => {
    expect(await after(stopped(), FORBIDDEN)).toBe('AAUSD');
    expect(await after(stopped('category/forex'), FORBIDDEN)).toBe(null);
    expect(await after(stopped('all'), FORBIDDEN)).toContain('AAUSD BBUSD');
    expect(await refusalOf(test.ownerPool, stopped(), stopped('product/AAUSD', { id: 'uuidv7()' }))).toBe('23505');
    const newcomer = `insert into product (code, names, category, decimals, position) values ('NEWUSD', '{}', 'metal', 2, 9)`;
    expect(await after(stopped('category/metal'), newcomer, FORBIDDEN)).toBe('NEWUSD');
    expect(await after(stopped('category/forex'), newcomer, FORBIDDEN)).toBe(null);
  });

  it('has the moments of the database, and nothing of it changes or goes', async () => {
    const old = stopped('all', { stopped_at: `'2020-01-01'`, ended_at: `'2020-01-02'` });
    const isNow = `select stopped_at > clock_timestamp() - interval '1 minute' and ended_at is null from product_stop`;
    expect(await after(old, isNow)).toBe(true);
    for (const sql of [
      `update product_stop set code = 'OTHER'`,
      `update product_stop set note = 'x'`,
      `update product_stop set stopped_at = stopped_at - interval '1 hour'`,
      `update product_stop set ended_at = clock_timestamp()`,
      `update product_stop set ended_at = clock_timestamp(), resumption = '${RESUMPTION}'`,
      'delete from product_stop',
    ])
      expect(await refusalOf(test.ownerPool, stopped(), sql), sql).toBe('KEPT');
  });

  it('cannot be hidden behind older ones by its id', async () => {
    const connection = await test.ownerPool.connect();
    try {
      await connection.query('begin');
      await connection.query(stopped('product/AAUSD', { id: `'ffffffff-0000-4000-8000-000000000001'` }));
      await connection.query(stopped('category/crypto'));
      const shown = await selectStopsOf(connection, 'AAUSD', 1);
      expect(shown.map(({ scope }) => scope)).toEqual(['category/crypto']);
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  });

  it('is no right of the members’ side, and ending it or a product is no right of anybody', async () => {
    const { http, worker, feed, console } = test.pools;
    for (const pool of [http, worker, feed])
      expect(await tried(pool, inserted('product_stop', { scope: `'all'`, code: `'OTHER'`, operator_id: '1' }))).toBe(
        '42501',
      );
    for (const sql of [
      `update product_stop set ended_at = clock_timestamp()`,
      'delete from product_stop',
      'update product set forbidden = false',
      `update product_resumption set stop_id = '${STOP}'`,
      'delete from product_resumption',
      'select pg_advisory_xact_lock(727005)',
    ])
      expect(await tried(console, acting(maker), sql), sql).toBe('42501');
    expect(await tried(http, 'select note from product_stop')).toBe('42501');
    expect(await tried(http, 'select operator_id from product_stop')).toBe('42501');
    expect(await tried(http, 'select id, scope, code, stopped_at, ended_at from product_stop')).toBe('done');
  });
});

describe('an order of what is stopped', () => {
  it('is refused by the database, of another product accepted', async () => {
    expect(await refusalOf(test.ownerPool, stopped(), orderSql(member, 'AAUSD'))).toBe('PRODUCT');
    expect(await refusalOf(test.ownerPool, stopped(), orderSql(member, 'BBUSD'))).toBe('done');
    expect(await refusalOf(test.ownerPool, stopped('all'), orderSql(member, 'BBUSD'))).toBe('PRODUCT');
  });

  it('is accepted again when its stop has ended, and no other holds', async () => {
    const resumed = [stopped(), proposed(), decided('approved')];
    expect(await refusalOf(test.ownerPool, ...resumed, orderSql(member, 'AAUSD'))).toBe('done');
    const another = stopped('all', { id: 'uuidv7()' });
    expect(await refusalOf(test.ownerPool, another, ...resumed, orderSql(member, 'AAUSD'))).toBe('PRODUCT');
    expect(await refusalOf(test.ownerPool, stopped(), proposed(), decided('rejected'), orderSql(member, 'AAUSD'))).toBe(
      'PRODUCT',
    );
  });

  it.each(['repeatable read', 'serializable'])(
    'is not decided on an older state of the tables: %s',
    async (isolation) => {
      const begun = `set transaction isolation level ${isolation}`;
      expect(await refusalOf(test.pools.http, begun, orderSql(member, 'AAUSD'))).toBe('SNAPSHOT');
    },
  );
});

describe('moments and states that are not the newest', () => {
  it.each(['repeatable read', 'serializable'])('open nothing that another stop holds: %s', async (isolation) => {
    const older = `set transaction isolation level ${isolation}`;
    expect(await refusalOf(test.ownerPool, older, stopped())).toBe('SNAPSHOT');
    expect(await refusalOf(test.ownerPool, stopped(), proposed(), decided('approved'))).toBe('done');
  });

  it('give no order an acceptance from within a stop that ended', async () => {
    const back = (ms: number) => {
      const at = `now - interval '${ms} ms'`;
      // Of the moment it claims: that may lie in another second than now.
      const head = `(select at from tick_head where product = 'AAUSD')`;
      const entry = `date_trunc('second', greatest(${at}, ${head})) + interval '1 second'`;
      return orderSql(member, 'AAUSD', {
        submitted_at: at,
        accepted_at: at,
        entry_at: entry,
        closes_at: `${entry} + interval '5 seconds'`,
      });
    };
    const ended = [stopped(), 'select pg_sleep(0.3)', proposed(), decided('approved'), 'select pg_sleep(0.1)'];
    expect(await refusalOf(test.ownerPool, ...ended, back(200))).toBe('PRODUCT');
    expect(await refusalOf(test.ownerPool, ...ended, back(50))).toBe('done');
    const ofAnother = ended.map((sql) => sql.replaceAll('product/AAUSD', 'product/BBUSD'));
    expect(await refusalOf(test.ownerPool, ...ofAnother, back(200))).toBe('done');
  });
});

describe('a resumption', () => {
  it('is proposed by an operator, of a stop that holds, once', async () => {
    const { ownerPool } = test;
    expect(await refusalOf(ownerPool, stopped(), proposed())).toBe('done');
    expect(await refusalOf(ownerPool, stopped(), proposed({ maker: String(member) }))).toBe('NOT_AN_OPERATOR');
    expect(await refusalOf(ownerPool, stopped(), proposed({ stop_id: 'uuidv7()' }))).toBe('ENDED');
    expect(await refusalOf(ownerPool, stopped(), proposed(), proposed({ id: 'uuidv7()' }))).toBe('23505');
    const approvedAtOnce = proposed({
      status: `'approved'`,
      checker: String(checker),
      decided_at: 'clock_timestamp()',
    });
    expect(await refusalOf(ownerPool, stopped(), approvedAtOnce)).toBe('STATE');
    expect(await refusalOf(ownerPool, stopped(), proposed(), decided('approved'), proposed({ id: 'uuidv7()' }))).toBe(
      'ENDED',
    );
  });

  it('is decided by another operator, once, as it was proposed', async () => {
    const { ownerPool } = test;
    const begun = [stopped(), proposed()];
    expect(await refusalOf(ownerPool, ...begun, decided('approved', '', maker))).toBe('23514');
    expect(await refusalOf(ownerPool, ...begun, decided('approved', '', member))).toBe('NOT_AN_OPERATOR');
    expect(await refusalOf(ownerPool, ...begun, decided('rejected'), decided('approved'))).toBe('STATE');
    expect(await refusalOf(ownerPool, ...begun, decided('approved'), decided('rejected'))).toBe('STATE');
    expect(await refusalOf(ownerPool, ...begun, decided('approved', `, reason = 'y'`))).toBe('FIXED');
  });

  it('at the console is in the name of who acts, with an entry that has the state it came to', async () => {
    const { console } = test.pools;
    const entered = `select record_act('console/stops/stop', 'stop', '${STOP}', '{}')`;
    const asked = `select record_act('console/resumptions/propose', 'resumption', '${RESUMPTION}', '{}')`;
    const now = 'set constraints all immediate; set constraints all deferred';
    const begun = [stopped(), entered, proposed(), asked, now];
    expect(await tried(console, ...begun)).toBe('done');
    expect(await tried(console, ...begun, decided('approved'))).toBe('CD302');
    expect(await tried(console, ...begun, inName(decided('withdrawn', '', maker)), now)).toBe('CD303');
  });

  it('ends its stop with the approval alone, and says by which', async () => {
    const end = `select resumption = '${RESUMPTION}' and ended_at > stopped_at from product_stop where id = '${STOP}'`;
    expect(await after(stopped(), proposed(), decided('approved'), end)).toBe(true);
    expect(await after(stopped(), proposed(), decided('rejected'), end)).toBe(null);
    expect(await after(stopped(), proposed(), decided('approved'), FORBIDDEN)).toBe(null);
  });
});
