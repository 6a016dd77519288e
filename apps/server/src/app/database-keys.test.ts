import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSchema } from '../testing/constraint-attacks.ts';
import type { Constraint, Schema } from '../testing/constraint-attacks.ts';
import { knownKeys, knownUniqueIndexes } from '../testing/schema/known-schema.ts';

/**
 * Every key and every reference of the schema. The attack on a key is a second row that is equal only in that key; on a
 * reference, a row that does not exist. The known ones are those of schema.sql: a key that is new, changed or gone fails the
 * test, and so does one with no row in its table (testing/row-of-every-table.sql).
 */

/** Values that no referenced row has. */
const MISSING: Readonly<Record<string, string>> = {
  bigint: '-1',
  integer: '-1',
  uuid: `'00000000-0000-0000-0000-00000000dead'`,
  text: `'NOSUCH'`,
  date: `'1900-01-01'`,
  'timestamp with time zone': `'1900-01-01Z'`,
};

/** Columns that the database writes, and what it writes them from. */
const WRITTEN_FROM: Readonly<Record<string, string>> = {
  audit_operator_id_fkey: 'actor_id',
  audit_member_id_fkey: 'actor_id',
};

let schema: Schema;
beforeAll(async () => {
  schema = await createSchema();
});
afterAll(async () => await schema.drop());

it('keys and references are those of schema.sql', () => {
  const found = (kinds: readonly Constraint['kind'][]) =>
    schema.constraints.filter(({ kind }) => kinds.includes(kind)).map(({ name, definition }) => [name, definition]);
  expect(found(['p', 'u', 'f']).toSorted()).toEqual(knownKeys().toSorted());
  expect(found(['i']).toSorted()).toEqual(knownUniqueIndexes().toSorted());
});

it('unique keys refuse a second equal row', async () => {
  const held: string[] = [];
  const keys = schema.constraints.filter(({ kind }) => ['p', 'u', 'i'].includes(kind));
  for (const one of keys) {
    const columns = await schema.columnsOf(one.table);
    const where = one.predicate === null ? '' : `where ${one.predicate}`;
    const refusal = await schema.attack(
      one,
      `insert into "${one.table}" (${columns}) overriding system value select ${columns} from "${one.table}" ${where} limit 1`,
    );
    if (refusal?.code !== '23505') held.push(`${one.name}: ${refusal?.code ?? 'not refused'}`);
  }
  expect(held).toEqual([]);
}, 60_000);

it('foreign keys refuse a missing row', async () => {
  const held: string[] = [];
  const references = schema.constraints.filter(({ kind, enforced }) => kind === 'f' && enforced);
  for (const one of references) {
    const refusal = await schema.attack(
      one,
      `update "${one.table}" set "${WRITTEN_FROM[one.name] ?? one.column}" = ${MISSING[one.type ?? ''] ?? 'null'}
       where ctid = (select ctid from "${one.table}" where "${one.column}" is not null limit 1)`,
    );
    if (refusal?.code !== '23503')
      held.push(`${one.name}: ${refusal?.code ?? 'not refused'} ${refusal?.constraint ?? ''}`);
  }
  expect(held).toEqual([]);
}, 60_000);

it('a name that differs only in case is taken', async () => {
  const sql = `update member set username = 'FIRST' where username = 'second'`;
  await expect(schema.ownerPool.query(sql)).rejects.toMatchObject({ constraint: 'member_username_key' });
});
