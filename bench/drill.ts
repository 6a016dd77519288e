import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestDatabase } from '../apps/server/src/platform/db/digest.ts';
import { backUp } from '../apps/server/src/platform/db/embedded/back-up.ts';
import { restore } from '../apps/server/src/platform/db/embedded/restore.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded/start-embedded-postgres.ts';
import { Client } from '../apps/server/src/platform/db/client.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createPool } from '../apps/server/src/platform/db/pool.ts';
import type { Pool } from '../apps/server/src/platform/db/pool.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { placeForLog } from '../apps/server/src/testing/log-orders.ts';
import { makeTestDataDir, removeTestDataDir } from '../apps/server/src/testing/postgres-setup.ts';
import { makeWalArchive } from '../apps/server/src/testing/wal-archive.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';

/**
 * The drill of docs/operations.md, "A machine is lost": a site with a year of orders is backed up while it runs, restored into an empty folder, and must
 * have the same digest. Orders go on meanwhile, and the backup with the archived log is restored to a moment between two of them. Then an upgrade fails half-way: what it did is undone, or, where a part of it stayed, the older version refuses the
 * database in words, and the backup brings it back. ORDERS sets how many.
 */
const ORDERS = Number(process.env['ORDERS'] ?? 1_000_000);
const RESTORE_SEC_MAX = 60;
const DAYS = 365;
/** Orders after the backup, before the moment and again after it, by so many a transaction. */
const ORDERS_LATER = Math.max(100, Math.ceil(ORDERS / 100));
const ORDERS_A_STEP = 100;

const MIGRATIONS = fileURLToPath(new URL('../apps/server/migrations/', import.meta.url));
const YEAR = new URL('../apps/server/src/testing/year-of-data.sql', import.meta.url);
/** The schema that the year's data is of (app/upgrade.test.ts). */
const BASE = '0015_grants.sql';

const log = createLog('silent');
const work = mkdtempSync(join(tmpdir(), 'candor-drill-'));
const folders: string[] = [];

/** The same rows as the test of upgrades has, of more members. */
function yearOfData(members: number): string {
  const text = readFileSync(YEAR, 'utf8');
  const more = text.replace('generate_series(1, 40) n', `generate_series(1, ${members}) n`);
  const spread = more.replace('m.id * 6 as entry_seq', '(m.id % 40 + 1) * 6 as entry_seq');
  if (more === text || spread === more) throw new Error('year-of-data.sql has another form');
  return spread;
}

function migrationsUntil(newest: string, more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(work, 'migrations-'));
  for (const name of readdirSync(MIGRATIONS))
    if (name <= newest && name.endsWith('.sql')) cpSync(join(MIGRATIONS, name), join(folder, name));
  for (const [name, sql] of Object.entries(more)) writeFileSync(join(folder, name), sql);
  return folder;
}

async function open(dataDir = makeTestDataDir(), settings: Readonly<Record<string, string>> = {}) {
  if (!folders.includes(dataDir)) folders.push(dataDir);
  return { dataDir, postgres: await startEmbeddedPostgres({ dataDir, log, settings }) };
}

async function timed<T>(doIt: () => Promise<T>): Promise<{ value: T; sec: number }> {
  const from = performance.now();
  const value = await doIt();
  return { value, sec: (performance.now() - from) / 1_000 };
}

function ensure(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`THE DRILL FAILED: ${what}`);
}

async function messageOf(doIt: Promise<unknown>): Promise<string> {
  return await doIt.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function placeMore(owner: Pool): Promise<void> {
  for (let done = 0; done < ORDERS_LATER; done += ORDERS_A_STEP) await placeForLog(owner, ORDERS_A_STEP);
}

async function drill(): Promise<void> {
  const made = await open();
  await migrate(made.postgres.ownerUrl, migrationsUntil(BASE));
  const client = new Client({ connectionString: made.postgres.ownerUrl });
  await client.connect();
  const filled = await timed(async () => {
    await client.query(yearOfData(Math.ceil(ORDERS / DAYS)));
    await client.query('analyze');
  });
  await migrate(made.postgres.ownerUrl);
  const { rows } = await client.query<{ orders: string; bytes: string }>(
    'select count(*)::text as orders, pg_database_size(current_database())::text as bytes from trade_order',
  );
  await client.end();
  console.log(`${rows[0]?.orders} orders generated in ${filled.sec.toFixed(0)} s`);
  // From now on the log is archived: what it takes to generate the year is no part of the drill.
  await made.postgres.stop();
  const archive = makeWalArchive(made.dataDir);
  const site = await open(made.dataDir, archive.settings);
  const { ownerUrl } = site.postgres;

  const before = await timed(async () => await digestDatabase(ownerUrl));
  const target = join(work, 'backup');
  const saved = await timed(async () => await backUp({ dataDir: site.dataDir, target }));
  ensure(saved.value.online, 'the backup was not made while the server ran');

  const restored = await timed(async () => {
    const dataDir = makeTestDataDir();
    folders.push(dataDir);
    await restore({ backup: target, dataDir });
    return await open(dataDir);
  });
  const after = await timed(async () => await digestDatabase(restored.value.postgres.ownerUrl));
  ensure(after.value.sha256 === before.value.sha256, 'the restored database has another digest');

  // Orders go on after the backup; the moment lies between two of them.
  const owner = createPool({ url: ownerUrl, max: 1, name: 'drill' });
  await placeMore(owner);
  const named = await owner.query<{ moment: string }>('select clock_timestamp()::text as moment');
  const atMoment = await digestDatabase(ownerUrl);
  await placeMore(owner);
  await archive.keepAll(owner);
  await owner.end();
  const recovered = await timed(async () => {
    const dataDir = makeTestDataDir();
    folders.push(dataDir);
    await restore({ backup: target, dataDir });
    await archive.recoverUntil(dataDir, named.rows[0]?.moment ?? '');
    return await open(dataDir);
  });
  const there = await digestDatabase(recovered.value.postgres.ownerUrl);
  ensure(there.sha256 === atMoment.sha256, 'the database restored to a moment has another digest than it had then');
  ensure(there.sha256 !== before.value.sha256, 'nothing of the archived log was restored');
  await recovered.value.postgres.stop();

  // One migration that fails in its middle leaves nothing of itself.
  const url = restored.value.postgres.ownerUrl;
  const broken = `create table half (); insert into half default values; select 1 / 0;`;
  const undone = await messageOf(migrate(url, migrationsUntil('9', { '9998_broken.sql': broken })));
  ensure(undone.includes('division by zero'), `the broken migration did not fail: ${undone}`);
  ensure((await digestDatabase(url)).sha256 === before.value.sha256, 'a failed migration left something');
  ensure((await migrate(url)).length === 0, 'the older version does not start after a failed migration');
  // Two of which the second fails leave the first: the older version says so, and the backup brings it back.
  const half = migrationsUntil('9', { '9997_first.sql': 'create table whole ();', '9998_broken.sql': broken });
  ensure((await messageOf(migrate(url, half))).includes('division by zero'), 'the broken migration did not fail');
  const refusal = await messageOf(migrate(url));
  ensure(refusal.includes('9997_first.sql'), 'the older version did not refuse a newer database');
  await restored.value.postgres.stop();
  const back = makeTestDataDir();
  folders.push(back);
  await restore({ backup: target, dataDir: back });
  const old = await open(back);
  ensure((await migrate(old.postgres.ownerUrl)).length === 0, 'the older version does not start on the backup');
  ensure((await digestDatabase(old.postgres.ownerUrl)).sha256 === before.value.sha256, 'the backup has another digest');
  await old.postgres.stop();
  await site.postgres.stop();

  const figures: Figure[] = [
    ['Orders, database', `${rows[0]?.orders}, ${Math.round(Number(rows[0]?.bytes) / 2 ** 20)} MiB`, ''],
    ['Backup while the server runs', `${saved.sec.toFixed(1)} s`, `${Math.round(saved.value.bytes / 2 ** 20)} MiB`],
    [
      'Restore into an empty folder, until the database answers',
      `${restored.sec.toFixed(1)} s`,
      `at most ${RESTORE_SEC_MAX}`,
    ],
    ['Digest of all rows, equal before and after', `${after.sec.toFixed(1)} s`, before.value.sha256.slice(0, 16)],
    [
      'The same to a moment after it, with the archived log, until the database answers',
      `${recovered.sec.toFixed(1)} s`,
      `${ORDERS_LATER} orders later and as many that it must not have; digest ${there.sha256.slice(0, 16)} as it was then`,
    ],
    ['An upgrade that fails half-way', 'undone, or refused in words and restored', ''],
  ];
  await report('drill', 'Restore drill', figures);
  const slowest = Math.max(restored.sec, recovered.sec);
  ensure(slowest <= RESTORE_SEC_MAX, `a restore took ${slowest.toFixed(1)} s, longer than ${RESTORE_SEC_MAX} s`);
}

try {
  await drill();
} finally {
  for (const folder of folders) removeTestDataDir(folder);
  rmSync(work, { recursive: true, force: true });
}
