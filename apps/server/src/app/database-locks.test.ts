import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, roleName } from '../platform/db/roles.ts';
import { tried } from '../testing/attacks.ts';
import { makeMember } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * No role can stop the others. A lock on a table needs a right of the whole table (update, delete, truncate, maintain): no
 * role has one. A lock by a number is taken only through functions that know the number. What remains are locks on rows,
 * which end with their transaction.
 */
const DENIED = '42501';

let test: TestDb;
let tables: string[];
beforeAll(async () => {
  test = await createTestDb();
  const { rows } = await test.ownerPool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
  );
  tables = rows.map(({ name }) => name);
}, 60_000);
afterAll(async () => await test.drop());

/** Modes that stop a reader or a writer of rows. */
const STOPPING = ['share', 'share row exclusive', 'exclusive', 'access exclusive'] as const;

describe.each(ROLES)('%s', (role) => {
  it('locks no table', async () => {
    expect(tables.length).toBeGreaterThan(80);
    const locked: string[] = [];
    const connection = await test.pools[role].connect();
    try {
      for (const name of tables)
        for (const mode of STOPPING) {
          await connection.query('begin');
          const error = await connection.query(`lock table only ${name} in ${mode} mode nowait`).then(
            () => undefined,
            (refusal: unknown) => refusal,
          );
          await connection.query('rollback');
          if (!(error instanceof Error && 'code' in error && error.code === DENIED)) locked.push(`${name}: ${mode}`);
        }
    } finally {
      connection.release();
    }
    expect(locked).toEqual([]);
  }, 60_000);

  it('has no right of a whole table but to read and to add', async () => {
    const { rows } = await test.ownerPool.query(
      `select c.relname as table, r as right from pg_class c
       cross join unnest(array['update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) r
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and has_table_privilege($1, c.oid, r)`,
      [roleName(role)],
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['of the order log', 'select pg_advisory_xact_lock(727005)'],
    ['of the feed', 'select pg_try_advisory_lock(727002)'],
    ['of the archive', 'select pg_advisory_lock(727003)'],
    ['of a migration', 'select pg_advisory_lock_shared(727001)'],
    ['of two numbers', 'select pg_try_advisory_xact_lock(727, 1)'],
  ])('takes no lock by the number %s', async (_, sql) => {
    expect(await tried(test.pools[role], sql)).toBe(DENIED);
  });
});

it('a lock of one task is no lock of another', async () => {
  for (const role of ['http', 'worker', 'console'] as const)
    expect(await tried(test.pools[role], 'select try_feed_lead_lock()')).toBe(DENIED);
  for (const role of ['http', 'feed', 'console'] as const)
    expect(await tried(test.pools[role], 'select try_archive_lock()')).toBe(DENIED);
  for (const role of ['feed', 'worker', 'console'] as const)
    expect(await tried(test.pools[role], 'select hold_order_numbers()')).toBe(DENIED);
});

it('rows are still locked and taken one by one, without a right of their table', async () => {
  const { http, worker } = test.pools;
  const member = await makeMember(http);
  await http.query(`insert into outbox (member_id, message) values ($1, '{"type":"money"}')`, [member.toString()]);
  expect(await tried(http, `select from session where member_id = ${member} for update`)).toBe('done');
  const { rows } = await worker.query('select member_id as "memberId" from take_outbox(10)');
  expect(rows).toEqual([{ memberId: member }]);
  expect((await worker.query('select from take_outbox(10)')).rowCount).toBe(0);
});
