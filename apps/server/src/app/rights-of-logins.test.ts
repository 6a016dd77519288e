import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../platform/db/roles.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/** What Postgres gives to everybody, and no login of the site has: other places than the site's tables to write to. */
let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
}, 60_000);
afterAll(async () => await test.drop());

const ATTACKS: readonly [name: string, sql: string][] = [
  ['make a large object', 'select lo_create(0)'],
  ['make a large object of bytes', `select lo_from_bytea(0, '\\x00')`],
  ['open a large object', 'select lo_open(1, 131072)'],
  ['write into a large object', `select lo_put(1, 0, '\\x00')`],
  ['remove a large object', 'select lo_unlink(1)'],
  ['read a file into a large object', `select lo_import('/etc/passwd')`],
  ['write a file from a large object', `select lo_export(1, '/tmp/x')`],
  ['make a temporary table', 'create temporary table mine (n int)'],
  ['make a table', 'create table mine (n int)'],
  ['make a schema', 'create schema mine'],
  ['make a function', `create function pg_temp.mine() returns int language sql as 'select 1'`],
  ['make a database', 'create database mine'],
  ['make a login', 'create role mine login'],
  ['make a link to another server', 'create extension dblink'],
  ['read a file', `select pg_read_file('PG_VERSION')`],
  ['list a folder', `select pg_ls_dir('.')`],
  ['read a file by copy', `copy product from '/etc/passwd'`],
  ['run a program', `copy (select 1) to program 'id'`],
  ['write into the log of changes', `select pg_logical_emit_message(false, 'x', 'x')`],
  ['keep the log of changes', `select pg_create_physical_replication_slot('mine')`],
  ['change a setting of the server', `alter system set max_connections = '1'`],
  [
    'change a setting of the database',
    `do $$ begin execute format('alter database %I set search_path = x', current_database()); end $$`,
  ],
  ['change a setting of another login', `alter role candor_worker set statement_timeout = 1`],
  ['change a setting of the owner', `alter role candor_owner set statement_timeout = 1`],
  ['use more of the disk', `set temp_file_limit = -1`],
  ['read passwords', 'select rolpassword from pg_authid'],
  [
    'end a session of the owner',
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'candor_owner'`,
  ],
];

describe.each(ROLES)('%s', (role) => {
  it.each(ATTACKS.filter(([, sql]) => !sql.includes(`candor_${role}`)))('may not %s', async (_, sql) => {
    // Some of these statements refuse to run within a transaction.
    await expect(test.pools[role].query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
