import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, valueAfter } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { appoint, hireOperator } from '../../testing/test-operator.ts';

/** What follows from a message is written by the database. Each rule of it, by statements that the server never sends. */
let test: TestDb;
let member: bigint;
let operator: bigint;
beforeAll(async () => {
  test = await createTestDb();
  [member, operator] = [await makeMember(test.ownerPool, '0'), await hireOperator(test.ownerPool, 'support')];
});
afterAll(async () => await test.drop());

const OWN = '500';
const VISITOR = '600';

async function after(...statements: string[]): Promise<unknown> {
  return await valueAfter(test.ownerPool, ...statements);
}

/** A conversation of the member, or of a visitor whose device has the token 'mine'. */
function conversation(id: string, changes: Record<string, string> = {}): string {
  const whose: Record<string, string> =
    id === OWN ? { member_id: String(member) } : { token_hash: `sha256('mine')`, address: `'here'` };
  const columns = { id, ...whose, ...changes };
  return `insert into support_conversation (${Object.keys(columns).join(', ')}) overriding system value
    values (${Object.values(columns).join(', ')})`;
}

function said(columns: Record<string, string>): string {
  const all = { text: `'x'`, ...columns };
  return `insert into support_message (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
}

function bySelf(): string {
  return said({ member_id: String(member), author: `'member'` });
}

function byVisitor(id: string): string {
  return said({ conversation_id: id, author: `'visitor'` });
}

function byOperator(id: string): string {
  return said({ conversation_id: id, author: `'operator'`, operator_id: String(operator) });
}

function stateOf(id: string, column: string): string {
  return `select ${column} from support_conversation where id = ${id}`;
}

describe('a message', () => {
  it('of a visitor is not written into the conversation of a member', async () => {
    expect(await refusalOf(test.ownerPool, conversation(OWN), byVisitor(OWN))).toBe('NOT_A_VISITOR');
    expect(await refusalOf(test.ownerPool, conversation(VISITOR), byVisitor(VISITOR))).toBe('done');
  });

  it('of an operator belongs to the person of the conversation', async () => {
    const whose = `select member_id from support_message where author = 'operator'`;
    expect(await after(conversation(OWN), byOperator(OWN), whose)).toBe(member);
    expect(await after(conversation(VISITOR), byOperator(VISITOR), whose)).toBeNull();
  });

  it('waits from the first one that nobody answered, until an operator does', async () => {
    const first = `select waiting_id = (select min(id) from support_message where author = 'member')
      from support_conversation where id = ${OWN}`;
    const waits = stateOf(OWN, 'waiting_id is not null');
    expect(await after(conversation(OWN), bySelf(), bySelf(), first)).toBe(true);
    expect(await after(conversation(OWN), bySelf(), byOperator(OWN), waits)).toBe(false);
    expect(await after(conversation(OWN), bySelf(), byOperator(OWN), bySelf(), waits)).toBe(true);
  });

  it('of the person opens a closed conversation, and one of an operator does not', async () => {
    const closed = stateOf(OWN, 'closed');
    expect(await after(conversation(OWN, { closed: 'true' }), byOperator(OWN), closed)).toBe(true);
    expect(await after(conversation(OWN, { closed: 'true' }), bySelf(), closed)).toBe(false);
  });

  it('is answered by an operator alone', async () => {
    const answered = (by: bigint) => `select answer_conversation(${OWN}, ${by}, 'x', null)`;
    expect(await refusalOf(test.ownerPool, conversation(OWN), answered(operator))).toBe('done');
    const stranger = await makeMember(test.ownerPool, '0');
    expect(await refusalOf(test.ownerPool, conversation(OWN), answered(stranger))).toBe('NO_ROLE');
  });
});

describe('old conversations', () => {
  const old = (days: number): Record<string, string> => ({
    last_at: `clock_timestamp() - make_interval(days => ${days}, mins => 1)`,
  });

  it('end by the rule alone, whatever the worker asks for', async () => {
    const { rows } = await test.ownerPool.query<{ args: string }>(
      `select proname || ' ' || pg_get_function_identity_arguments(oid) as args from pg_proc
       where proname in ('expire_visitor_conversations', 'expire_silent_visitors', 'forget_marks') order by 1`,
    );
    expect(rows.map(({ args }) => args)).toEqual([
      'expire_silent_visitors at_most integer',
      'expire_visitor_conversations at_most integer',
      'forget_marks ',
    ]);
    for (const [name, days] of [
      ['expire_visitor_conversations', 14],
      ['expire_silent_visitors', 3],
    ] as const) {
      const ended = (most: string) => `select ${name}(${most})`;
      const young = conversation(VISITOR, {
        last_at: `clock_timestamp() - interval '${days} days' + interval '1 minute'`,
      });
      expect(await after(young, ended('100')), name).toBe(0n);
      expect(await after(conversation(VISITOR, old(days)), ended('null')), name).toBe(0n);
      expect(await after(conversation(VISITOR, old(days)), ended('1')), name).toBe(1n);
    }
  });

  it('end when they are a visitor’s, and so many at once', async () => {
    const ended = (most: number) => `select expire_visitor_conversations(${most})`;
    const other = conversation('601', { ...old(14), token_hash: `sha256('other')` });
    expect(await after(conversation(VISITOR, old(14)), other, conversation(OWN, old(14)), ended(10))).toBe(2n);
    expect(await after(conversation(VISITOR, old(14)), other, ended(1))).toBe(1n);
    expect(await after(conversation(VISITOR, old(13)), ended(10))).toBe(0n);
    expect(await after(conversation(OWN, old(14)), ended(10), stateOf(OWN, 'id'))).toBe(500n);
  });
});

describe('a visitor who logs in', () => {
  const join = (token = 'mine') => `select join_conversation(${member}, sha256('${token}'))`;

  it('brings the conversation of the own device, once, and none that they answered', async () => {
    const visitor = conversation(VISITOR);
    expect(await after(visitor, join())).toBe('joined');
    expect(await after(visitor, join('other'))).toBe('unknown');
    expect(
      await after(visitor, join('other'), `select count(*)::int from support_conversation where member_id = ${member}`),
    ).toBe(0);
    const second = conversation('601', { token_hash: `sha256('other')` });
    expect(await after(visitor, second, join(), join('other'))).toBe('refused');
    await appoint(test.ownerPool, member, 'support');
    const served = said({ conversation_id: VISITOR, author: `'operator'`, operator_id: String(member) });
    expect(await after(visitor, served, join())).toBe('refused');
    expect(await after(visitor, byVisitor(VISITOR), join(), 'select member_id from support_message')).toBe(member);
  });

  it.each<[string, Record<string, string>, Record<string, string>, bigint | null]>([
    ['last_id', { last_id: '5' }, { last_id: '9' }, 9n],
    ['last_id', { last_id: '9' }, { last_id: '5' }, 9n],
    ['waiting_id', { waiting_id: '4' }, { waiting_id: '3' }, 3n],
    ['waiting_id', { waiting_id: '3' }, { waiting_id: '4' }, 3n],
    ['waiting_id', {}, { waiting_id: '4' }, 4n],
    ['waiting_id', {}, {}, null],
    ['person_read', { last_id: '5', person_read: '5' }, { last_id: '9', person_read: '2' }, 2n],
    ['person_read', { last_id: '12', person_read: '3' }, { last_id: '9', person_read: '9' }, 9n],
    ['person_read', { last_id: '12', person_read: '11' }, { last_id: '9', person_read: '9' }, 11n],
    ['desk_read', { last_id: '5', desk_read: '5' }, { last_id: '9', desk_read: '2' }, 2n],
    ['desk_read', { last_id: '12', desk_read: '3' }, { last_id: '9', desk_read: '9' }, 9n],
    ['desk_read', { last_id: '12', desk_read: '11' }, { last_id: '9', desk_read: '9' }, 11n],
  ])('has one %s: of %o and %o', async (column, own, visitor, value) => {
    expect(await after(conversation(OWN, own), conversation(VISITOR, visitor), join(), stateOf(OWN, column))).toBe(
      value,
    );
  });
});
