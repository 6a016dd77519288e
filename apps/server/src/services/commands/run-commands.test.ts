import { createHash, randomUUID } from 'node:crypto';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeMember } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { runCommand, runCommands } from './run-commands.ts';
import type { Call, Command } from './run-commands.ts';

/** The smallest possible command: it writes a note for a member. A member has at most two notes, and none is empty. */
type Note = { memberId: bigint; text: string };
type NoteAnswer = { id: string } | { refused: 'FULL' | 'EMPTY' };

const answer = z.union([z.object({ id: z.string() }), z.object({ refused: z.enum(['FULL', 'EMPTY']) })]);

function takeNote(more: Partial<Command<string, Map<bigint, number>, Note, string, NoteAnswer>> = {}) {
  const command: Command<string, Map<bigint, number>, Note, string, NoteAnswer> = {
    name: 'wallet/practice/reset',
    stored: { of: (given) => given, read: (json) => answer.parse(json) },
    readFacts: async (db, calls) => {
      const { rows } = await db.query<{ member_id: bigint; count: bigint }>(
        `select member_id, count(*) as count from support_message where member_id = any($1) and author = 'member' group by 1`,
        [calls.map(({ memberId }) => memberId.toString())],
      );
      return new Map(rows.map((row) => [row.member_id, Number(row.count)]));
    },
    decide: ({ memberId, input }, counts) => {
      if (input === '') return { answer: { refused: 'EMPTY' }, kept: false };
      if ((counts.get(memberId) ?? 0) >= 2) return { answer: { refused: 'FULL' }, kept: true };
      return { effect: { memberId, text: input } };
    },
    apply: (counts, { memberId }) => counts.set(memberId, (counts.get(memberId) ?? 0) + 1),
    write: async (db, effects) => {
      const ids: string[] = [];
      for (const { memberId, text } of effects) {
        const { rows } = await db.query<{ id: bigint }>(
          'insert into support_message (member_id, text) values ($1, $2) returning id',
          [memberId.toString(), text],
        );
        ids.push(String(rows[0]?.id));
      }
      return ids;
    },
    answer: async (_db, done) => done.map(({ written }) => ({ id: written })),
    newsOf: () => [{ type: 'support' }],
    auditOf: ({ memberId, text }) => ({
      subjectType: 'member',
      subjectId: memberId.toString(),
      detail: { length: text.length },
    }),
    ...more,
  };
  return command;
}

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(async () => await test.drop());

function callOf(memberId: bigint, input: string, key: string | undefined = randomUUID()): Call<string> {
  return { memberId, key, fingerprint: createHash('sha256').update(input).digest(), input };
}

async function traces(memberId: bigint): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['support_message', 'idempotency', 'outbox', 'audit']) {
    const column = table === 'audit' ? 'actor_id' : 'member_id';
    const { rows } = await test.ownerPool.query<{ count: bigint }>(
      `select count(*) as count from ${table} where ${column} = $1`,
      [memberId.toString()],
    );
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

describe('runCommand', () => {
  it('writes rows, answer, events and audit together', async () => {
    const memberId = await makeMember(test.pool);
    const done = await runCommand(test.pool, takeNote(), callOf(memberId, 'one'));
    expect(done).toEqual({ ok: true, value: { id: expect.stringMatching(/^\d+$/) } });
    expect(await traces(memberId)).toEqual({ support_message: 1, idempotency: 1, outbox: 1, audit: 1 });
    const { rows } = await test.ownerPool.query('select * from audit where actor_id = $1', [memberId.toString()]);
    expect(rows).toMatchObject([
      {
        command: 'wallet/practice/reset',
        subject_type: 'member',
        subject_id: memberId.toString(),
        detail: { length: 3 },
      },
    ]);
  });

  it('gives the same key the same answer, and refuses the key for another body', async () => {
    const memberId = await makeMember(test.pool);
    const call = callOf(memberId, 'one');
    const first = await runCommand(test.pool, takeNote(), call);
    expect(await runCommand(test.pool, takeNote(), call)).toEqual(first);
    expect(await runCommand(test.pool, takeNote(), callOf(memberId, 'two', call.key))).toEqual({
      ok: false,
      error: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await traces(memberId)).toEqual({ support_message: 1, idempotency: 1, outbox: 1, audit: 1 });
  });

  it('handles each call without a key separately', async () => {
    const memberId = await makeMember(test.pool);
    for (let i = 0; i < 2; i += 1)
      await runCommand(test.pool, takeNote(), { ...callOf(memberId, 'one'), key: undefined });
    expect(await traces(memberId)).toMatchObject({ support_message: 2, idempotency: 0 });
  });

  it('stores a refusal that was decided, but not one that the caller can correct', async () => {
    const memberId = await makeMember(test.pool);
    for (const text of ['one', 'two']) await runCommand(test.pool, takeNote(), callOf(memberId, text));
    const full = callOf(memberId, 'three');
    expect(await runCommand(test.pool, takeNote(), full)).toEqual({ ok: true, value: { refused: 'FULL' } });
    await test.ownerPool.query('delete from support_message where member_id = $1', [memberId.toString()]);
    expect(await runCommand(test.pool, takeNote(), full)).toEqual({ ok: true, value: { refused: 'FULL' } });
    const empty = callOf(memberId, '');
    expect(await runCommand(test.pool, takeNote(), empty)).toEqual({ ok: true, value: { refused: 'EMPTY' } });
    expect(await runCommand(test.pool, takeNote(), { ...empty, input: 'four' })).toMatchObject({
      value: { id: expect.any(String) },
    });
  });

  it.each(['write', 'answer'] as const)('leaves nothing behind when %s throws', async (step) => {
    const memberId = await makeMember(test.pool);
    const broken = takeNote({
      [step]: async () => {
        throw new Error('broken');
      },
    });
    await expect(runCommand(test.pool, broken, callOf(memberId, 'one'))).rejects.toThrow('broken');
    expect(await traces(memberId)).toEqual({ support_message: 0, idempotency: 0, outbox: 0, audit: 0 });
  });

  it('leaves nothing behind when a transfer is refused, and says why', async () => {
    const memberId = await makeMember(test.ownerPool, '100');
    const tooMuch: TransferDraft = {
      debit: memberAccount('funds', memberId, 'practice', TEST_CURRENCY.code),
      credit: houseAccount('clearing', 'practice', TEST_CURRENCY.code),
      amount: minor('101'),
      type: 'withdraw',
      phase: 'single',
      refType: 'test',
      refId: 'test',
    };
    const done = runCommand(test.ownerPool, takeNote({ transfersOf: () => [tooMuch] }), callOf(memberId, 'one'));
    await expect(done).rejects.toMatchObject({ code: '23514' });
    expect(await traces(memberId)).toEqual({ support_message: 0, idempotency: 0, outbox: 0, audit: 0 });
  });

  it('leaves nothing behind when the answer cannot be kept under its key, and says why', async () => {
    const memberId = await makeMember(test.pool);
    await test.ownerPool.query(
      `create function refuse_key() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger planted before insert on idempotency for each row execute function refuse_key()`,
    );
    const done = runCommand(test.pool, takeNote(), callOf(memberId, 'one'));
    await expect(done).rejects.toThrow('planted');
    await test.ownerPool.query('drop trigger planted on idempotency; drop function refuse_key()');
    expect(await traces(memberId)).toEqual({ support_message: 0, idempotency: 0, outbox: 0, audit: 0 });
  });

  it('leaves nothing behind when the audit cannot be written', async () => {
    const memberId = await makeMember(test.pool);
    const auditOf = () => ({ subjectType: 'member', subjectId: 'no text of a database: \0', detail: {} });
    const done = runCommand(test.pool, takeNote({ auditOf }), callOf(memberId, 'one'));
    await expect(done).rejects.toThrow('invalid byte sequence');
    expect(await traces(memberId)).toEqual({ support_message: 0, idempotency: 0, outbox: 0, audit: 0 });
  });

  it('decides while it holds the member’s lock', async () => {
    const memberId = await makeMember(test.pool);
    const calls = Array.from({ length: 6 }, (_, i) => callOf(memberId, `note ${i}`));
    const done = await Promise.all(calls.map(async (call) => await runCommand(test.pool, takeNote(), call)));
    expect(done.filter((outcome) => outcome.ok && 'id' in outcome.value)).toHaveLength(2);
    expect(await traces(memberId)).toMatchObject({ support_message: 2 });
  });
});

describe('runCommands', () => {
  it('decides each call separately, and each sees what the earlier ones took', async () => {
    const [a, b] = [await makeMember(test.pool), await makeMember(test.pool)];
    const twice = callOf(a, 'one');
    const calls = [twice, callOf(b, ''), callOf(a, 'two'), twice, callOf(a, 'three'), callOf(a, 'other', twice.key)];
    const done = await runCommands(test.pool, takeNote(), calls);
    expect(done).toEqual([
      { ok: true, value: { id: expect.any(String) } },
      { ok: true, value: { refused: 'EMPTY' } },
      { ok: true, value: { id: expect.any(String) } },
      done[0],
      { ok: true, value: { refused: 'FULL' } },
      { ok: false, error: 'IDEMPOTENCY_KEY_REUSED' },
    ]);
    expect(await traces(a)).toEqual({ support_message: 2, idempotency: 3, outbox: 2, audit: 2 });
  });
});

it.each([
  `update audit set detail = '{}'`,
  'delete from audit',
  'truncate audit',
  `insert into audit (at, actor_id, command, subject_type, subject_id) values (now() - interval '1 day', 1, 'a', 'b', 'c')`,
])('nobody can change the audit log: %s', async (sql) => {
  for (const pool of Object.values(test.pools)) await expect(pool.query(sql)).rejects.toThrow('permission denied');
});
