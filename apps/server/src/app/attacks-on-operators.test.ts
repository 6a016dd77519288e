import { randomUUID } from 'node:crypto';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { roleName } from '../platform/db/roles.ts';
import { transfersSql, tried, valueAfter } from '../testing/attacks.ts';
import { makeMember } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { acting, actingToo, makeOperator, openTestSession } from '../testing/test-operator.ts';

/**
 * An attacker with a full connection of the role console, who knows the session of one operator or of none, tries to act as
 * others do, and without a trace.
 */
const DENIED = '42501';
const UNKNOWN = 'CD300';
const NOT_IN_AUDIT = 'CD301';
const NOT_WHO_ACTS = 'CD302';
const NO_ENTRY = 'CD303';
const COMMIT = 'set constraints all immediate';

let test: TestDb;
let member: bigint;
let first: bigint;
let second: bigint;
beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.ownerPool, '1000');
  first = await makeOperator(test.ownerPool);
  second = await makeOperator(test.ownerPool);
  await test.ownerPool.query(propose(first, OPEN));
}, 60_000);
afterAll(async () => await test.drop());

const ID = randomUUID();
/** Proposed by the first operator, in a transaction that is over. */
const OPEN = randomUUID();
function propose(maker: bigint, id = ID): string {
  return `insert into adjustment (id, member_id, wallet, currency, kind, amount, reason, maker)
    values ('${id}', ${member}, 'practice', '${TEST_CURRENCY.code}', 'add', ${minor('50')}, 'x', ${maker})`;
}

function approve(checker: bigint, id = ID): string {
  return `update adjustment set status = 'approved', checker = ${checker} where id = '${id}'`;
}

function pay(id = ID): string {
  return transfersSql({
    type: 'manualAdd',
    amount: minor('50'),
    debit: ['house', null],
    credit: ['funds', member],
    refType: 'adjustment',
    refId: id,
  });
}

function entry(detail: object = {}, id = ID): string {
  return `select record_act('console/adjustments/test', 'adjustment', '${id}', '${JSON.stringify(detail)}')`;
}

async function tryInConsole(...sql: string[]): Promise<string> {
  return await tried(test.pools.console, ...sql);
}

describe('an adjustment', () => {
  it('is proposed by one operator and approved by another, each with an entry', async () => {
    expect(await tryInConsole(acting(first), propose(first), entry(), COMMIT)).toBe('done');
    expect(
      await tryInConsole(acting(second), approve(second, OPEN), pay(OPEN), entry({ status: 'approved' }, OPEN), COMMIT),
    ).toBe('done');
  });

  it('is approved under the ids of two operators by neither of them', async () => {
    expect(await tryInConsole(propose(first), approve(second), pay())).toBe(NOT_WHO_ACTS);
    expect(await tryInConsole(acting(first), propose(first), approve(second), pay())).toBe(NOT_WHO_ACTS);
    expect(await tryInConsole(acting(second), propose(first))).toBe(NOT_WHO_ACTS);
  });

  it('moves nothing without its entry in the chain', async () => {
    const made = [acting(second), approve(second, OPEN), pay(OPEN)];
    expect(await tryInConsole(acting(first), propose(first), COMMIT)).toBe(NO_ENTRY);
    expect(await tryInConsole(...made, COMMIT)).toBe(NO_ENTRY);
    expect(await tryInConsole(...made, entry({}, OPEN), COMMIT), 'that does not say what it decided').toBe(NO_ENTRY);
    expect(await tryInConsole(...made, entry({ status: 'rejected' }, OPEN), COMMIT), 'that says something else').toBe(
      NO_ENTRY,
    );
    expect(await tryInConsole(...made, entry({ status: 'approved' }, randomUUID()), COMMIT), 'about another').toBe(
      NO_ENTRY,
    );
    expect(
      await tryInConsole(...made, actingToo(first), entry({ status: 'approved' }, OPEN), actingToo(second), COMMIT),
      'by another',
    ).toBe(NO_ENTRY);
  });

  it('moves nothing by an entry of an earlier transaction', async () => {
    const connection = await test.pools.console.connect();
    try {
      await connection.query('begin');
      for (const sql of [acting(first), entry({ status: 'approved' })]) await connection.query(sql);
      await connection.query('commit');
    } finally {
      connection.release();
    }
    expect(await tryInConsole(acting(first), propose(first), COMMIT)).toBe(NO_ENTRY);
  });
});

describe('who acts', () => {
  const whoActs = 'select current_operator()::text';

  it('is the operator of the session, for one transaction', async () => {
    expect(await valueAfter(test.pools.console, acting(first), whoActs)).toBe(String(first));
    expect(await valueAfter(test.pools.console, whoActs)).toBeNull();
  });

  it('is nobody for a session that is unknown, unfinished or over', async () => {
    expect(await tryInConsole(`select act_as(sha256('x'))`)).toBe(UNKNOWN);
    for (const setting of ['', String(first), '0'.repeat(64)])
      expect(
        await valueAfter(test.pools.console, `select set_config('candor.session', '${setting}', true)`, whoActs).catch(
          () => null,
        ),
      ).toBeNull();
    for (const stage of ['code', 'setup'] as const) {
      const { session } = await openTestSession(test.ownerPool, first, stage);
      const act = `select act_as('\\x${session.toString('hex')}')`;
      expect(await valueAfter(test.pools.console, act, whoActs)).toBeNull();
      expect(await tryInConsole(act, propose(first))).toBe(NOT_WHO_ACTS);
      expect(await tryInConsole(act, entry())).toBe(UNKNOWN);
    }
    const asConsole = 'set local role candor_console';
    for (const change of [
      'update operator_session set expires_at = now()',
      `update operator set roles = '{}' where id = ${first}`,
      `update operator set roles = '{}', left_at = now() where id = ${first}`,
    ])
      expect(await tried(test.ownerPool, change, asConsole, acting(first)), change).toBe(UNKNOWN);
  });

  it.each([
    ['read the hash of a token', 'select token_hash from operator_session'],
    [
      'open a session',
      `insert into operator_session (operator_id, token_hash, stage, expires_at) values (1, sha256('x'), 'full', now())`,
    ],
    ['keep a session alive', `update operator_session set expires_at = now()`],
    ['finish a login', `update operator_session set stage = 'full'`],
    ['end a session of others', 'delete from operator_session'],
    ['ask at any stage', `select operator_at('{code}')`],
  ])('cannot %s', async (_, sql) => {
    for (const pool of Object.values(test.pools)) expect(await tried(pool, sql)).toBe(DENIED);
  });

  it('leaves an entry in the chain when a session is forged', async () => {
    const begin = `select begin_operator_login(${first}, sha256('a'), '', '')`;
    const finish = `select finish_operator_login(sha256('b'), '', '', 'console/login', '{}')`;
    const newest = 'select seq is not null and actor_id = $1 from audit order by id desc limit 1'.replace(
      '$1',
      `${first}`,
    );
    expect(await valueAfter(test.pools.console, begin, `select act_as(sha256('a'))`, finish, newest)).toBe(true);
    const quiet = finish.replace('console/login', 'console/quiet');
    expect(await tryInConsole(begin, `select act_as(sha256('a'))`, quiet)).toBe(UNKNOWN);
    expect(await tryInConsole(begin, finish)).toBe(UNKNOWN);
  });

  it('changes no login but their own', async () => {
    const secret = (id: bigint) => `update operator_access set secret_sealed = sha256('x') where operator_id = ${id}`;
    const code = (id: bigint) => `insert into operator_recovery_code values (${id}, sha256('x'))`;
    for (const sql of [secret, code]) {
      expect(await tryInConsole(acting(first), sql(first))).toBe('done');
      expect(await tryInConsole(acting(first), sql(second))).toBe(NOT_WHO_ACTS);
      expect(await tryInConsole(sql(second))).toBe(NOT_WHO_ACTS);
    }
    const asConsole = [code(second), 'set local role candor_console', acting(first)];
    for (const end of [`clear_operator_codes(${second})`, `use_operator_code(${second}, sha256('x'))`])
      expect(await tried(test.ownerPool, ...asConsole, `select ${end}`)).toBe(NOT_WHO_ACTS);
  });
});

describe('the audit', () => {
  const own = (command: string) =>
    `select record_own_acts(array[${member}], array['${command}'], array['member'], array['1'], array['{}'::jsonb])`;

  it('takes no entry by hand', async () => {
    for (const pool of Object.values(test.pools))
      expect(
        await tried(
          pool,
          `insert into audit (actor_id, command, subject_type, subject_id) values (${first}, 'x', 'x', 'x')`,
        ),
      ).toBe(DENIED);
  });

  it('takes no command of operators from another role', async () => {
    for (const command of ['console/adjustments/approve', 'member/frozen/forbid', 'operate/reset-authenticator'])
      expect(await tried(test.pool, own(command))).toBe(NOT_IN_AUDIT);
    expect(await tried(test.pool, own('wallet/practice/reset'))).toBe('done');
    for (const role of ['feed', 'worker', 'console'] as const)
      expect(await tried(test.pools[role], own('wallet/practice/reset'))).toBe(DENIED);
    expect(await tried(test.pools.worker, `select record_erased_photo('${ID}', 1)`)).toBe(NOT_IN_AUDIT);
  });

  it('takes no command of operators without one, and no other kind from one', async () => {
    expect(await tryInConsole(entry())).toBe(UNKNOWN);
    for (const command of ['wallet/practice/reset', 'operate/reset-authenticator'])
      expect(await tryInConsole(acting(first), `select record_act('${command}', 'x', 'x', '{}')`)).toBe(NOT_IN_AUDIT);
    for (const pool of [test.pool, test.pools.feed, test.pools.worker]) expect(await tried(pool, entry())).toBe(DENIED);
  });
});

/** Columns with an operator that name somebody else than who acts. */
const OTHERS = new Set([
  // Who shall answer a conversation. Who said so is in the audit.
  'support_conversation.operator_id',
  // Whose login it is: keep_own_access.
  'operator_access.operator_id',
  'operator_recovery_code.operator_id',
  // Whom a proposal is about: neither its maker nor its checker (staff_change_own_check).
  'staff_change.operator_id',
]);
/** Columns with the member whom the row is about. */
const SUBJECTS = /\.(member_id|invitee_id|inviter_id)$/;

it('no column of the console names an operator unchecked', async () => {
  const { rows } = await test.ownerPool.query(
    `select c.relname || '.' || a.attname as name, a.attname as col,
       has_column_privilege($1, c.oid, a.attnum, 'insert') as inserted, has_column_privilege($1, c.oid, a.attnum, 'update') as updated,
       coalesce((select string_agg(string_to_array(encode(t.tgargs, 'escape'), '\\000')::text || case when t.tgtype & 4 > 0 then ' insert' else '' end
         || case when t.tgtype & 16 > 0 then ' update' else '' end, ' ')
         from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and p.proname = 'name_who_acts'), '') as guard
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid in ('member'::regclass, 'operator'::regclass) order by 1`,
    [roleName('console')],
  );
  const column = z.object({
    name: z.string(),
    col: z.string(),
    inserted: z.boolean(),
    updated: z.boolean(),
    guard: z.string(),
  });
  const written = z
    .array(column)
    .parse(rows)
    .filter(({ inserted, updated }) => inserted || updated);
  const unguarded = written.filter(
    ({ name, col, inserted, updated, guard }) =>
      !OTHERS.has(name) &&
      !SUBJECTS.test(name) &&
      !(
        new RegExp(`[{,]${col}[,}]`).test(guard) &&
        (!inserted || guard.includes(' insert')) &&
        (!updated || guard.includes(' update'))
      ),
  );
  expect(unguarded.map(({ name }) => name)).toEqual([]);
  expect(written.length).toBeGreaterThan(20);
});
