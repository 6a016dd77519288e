import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { crashingPool, interceptPool } from '../../testing/simulation/intercept-pool.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import type { Statement } from './pool.ts';
import { CommitUnknown, ConnectionLost, inTwoFlights } from './transaction.ts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
  await test.ownerPool.query('create table note (text text primary key)');
});
beforeEach(async () => {
  await test.ownerPool.query('truncate note');
});
afterAll(async () => await test.drop());

function note(text: string): Statement {
  return { name: 'note', text: 'insert into note values ($1) returning text', values: [text] };
}
async function count(): Promise<number> {
  return await Promise.resolve(0);
}
async function notes(): Promise<unknown[]> {
  return (await test.ownerPool.query('select text from note order by text')).rows.map((row) => row['text']);
}

it('writes all statements, and reads their answers in order', async () => {
  const written = await inTwoFlights(
    test.ownerPool,
    async (db) => (await db.query<{ n: number }>('select count(*)::int as n from note')).rows[0]?.n,
    (n) => ({ statements: [note(`a${n}`), note('b')], read: (answers) => answers.map(({ rows }) => rows) }),
  );
  expect(written).toEqual([[{ text: 'a0' }], [{ text: 'b' }]]);
  expect(await notes()).toEqual(['a0', 'b']);
});

it('sends each flight in one write, so that the database is woken up once for it', async () => {
  const connection = await test.ownerPool.connect();
  const { stream } = connection.connection;
  connection.release();
  const writes = ['_write', '_writev'].map((name) => vi.spyOn(stream, name as '_write'));

  await inTwoFlights(
    test.ownerPool,
    async (db) => await Promise.all([db.query('select 1'), db.query('select $1::int', [2])]),
    () => ({ statements: [note('a'), note('b')], read: () => undefined }),
  );

  expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
  for (const each of writes) each.mockRestore();
});

it('writes nothing when one statement is refused, and throws that refusal', async () => {
  const done = inTwoFlights(test.ownerPool, count, () => ({
    statements: [note('a'), note('a'), note('b')],
    read: () => undefined,
  }));
  await expect(done).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([]);
});

it('writes nothing when the plan throws, and the connection is as good as before', async () => {
  const done = inTwoFlights(test.ownerPool, count, () => {
    throw new Error('no plan');
  });
  await expect(done).rejects.toThrow('no plan');
  await inTwoFlights(test.ownerPool, count, () => ({ statements: [note('a')], read: () => undefined }));
  expect(await notes()).toEqual(['a']);
});

it('does not take an answer to COMMIT for a yes that is none', async () => {
  const pool = interceptPool(
    test.ownerPool,
    async () => async (statement, run) =>
      await run(statement.text === 'commit' ? { ...statement, text: 'rollback' } : statement),
  );
  const done = inTwoFlights(pool, count, () => ({ statements: [note('a')], read: () => undefined }));
  await expect(done).rejects.toThrow('the database rolled back');
  expect(await notes()).toEqual([]);
});

it('says unknown when COMMIT has no answer, or when what was committed cannot be read', async () => {
  const lost = crashingPool(test.ownerPool, test.ownerPool, 'answer of commit');
  await expect(
    inTwoFlights(lost, count, () => ({ statements: [note('a')], read: () => undefined })),
  ).rejects.toBeInstanceOf(CommitUnknown);
  await expect(
    inTwoFlights(test.ownerPool, count, () => ({
      statements: [note('b')],
      read: () => {
        throw new Error('unreadable');
      },
    })),
  ).rejects.toBeInstanceOf(CommitUnknown);
  expect(await notes()).toEqual(['a', 'b']);
});

it('says that nothing was written when the connection is lost before the second flight', async () => {
  const lost = crashingPool(test.ownerPool, test.ownerPool, 2);
  const done = inTwoFlights(
    lost,
    async (db) => await db.query('select'),
    () => ({ statements: [note('a')], read: () => undefined }),
  );
  await expect(done).rejects.toBeInstanceOf(ConnectionLost);
  expect(await notes()).toEqual([]);
});
