import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Connection, Pool } from '../platform/db/pool.ts';
import { createTestDb } from './test-db.ts';
import type { TestDb } from './test-db.ts';

/** The schema with a row in every table, and attacks on its constraints, one at a time. */
export interface Schema {
  ownerPool: Pool;
  /** Every check, key, unique index and reference of our tables. */
  constraints: readonly Constraint[];
  /** Those of a table that can be written, for a statement. */
  columnsOf: (table: string) => Promise<string>;
  /** How the database refuses `sql` when only this constraint can stop it; undefined if it does not refuse. */
  attack: (one: Constraint, sql: string) => Promise<Refusal | undefined>;
  drop: () => Promise<void>;
}

export interface Refusal {
  code?: string | undefined;
  constraint?: string | undefined;
}

const ROWS = readFileSync(new URL('row-of-every-table.sql', import.meta.url), 'utf8');
const OURS = `r.relnamespace = 'public'::regnamespace and not r.relispartition and r.relname <> 'schema_migration'`;
const CONSTRAINTS = `
  select r.relname as "table", c.conname as name, c.contype::text as kind, null as predicate, c.conenforced as enforced,
    pg_get_constraintdef(c.oid) as definition,
    (select format_type(a.atttypid, null) from pg_attribute a where a.attrelid = r.oid and a.attnum = c.conkey[1]) as type,
    (select a.attname from pg_attribute a where a.attrelid = r.oid and a.attnum = c.conkey[1]) as "column"
  from pg_constraint c join pg_class r on r.oid = c.conrelid where ${OURS} and c.contype not in ('n', 't') and (c.contype <> 'f' or c.conparentid = 0)
  union all
  select r.relname, x.relname, 'i', pg_get_expr(i.indpred, i.indrelid), true,
    substring(pg_get_indexdef(x.oid) from 'USING btree (.*)'), null, null
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class r on r.oid = i.indrelid
  where ${OURS} and i.indisunique and not exists (select from pg_constraint c where c.conindid = x.oid)
  order by 1, 2`;
const constraintRow = z.object({
  table: z.string(),
  name: z.string(),
  /** c: check, f: foreign key, p: primary key, u: unique, i: unique index. */
  kind: z.enum(['c', 'f', 'p', 'u', 'i']),
  predicate: z.nullable(z.string()),
  enforced: z.boolean(),
  definition: z.string(),
  type: z.nullable(z.string()),
  column: z.nullable(z.string()),
});
export type Constraint = z.infer<typeof constraintRow>;

export async function createSchema(): Promise<Schema> {
  const test: TestDb = await createTestDb();
  const { ownerPool } = test;
  const client = await ownerPool.connect();
  try {
    await client.query(`set session_replication_role = replica; ${ROWS}; set session_replication_role = default`);
  } finally {
    client.release();
  }
  const constraints = z.array(constraintRow).parse((await ownerPool.query(CONSTRAINTS)).rows);
  return {
    ownerPool,
    constraints,
    columnsOf: async (table) => {
      const { rows } = await ownerPool.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      return rows[0]?.columns ?? '';
    },
    attack: async (one, sql) => await attack(ownerPool, constraints, one, sql),
    // These rows belong to no real site: conservation does not hold for them.
    drop: async () => await test.drop().catch(() => undefined),
  };
}

async function attack(
  pool: Pool,
  all: readonly Constraint[],
  one: Constraint,
  sql: string,
): Promise<Refusal | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`alter table "${one.table}" disable trigger user`);
    await dropOthers(client, all, one);
    await client.query(sql);
    return undefined;
  } catch (error) {
    return error as Refusal;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Keeps the keys when a reference is attacked: the reference may point into its own table. */
async function dropOthers(
  client: Connection,
  all: readonly Constraint[],
  { table, name, kind }: Constraint,
): Promise<void> {
  for (const other of all.filter((one) => one.table === table && one.name !== name)) {
    if (kind === 'f' && other.kind !== 'c') continue;
    if (other.kind === 'i') await client.query(`drop index "${other.name}"`);
    else await client.query(`alter table "${table}" drop constraint if exists "${other.name}" cascade`);
  }
}
