import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { int8 } from '../platform/db/rows.ts';
import { declaredStatements } from '../platform/db/statement.ts';
import type { Declared } from '../platform/db/statement.ts';
import { compareColumns } from '../testing/compare-statement.ts';
import { describeStatement } from '../testing/describe-statement.ts';
import type { Column } from '../testing/describe-statement.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Every declared statement is prepared on the real database, which says what its columns are called, of which type they are, and
 * which of them may be null. A column that is misspelt, missing, read by nobody or of another type than its row says is an error
 * here, without one call of the statement.
 */
const SOURCES = fileURLToPath(new URL('../', import.meta.url));
const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.includes('.test.') && !path.startsWith('testing/'),
);
const declaring = paths.filter((path) => /from '[^']*\/statement\.ts'/.test(readFileSync(join(SOURCES, path), 'utf8')));

/** The statements of all modules that declare some, each with where it is. */
const nameOf = new Map<unknown, string>();
for (const path of declaring) {
  const exports: object = await import(join(SOURCES, path));
  for (const [name, run] of Object.entries(exports)) nameOf.set(run, `${path} ${name}`);
}
const statements = declaredStatements.map((one) => ({
  ...one,
  title: nameOf.get(one.run) ?? one.text.replaceAll(/\s+/g, ' ').slice(0, 70),
}));

let db: TestDb;
let client: pg.Client;
const nullable = new Set<string>();
beforeAll(async () => {
  db = await createTestDb();
  client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ key: string }>(
    `select attrelid || '/' || attnum as key from pg_attribute join pg_class c on c.oid = attrelid
     where attnum > 0 and not attnotnull and c.relkind <> 'v'`,
  );
  for (const { key } of rows) nullable.add(key);
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

function mayBeNull({ tableID, columnID }: Column): boolean {
  return nullable.has(`${tableID}/${columnID}`);
}

/** What the database cannot say of these rows: a condition of the statement keeps null out, or a column only orders them. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'features/cashier/worker-store.ts selectChainClaims': ['txid: may be null'],
  'features/console/audit-log-store.ts selectAuditHash': ['hash: may be null'],
  'features/invest/project-store.ts selectProjects': ['position: read by nobody'],
  // New terms always say it.
  'features/market/market-store.ts findProduct': ['acceptWithinMs: may be null'],
  'features/market/market-store.ts listProducts': ['acceptWithinMs: may be null'],
  // A file that is ready has both.
  'features/own-data/own-data-store.ts selectLinked': ['bytes: may be null', 'readyAt: may be null'],
  'features/push/push-store.ts selectFired': ['price: may be null'],
  // A void order says why.
  'features/reports/report-store.ts selectVoids': ['reason: may be null'],
  // It asks for those that have them.
  'features/statements/statements-store.ts selectBalanced': ['opening: may be null', 'closing: may be null'],
  'features/support/operator/conversation-store.ts selectAnswer': ['text: may be null'],
  'features/support/support-store.ts selectDueChecks': ['memberId: may be null', 'orderId: may be null'],
  'select index from log_terms where product = $1 and version = $2 and in': ['index: may be null'],
  'select o.id, o.no, o.nonce, o.key, o.document_version, o.member_id, o.': [
    'key: may be null',
    'fingerprint: may be null',
  ],
  'update captcha set used_by = $3, passed = answer_hash = $2, expires_at': ['passed: may be null'],
  'update console_captcha set used_by = $3, passed = answer_hash = $2, ex': ['passed: may be null'],
};

/** What is wrong with a statement. */
async function wrongWith(text: string, shape: Declared['shape']): Promise<string[]> {
  const columns = await describeStatement(client, text).catch((error: unknown) => String(error));
  if (typeof columns === 'string') return [columns];
  return shape === null ? [] : compareColumns(shape, columns ?? [], mayBeNull);
}

it('every declared statement is prepared, and its columns are what its row says', async () => {
  const wrong: Record<string, string[]> = {};
  for (const { title, text, shape } of statements) {
    const found = await wrongWith(text, shape);
    if (found.length > 0) wrong[title] = found;
  }
  expect(statements.length).toBeGreaterThan(400);
  expect(wrong).toEqual(KNOWN);
});

it.each([
  ['a misspelt column', 'select id, user_name from member', ['error: column "user_name" does not exist']],
  ['a column without a field', 'select id, username, phone from member', ['phone: read by nobody']],
  ['a field without a column', 'select id from member', ['username: no column']],
  ['another name', 'select id, nickname as user_name from member', ['username: no column', 'userName: read by nobody']],
  ['another type', 'select id, created_at as username from member', ['username: type 1184 is not read as string']],
  ['a column that may be null', 'select id, email as username from member', ['username: may be null']],
  ['a column twice', 'select id, username, id from member', ['id: twice']],
])('%s is found', async (_what, text, complaints) => {
  expect(await wrongWith(text, z.object({ id: int8, username: z.string() }))).toEqual(complaints);
});

it('one column is compared with its type', async () => {
  expect(await wrongWith('select count(*) from member', z.int())).toEqual(['count: type 20 is not read as number']);
  expect(await wrongWith('select id, username from member', int8)).toEqual(['2 columns instead of one']);
});

it('rows are read through their declaration, and no column is renamed by hand', () => {
  const byHand = paths.flatMap((path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8');
    const found = [/ as "[a-z]+[A-Z]/, /\brows?Of\(/, /^ {2}[a-z]+_[a-z_]+: (?:z\.|int|moment|bytes|date)/m].filter(
      (what) => what.test(text),
    );
    return found.map((what) => `${path} ${what.source}`);
  });
  expect(byHand.filter((one) => !one.startsWith('platform/db/'))).toEqual([
    // The rows of a flight, which come with those of other statements.
    'features/trading/placement-store.ts \\brows?Of\\(',
  ]);
});
