import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import pg from 'pg';
import { startPostgresPair } from '../../testing/postgres-pair.ts';
import type { PostgresPair } from '../../testing/postgres-pair.ts';
import { Client } from './client.ts';
import { isPassing } from './passing-error.ts';
import { createPool } from './pool.ts';
import { TakesNoWrites } from './takes-no-writes.ts';
import { createPostgresBus } from '../bus/postgres-bus.ts';
import { createLog } from '../log/log.ts';
import { untilDatabaseAnswers } from './until-database-answers.ts';
import { CommitUnknown, ConnectionLost, withTransaction } from './transaction.ts';

const WAIT = { timeout: 20_000, interval: 100 };

/** A real primary and a real standby that confirms each commit. */
let pair: PostgresPair;

beforeAll(async () => {
  pair = await startPostgresPair();
}, 120_000);
afterAll(async () => await pair.stop());

it('refuses a standby, at once where it is the only host', async () => {
  const pool = createPool({ url: pair.urlOf(pair.standby), max: 1, name: 'standby' });
  const refused = await pool.query('select 1').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TakesNoWrites);
  expect(isPassing(refused)).toBe(false);
  await pool.end();
});

it('speaks TLS with the host that takes writes, and knows it by its own name', async (context) => {
  if (pair.certificate === undefined) return context.skip('openssl is not installed');
  const tls = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(pair.certificate)}`;
  const hosts = pair.urlOf(pair.standby, pair.primary);
  const pool = createPool({ url: hosts.replaceAll('127.0.0.1', 'localhost') + tls, max: 1, name: 'tls' });
  const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
  expect(rows).toEqual([{ ssl: true }]);
  await pool.end();
  const other = createPool({ url: hosts + tls, max: 1, name: 'tls' });
  await expect(other.query('select 1')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  await other.end();
});

it('finds the host that takes writes, and after it is lost the one that became it, with all that was confirmed', async () => {
  const url = `${pair.urlOf(pair.standby, pair.primary)}?target_session_attrs=read-write`;
  const pool = createPool({ url, max: 4, name: 'pair' });
  const settings = await pool.query<{ zone: string; commit: string; limit: string }>(
    `select current_setting('timezone') as zone, current_setting('synchronous_commit') as commit,
       current_setting('statement_timeout') as limit`,
  );
  expect(settings.rows).toEqual([{ zone: 'UTC', commit: 'on', limit: '15s' }]);
  await pool.query('create table kept (n int primary key)');

  const confirmed: number[] = [];
  const write = async (n: number): Promise<void> => {
    await withTransaction(pool, async (db) => await db.query('insert into kept values ($1)', [n]));
    confirmed.push(n);
  };
  for (let n = 0; n < 20; n += 1) await write(n);
  await pair.primary.kill();
  // Nothing else takes writes yet: that passes. A process of the lost host may go on for a moment; what it then does is of unknown outcome.
  let tries = 100;
  await vi.waitFor(async () => {
    const lost = await write((tries += 1)).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ConnectionLost);
    expect(isPassing(lost)).toBe(true);
  }, WAIT);
  // A process that starts now waits, and goes on with the host that will take them.
  const waits: Error[] = [];
  const started = untilDatabaseAnswers({ url }, (why) => waits.push(why));
  await expect.poll(() => waits.length).toBeGreaterThan(0);
  await pair.promote();
  await started;
  for (let n = 20; n < 40; n += 1) await write(n);
  const { rows } = await pool.query<{ n: number }>('select n from kept where n < 100 order by n');
  expect(rows.map(({ n }) => n)).toEqual(confirmed);
  await pool.end();
}, 60_000);

it('does not call a commit confirmed that no standby has, though somebody cancels the statement that waits', async () => {
  const lonely = await startPostgresPair();
  onTestFinished(async () => await lonely.stop());
  const owner = new pg.Client({ connectionString: lonely.urlOf(lonely.primary) });
  await owner.connect();
  onTestFinished(async () => await owner.end());
  const pool = createPool({ url: lonely.urlOf(lonely.primary), max: 1, name: 'waits' });
  onTestFinished(async () => await pool.end());
  await pool.query('create table waits (n int)');
  await owner.query(`alter system set synchronous_standby_names = 'nobody'`);
  await owner.query('select pg_reload_conf()');
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    );
    expect(rows[0]?.names).toBe('nobody');
  });
  const answer = withTransaction(pool, async (db) => await db.query('insert into waits values (1)')).then(
    () => 'confirmed',
    (error: unknown) => error,
  );
  await vi.waitFor(async () => {
    const { rowCount } = await owner.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'waits' and wait_event = 'SyncRep'`,
    );
    expect(rowCount).toBe(1);
  });
  expect(await answer).toBeInstanceOf(CommitUnknown);
}, 120_000);

describe('a primary that is fenced while connections to it stay open', () => {
  let fenced: PostgresPair;
  beforeAll(async () => {
    fenced = await startPostgresPair();
  }, 120_000);
  afterAll(async () => await fenced.stop());

  it('is left by all, also by a bus that only listens', async () => {
    const url = fenced.urlOf(fenced.primary, fenced.standby);
    const pool = createPool({ url, max: 3, name: 'fenced' });
    onTestFinished(async () => await pool.end());
    const bus = await createPostgresBus(url, createLog('silent'), { answerMsMax: 2_000, checkEveryMs: 60_000 });
    onTestFinished(async () => await bus.close());
    const [heard, said]: [unknown[], string[]] = [[], []];
    bus.subscribe('me', (message) => heard.push(message));
    bus.watch((trouble) => said.push(trouble));
    await pool.query('create table fence (n int)');
    const owner = new Client({ connectionString: fenced.urlOf(fenced.primary) });
    await owner.connect();
    await owner.query(`alter system set synchronous_standby_names = ''`);
    await owner.query('alter system set default_transaction_read_only = on');
    await owner.query('select pg_reload_conf()');
    const write = async (n: number) =>
      await withTransaction(pool, async (db) => await db.query('insert into fence values ($1)', [n]));
    // Each process of the database reads its new settings in its own time.
    await vi.waitFor(async () => {
      const refused = await write(1).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ConnectionLost);
      expect(isPassing(refused)).toBe(true);
    }, WAIT);
    await fenced.promote();
    const again = new Client({ connectionString: fenced.urlOf(fenced.standby) });
    await again.connect();
    await vi.waitFor(async () => await write(2), WAIT);
    const { rows } = await pool.query<{ port: number }>('select inet_server_port() as port');
    expect(rows).toEqual([{ port: fenced.standby.port }]);
    await vi.waitFor(() => expect(said).toContain('gap'), WAIT);
    await vi.waitFor(async () => {
      await again.query(`select pg_notify('candor_me', '7')`);
      expect(heard).toContain(7);
    }, WAIT);
    await again.end();
  }, 60_000);

  it('is not taken when it takes writes again: the one that was promoted last is', async () => {
    const owner = new pg.Client({ connectionString: fenced.urlOf(fenced.primary) });
    await owner.connect();
    await owner.query('set default_transaction_read_only = off');
    await owner.query('alter system set default_transaction_read_only = off');
    await owner.query('select pg_reload_conf()');
    await owner.end();
    for (let n = 0; n < 5; n += 1) {
      const url = `${fenced.urlOf(fenced.primary, fenced.standby)}?application_name=asks-${n}`;
      const one = new Client({ connectionString: url });
      await one.connect();
      expect(one.port).toBe(fenced.standby.port);
      await one.end();
    }
  });
});

it('waits for hosts that are away in any way, and says what waiting does not mend', async () => {
  const mute = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  onTestFinished(() => void mute.close());
  await new Promise((resolve) => mute.once('listening', resolve));
  const { port } = mute.address() as AddressInfo;
  const errorOf = async (hosts: string, password = 'pair'): Promise<unknown> => {
    const client = new Client({ connectionString: `postgresql://owner:${password}@${hosts}/postgres` });
    return await client.connect().catch((error: unknown) => error);
  };
  expect(isPassing(await errorOf(`127.0.0.1:${port},127.0.0.1:1`))).toBe(true);
  expect(isPassing(await errorOf('no-such.invalid,127.0.0.1:1'))).toBe(true);
  const wrong = await errorOf(`127.0.0.1:1,127.0.0.1:${pair.standby.port}`, 'wrong');
  expect(wrong).toMatchObject({ code: '28P01' });
  expect(isPassing(wrong)).toBe(false);
});
