import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgresPair } from '../../testing/postgres-pair.ts';
import type { PostgresPair } from '../../testing/postgres-pair.ts';
import { TakesNoWrites } from './client.ts';
import { isPassing } from './passing-error.ts';
import { createPool } from './pool.ts';
import { ConnectionLost, withTransaction } from './transaction.ts';

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
  // Nothing else takes writes yet: that passes.
  const lost = await write(100).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(ConnectionLost);
  expect(isPassing(lost)).toBe(true);
  await pair.promote();
  for (let n = 20; n < 40; n += 1) await write(n);
  const { rows } = await pool.query<{ n: number }>('select n from kept where n <> 100 order by n');
  expect(rows.map(({ n }) => n)).toEqual(confirmed);
  await pool.end();
}, 60_000);
