import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { digestDatabase } from '../platform/db/digest.ts';
import type { Digest } from '../platform/db/digest.ts';
import { migrate } from '../platform/db/migrate.ts';
import { checkConservation } from '../testing/conservation.ts';
import { makeSession } from '../testing/factories.ts';
import { compareKeptRows, keepRows } from '../testing/kept-rows.ts';
import type { KeptRows } from '../testing/kept-rows.ts';
import { fillSite } from '../testing/make-site.ts';
import { sealAll } from '../testing/seal-all.ts';
import { createTestDb, migrateAlone } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * Upgrades of a database that the base version made: its migrations run, rows are written, and all newer migrations run over
 * them. Nothing is lost or changed, and the site goes on working.
 *
 * BASE is the newest migration of the last release; a release moves it to its own newest one. A file of rows is of the schema
 * at BASE: where a newer migration needs other rows in row-of-every-table.sql, a copy of it as it was is named here.
 */
const BASE = '0015_grants.sql';
const YEAR = new URL('../testing/year-of-data.sql', import.meta.url);
const ROWS = new URL('../testing/row-of-every-table-0015.sql', import.meta.url);
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

const base = mkdtempSync(join(tmpdir(), 'candor-base-'));
for (const name of readdirSync(MIGRATIONS))
  if (name <= BASE && name.endsWith('.sql')) cpSync(join(MIGRATIONS, name), join(base, name));
afterAll(() => rmSync(base, { recursive: true }));

/** Makes a database at BASE, lets `write` fill it, and runs what is newer. */
async function upgrade(ownerUrl: string, write: (client: pg.Client) => Promise<void>): Promise<void> {
  await migrateAlone(async () => await migrate(ownerUrl, base));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await write(client);
  await client.end();
  await migrateAlone(async () => await migrate(ownerUrl));
}

describe('a site that has run for a year', () => {
  let before: Digest;
  let server: TestServer;
  beforeAll(async () => {
    const db = await createTestDb(async (ownerUrl) => {
      await upgrade(ownerUrl, async (client) => {
        await client.query(readFileSync(YEAR, 'utf8'));
        await client.query('analyze');
        before = await digestDatabase(ownerUrl);
      });
    });
    // The year's data is of a site whose currency has two decimals.
    server = await startTestServer({ SITE_CURRENCY_DECIMALS: '2' }, db);
  }, 240_000);
  afterAll(async () => await server.stop());

  function countsOf({ lines }: Digest): Map<string, string> {
    return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
  }

  it('keeps the row count of every table', async () => {
    const [old, now] = [countsOf(before), countsOf(await digestDatabase(server.ownerUrl))];
    expect(Number(old.get('trade_order'))).toBe(365 * 40);
    expect(Number(old.get('tick'))).toBeGreaterThan(50_000);
    const ours = ['schema_migration', 'site_key', 'proof_key'];
    const lost = [...old].filter(([table, count]) => !ours.includes(table) && now.get(table) !== count);
    // Each product has a new version of its terms, which says how long an order may wait; three roles are new.
    expect(lost).toEqual([
      ['role', '5'],
      ['terms', '2'],
    ]);
    expect([now.get('role'), now.get('terms')]).toEqual(['8', '4']);
  });

  it('keeps every invariant', async () => {
    await checkConservation(server.ownerPool);
  });

  it('puts all versions of terms that there are into the order log first', async () => {
    await sealAll({ pools: server.pools, ownerPool: server.ownerPool });
    const { rows } = await server.pool.query<{ kind: string }>('select kind from log_openings(0, 256)');
    expect(rows.map(({ kind }) => kind)).toEqual(['terms', 'terms', 'terms', 'terms']);
  });

  it('shows a member the whole year: statement, orders and figures', async () => {
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
});

/** Whoever had every right is an owner by now. */
const RENAMED = ['role', { name: 'admin', permissions: ['*:*:*'] }];

describe('a database with a row in every table', () => {
  let kept: KeptRows;
  let client: pg.Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const db = await createTestDb(async (ownerUrl) => {
      await upgrade(ownerUrl, async (owner) => {
        // By hand: the row had fewer columns then.
        const { code, decimals } = TEST_CURRENCY;
        await owner.query(
          `insert into site (mode, time_zone, currency, currency_symbol, currency_decimals, practice_grant)
           values ('practice', 'Asia/Shanghai', $1, '¥', $2, $3)`,
          [code, decimals, `100000${'0'.repeat(decimals)}`],
        );
        await fillSite(owner);
        await owner.query(`set session_replication_role = replica; ${readFileSync(ROWS, 'utf8')}`);
        await keepRows(owner);
      });
    });
    client = new pg.Client({ connectionString: db.ownerUrl });
    await client.connect();
    kept = await compareKeptRows(client);
    // These rows belong to no real site: conservation does not hold for them.
    drop = async () => await db.drop().catch(() => undefined);
  }, 120_000);
  afterAll(async () => {
    await client.end();
    await drop();
  });

  it('keeps every row and every value of it', () => {
    expect(kept).toEqual({ empty: [], lost: [RENAMED] });
  });

  it.each([
    ['a row that is gone', 'delete from member_note', 'member_note'],
    ['a value that is another one', `update member set nickname = 'x' where id = 1`, 'member'],
    ['a column that is gone', 'alter table first_run drop column left_at', 'first_run'],
  ])('notices %s', async (_what, sql, table) => {
    await client.query('begin');
    await client.query(`set local session_replication_role = replica; ${sql}`);
    const { lost } = await compareKeptRows(client);
    await client.query('rollback');
    expect(lost.map(([name]) => name).toSorted()).toEqual(['role', table].toSorted());
  });
});
