import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries } from '../platform/db/embedded/binaries.ts';
import { childEnvironment } from '../platform/db/embedded/child-environment.ts';
import { chooseDatabaseUser, isRoot } from '../platform/db/embedded/os-user.ts';
import { makeTestDataDir, removeTestDataDir } from './postgres-setup.ts';

/** A Postgres that runs on its own, reached over TCP on this machine. */
export interface Node {
  readonly port: number;
  /** Ends it as a lost machine ends: nothing is said, nothing is flushed. */
  readonly kill: () => Promise<void>;
}

/** A primary and a standby that confirms each commit. */
export interface PostgresPair {
  readonly primary: Node;
  readonly standby: Node;
  /** The file of the certificate of both, for `localhost`; undefined where openssl is missing, and they speak without TLS. */
  readonly certificate: string | undefined;
  /** The URL of these nodes, in this order, as `owner`. */
  readonly urlOf: (...nodes: readonly Node[]) => string;
  /** Makes the standby the primary. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const PASSWORD = 'pair';
/** For two days, for `localhost`. */
const SELF_SIGNED =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(
    ' ',
  );
const READY_MS = 30_000;

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = makeTestDataDir();
  const user = isRoot() ? chooseDatabaseUser() : null;
  const { initdb, postgres } = findBinaries(user);
  const running = new Set<ChildProcess>();
  const spawned = (command: string, args: readonly string[]): ChildProcess =>
    spawn(command, args, { cwd: '/', env: childEnvironment(), stdio: 'ignore', ...user });
  const own = (path: string): void => {
    if (user !== null) chownSync(path, user.uid, user.gid);
  };
  const urlOf = (...nodes: readonly Pick<Node, 'port'>[]): string =>
    `postgresql://owner:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

  const run = async (data: string, port: number): Promise<Node> => {
    const child = spawned(postgres, ['-D', data, '-p', String(port)]);
    running.add(child);
    child.once('exit', () => running.delete(child));
    await untilReady(urlOf({ port }));
    const kill = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    };
    return { port, kill };
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
    "\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nwal_level = replica\nhot_standby = on\nfsync = off\nmax_connections = 60\nwal_keep_size = 64MB\n",
  );
  const certificate = makeCertificate(first);
  if (certificate !== undefined) {
    for (const name of ['server.crt', 'server.key']) own(join(first, name));
    appendFileSync(join(first, 'postgresql.conf'), 'ssl = on\n');
  }
  const primary = await run(first, await freePort());

  const second = join(folder, 'second');
  const owner = new pg.Client({ connectionString: urlOf(primary) });
  await owner.connect();
  await owner.query(`select pg_backup_start('pair', true)`);
  cpSync(first, second, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  writeFileSync(join(second, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(second, 'standby.signal'), '');
  writeFileSync(
    join(second, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=owner password=${PASSWORD} application_name=second'\n`,
  );
  ownAll(second, own);
  const standby = await run(second, await freePort());
  await owner.query(`alter system set synchronous_standby_names = 'second'`);
  await owner.query('select pg_reload_conf()');
  await owner.end();

  return {
    primary,
    standby,
    certificate,
    urlOf,
    promote: async () => {
      const client = new pg.Client({ connectionString: urlOf(standby) });
      await client.connect();
      await client.query('select pg_promote(true, 30)');
      await client.end();
    },
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

async function untilReady(url: string): Promise<void> {
  const endsAt = Date.now() + READY_MS;
  for (;;) {
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
