import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { createPool } from './pool.ts';
import type { Connection, Pool } from './pool.ts';
import { CommitUnknown, ConnectionLost, inOneFlight, withTransaction } from './transaction.ts';

let test: TestDb;
let pool: Pool;
beforeAll(async () => {
  test = await createTestDb();
  await test.ownerPool.query(`create table note (text text);
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create constraint trigger refuse after insert on note deferrable initially deferred
      for each row when (new.text = 'bad') execute function refuse()`);
});
beforeEach(() => {
  pool = createPool({ url: test.ownerUrl, max: 1, name: 'test' });
});
afterEach(async () => await pool.end());
afterAll(async () => await test.drop());

async function pidOf(db: Pick<Connection, 'query'>): Promise<number | undefined> {
  return (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
}

async function terminate(pid: number | undefined): Promise<void> {
  await test.ownerPool.query('select pg_terminate_backend($1, 2000)', [pid]);
}

it('a connection that is lost between two statements ends the transaction, and not the process', async () => {
  const done = withTransaction(pool, async (connection) => {
    const lost = new Promise((resolve) => connection.once('end', resolve));
    await terminate(await pidOf(connection));
    await lost;
    await connection.query('select');
  });
  await expect(done).rejects.toBeInstanceOf(ConnectionLost);
  expect(await withTransaction(pool, async (connection) => typeof (await pidOf(connection)))).toBe('number');
});

it('an idle connection that the database ends is replaced, and does not end the process', async () => {
  await terminate(await pidOf(pool));
  await vi.waitFor(() => expect(pool.totalCount).toBe(0));
  expect(typeof (await pidOf(pool))).toBe('number');
});

it('a COMMIT that a deferred rule refuses is a refusal, and its outcome is known', async () => {
  const done = withTransaction(pool, async (connection) => {
    await connection.query(`insert into note values ('bad')`);
  });
  const error: unknown = await done.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'P0001' });
  expect(error).not.toBeInstanceOf(CommitUnknown);
});

it('a COMMIT without an answer leaves the outcome unknown, and its connection is not used again', async () => {
  let first: number | undefined;
  const done = withTransaction(pool, async (connection) => {
    first = await pidOf(connection);
    vi.spyOn(connection, 'query').mockImplementationOnce(() => {
      throw new Error('no answer');
    });
  });
  await expect(done).rejects.toBeInstanceOf(CommitUnknown);
  expect(await pidOf(pool)).not.toBe(first);
});

it('work that throws is rolled back, and its connection is used again without what it left', async () => {
  let first: number | undefined;
  const listeners: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const done = withTransaction(pool, async (connection) => {
      first ??= await pidOf(connection);
      listeners.push(connection.listenerCount('error'));
      await connection.query(`insert into note values ('kept?')`);
      throw new Error('own');
    });
    await expect(done).rejects.toThrow('own');
  }
  expect(await pidOf(pool)).toBe(first);
  expect(new Set(listeners).size).toBe(1);
  expect((await pool.query('select from note')).rowCount).toBe(0);
});

it('a flight ends when all of its answers are there, also after the first failed', async () => {
  const late = Promise.withResolvers<number>();
  const ended = { isTrue: false };
  const flight = inOneFlight([Promise.reject(new Error('first')), late.promise]).finally(() => (ended.isTrue = true));
  flight.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended.isTrue).toBe(false);
  late.resolve(2);
  await expect(flight).rejects.toThrow('first');
  expect(await inOneFlight([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});

it('every session confirms a commit on disk, and has a limit for each way to hang', async () => {
  const limits = { transactionMsMax: 7_000, statementMsMax: 3_000, lockMsMax: 2_000 };
  const settings = async (of: Pool): Promise<unknown> => {
    const names = ['TimeZone', 'synchronous_commit', 'statement_timeout', 'lock_timeout', 'transaction_timeout'];
    const { rows } = await of.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name = any($1) or name = 'idle_in_transaction_session_timeout'`,
      [names],
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  const common = { TimeZone: 'UTC', synchronous_commit: 'on', idle_in_transaction_session_timeout: '5000' };
  expect(await settings(pool)).toEqual({
    ...common,
    statement_timeout: '15000',
    lock_timeout: '5000',
    transaction_timeout: '20000',
  });
  const own = createPool({ url: test.ownerUrl, max: 1, name: 'own', role: 'candor_http', ...limits });
  expect(await settings(own)).toEqual({
    ...common,
    statement_timeout: '3000',
    lock_timeout: '2000',
    transaction_timeout: '7000',
  });
  const { rows } = await own.query(
    `select current_user::text as role, current_setting('application_name') as name, 1::bigint as big,
       timestamptz '2026-11-21 09:41:35.123+00' as at, date '2026-11-21' as day`,
  );
  expect(rows).toEqual([
    { role: 'candor_http', name: 'own', big: 1n, at: Date.UTC(2026, 10, 21, 9, 41, 35, 123), day: '2026-11-21' },
  ]);
  await own.end();
});
