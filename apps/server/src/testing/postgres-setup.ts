/**
 * One embedded Postgres for a whole test run: Vitest starts it before the first server test and stops it after the
 * last. Tests read its addresses with `inject('postgresOwnerUrl')` and clone a template database for themselves.
 */
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Role } from '../platform/db/roles.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** candor_owner: a superuser, may create databases. */
    postgresOwnerUrl: string;
    /** The logins of the server's roles, on the same (empty) database `candor`. */
    postgresRoleUrls: Record<Role, string>;
  }
}

// Losing a test database in a power cut costs nothing; flushing to disk would cost half of the run time.
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
/** For the pools of one test file. */
const CONNECTIONS_PER_WORKER = 100;

/** Test files share one cluster, and each has a database of its own and pools for every role. */
const BOUNDS = { connectionsMax: { http: -1, feed: -1, worker: -1, console: -1 } };

/** Starts the database and returns a function that stops and removes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeTestDataDir();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: QUIET_LOG,
    settings: { ...SETTINGS, max_connections: String(CONNECTIONS_PER_WORKER * project.config.maxWorkers) },
    bounds: BOUNDS,
    access: ['all all'],
  });
  project.provide('postgresOwnerUrl', postgres.ownerUrl);
  project.provide('postgresRoleUrls', postgres.roleUrls);
  return async () => {
    await postgres.stop();
    removeTestDataDir(dataDir);
  };
}

/** A temporary DATA_DIR that the database's user can pass through when tests run as root. */
export function makeTestDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-test-'));
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Removes a DATA_DIR with its database, even when the database is in another folder. */
export function removeTestDataDir(dataDir: string): void {
  const entry = join(dataDir, 'postgres');
  if (existsSync(entry)) {
    const data = realpathSync(entry);
    rmSync(data === entry ? data : dirname(data), { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}

const QUIET_LOG = {
  info: () => undefined,
  warn: (fields: object, message: string) => console.warn(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
};
