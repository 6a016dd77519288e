import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { digestDatabase } from '../platform/db/digest.ts';
import type { Digest } from '../platform/db/digest.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkConservation } from '../testing/conservation.ts';
import { makeSession } from '../testing/factories.ts';
import { createTestDb, migrateAlone } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Updates a site that has run for a year: no data is lost or changed, and the site goes on working. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const YEAR = new URL('../testing/year-of-data.sql', import.meta.url);
/** The last migration of the schema used when the year's data was written. */
const SPINE = '0010_tick_day_held.sql';

let before: Digest;
let server: TestServer;
beforeAll(async () => {
  const db = await createTestDb(async (ownerUrl) => {
    await migrateAlone(async () => await migrate(ownerUrl, spine));
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query(readFileSync(YEAR, 'utf8'));
    await client.query('analyze');
    await client.end();
    before = await digestDatabase(ownerUrl);
    await migrateAlone(async () => await migrate(ownerUrl));
  });
  // The year's data is of a site whose currency had two decimals.
  server = await startTestServer({ SITE_CURRENCY_DECIMALS: '2' }, db);
}, 240_000);
const spine = mkdtempSync(join(tmpdir(), 'candor-spine-'));
for (const name of readdirSync(MIGRATIONS)) if (name <= SPINE) cpSync(join(MIGRATIONS, name), join(spine, name));
afterAll(async () => {
  rmSync(spine, { recursive: true });
  await server.stop();
});

function countsOf({ lines }: Digest): Map<string, string> {
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}

it('an upgrade keeps the row count of every table', async () => {
  const [old, now] = [countsOf(before), countsOf(await digestDatabase(server.ownerUrl))];
  expect(Number(old.get('trade_order'))).toBe(365 * 40);
  expect(Number(old.get('tick'))).toBeGreaterThan(50_000);
  // What members had read became a column of their conversation (0183).
  const ours = ['schema_migration', 'site_key', 'proof_key', 'support_read'];
  const lost = [...old].filter(([table, count]) => !ours.includes(table) && now.get(table) !== count);
  expect(lost).toEqual([]);
});

it('an upgrade keeps every invariant', async () => {
  await checkConservation(server.ownerPool);
});

it('a member sees the whole year after an upgrade: statement, orders and figures', async () => {
  const { rows } = await server.ownerPool.query<{ id: bigint }>(`select id from member where username = 'year_7'`);
  const token = await makeSession(server.pool, rows[0]?.id ?? 0n);
  const page = z.object({ items: z.array(z.unknown()), nextCursor: z.nullable(z.string()) });
  for (const path of ['/api/trade/orders?limit=100', '/api/wallet/transfers?limit=100']) {
    const { body } = await server.call('GET', path, { token });
    expect(page.parse(body.data).items, path).toHaveLength(100);
  }
  const { body } = await server.call('GET', '/api/trade/summary', { token });
  expect(JSON.stringify(body.data)).toContain('won');
});
