import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bytes, int4, int8, moment, rowOf, rowsOf } from './rows.ts';

const member = z.object({ id: int8, age: int4, seenAt: z.nullable(moment), key: bytes });
const GOOD = { id: 7n, age: 3, seenAt: null, key: Buffer.from('a') };

test('matching rows are returned with the requested columns', () => {
  expect(rowsOf(member, { rows: [GOOD, { ...GOOD, seenAt: 5, more: true }] })).toEqual([GOOD, { ...GOOD, seenAt: 5 }]);
  expect(rowOf(member, { rows: [] })).toBeUndefined();
  expect(rowOf(member, { rows: [GOOD] })).toEqual(GOOD);
});

test.each([
  ['id', { ...GOOD, id: 7 }],
  ['age', { ...GOOD, age: '3' }],
  ['age', { ...GOOD, age: 3.5 }],
  ['seenAt', { ...GOOD, seenAt: new Date(0) }],
  ['key', { ...GOOD, key: 'secret' }],
  ['key', { id: 7n, age: 3, seenAt: null }],
])('the error names a wrong %s, but not its value', (column, row) => {
  expect(() => rowsOf(member, { rows: [GOOD, row] })).toThrow(new RegExp(`schema: ${column} `));
  expect(() => rowsOf(member, { rows: [row] })).not.toThrow(/secret/);
});

test('a schema that has read many rows still refuses a wrong one', () => {
  const often = z.object({ id: int8 });
  const many = Array.from({ length: 1_000 }, (_, index) => ({ id: BigInt(index), more: true }));
  for (let read = 0; read < 3; read += 1) expect(rowsOf(often, { rows: many })).toEqual(many.map(({ id }) => ({ id })));
  expect(() => rowsOf(often, { rows: [...many, { id: 'secret' }] })).toThrow('schema: id (invalid_type)');
});
