import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { hasCode } from '../platform/db/embedded/error-code.ts';
import { findBinaries } from '../platform/db/embedded/binaries.ts';
import { childEnvironment } from '../platform/db/embedded/child-environment.ts';
import { chooseDatabaseUser, isRoot } from '../platform/db/embedded/os-user.ts';
import { makeTestDataDir, removeTestDataDir } from './postgres-setup.ts';

/** A Postgres that runs on its own, reached over TCP on this machine. */
export interface Node {
  readonly port: number;
  /** Of its postmaster, now. */
  readonly pid: () => number;
  /** Ends it as a lost machine ends: nothing is said, nothing is flushed. */
  readonly kill: () => Promise<void>;
  /** Starts it again with the data it had. */
  readonly restart: () => Promise<void>;
}

/** A primary and a standby that confirms each commit. */
export interface PostgresPair {
  readonly primary: Node;
  readonly standby: Node;
  /** The file of the certificate of both, for `localhost`; undefined where openssl is missing, and they speak without TLS. */
  readonly certificate: string | undefined;
  /** The URL of these nodes, in this order, as `owner`. */
  readonly urlOf: (...nodes: readonly Pick<Node, 'port'>[]) => string;
  /** Makes the standby the primary. */
  readonly promote: (standby?: Node) => Promise<void>;
  /** Makes a node that does not run a standby of another, with a copy of its data, and lets commits wait for it. */
  readonly follow: (node: Node, primary: Node) => Promise<void>;
  /** Whether the commits of a primary wait for its standby. */
  readonly waitForStandby: (primary: Node, waits: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const PASSWORD = 'pair';
/** For two days, for `localhost`. */
const SELF_SIGNED =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(
    ' ',
  );
const READY_MS = 30_000;

/** @param env more for the processes of both */
export async function startPostgresPair(env: Readonly<Record<string, string>> = {}): Promise<PostgresPair> {
  const folder = makeTestDataDir();
  const user = isRoot() ? chooseDatabaseUser() : null;
  const { initdb, postgres } = findBinaries(user);
  const running = new Set<ChildProcess>();
  const folders = new Map<Node, string>();
  const spawned = (command: string, args: readonly string[]): ChildProcess =>
    spawn(command, args, { cwd: '/', env: { ...childEnvironment(), ...env }, stdio: 'ignore', ...user });
  const own = (path: string): void => {
    if (user !== null) chownSync(path, user.uid, user.gid);
  };
  const urlOf = (...nodes: readonly Pick<Node, 'port'>[]): string =>
    `postgresql://owner:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

  const runs = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;
  const run = async (data: string, port: number): Promise<Node> => {
    let child: ChildProcess;
    const start = async (): Promise<void> => {
      const endsAt = Date.now() + READY_MS;
      // What a killed postmaster left behind may still hold its memory for a moment.
      do {
        const started = spawned(postgres, ['-D', data, '-p', String(port)]);
        child = started;
        running.add(started);
        started.once('exit', () => running.delete(started));
        await untilReady(urlOf({ port }), () => runs(started));
      } while (!runs(child) && Date.now() < endsAt);
    };
    await start();
    const kill = async (): Promise<void> => {
      if (!runs(child)) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    };
    const node = { port, pid: () => child.pid ?? 0, kill, restart: start };
    folders.set(node, data);
    return node;
  };

  const first = join(folder, 'first');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  mkdirSync(first, { mode: 0o700 });
  own(first);
  const made = spawned(initdb, [
    `--pgdata=${first}`,
    '--username=owner',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const [code] = (await once(made, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  appendFileSync(
    join(first, 'postgresql.conf'),
    "\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nwal_level = replica\nhot_standby = on\nfsync = off\nmax_connections = 200\nwal_keep_size = 64MB\n",
  );
  const certificate = makeCertificate(first);
  if (certificate !== undefined) {
    for (const name of ['server.crt', 'server.key']) own(join(first, name));
    appendFileSync(join(first, 'postgresql.conf'), 'ssl = on\n');
  }
  const primary = await run(first, await freePort());

  const second = join(folder, 'second');
  const asOwner = async (node: Pick<Node, 'port'>, ...statements: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: urlOf(node) });
    client.on('error', () => undefined);
    await client.connect();
    // What this changes is no commit that a standby confirms.
    await client.query('set synchronous_commit = local');
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const waitForStandby = async (node: Node, waits: boolean): Promise<void> =>
    await asOwner(
      node,
      `alter system set synchronous_standby_names = '${waits ? 'second' : ''}'`,
      'select pg_reload_conf()',
    );
  /** The data of a primary that runs, in a folder of a standby of it. */
  const copyOf = async (from: Node, to: string): Promise<void> => {
    const owner = new pg.Client({ connectionString: urlOf(from) });
    await owner.connect();
    await owner.query(`select pg_backup_start('pair', true)`);
    copyRunning(folders.get(from) ?? '', to);
    const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await owner.end();
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
    writeFileSync(
      join(to, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${from.port} user=owner password=${PASSWORD} application_name=second'\n`,
    );
    ownAll(to, own);
  };
  await copyOf(primary, second);
  const standby = await run(second, await freePort());
  await waitForStandby(primary, true);

  return {
    primary,
    standby,
    certificate,
    urlOf,
    promote: async (node = standby) => await asOwner(node, 'select pg_promote(true, 30)'),
    follow: async (node, from) => {
      const data = folders.get(node) ?? '';
      rmSync(data, { recursive: true, force: true });
      await copyOf(from, data);
      await node.restart();
      await waitForStandby(from, true);
    },
    waitForStandby,
    stop: async () => {
      for (const child of running) {
        const gone = once(child, 'exit');
        child.kill('SIGQUIT');
        await gone;
      }
      removeTestDataDir(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A certificate for `localhost`, `server.crt` and `server.key` in a folder. @returns its file; undefined if openssl is missing */
export function makeCertificate(folder: string): string | undefined {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const made = spawnSync('openssl', [...SELF_SIGNED, '-out', certificate, '-keyout', key]);
  if (made.status !== 0) return undefined;
  chmodSync(key, 0o600);
  return certificate;
}

function ownAll(folder: string, own: (path: string) => void): void {
  own(folder);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) own(join(folder, entry));
}

/** A folder of a database that runs: files go while it is copied. */
function copyRunning(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyRunning(source, target);
    else if (entry.isFile() && entry.name !== 'postmaster.pid')
      try {
        copyFileSync(source, target);
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
      }
  }
}

async function untilReady(url: string, runs: () => boolean): Promise<void> {
  const endsAt = Date.now() + READY_MS;
  while (runs()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await promisify(server.close.bind(server))();
  if (address === null || typeof address === 'string') throw new Error('a server has a port');
  return address.port;
}
