import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { byteaArray, int4Array, int8Array, momentArray, textArray, uuidBytes } from './binary-array.ts';

let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';

test('Postgres reads the same values', async () => {
  const numbers = [0n, -5n, 9_223_372_036_854_775_807n];
  const texts = ['', 'BTCUSDT', '{"中文",NULL}'];
  const moments = [0, 946_684_799_999, 1_795_326_191_186];
  const { rows } = await db.pool.query(
    `select $1::bigint[]::text[] as numbers, $2::int[]::text[] as ints, $3::text[] as texts, $4::uuid[]::text[] as ids,
       $5::bytea[]::text[] as bytes,
       array(select (extract(epoch from at) * 1000)::bigint::text from unnest($6::timestamptz[]) at) as moments`,
    [
      int8Array(numbers),
      int4Array([0, -7, 2_147_483_647]),
      textArray(texts),
      uuidBytes([ID, ID.toUpperCase()]),
      byteaArray([Buffer.from('00ff', 'hex'), Buffer.alloc(0)]),
      momentArray(moments),
    ],
  );
  expect(rows).toEqual([
    {
      numbers: numbers.map(String),
      ints: ['0', '-7', '2147483647'],
      texts,
      ids: [ID, ID],
      bytes: ['\\x00ff', '\\x'],
      moments: moments.map(String),
    },
  ]);
});

test('Postgres reads an empty array of each kind', async () => {
  const { rows } = await db.pool.query(
    `select cardinality($1::bigint[]) + cardinality($2::int[]) + cardinality($3::text[]) + cardinality($4::uuid[])
       + cardinality($5::bytea[]) + cardinality($6::timestamptz[]) as elements`,
    [int8Array([]), int4Array([]), textArray([]), uuidBytes([]), byteaArray([]), momentArray([])],
  );
  expect(rows).toEqual([{ elements: 0 }]);
});

test.each(['', 'x', `${ID}0`, `${ID.slice(0, -1)}g`, `${ID.slice(0, -2)}é`, `${ID}-${ID}`])(
  'the text %j is not a UUID',
  (text) => {
    expect(() => uuidBytes([text])).toThrow('not a UUID');
  },
);

test('a text of two UUIDs beside an empty one is none', () => {
  expect(() => uuidBytes(['', `${ID}${ID}`])).toThrow('not a UUID');
});
