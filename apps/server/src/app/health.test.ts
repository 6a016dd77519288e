import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareOrderMonths } from '../features/trading/order-month-store.ts';
import { seedProducts } from '../features/market/seed-products.ts';
import { loadConfig } from '../platform/config/config.ts';
import { BACKUP_BEGUN_MARK } from '../platform/processes/role-permissions.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { backupFigures, failedBackupMs, markBackup, markFailedBackup, withBackupMarks } from './backup-figures.ts';
import { createMetrics } from './metrics.ts';
import { leadText, priceText, readinessOf, sourcesText } from './readiness-of.ts';
import { serveMetrics } from './serve-metrics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

async function checksWith(env: Record<string, string>): Promise<Readonly<Record<string, string>>> {
  const config = { ...server.context.config, readyNeeds: loadConfig(env).readyNeeds };
  return (await readinessOf({ ...server.context, config }).look()).checks;
}

describe('the role http', () => {
  it('is not ready with no feed anywhere, and says so', async () => {
    await seedProducts(server.ownerPool, TEST_CURRENCY);
    const { status, body } = await server.call('GET', '/health/ready');
    const checks = { database: 'ok', bus: 'ok', prices: 'no price yet', months: 'ok', disk: 'ok' };
    expect([status, body]).toEqual([503, { status: 'not ready', checks }]);
    expect((await server.call('GET', '/health/live')).status).toBe(200);
  });

  it('is not ready with a disk that is almost full', async () => {
    expect((await checksWith({ READY_DISK_FREE_MB: '99999999' }))['disk']).toBe('almost full');
  });

  it('looks at no prices and no disk where the settings say so', async () => {
    expect(await checksWith({ READY_DISK_FREE_MB: '0', READY_TICK_AGE_SEC: '0' })).toEqual({
      database: 'ok',
      bus: 'ok',
      months: 'ok',
    });
  });

  it('is not ready without a table of this month, for orders or for their settlements; the worker makes what is missing', async () => {
    for (const table of ['trade_order', 'settlement']) {
      const month = `${table}_${new Date().toISOString().slice(0, 7).replace('-', '')}`;
      await server.ownerPool.query(`alter table ${table} detach partition ${month}`);
      const missing = `no table of this month: ${table}`;
      expect((await checksWith({}))['months']).toBe(missing);
      expect(
        (await readinessOf({ ...server.context, role: 'worker', openPool: () => server.pools.worker }).look()).checks[
          'months'
        ],
      ).toBe(missing);
      for (const role of ['feed', 'console'] as const)
        expect((await readinessOf({ ...server.context, role }).look()).checks['months']).toBeUndefined();
      await server.ownerPool.query(`drop table ${month}`);
      await prepareOrderMonths(server.pools.worker);
      expect((await checksWith({}))['months']).toBe('ok');
    }
  });

  it('is not ready with a database that takes no writes', async () => {
    const { rows } = await server.ownerPool.query<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name ?? '';
    await server.ownerPool.query(`alter database "${name}" set default_transaction_read_only = on`);
    try {
      expect((await checksWith({}))['database']).toBe('it fails');
    } finally {
      await server.ownerPool.query(`alter database "${name}" reset default_transaction_read_only`);
    }
  });
});

it('prices are fresh, old, ahead of a clock that was set back, not there, or not due', () => {
  const of = (ageSec: number | null, products: number, closed: number) => priceText({ ageSec, products, closed }, 30);
  expect([
    of(0.4, 3, 1),
    of(31.2, 3, 1),
    of(-29.9, 3, 1),
    of(-30.4, 3, 1),
    of(null, 3, 1),
    of(null, 3, 3),
    of(null, 0, 0),
  ]).toEqual([
    'ok',
    'no price for 31 s',
    'ok',
    'the newest price is 30 s ahead of the clock',
    'no price yet',
    'ok',
    'ok',
  ]);
});

it('a feed is of use while it publishes, and while it sees another one lead', () => {
  const of = (leads: boolean, publishedMsAgo: number, seesLeaderMsAgo: number) =>
    leadText({ leads, publishedMsAgo, seesLeaderMsAgo });
  expect(of(true, 900, Infinity)).toBe('ok');
  expect(of(true, 10_001, 500)).toBe('leads and publishes nothing');
  expect(of(false, Infinity, 1_200)).toBe('ok');
  expect(of(false, 1_000, 10_001)).toBe('does not lead, and sees no leader');
  const sources = (...states: string[]) => sourcesText(states.map((state) => ({ state })));
  expect([sources(), sources('down', 'partly'), sources('down', 'silent')]).toEqual(['ok', 'ok', 'none gives prices']);
});

it('a figure is served by the roles that set it alone: an alarm on a zero elsewhere would always fire', async () => {
  const served = async (role: string) => await createMetrics(role).registry.metrics();
  expect(await served('worker')).toContain('candor_tick_days_ahead');
  for (const role of ['http', 'feed', 'console']) expect(await served(role)).not.toContain('candor_tick_days_ahead');
});

describe('the address of the figures', () => {
  const OK = { isReady: true, checks: { database: 'ok' } };
  const FULL = { isReady: false, checks: { disk: 'almost full' } };
  const told = { metrics: async () => 'figure 1\n', ready: async () => ({ http: OK, worker: FULL }) };

  async function withServer(token: string | undefined, test: (base: string) => Promise<void>): Promise<void> {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const close = await serveMetrics({ port, host: '127.0.0.1', token }, told);
    try {
      await test(`http://127.0.0.1:${port}`);
    } finally {
      await close();
    }
  }

  it('tells the figures, that the process lives, and which role is ready', async () => {
    await withServer(undefined, async (base) => {
      const of = async (path: string) => {
        const answer = await fetch(base + path);
        return [answer.status, await answer.text()];
      };
      expect(await of('/metrics')).toEqual([200, 'figure 1\n']);
      expect(await of('/health/live')).toEqual([200, '{"status":"ok"}']);
      expect(await of('/health/ready')).toEqual([
        503,
        '{"status":"not ready","roles":{"http":{"database":"ok"},"worker":{"disk":"almost full"}}}',
      ]);
      expect(await of('/health/ready/http')).toEqual([200, '{"status":"ok","roles":{"http":{"database":"ok"}}}']);
      for (const path of ['/health/ready/feed', '/', '/metrics/x']) expect((await of(path))[0]).toBe(404);
    });
  });

  it('closes a connection that says nothing, within seconds: enough of them would take the places of all probes', async () => {
    await withServer(undefined, async (base) => {
      const silent = connect(Number(new URL(base).port), '127.0.0.1');
      silent.on('error', () => undefined);
      const from = performance.now();
      await once(silent, 'close');
      // Looked for as Node does by itself, it would take half a minute.
      expect(performance.now() - from).toBeLessThan(20_000);
    });
  });

  it('gives figures only to whoever names the token, and health to everybody', async () => {
    const token = 'a-token-of-16-letters';
    await withServer(token, async (base) => {
      const status = async (path: string, authorization?: string) =>
        (await fetch(base + path, authorization === undefined ? {} : { headers: { authorization } })).status;
      expect(await status('/metrics')).toBe(401);
      expect(await status('/metrics', 'Bearer another-token-of-it')).toBe(401);
      expect(await status('/metrics', `Bearer ${token}`)).toBe(200);
      expect(await status('/health/live')).toBe(200);
    });
  });
});

it('the age of the newest backup is told, and infinite without one; a run that failed is told until the next', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-backup-age-'));
  try {
    expect(await backupFigures(dataDir, 'worker')).toContain('candor_backup_age_seconds{role="worker"} +Inf');
    await markBackup(dataDir);
    const later = await backupFigures(dataDir, 'worker', Date.now() + 3_600_000);
    expect(Number(/} ([\d.]+)/.exec(later)?.[1])).toBeGreaterThan(3_590);
    expect(await failedBackupMs(dataDir)).toBe(null);
    await markFailedBackup(dataDir);
    expect(await failedBackupMs(dataDir)).toBeGreaterThan(Date.now() - 60_000);
    await markBackup(dataDir);
    expect(await failedBackupMs(dataDir)).toBe(null);
    const begun = join(dataDir, BACKUP_BEGUN_MARK);
    await withBackupMarks(dataDir, async () => {
      expect(await failedBackupMs(dataDir)).toBe(null);
      // It is killed now, and nobody renews the mark any more.
      await writeFile(begun, '');
      expect(await failedBackupMs(dataDir, Date.now() + 5 * 60_000)).toBe(Math.floor((await stat(begun)).mtimeMs));
    });
    expect(await failedBackupMs(dataDir, Date.now() + 5 * 60_000)).toBe(null);
    const failing = withBackupMarks(dataDir, async () => await Promise.reject(new Error('the disk is full')));
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await failedBackupMs(dataDir)).toBeGreaterThan(Date.now() - 60_000);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
