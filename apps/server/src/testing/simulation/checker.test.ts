import { uuidBytes } from '../../platform/db/binary-array.ts';
import { randomUUID } from 'node:crypto';
import { amountOf } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { checkConservation } from '../conservation.ts';
import { createTestDb } from '../test-db.ts';
import type { TestDb } from '../test-db.ts';
import { checkEvidence } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { interceptPool } from './intercept-pool.ts';
import type { Statement } from './intercept-pool.ts';
import { makePlan } from './plan.ts';
import { runSimulation } from './run-simulation.ts';

/** A checker that never fails proves nothing: here each checker must find the bug it is made for. */
const SEED = 20_261;
const ROUNDS = 25;

describe('damage to a correct database', () => {
  let test: TestDb;
  let evidence: Evidence;

  beforeAll(async () => {
    test = await createTestDb();
    ({ evidence } = await runSimulation(test, makePlan(SEED, ROUNDS)));
    await checkEvidence(test.ownerPool, evidence);
    await checkConservation(test.ownerPool);
  });
  afterAll(async () => await test.drop());

  /** Runs `check` while the damage is there; no other connection sees it. */
  const withDamage = async (sql: string, check: (db: Db) => Promise<void>): Promise<void> => {
    const connection = await test.ownerPool.connect();
    try {
      await connection.query('begin');
      await connection.query('set local session_replication_role = replica');
      await connection.query(sql);
      await check(connection);
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  };

  const ONE = `(select order_id from settlement where outcome = 'lost' order by order_id limit 1)`;

  it.each([
    {
      damage: 'an acknowledged order and all its traces are lost',
      sql: `delete from trade_order where id = ${ONE}`,
      seen: 'an acknowledged order is missing',
    },
    {
      damage: 'a term of an accepted order is changed',
      sql: `update trade_order set payout = payout + 1 where id = ${ONE}`,
      seen: 'an order is not as it was acknowledged',
    },
    {
      damage: 'an order nobody placed',
      sql: `insert into trade_order overriding system value select uuidv7(), no + 1000000, member_id, wallet, product, direction,
        stake, fee, payout_rate, payout, duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at, null, null, null, 2
        from trade_order where id = ${ONE}`,
      seen: 'an order that no answer reported',
    },
    {
      damage: 'a stored answer is lost',
      sql: 'update trade_order set key = gen_random_uuid()',
      seen: 'an answer is not kept under its key',
    },
    {
      damage: 'a settlement is flipped',
      sql: `update settlement set outcome = 'won' where order_id = ${ONE}`,
      seen: 'was settled won',
    },
    {
      damage: 'a settlement took the tick before',
      sql: `update settlement set exit_seq = exit_seq - 1 where order_id in (select order_id from settlement where exit_seq > entry_seq + 1 limit 1)`,
      seen: 'its ticks say',
    },
    {
      damage: 'an order is settled twice',
      sql: `alter table settlement drop constraint settlement_pkey cascade; insert into settlement select * from settlement where order_id = ${ONE}`,
      seen: 'settled more than once',
    },
    {
      damage: 'a settlement is lost',
      sql: `delete from settlement where order_id = ${ONE}`,
      seen: 'never settled',
    },
    {
      damage: 'a published tick is changed',
      sql: `update tick set price = price + 1 where seq = 3`,
      seen: 'the ticks are not those that were published',
    },
    {
      damage: 'money appears in a balance',
      sql: `update account set posted = posted + 1 where kind = 'funds'`,
      seen: 'and should have',
    },
  ])('is found in the evidence: $damage', async ({ sql, seen }) => {
    await withDamage(sql, async (db) => await expect(checkEvidence(db, evidence)).rejects.toThrow(seen));
  });

  it.each([
    {
      damage: 'a transfer is deleted',
      sql: `delete from transfer where type = 'orderStake' and ref_id = ${ONE}::text`,
      seen: 'a balance is not the fold of its transfers',
    },
    {
      damage: 'a payout is written twice',
      sql: `drop index transfer_of_order;
        insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id)
        select debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id from transfer where type = 'orderPayout' limit 1`,
      seen: 'an order took or returned a wrong amount',
    },
    {
      damage: 'an outcome is flipped',
      sql: `update settlement set outcome = 'won' where order_id = ${ONE}`,
      seen: 'an outcome does not follow from its ticks',
    },
    {
      damage: 'a settled order keeps its position',
      sql: `insert into position select member_id, wallet, product, id, closes_at from trade_order where id = ${ONE}`,
      seen: 'an order is neither open nor settled, or both',
    },
    {
      damage: 'a tick in the middle is deleted',
      sql: 'delete from tick where seq = 3',
      seen: 'a chain of ticks is broken',
    },
  ])('is found by conservation: $damage', async ({ sql, seen }) => {
    await withDamage(sql, async (db) => await expect(checkConservation(db)).rejects.toThrow(seen));
  });

  it('is found when the client noted another answer', async () => {
    const altered = evidence.answers.map((entry) => ({ ...entry }));
    const first = altered.find((entry) => entry.answer.ok);
    if (first?.answer.ok !== true) throw new Error('nothing was accepted');
    first.answer = { ok: true, order: { ...first.answer.order, stake: amountOf(1n) } };
    await expect(checkEvidence(test.ownerPool, { ...evidence, answers: altered })).rejects.toThrow(
      'is not as it was acknowledged',
    );
  });
});

describe('bugs in the code under test', () => {
  type Bug = (statement: Statement, run: (statement: Statement) => Promise<unknown>) => Promise<unknown>;

  const nothing = { rows: [], rowCount: 0 };
  const named =
    (name: string, bug: Bug): Bug =>
    async (statement, run) => {
      return statement.name === name ? await bug(statement, run) : await run(statement);
    };
  /** An array in the driver's form, as Postgres' own text of whole numbers, or in its binary form of int8. */
  const changed = (list: unknown, change: (value: unknown) => unknown): unknown => {
    if (Array.isArray(list)) return list.map(change);
    if (Buffer.isBuffer(list)) {
      const copy = Buffer.from(list);
      for (let at = 24; at < copy.length; at += 12)
        copy.writeBigInt64BE(BigInt(String(change(copy.readBigInt64BE(at)))), at);
      return copy;
    }
    if (typeof list !== 'string') return list;
    return `{${list.slice(1, -1).split(',').map(change).join(',')}}`;
  };
  /** Applies `change` to one of the arrays that a set-based statement sends. */
  const withColumn =
    (column: number, change: (value: unknown) => unknown): Bug =>
    async (statement, run) =>
      await run({
        ...statement,
        values: statement.values?.map((list, index) => (index === column ? changed(list, change) : list)),
      });
  /** Writes orders under keys that nobody sent. */
  const withOtherKeys: Bug = async (statement, run) => {
    const KEYS = 15;
    const count = statement.values?.[KEYS];
    if (!Buffer.isBuffer(count)) throw new Error('the keys are not where they were');
    const keys = uuidBytes(Array.from({ length: count.readInt32BE(12) }, () => randomUUID()));
    return await run({ ...statement, values: statement.values?.map((list, at) => (at === KEYS ? keys : list)) });
  };
  /** Rolls back every transaction that placed an order, but reports it as committed. */
  const lostCommits = (): Bug => {
    let hasPlaced = false;
    return async (statement, run) => {
      if (statement.name === 'insert-orders') hasPlaced = true;
      if (statement.text !== 'commit' || !hasPlaced) return await run(statement);
      await run({ ...statement, text: 'rollback' });
      return { ...nothing, command: 'COMMIT' };
    };
  };

  /** `makeBug` is called for each transaction. */
  it.each<{ name: string; makeBug: () => Bug; seen: RegExp }>([
    {
      name: 'answers are not kept under their key',
      makeBug: () => named('insert-orders', withOtherKeys),
      seen: /possible|explains/,
    },
    { name: 'an acknowledged commit never happened', makeBug: lostCommits, seen: /possible|explains/ },
    {
      name: 'an order is written with another payout than acknowledged',
      makeBug: () =>
        named(
          'insert-orders',
          withColumn(8, (payout) => `${BigInt(String(payout)) + 1n}`),
        ),
      // The database refuses it, so no other check has to find it.
      seen: /ORDER_REFUSED/,
    },
    {
      name: 'windows that end below their entry are recorded as ties',
      makeBug: () =>
        named(
          'settle-orders',
          withColumn(4, (winner) => (winner === 'down' ? null : winner)),
        ),
      // The database refuses them, so their orders stay open.
      seen: /possible/,
    },
    {
      name: 'settlement does not read the tick exactly at the close',
      makeBug: () => async (statement, run) =>
        await run({
          ...statement,
          text: statement.text.replace('t.at <= to_timestamp(span', 't.at < to_timestamp(span'),
        }),
      seen: /possible|its ticks say/,
    },
  ])('are found by the simulation: $name', async ({ makeBug, seen }) => {
    const test = await createTestDb();
    try {
      const plant = (pool: Pool) => interceptPool(pool, async () => makeBug());
      const run = async (): Promise<void> => {
        const { evidence } = await runSimulation(test, makePlan(SEED, ROUNDS), plant);
        await checkEvidence(test.ownerPool, evidence);
      };
      await expect(run()).rejects.toThrow(seen);
    } finally {
      // Conservation may fail after the bug; the database is dropped anyway.
      await test.drop().catch(() => undefined);
    }
  });
});
