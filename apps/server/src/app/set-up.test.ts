import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteSettingsView } from '@candor/contract/console-site';
import type { SitePartName } from '@candor/contract/console-site';
import { siteConfigView } from '@candor/contract/identity';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { closeDatabase } from '../platform/db/bound-logins.ts';
import { migrate } from '../platform/db/migrate.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { createLog } from '../platform/log/log.ts';
import { EXIT_TRY_AGAIN } from '../platform/processes/messages.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { createTestDb, migrateAlone } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { prepareSite } from './prepare-site.ts';
import { watchSetUp } from './watch-set-up.ts';

/** An empty data folder, from the first start to the opening. The tests are steps of one site, in their order. */
let db: TestDb;
let dataDir: string;
let server: TestServer;
let consoleSite: TestConsole;
let owner: Awaited<ReturnType<TestConsole['operator']>>;
let stopWatching: () => Promise<void>;
let ended: ReturnType<typeof watchEnds>;

function watchEnds() {
  return vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
}

/** Given: whoever prepares a site where its output is stored does not want a password there. */
const SEED_PASSWORD = 'from-a-secret';
let said = '';

function configOf() {
  const site = { DATA_DIR: dataDir, SETUP: 'on', SEED_PASSWORD };
  return loadConfig({ ...site, FEED: 'simulated', BEACON: 'off', LOG_LEVEL: 'silent' });
}

async function prepared() {
  const config = configOf();
  return await prepareSite(db.ownerPool, config, createLog('silent'));
}

async function counted(table: 'product' | 'deposit_channel' | 'operator' | 'member' | 'terms'): Promise<number> {
  const { rows } = await db.ownerPool.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
  return rows[0]?.n ?? 0;
}

async function start(): Promise<void> {
  server = await startTestServer({ SETUP: 'on', DATA_DIR: dataDir }, { ...db, drop: async () => undefined });
  consoleSite = await startTestConsole(server);
}

async function stop(): Promise<void> {
  await consoleSite.stop();
  await server.stop();
}

/** What one operator proposes and approves. */
async function set(part: SitePartName, value: object): Promise<unknown> {
  const { token } = owner;
  const read = (await consoleSite.call('GET', '/api/console/site', { token })).body.data;
  const body = { part, base: siteSettingsView.parse(read)[part].version, value, reason: 'a new site' };
  return (await consoleSite.call('POST', '/api/console/site/changes', { token, key: randomUUID(), body })).body;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-set-up-'));
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  db = await createTestDb(
    async (ownerUrl) =>
      await migrateAlone(async () => {
        await migrate(ownerUrl);
      }),
  );
  await withTransaction(db.ownerPool, closeDatabase);
  await prepared();
  output.mockRestore();
  await start();
  owner = await consoleSite.operator('owner');
  stopWatching = watchSetUp(db.ownerUrl, configOf(), createLog('silent'));
}, 180_000);
beforeEach(() => {
  ended = watchEnds();
});
afterAll(async () => {
  await stopWatching();
  await stop();
  await db.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('begins with one owner, whose password is in the folder and is not said, and nothing else', async () => {
  expect(await readFile(join(dataDir, 'credentials.txt'), 'utf8')).toBe(`owner\t${SEED_PASSWORD}\n`);
  expect(said).not.toContain(SEED_PASSWORD);
  expect(said).not.toContain('password');
  const { rows } = await db.ownerPool.query(
    `select username, roles, must_secure from operator where username = 'owner'`,
  );
  expect(rows).toEqual([{ username: 'owner', roles: ['owner'], must_secure: true }]);
  for (const table of ['product', 'deposit_channel', 'member', 'terms'] as const) expect(await counted(table)).toBe(0);
});

it('tells members that it opens soon, and lets nobody register', async () => {
  const { payload, headers } = await server.http.app.inject({ url: '/' });
  expect(headers['cache-control']).toBe('no-store');
  for (const words of ['即将开放', '即將開放', 'Opening soon']) expect(payload).toContain(words);
  const { body } = await server.call('GET', '/api/index/getconf');
  expect(siteConfigView.parse(body.data).registration).toMatchObject({ open: false });
});

it('does not open before its currency is chosen', async () => {
  expect(await set('opening', { open: true })).toMatchObject({ error: 'SITE_FIXED' });
});

it('has products and ways to pay in the currency that is chosen, and every process begins again', async () => {
  const basis = { currency: 'JPY', symbol: 'JP¥', decimals: 0, timeZone: 'Asia/Tokyo' };
  expect(await set('basis', basis)).toMatchObject({ data: { status: 'approved', alone: true } });
  await expect.poll(async () => await preparedAt(), { timeout: 30_000 }).not.toBeNull();
  expect(await counted('product')).toBeGreaterThan(10);
  expect(await counted('deposit_channel')).toBeGreaterThan(1);
  await expect.poll(() => ended.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(ended).toHaveBeenCalledWith(EXIT_TRY_AGAIN);
}, 60_000);

it('opens, and has no accounts of a site to look at, at no later start', async () => {
  await stop();
  await start();
  expect(server.context.site).toMatchObject({ currency: { code: 'JPY', decimals: 0 }, timeZone: 'Asia/Tokyo' });
  expect(await set('opening', { open: true })).toMatchObject({ data: { status: 'approved', alone: true } });
  await expect.poll(() => server.context.site.openedAt, { timeout: 10_000 }).not.toBeNull();
  expect((await server.http.app.inject({ url: '/' })).payload).not.toContain('Opening soon');
  expect(await prepared()).toBeUndefined();
  expect(await counted('member')).toBe(0);
  expect(ended).not.toHaveBeenCalled();
}, 60_000);

async function preparedAt(): Promise<Date | null> {
  const { rows } = await db.ownerPool.query<{ at: Date | null }>('select prepared_at as at from site');
  return rows[0]?.at ?? null;
}
