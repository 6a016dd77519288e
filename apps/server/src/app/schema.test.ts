import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaDiagrams } from '../testing/schema/schema-diagrams.ts';
import { schemaText } from '../testing/schema/schema-text.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * What is written about the schema is what the migrations make. After a new migration `npm run schema` writes it anew, and
 * the difference is what the migration changed: read it before you commit it.
 */
const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const SCHEMA = fileURLToPath(new URL('../../schema.sql', import.meta.url));
const DIAGRAMS = fileURLToPath(new URL('../../../../docs/schema.md', import.meta.url));

let db: TestDb;
let client: pg.Client;
beforeAll(async () => {
  db = await createTestDb();
  client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

/** By `comment on table`, or by the lines above it. */
it('every table says what a row is', () => {
  const silent = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, MIGRATIONS), 'utf8');
      const lines = text.split('\n');
      return lines.flatMap((line, at) => {
        const table = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1];
        if (table === undefined || lines[at - 1]?.startsWith('--') === true) return [];
        return text.includes(`comment on table ${table} is`) ? [] : [table];
      });
    });
  expect(silent).toEqual([]);
});

it('schema.sql is the schema that the migrations make', async () => {
  await expect(await schemaText(client)).toMatchFileSnapshot(SCHEMA);
});

it('docs/schema.md shows these tables', async () => {
  await expect(await schemaDiagrams(client, MIGRATIONS)).toMatchFileSnapshot(DIAGRAMS);
});

/** A function of before operators were people of their own, pasted into a new migration, would bring that back (decision 151). */
it('no function looks for operators among members', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'from member m join role'`,
  );
  expect(rows).toEqual([]);
});
