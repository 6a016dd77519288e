import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../platform/db/pool.ts';
import { databaseNow, makeProduct, makeTicks } from '../../../testing/factories.ts';
import { makeClockMovable } from '../../../testing/movable-clock.ts';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';
import { prepareTickDays } from './tick-day-store.ts';

let db: TestDb;
let holders: Connection[];

beforeEach(async () => {
  db = await createTestDb();
  holders = [];
  await makeProduct(db.ownerPool);
});
afterEach(async () => {
  for (const holder of holders) await end(holder);
  await db.drop();
});

async function end(holder: Connection): Promise<void> {
  holders = holders.filter((other) => other !== holder);
  await holder.query('rollback');
  holder.release();
}

async function begin(...statements: string[]): Promise<Connection> {
  const connection = await db.ownerPool.connect();
  holders.push(connection);
  for (const statement of ['begin isolation level repeatable read', ...statements]) await connection.query(statement);
  return connection;
}

/** What pg_dump holds while it runs: one snapshot, and a lock on every table, so that none of them changes. */
async function startBackup(): Promise<Connection> {
  return await begin(
    `do $$ declare name regclass; begin
       for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
         execute format('lock table %s in access share mode', name);
       end loop;
     end $$`,
    'select count(*) from tick',
  );
}

async function days(): Promise<string[]> {
  const { rows } = await db.ownerPool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'tick'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The name of the table for the day `day` days after today, by the database's clock. */
async function nameOf(day: number): Promise<string> {
  const date = new Date((await databaseNow(db.pool)) + day * 86_400_000);
  return `tick_${date.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Calls publish_ticks with no ticks; it looks for today's table first. */
async function publish(): Promise<void> {
  const { rows } = await db.pools.feed.query<{ epoch: bigint }>('select take_feed_lead() as epoch');
  await db.pools.feed.query(`select * from publish_ticks($1, '[]', 0)`, [rows[0]?.epoch]);
}

describe('days of ticks', () => {
  it('are made for a week ahead while a backup runs, and accept ticks as usual', async () => {
    await db.ownerPool.query(`select ensure_tick_partition('2020-01-01')`);
    await startBackup();
    expect(await prepareTickDays(db.pools.worker)).toBe(7);
    expect((await days()).slice(1)).toEqual(await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(nameOf)));
    const midnight = Math.floor((await databaseNow(db.pool)) / 86_400_000) * 86_400_000;
    await makeTicks(db, 'TESTUSD', [{ at: midnight, price: 1 }]);
    await makeTicks(db, 'TESTUSD', [{ at: midnight + 86_400_000, price: 2 }]);
    const { rows } = await db.ownerPool.query(`select tableoid::regclass::text as name from tick order by at`);
    expect(rows).toEqual([{ name: await nameOf(0) }, { name: await nameOf(1) }]);
  });

  it('can be made while a backup runs, and the feed keeps publishing', async () => {
    const clock = await makeClockMovable(db.ownerUrl);
    await prepareTickDays(db.pools.worker);
    await publish();
    const backup = await startBackup();
    await clock.moveBy(86_400_000);
    await publish();
    expect((await days())[1]).toBe(await nameOf(0));
    // The job continues one day further, and like the feed it does not wait for the backup.
    expect(await prepareTickDays(db.pools.worker)).toBe(7);
    await end(backup);
    await clock.close();
  });

  it('are made once, even by several processes at the same time', async () => {
    const made = await Promise.all([1, 2, 3].map(async () => await prepareTickDays(db.pools.worker)));
    expect(made).toEqual([7, 7, 7]);
    expect(await days()).toHaveLength(8);
  });

  it('have the same keys and checks as all others', async () => {
    await prepareTickDays(db.pools.worker);
    const { rows } = await db.ownerPool.query(
      `select contype::text as type, count(*)::int as n from pg_constraint where conrelid = $1::regclass group by 1 order by 1`,
      [await nameOf(1)],
    );
    const parent = await db.ownerPool.query(
      `select contype::text as type, count(*)::int as n from pg_constraint where conrelid = 'tick'::regclass group by 1 order by 1`,
    );
    expect(rows).toEqual(parent.rows);
    const invalid = await db.ownerPool.query(`select from pg_index where not indisvalid`);
    expect(invalid.rows).toEqual([]);
  });

  it('need no lock from the feed once they exist: it publishes even while the table is locked against changes', async () => {
    await prepareTickDays(db.pools.worker);
    // Nothing can be attached while this is held.
    await begin('lock table tick in share update exclusive mode');
    await expect(publish()).resolves.toBeUndefined();
  });

  it('are made by the feed itself when missing, even while a backup runs', async () => {
    await startBackup();
    await publish();
    expect(await days()).toEqual([await nameOf(0)]);
  });

  it('cost the feed only that second when they cannot be made', async () => {
    const holder = await begin('lock table tick in share update exclusive mode');
    await expect(publish()).rejects.toMatchObject({ code: '55P03' });
    await end(holder);
    await publish();
  });
});

describe('removing an old day', () => {
  it('waits for a long reader, and the feed keeps publishing meanwhile', async () => {
    await prepareTickDays(db.pools.worker);
    await db.ownerPool.query(`select ensure_tick_partition('2020-01-01')`);
    const reader = await startBackup();
    const dropping = db.pools.worker.query(`select drop_archived_ticks('2020-01-01')`);
    await vi.waitFor(
      async () => {
        const { rows } = await db.ownerPool.query(
          `select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'tick'::regclass
             and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(rows).toHaveLength(1);
      },
      { interval: 10 },
    );
    const startedAt = await databaseNow(db.pool);
    await publish();
    // It waits for nobody: a statement gives up its wait for a lock after five seconds, and the reader goes on.
    expect((await databaseNow(db.pool)) - startedAt).toBeLessThan(4_500);
    expect(await days()).toContain('tick_20200101');
    await end(reader);
    await dropping;
    expect(await days()).not.toContain('tick_20200101');
  });
});
