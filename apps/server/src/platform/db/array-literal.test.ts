import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { bigintArray, uuidArray } from './array-literal.ts';

let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

test('Postgres reads the same values', async () => {
  const numbers = [0n, -5n, 9_223_372_036_854_775_807n, null, 7];
  const ids = ['0192f0c1-2b3c-7def-8123-456789abcdef', null];
  const { rows } = await db.pool.query(
    'select $1::bigint[] as numbers, $2::uuid[]::text[] as ids, $3::bigint[] as none',
    [bigintArray(numbers), uuidArray(ids), bigintArray([])],
  );
  expect(rows).toEqual([{ numbers: ['0', '-5', '9223372036854775807', null, '7'], ids, none: [] }]);
});

test.each(['', 'x', '0192f0c1-2b3c-7def-8123-456789abcdef,0192f0c1-2b3c-7def-8123-456789abcdef', '}'])(
  'the text %j is not a UUID',
  (text) => {
    expect(() => uuidArray([text])).toThrow('not a UUID');
  },
);
