import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startHangingProxy } from '../../../testing/hanging-proxy.ts';
import { type Connection, type Pool, createPool } from '../../../platform/db/pool.ts';
import { type TestDb, createTestDb } from '../../../testing/test-db.ts';
import { type Leadership, tryLead } from './leader.ts';

let db: TestDb;
/** The feed of another machine. */
let elsewhere: Pool;
let leaders: (Leadership | null)[] = [];

beforeAll(async () => {
  db = await createTestDb();
  elsewhere = createPool({ url: db.roleUrls.feed, max: 10, name: 'elsewhere' });
});
afterEach(() => {
  for (const leader of leaders) leader?.release();
  leaders = [];
});
afterAll(async () => {
  await elsewhere.end();
  await db.drop();
});

async function lead(pool = db.pools.feed): Promise<Leadership | null> {
  const leader = await tryLead(pool, 20);
  leaders.push(leader);
  return leader;
}

/** The lock of a leader that went goes with its connection, a moment later. */
async function isLedBy(pool: Pool): Promise<void> {
  await vi.waitFor(async () => expect(await lead(pool)).not.toBeNull(), { interval: 20 });
}

async function someoneElseLeads(): Promise<void> {
  await isLedBy(elsewhere);
}

describe('the feed lead', () => {
  it('has one holder, and is free again when given up', async () => {
    const first = await lead();
    expect(first?.lost()).toBe(false);
    expect(await lead(elsewhere)).toBeNull();
    first?.release();
    expect(first?.lost()).toBe(true);
    await someoneElseLeads();
  });

  it('has one holder among all versions of the program: the number of its lock stays', async () => {
    const other = await db.ownerPool.connect();
    await other.query('select pg_advisory_lock(727002)');
    const second = await lead();
    // The lock goes with its connection.
    other.release(true);
    expect(second).toBeNull();
    await someoneElseLeads();
  });

  it('is kept by a connection that the database ends after six seconds without a heartbeat', async () => {
    const taken: Connection[] = [];
    const take = (connection: Connection) => void taken.push(connection);
    db.pools.feed.on('acquire', take);
    await isLedBy(db.pools.feed);
    db.pools.feed.off('acquire', take);
    const connection = taken.at(-1);
    if (connection === undefined) throw new Error('the leader has a connection');
    const { rows } = await connection.query<{ pid: number; idle: string }>(
      `select pg_backend_pid() as pid, current_setting('idle_session_timeout') as idle`,
    );
    expect(rows[0]?.idle).toBe('6s');
    const lastAsked = async (): Promise<number> => {
      const sql = 'select query_start as at from pg_stat_activity where pid = $1';
      return (await db.ownerPool.query<{ at: number }>(sql, [rows[0]?.pid])).rows[0]?.at ?? 0;
    };
    const before = await lastAsked();
    await vi.waitFor(async () => expect(await lastAsked()).toBeGreaterThan(before), { interval: 20 });
  });

  it('leaves nothing on the connection of someone who did not get it', async () => {
    await lead();
    const listeners = async () => {
      const connection = await elsewhere.connect();
      const count = ['error', 'end'].map((event) => connection.listenerCount(event));
      connection.release();
      return count;
    };
    const before = await listeners();
    expect(await lead(elsewhere)).toBeNull();
    expect(await listeners()).toEqual(before);
  });

  it('stays with a leader that makes progress, and leaves a connected leader that makes none', async () => {
    const first = await lead();
    first?.progress(100_000);
    expect(await lead(elsewhere)).toBeNull();
    expect(first?.lost()).toBe(false);
    const gone = new Promise((resolve) => first?.signal.addEventListener('abort', resolve));
    first?.progress(50);
    await gone;
    expect(first?.signal.reason).toMatchObject({ message: 'the leader made no progress' });
    await someoneElseLeads();
  });

  it('is lost with its connection', async () => {
    const first = await lead();
    const gone = new Promise((resolve) => first?.signal.addEventListener('abort', resolve));
    // Other test files share this Postgres: only locks of this database count.
    await db.ownerPool.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
    );
    await gone;
    expect(first?.lost()).toBe(true);
    await someoneElseLeads();
  });

  it('is lost when the network goes dead, and the leader learns it too', async () => {
    const network = await startHangingProxy(db.roleUrls.feed);
    const pool = createPool({ url: network.url, max: 2, name: 'behind-the-network' });
    const first = await lead(pool);
    expect(first).not.toBeNull();
    network.hang();
    const gone = new Promise((resolve) => first?.signal.addEventListener('abort', resolve));
    first?.progress(50);
    await gone;
    await network.stop();
    await someoneElseLeads();
    await pool.end();
  });
});
