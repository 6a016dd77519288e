import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyCluster, makeStoppedCluster } from '../../../testing/copy-cluster.ts';
import { makeTestDataDir, removeTestDataDir } from '../../../testing/postgres-setup.ts';
import { isRunning, killAll, postgresTree, signalProcess } from './process-table.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres.ts';

const MODULE = new URL('start-embedded-postgres.ts', import.meta.url).href;
const log = pino({ level: 'silent' });
const SETTINGS = { shared_buffers: '16MB' };

let dataDir: string;
let running: EmbeddedPostgres[];
let stopped: string;

beforeAll(async () => {
  stopped = await makeStoppedCluster({ log, settings: SETTINGS });
});

afterAll(() => removeTestDataDir(stopped));

beforeEach(() => {
  dataDir = makeTestDataDir();
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  // A failed test may leave its second server's database running.
  killAll(postgresTree(null, join(dataDir, 'postgres')));
  removeTestDataDir(dataDir);
});

/** A database that must be found dead or alive is pinged often; no other test may end because a machine is slow. */
const OFTEN = { pingEveryMs: 100 };

async function start(folder = dataDir, more: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    settings: SETTINGS,
    pingEveryMs: 500,
    ...more,
  });
  running.push(postgres);
  return postgres;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows[0] ?? [];
  } finally {
    await client.end();
  }
}

/** Another server on the same DATA_DIR: prints `started <pid>` or `refused <why>`, then idles. */
function startOtherServer(): { child: ReturnType<typeof spawn>; line: Promise<string> } {
  const quiet = '{ info() {}, warn() {}, error() {} }';
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
    try {
      const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: ${quiet} });
      console.log('started', pid);
      setInterval(() => undefined, 1000);
    } catch (error) { console.log('refused', error.message); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('exit', (code) => reject(new Error(`the other server ended without a word (${code})`)));
  });
  return { child, line };
}

async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It did not come true in time.');
    await sleep(50);
  }
}

test('creates a database, lets each role log in and stops', async () => {
  const postgres = await start();
  for (const [role, url] of Object.entries(postgres.roleUrls)) {
    expect(await query(url, 'SELECT current_user, current_database()')).toEqual([`candor_${role}`, 'candor']);
    expect(
      await query(url, 'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user'),
    ).toEqual([false, false, false]);
  }
  expect(await query(postgres.ownerUrl, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([true]);
  const settings = ['data_checksums', 'fsync', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'server_encoding'];
  const list = settings.map((name) => `current_setting('${name}')`).join(', ');
  expect(await query(postgres.roleUrls.http, `SELECT ${list}`)).toEqual(['on', 'on', 'on', '', 'UTC', 'UTF8']);
  const { mode } = statSync(postgres.socketDir);
  expect(mode & 0o777).toBe(0o700);
  const { pid } = postgres;
  await postgres.stop();
  expect(isRunning(pid)).toBe(false);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false);
});

test('keeps its data between starts', async () => {
  copyCluster(stopped, dataDir);
  const first = await start();
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  const second = await start();
  expect(await query(second.ownerUrl, 'SELECT n FROM kept')).toEqual([7]);
});

test('takes over the database of a killed server', async () => {
  copyCluster(stopped, dataDir);
  const other = startOtherServer();
  const pid = Number((await other.line).replace('started ', ''));
  other.child.kill('SIGKILL');
  await until(() => other.child.signalCode !== null);
  expect(isRunning(pid)).toBe(true);
  const postgres = await start();
  expect(postgres.pid).toBe(pid);
  await postgres.stop();
  expect(isRunning(pid)).toBe(false);
});

test('ends an orphan that hangs, and starts a new database', async () => {
  copyCluster(stopped, dataDir);
  const other = startOtherServer();
  const pid = Number((await other.line).replace('started ', ''));
  other.child.kill('SIGKILL');
  await until(() => other.child.signalCode !== null);
  signalProcess(pid, 'SIGSTOP');
  const postgres = await start(dataDir, OFTEN);
  expect(postgres.pid).not.toBe(pid);
  expect(isRunning(pid)).toBe(false);
  expect(await query(postgres.roleUrls.http, 'SELECT 1')).toEqual([1]);
}, 60_000);

test('a second server on the same DATA_DIR is refused', async () => {
  copyCluster(stopped, dataDir);
  const postgres = await start();
  const other = startOtherServer();
  expect(await other.line).toContain(`refused Another Candor server (process ${process.pid}) is using ${dataDir}`);
  await expect(start()).rejects.toThrow('Another Candor server');
  expect(await query(postgres.roleUrls.http, 'SELECT 1')).toEqual([1]);
});

test('the lock of a dead process, or of another process with its pid, does not stop the start', async () => {
  copyCluster(stopped, dataDir);
  writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ pid: process.pid, identity: 'before the last boot' }));
  const postgres = await start();
  expect(await query(postgres.roleUrls.http, 'SELECT 1')).toEqual([1]);
});

test('a path too long for a socket uses a short folder for it', async () => {
  const folder = join(dataDir, 'a'.repeat(50), 'b'.repeat(50));
  const postgres = await start(folder);
  expect(Buffer.byteLength(postgres.socketDir)).toBeLessThan(90);
  expect(await query(postgres.roleUrls.http, 'SELECT 1')).toEqual([1]);
  const { socketDir } = postgres;
  await postgres.stop();
  const again = await start(folder);
  expect(again.socketDir).toBe(socketDir);
  await again.stop();
  rmSync(socketDir, { recursive: true });
  removeTestDataDir(folder);
});

test.runIf(process.getuid?.() === 0)('as root, the data is stored where the database user can reach it', async () => {
  const folder = join(dataDir, 'private');
  mkdirSync(folder, { mode: 0o700 });
  const postgres = await start(folder);
  expect(await query(postgres.roleUrls.http, 'SELECT 1')).toEqual([1]);
  expect(lstatSync(join(folder, 'postgres')).isSymbolicLink()).toBe(true);
  await postgres.stop();
  const again = await start(folder);
  await again.stop();
  removeTestDataDir(folder);
});

test('a database folder without a database in it is left alone', async () => {
  mkdirSync(join(dataDir, 'postgres'));
  await expect(start()).rejects.toThrow('holds no Postgres database');
});

describe('the supervisor', () => {
  beforeEach(() => copyCluster(stopped, dataDir));

  test('starts the database again after its postmaster was killed', async () => {
    const postgres = await start();
    await query(postgres.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n');
    const { pid } = postgres;
    signalProcess(pid, 'SIGKILL');
    await until(() => postgres.pid !== pid);
    await until(async () => (await query(postgres.ownerUrl, 'SELECT n FROM kept').catch(() => []))[0] === 7);
    expect(isRunning(pid)).toBe(false);
  });

  test('ends a database that no longer answers and starts it again', async () => {
    const postgres = await start(dataDir, OFTEN);
    const { pid } = postgres;
    signalProcess(pid, 'SIGSTOP');
    await until(() => postgres.pid !== pid, 60_000);
    await until(async () => (await query(postgres.roleUrls.http, 'SELECT 1').catch(() => []))[0] === 1);
    expect(isRunning(pid)).toBe(false);
  }, 90_000);

  test('does not restart the database because this process itself was busy', async () => {
    const postgres = await start(dataDir, OFTEN);
    const { pid } = postgres;
    // Longer than ten pings, in parts that are longer than one.
    const endAt = Date.now() + 1_300;
    while (Date.now() < endAt) {
      const freeAt = Date.now() + 130;
      while (Date.now() < freeAt);
      await setImmediate();
    }
    // As often as a miss is looked for.
    await sleep(250);
    expect(postgres.pid).toBe(pid);
    expect(isRunning(pid)).toBe(true);
  });

  test('stops within its time even if the database ignores it, and leaves no process', async () => {
    const postgres = await start(dataDir, { stopMsMax: 500 });
    const { pid } = postgres;
    const tree = postgresTree(pid, join(dataDir, 'postgres'));
    expect(tree.length).toBeGreaterThan(3);
    signalProcess(pid, 'SIGSTOP');
    const startedAt = Date.now();
    await postgres.stop();
    // A server waits 7 s instead, and is done within 10.
    expect(Date.now() - startedAt).toBeLessThan(7_000);
    expect(tree.filter(isRunning)).toEqual([]);
  });

  test('keeps the database running after Ctrl-C in the terminal of its server', async () => {
    const other = startOtherServer();
    const pid = Number((await other.line).replace('started ', ''));
    const groups = spawnSync('ps', ['-o', 'pgid=', '-p', `${pid}`, '-p', `${other.child.pid}`], { encoding: 'utf8' });
    const [first, second] = groups.stdout.trim().split(/\s+/);
    expect(second).toBeDefined();
    expect(first).not.toBe(second);
    other.child.kill('SIGKILL');
    await until(() => other.child.signalCode !== null);
    await (await start()).stop();
    expect(isRunning(pid)).toBe(false);
  });
});

test('closes its DATA_DIR to other users, before and after it creates the database', async () => {
  chmodSync(dataDir, 0o755);
  await (await start()).stop();
  expect(statSync(dataDir).mode & 0o067).toBe(0);
  chmodSync(dataDir, 0o755);
  const postgres = await start();
  expect(statSync(dataDir).mode & 0o067).toBe(0);
  expect(await query(postgres.ownerUrl, 'SELECT 1')).toEqual([1]);
});
