import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minor, TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { createPool } from '../platform/db/pool.ts';
import { loadConfig } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import { ROLES } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import { refusalOf, transfersSql, tried } from '../testing/attacks.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from '../testing/factories.ts';
import { createTestDb, migrateAlone } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';
import { createContext } from './context.ts';
import type { Context } from './context.ts';
import { openDatabase, prepareDatabase } from './database.ts';
import type { Database } from './database.ts';

/**
 * A site with DATABASE_URL alone: one login, which is no superuser, owns and prepares the database and takes on the role
 * of each process. Each role then has its own rights and no others, as with a login for each.
 */
const LOGIN = `one_login_${randomBytes(4).toString('hex')}`;
const PASSWORD = randomBytes(16).toString('hex');
const log = pino({ level: 'silent' });

let test: TestDb;
let config: Config;
let database: Database;
let contexts: Record<Role, Context>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-one-login-'));
  const prepare = async (ownerUrl: string): Promise<void> => {
    const url = ownerUrl.replace(/\/\/[^@]*@/, `//${LOGIN}:${PASSWORD}@`);
    const owner = createPool({ url: ownerUrl, max: 1, name: 'owner' });
    // The roles belong to all databases of this Postgres and are there already; a managed Postgres starts without them.
    await owner.query(`create role ${LOGIN} login createrole password '${PASSWORD}'`);
    await owner.query(`do $$ declare one name; begin
      execute format('alter database %I owner to ${LOGIN}', current_database());
      for one in select rolname from pg_roles where rolname in ('candor_app', 'candor_http', 'candor_feed', 'candor_worker', 'candor_console') loop
        execute format('grant %I to ${LOGIN} with admin true, inherit false', one);
      end loop; end $$`);
    await owner.end();
    config = loadConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SEED_PASSWORD: 'candor-demo-1',
      ...TEST_CURRENCY_SETTINGS,
    });
    database = await openDatabase(config, log);
    await prepareDatabase(database.ownerUrl ?? '', config, log);
  };
  test = await createTestDb(async (ownerUrl) => await migrateAlone(async () => await prepare(ownerUrl)));
  const open = async (role: Role) => await createContext(config, log, role, database.loginOf(role));
  contexts = {
    http: await open('http'),
    feed: await open('feed'),
    worker: await open('worker'),
    console: await open('console'),
  };
}, 60_000);

afterAll(async () => {
  for (const role of ROLES) await contexts[role].close();
  await rm(config.dataDir, { recursive: true, force: true });
  await test.drop();
});

it('each process works as its role', async () => {
  for (const role of ROLES) {
    const { rows } = await contexts[role].pool.query('select current_user as user, session_user as login');
    expect(rows).toEqual([{ user: `candor_${role}`, login: LOGIN }]);
  }
});

it('one process places an order, another settles it, and the feed leads', async () => {
  const { http, feed, worker } = contexts;
  const product = await makeProduct(test.ownerPool, 'ONEUSD', { feeRate: 100 });
  const now = Math.floor((await databaseNow(http.pool)) / 1000) * 1000;
  await makeTicks(test, product, [{ at: now, price: 10_000 }]);
  const member = await makeMember(http.pool);
  const [answer] = await placeOrders(http.pool, 'practice', [makeCommand(member, { product, stake: '100' })]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  const entryAt = Date.parse(answer.order.entryAt);
  await makeTicks(test, product, [
    { at: entryAt, price: 10_000 },
    { at: entryAt + 5_000, price: 10_001 },
  ]);
  await settleDueOrders(worker.pool);
  const { rows } = await http.pool.query('select outcome, profit from settlement where order_id = $1', [
    answer.order.id,
  ]);
  expect(rows).toEqual([{ outcome: 'won', profit: minor('84') }]);
  expect(await takeFeedLead(feed.pool)).toBeGreaterThan(0n);
});

it('each role has its own rights and no more', async () => {
  const { http, feed, worker } = contexts;
  for (const role of ROLES) {
    const { pool } = contexts[role];
    expect(await tried(pool, 'update account set posted = posted + 1')).toBe('42501');
    expect(await tried(pool, 'update settlement set profit = 1')).toBe('42501');
  }
  expect(await tried(feed.pool, 'select username from member')).toBe('42501');
  const deposit = transfersSql({ type: 'recharge', debit: ['clearing', null], credit: ['funds', 1n], refType: 'test' });
  expect(await refusalOf(http.pool, deposit)).toBe('NOT_ALLOWED');
  // The worker and the console credit only a deposit that is there and approved.
  expect(await refusalOf(worker.pool, deposit)).toBe('NO_REASON');
  expect(await refusalOf(contexts.console.pool, deposit)).toBe('NO_REASON');
  expect(await refusalOf(feed.pool, deposit)).toBe('42501');
});
