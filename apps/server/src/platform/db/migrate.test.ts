import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrateAlone } from '../../testing/test-db.ts';
import { migrate } from './migrate.ts';

/** A database that another version of Candor made is left as it is, and the operator reads what to do. */
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

let url = '';
let root: pg.Client;
let client: pg.Client;
beforeEach(async () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  root = new pg.Client({ connectionString: inject('postgresOwnerUrl') });
  await root.connect();
  await root.query(`create database ${name}`);
  url = inject('postgresOwnerUrl').replace(/(\/\/[^/]*\/)[^?]*/, `$1${name}`);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  const { database } = client;
  await client.end();
  await root.query(`drop database ${database} with (force)`);
  await root.end();
});

/** The table in which the migrator writes down what it ran, with a table of such a version beside it. */
async function makeDatabase(migrations: readonly string[]): Promise<void> {
  await client.query(`create table schema_migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default clock_timestamp());
    create table member (id bigint primary key, username text not null);
    insert into member values (1, 'first')`);
  for (const name of migrations) await client.query('insert into schema_migration values ($1, $2)', [name, 'a hash']);
}

/** Everything in the database, as text. */
async function contents(): Promise<unknown> {
  const { rows } = await client.query(`select
    (select json_agg(m order by m.name) from schema_migration m) as migrations, (select json_agg(m) from member m) as members,
    (select json_agg(relname order by relname) from pg_class where relnamespace = 'public'::regnamespace) as relations`);
  return rows;
}

describe('a database of a version before 0.1.0', () => {
  const OLD = ['0001_foundation.sql', '0002_profile_and_keys.sql', '0399_console_off_members_counts.sql'];

  it('is refused with what to do, and nothing in it is changed', async () => {
    await makeDatabase(OLD);
    const before = await contents();
    const refused = migrate(url);
    await expect(refused).rejects.toThrow('made by a version of Candor before 0.1.0');
    await expect(refused).rejects.toThrow('its newest migration is 0399_console_off_members_counts.sql');
    await expect(refused).rejects.toThrow('give Candor an empty database');
    expect(await contents()).toEqual(before);
  });

  it('stops the start: the message is the last thing that is written, and the exit code is 1', async () => {
    await makeDatabase(OLD);
    const before = await contents();
    const dataDir = mkdtempSync(join(tmpdir(), 'candor-old-'));
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    rmSync(dataDir, { recursive: true });
    expect(said.trim()).toMatch(/^This database was made by a version of Candor before 0\.1\.0[^]*DATABASE_URL\.$/);
    expect(code).toBe(1);
    expect(await contents()).toEqual(before);
  });
});

it('a database of a newer version is refused, and nothing in it is changed', async () => {
  await makeDatabase(['0001_site.sql', '9999_later.sql']);
  const before = await contents();
  await expect(migrate(url)).rejects.toThrow('made by a newer version of Candor: it has the migration 9999_later.sql');
  expect(await contents()).toEqual(before);
});

it('a migration that changed after it was applied is refused', async () => {
  await makeDatabase(['0001_site.sql']);
  const before = await contents();
  await expect(migrate(url)).rejects.toThrow('0001_site.sql was changed after it was applied');
  expect(await contents()).toEqual(before);
});

it('an empty database gets every migration once', async () => {
  await migrateAlone(async () => {
    expect((await migrate(url))[0]).toBe('0001_site.sql');
    expect(await migrate(url)).toEqual([]);
  });
});
