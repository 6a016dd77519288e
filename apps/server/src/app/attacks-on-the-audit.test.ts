import { randomUUID } from 'node:crypto';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleName } from '../platform/db/roles.ts';
import { tried, valueAfter } from '../testing/attacks.ts';
import { makeMember } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { acting, actingToo, makeOperator } from '../testing/test-operator.ts';

/** An attacker with a database login writes what looks like an operator's act, acts without an entry, or acts as nobody. */
const DENIED = '42501';
const REFUSED = 'CD300';
const NOT_IN_AUDIT = 'CD301';
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
}, 60_000);
afterAll(async () => await test.drop());

async function tryInConsole(...sql: string[]): Promise<string> {
  return await tried(test.pools.console, ...sql);
}

describe('an entry outside the chain', () => {
  const own = (command: string) =>
    `select record_own_acts(array[${member}], array[e'${command}'], array['member'], array['1'], array['{}'::jsonb])`;

  it('has the command of a member, in exactly its form', async () => {
    for (const command of [
      'Console/adjustments/approve',
      '\\nconsole/adjustments/approve',
      ' console/adjustments/approve',
      'console\\u200b/adjustments/approve',
      'MEMBER/frozen/forbid',
      'operator/approve',
      'account/approve',
      'account/limits\\n',
      'Account/limits',
      '',
      // What the worker and the database write of themselves.
      'papers/photo/erase',
      'account/factors/released',
    ])
      expect(await tried(test.pool, own(command)), command).toBe(NOT_IN_AUDIT);
    expect(await tried(test.pool, own('account/limits'))).toBe('done');
  });

  it('is seen by the check when it is none of a member, whoever wrote it', async () => {
    for (const command of ['Console/adjustments/approve', '\nconsole/login', 'operator/approve']) {
      const written = `insert into audit (actor_id, command, subject_type, subject_id) values (${first}, '${command}', 'x', 'x')`;
      const seen = `select count(*)::int from audit where seq is null and not is_own_command(command)`;
      expect(await valueAfter(test.ownerPool, written, seen), command).toBe(1);
    }
  });
});

describe('an act of two', () => {
  const id = randomUUID();
  const propose = `insert into adjustment (id, member_id, wallet, currency, kind, amount, reason, maker)
    values ('${id}', MEMBER, 'practice', '${TEST_CURRENCY.code}', 'add', ${minor('50')}, 'x', MAKER)`;
  const proposed = () => propose.replace('MEMBER', String(member)).replace('MAKER', String(first));
  const rejected = () =>
    `update adjustment set status = 'rejected', checker = ${second}, note = 'x' where id = '${id}'`;
  const entry = (detail: object = {}) =>
    `select record_act('console/adjustments/test', 'adjustment', '${id}', '${JSON.stringify(detail)}')`;

  it('is not in one transaction', async () => {
    expect(await tryInConsole(acting(first), `select act_as('\\x${tokenOf(second)}')`)).toBe(REFUSED);
    expect(await tryInConsole(acting(first), acting(first))).toBe('done');
    // Whoever empties the setting first is refused by the chain.
    expect(await tryInConsole(acting(first), entry(), actingToo(second), entry())).toBe(REFUSED);
  });

  it('has the entry of each', async () => {
    const both = [acting(first), proposed(), actingToo(second), rejected()];
    expect(await tryInConsole(...both, entry({ status: 'rejected' }), COMMIT)).toBe(NO_ENTRY);
    expect(await tryInConsole(...both, actingToo(first), entry({ status: 'rejected' }), COMMIT)).toBe(NO_ENTRY);
    expect(await tryInConsole(acting(first), proposed(), actingToo(second), entry(), COMMIT)).toBe(NO_ENTRY);
    expect(await tryInConsole(acting(first), proposed(), entry(), COMMIT)).toBe('done');
  });

  it('of any row names those whose entries it needs', async () => {
    const { rows } = await test.ownerPool.query<{ name: string; args: string; named: string | null }>(
      `select c.relname as name, replace(encode(t.tgargs, 'escape'), '\\000', ' ') as args,
         (select string_agg(replace(encode(w.tgargs, 'escape'), '\\000', ' '), '') from pg_trigger w
          where w.tgrelid = c.oid and w.tgfoid = 'name_who_acts'::regproc) as named
       from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgfoid = 'require_entry'::regproc order by 1`,
    );
    expect(rows.length).toBe(34);
    for (const { name, args, named } of rows)
      expect(`${name}: ${args.split(' ').slice(2).join(' ')}`).toBe(`${name}: ${named ?? ''}`);
  });
});

function tokenOf(operator: bigint): string {
  return /x([0-9a-f]{64})/.exec(acting(operator))?.[1] ?? '';
}

/** What the console may change without an operator, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  console_captcha: 'before the login',
  console_login_budget: 'before the login',
  console_login_failure: 'before the login',
  console_login_network: 'before the login',
  console_rate_limit: 'counts calls of everybody',
  operator_access: 'keep_own_access: their own, also before the login is finished',
  operator_recovery_code: 'keep_own_access: their own, also before the login is finished',
  accept_invitation: 'before the login: both halves of an invitation; its entry is in the chain',
  act_as: 'names the session',
  answer_conversation: 'name_who_acts and require_entry of support_message',
  beat: 'that its process is there; of its own role alone',
  begin_operator_login: 'opens what can only finish a login',
  clear_console_login_lane: 'a login that succeeded',
  clear_operator_codes: 'keep_own_access',
  end_session: 'note_ended_sessions',
  end_sessions: 'note_ended_sessions',
  find_operator: 'extends the session whose token it is given',
  is_mark_taken: 'changes nothing',
  note_use: 'when the operator of the session that it is given used what they hold',
  prove_writing: 'writes a few bytes into the log of the database, and no row',
  read_practice_codes: 'its entry in the chain',
  use_operator_code: 'keep_own_access',
  use_puzzle: 'before the login',
  write_transfers: 'attacks on money',
};

describe('the console without an operator', () => {
  it('changes no table', async () => {
    const { rows } = await test.ownerPool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and exists (select from (values ('insert', 4), ('update', 16)) w (way, bit) where has_any_column_privilege($1, c.oid, way)
           and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & bit = bit and t.tgattr = ''
             and (t.tgfoid = 'need_operator'::regproc or t.tgfoid = 'require_entry'::regproc and t.tgqual is null))) order by 1`,
      [roleName('console')],
    );
    expect(rows.map(({ name }) => name).filter((name) => !(name in WITHOUT))).toEqual([]);
  });

  it('changes nothing by a function', async () => {
    const { rows } = await test.ownerPool.query<{ name: string }>(
      `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
         and has_function_privilege($1, p.oid, 'execute') and p.prorettype <> 'trigger'::regtype
         and p.prosrc !~ 'current_operator\\(|operator_at\\(' order by 1`,
      [roleName('console')],
    );
    expect(rows.map(({ name }) => name).filter((name) => !(name in WITHOUT))).toEqual([]);
  });

  it.each([
    ['end the sessions of a member', 'select end_sessions(1, null)'],
    ['end one session', `select end_session(1, '${randomUUID()}')`],
    ['hold members', 'select lock_members(array[1])'],
    ['hold a subject', `select wait_turn('text/rules')`],
    ['send news', `insert into outbox (member_id, message) values (1, '{"type":"money"}')`],
    ['say that a notice was told', 'update notice set announced_at = clock_timestamp()'],
    ['begin a notice', `insert into notice (id) values ('${randomUUID()}')`],
    ['mark a conversation', 'update support_conversation set desk_read = 1'],
  ])('cannot %s', async (_, sql) => {
    expect(await tryInConsole(sql)).toBe(REFUSED);
    expect(await tryInConsole(acting(first), sql)).toBe('done');
  });

  it('ends the sessions of a member with an entry', async () => {
    const opened = `insert into session (member_id, token_hash, expires_at) values (${member}, sha256('s'), now() + interval '1 day')`;
    const ended = `select end_sessions(${member}, null)`;
    const newest = `select command || ' ' || actor_id || ' ' || subject_id || ' ' || (seq is not null)::text || ' ' || (detail ->> 'count')
      from audit order by id desc limit 1`;
    expect(
      await valueAfter(test.ownerPool, opened, 'set local role candor_console', acting(first), ended, newest),
    ).toBe(`member/sessions/end ${first} ${member} true 1`);
  });

  it('reads no recovery code', async () => {
    expect(await tryInConsole('select code_hash from operator_recovery_code')).toBe(DENIED);
  });

  it('ends no session of an operator by beginning logins in their name', async () => {
    const begun = Array.from(
      { length: 8 },
      (_, index) => `select begin_operator_login(${first}, sha256('${index}'), '', '')`,
    );
    const works = `select current_operator()`;
    expect(await valueAfter(test.pools.console, ...begun, acting(first), works)).toBe(first);
  });
});
