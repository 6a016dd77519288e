import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Db } from './pool.ts';
import { int8 } from './rows.ts';
import { byVariant, fieldOf, firstRow, firstValue, manyRows, manyValues, onlyRow, readRows } from './statement.ts';

const row = z.object({ memberId: int8, name: z.nullable(z.string()) });

/** A database that answers every statement with these rows. */
function answering(columns: string[], rows: unknown[][], sent: unknown[] = []): Db {
  const query = async (statement: unknown) => {
    sent.push(statement);
    return await Promise.resolve({ rows, rowCount: rows.length, fields: columns.map((name) => ({ name })) });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a database as a statement uses
  return { query } as unknown as Db;
}

const sent: unknown[] = [];
const TWO = answering(
  ['member_id', 'name'],
  [
    [1n, 'a'],
    [2n, null],
  ],
  sent,
);
const NONE = answering(['member_id', 'name'], [], sent);

test('rows have the names of fields, in the order of the columns', async () => {
  const select = manyRows(row, 'select', (from: bigint, to: bigint) => [from, to], { name: 'kept' });
  expect(await select(TWO, 1n, 2n)).toEqual([
    { memberId: 1n, name: 'a' },
    { memberId: 2n, name: null },
  ]);
  expect(sent.at(-1)).toEqual({ text: 'select', values: [1n, 2n], rowMode: 'array', name: 'kept' });
  expect(await firstRow(row, 'select')(TWO)).toEqual({ memberId: 1n, name: 'a' });
});

test('without a row there is the answer for that', async () => {
  expect(await firstRow(row, 'select')(NONE)).toBeUndefined();
  expect(await firstRow(row, 'select', () => [], { or: null })(NONE)).toBeNull();
  await expect(onlyRow(row, 'select', () => [], { missing: 'no member' })(NONE)).rejects.toThrow('no member');
});

test('a column that the row needs and the statement lacks is named, also when nothing was found', async () => {
  await expect(manyRows(row, 'select')(answering(['name'], []))).rejects.toThrow('no column for: memberId');
  await expect(readRows(answering(['name'], []), row, 'select')).rejects.toThrow('no column for: memberId');
  await expect(manyRows(row, 'select')(answering(['member_id', 'name'], [[1, 'secret']]))).rejects.toThrow(
    /^A row does not match its schema: memberId \(invalid_type\)$/,
  );
});

test('one column is read as its values', async () => {
  const ids = answering(['id'], [[1n], [2n]]);
  expect(await manyValues(int8, 'select')(ids)).toEqual([1n, 2n]);
  expect(await firstValue(int8, 'select')(ids)).toBe(1n);
  await expect(firstValue(z.string(), 'select')(ids)).rejects.toThrow('A value does not match its type: invalid_type');
});

test('a null is kept, or replaced where the statement says by what', async () => {
  const empty = answering(['at'], [[null]]);
  expect(await firstValue(z.nullable(int8), 'select')(empty)).toBeNull();
  expect(await firstValue(z.nullable(int8), 'select', () => [], { or: 0n })(empty)).toBe(0n);
  expect(await firstValue(z.nullable(int8), 'select', () => [], { or: undefined })(empty)).toBeUndefined();
});

test('each variant is a statement of its own', async () => {
  const locked = byVariant(['', 'for update'], (lock) => firstRow(row, `select ${lock}`));
  await locked['for update'](NONE);
  expect(sent.at(-1)).toEqual({ text: 'select for update', values: [], rowMode: 'array' });
});

test.each([
  ['id', 'id'],
  ['member_id', 'memberId'],
  ['open_1h_ago', 'open1hAgo'],
])('%s is %s', (column, field) => {
  expect(fieldOf(column)).toBe(field);
});
