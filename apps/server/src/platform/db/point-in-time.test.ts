import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { placeForLog } from '../../testing/log-orders.ts';
import { makeTestDataDir, removeTestDataDir } from '../../testing/postgres-setup.ts';
import { makeWalArchive } from '../../testing/wal-archive.ts';
import { createLog } from '../log/log.ts';
import { digestDatabase } from './digest.ts';
import { backUp } from './embedded/back-up.ts';
import { restore } from './embedded/restore.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import type { Pool } from './pool.ts';

const log = createLog('silent');
const NO_FLUSH = { fsync: 'off' };
const databases: EmbeddedPostgres[] = [];
const folders: string[] = [];
const pools: Pool[] = [];

afterAll(async () => {
  for (const pool of pools) await pool.end();
  for (const postgres of databases) await postgres.stop();
  for (const folder of folders) removeTestDataDir(folder);
});

function makeFolder(): string {
  const folder = makeTestDataDir();
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { ...NO_FLUSH, ...settings } });
  databases.push(postgres);
  return postgres;
}

function poolOf(url: string): Pool {
  const pool = createPool({ url, max: 1, name: 'owner' });
  pools.push(pool);
  return pool;
}

async function countOrders(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*)::text as count from trade_order');
  return Number(rows[0]?.count);
}

it('restores a backup and the archived log to a moment: all that was committed before it, nothing after it', async () => {
  const [dataDir, work] = [makeFolder(), makeFolder()];
  await (await start(dataDir)).stop();
  const archive = makeWalArchive(dataDir);
  const site = await start(dataDir, archive.settings);
  await migrate(site.ownerUrl);
  const owner = poolOf(site.ownerUrl);
  await placeForLog(owner, 100);
  const backup = join(work, 'backup');
  await backUp({ dataDir, target: backup });

  await placeForLog(owner, 200);
  const { rows } = await owner.query<{ moment: string }>('select clock_timestamp()::text as moment');
  const before = await digestDatabase(site.ownerUrl);
  await placeForLog(owner, 300);
  await archive.keepAll(owner);
  expect(await countOrders(owner)).toBe(600);
  // The machine is lost, and its own log with it.
  await owner.end();
  pools.splice(pools.indexOf(owner), 1);
  await site.stop();
  rmSync(join(dataDir, 'postgres', 'pg_wal'), { recursive: true, force: true });

  const restoredTo = makeFolder();
  await restore({ backup, dataDir: restoredTo });
  await archive.recoverUntil(restoredTo, rows[0]?.moment ?? '');
  const restored = await start(restoredTo);
  expect((await digestDatabase(restored.ownerUrl)).lines).toEqual(before.lines);
  const again = poolOf(restored.ownerUrl);
  expect(await countOrders(again)).toBe(300);
  // It takes writes.
  await placeForLog(again, 1);
  expect(await countOrders(again)).toBe(301);
});
