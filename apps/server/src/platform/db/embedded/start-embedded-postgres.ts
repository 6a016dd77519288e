/**
 * The default database: the Postgres of an npm package, run and watched by this process, reached over a Unix socket.
 * It must never listen on a network (on Windows only on 127.0.0.1), never replace existing data, and never end a
 * process that is not the database of this DATA_DIR. placement.ts decides where data and socket are; supervisor.ts
 * decides when the database is restarted.
 */
import { dirname, join } from 'node:path';
import type { LoginBounds } from '../bound-logins.ts';
import { roleName, type Role } from '../roles.ts';
import { setOwnerPassword, writeAccess } from './access.ts';
import { findBinaries } from './binaries.ts';
import { closeDataDir } from './close-data-dir.ts';
import { createCluster, ensureDatabase } from './cluster.ts';
import { takeDataDirLock } from './data-dir-lock.ts';
import { TRANSACTION_MS_MAX } from './end-long-transactions.ts';
import { localPortEndpoint, OWNER_ROLE, urlOf, type Endpoint } from './endpoint.ts';
import { readOwnerPassword, removeOwnerPassword, writeOwnerPassword } from './owner-password.ts';
import { checkDataVersion, openDataDir, openSocketDir, placeCluster, type Placement } from './placement.ts';
import { adminUrl, endTree, findOrphan, launch, stopInOrder, waitUntilReady, type Postmaster } from './postmaster.ts';
import { newPassword } from './scram.ts';
import { MISSES_MAX, supervise, type SupervisorLog } from './supervisor.ts';

export type EmbeddedPostgresOptions = {
  /** DATA_DIR, created if missing. Data goes to `postgres` in it; for root that may be a link to another place. */
  dataDir: string;
  log: SupervisorLog;
  /** Server settings that override the usual ones. For tests, which do not need fsync. */
  settings?: Readonly<Record<string, string>>;
  /** What the logins of the roles may do at most. For tests, which share one database. */
  bounds?: LoginBounds;
  /** More who may log in with a password: `database user`, as in pg_hba.conf. For tests, which make their own databases. */
  access?: readonly string[];
  /** How often the database is pinged, and how long an answer may take. */
  pingEveryMs?: number;
  /** How long the database may take to stop in order before it is killed. */
  stopMsMax?: number;
  /** A longer transaction of a role is ended. */
  transactionMsMax?: number;
};

export type EmbeddedPostgres = {
  /** For migrations: candor_owner, a superuser. */
  ownerUrl: string;
  /** For the server: one login per role. They own nothing. */
  roleUrls: Readonly<Record<Role, string>>;
  /** The folder of the Unix socket; empty on Windows. */
  socketDir: string;
  /** The postmaster's process id. It changes when the supervisor restarts the database. */
  readonly pid: number;
  /** Stops in order, within 10 s, and frees the DATA_DIR for another server. May be called again. */
  stop(): Promise<void>;
};

/**
 * Starts the database of a DATA_DIR, or takes over the one that a crashed server left running, and keeps it running
 * until `stop`. Throws with a text for the operator when another server holds the DATA_DIR or Postgres cannot run here.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  bounds,
  access = [],
  pingEveryMs = 5000,
  stopMsMax = 7000,
  transactionMsMax = TRANSACTION_MS_MAX,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = openDataDir(dataDir);
  const lock = takeDataDirLock(folder);
  try {
    const postmaster = await prepare(folder, settings, log);
    const { pid, ownerPassword } =
      (await adopt(folder, postmaster, { pingEveryMs, stopMsMax }, log)) ??
      (await startNew(folder, postmaster, access));
    const passwords = { http: newPassword(), feed: newPassword(), worker: newPassword(), console: newPassword() };
    await ensureDatabase(adminUrl(postmaster, ownerPassword), passwords, bounds);
    const supervisor = supervise(postmaster, pid, ownerPassword, { pingEveryMs, stopMsMax, transactionMsMax }, log);
    const { endpoint } = postmaster;
    const urlOfRole = (role: Role): string => urlOf(endpoint, roleName(role), passwords[role]);
    return {
      ownerUrl: urlOf(endpoint, OWNER_ROLE, ownerPassword),
      roleUrls: {
        http: urlOfRole('http'),
        feed: urlOfRole('feed'),
        worker: urlOfRole('worker'),
        console: urlOfRole('console'),
      },
      socketDir: endpoint.kind === 'socket' ? endpoint.socketDir : '',
      get pid() {
        return supervisor.pid();
      },
      async stop() {
        await supervisor.stop();
        removeOwnerPassword(folder);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function prepare(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  log: SupervisorLog,
): Promise<Postmaster> {
  const placement = placeCluster(dataDir);
  const isInside = dirname(placement.dataFolder) === dataDir;
  const warning = closeDataDir(dataDir, isInside ? placement.user : null);
  if (warning !== undefined) log.warn({ dataDir }, warning);
  const binaries = findBinaries(placement.user);
  const endpoint = await chooseEndpoint(dataDir, placement);
  if (placement.exists) checkDataVersion(placement.dataFolder, binaries.version);
  else {
    log.info({ dataFolder: placement.dataFolder }, 'Creating the database.');
    await createCluster(dataDir, placement, binaries);
  }
  return { binaries, placement, endpoint, logFile: join(dataDir, 'postgres.log'), settings };
}

async function chooseEndpoint(dataDir: string, placement: Placement): Promise<Endpoint> {
  if (process.platform === 'win32') return localPortEndpoint();
  return { kind: 'socket', socketDir: openSocketDir(dataDir, placement) };
}

interface Started {
  pid: number;
  ownerPassword: string;
}

async function adopt(
  dataDir: string,
  postmaster: Postmaster,
  { pingEveryMs, stopMsMax }: { pingEveryMs: number; stopMsMax: number },
  log: SupervisorLog,
): Promise<Started | null> {
  const orphan = findOrphan(postmaster);
  const ownerPassword = readOwnerPassword(dataDir);
  if (orphan?.isReachable && ownerPassword === null) {
    // Somebody removed the file.
    log.warn({ pid: orphan.pid }, 'The running database has an owner without a known password and is stopped.');
    await stopInOrder(orphan.pid, postmaster, stopMsMax);
  } else if (orphan?.isReachable && ownerPassword !== null) {
    try {
      await waitUntilReady(orphan.pid, postmaster, ownerPassword, MISSES_MAX * pingEveryMs);
      log.info({ pid: orphan.pid }, 'Taking over the running database.');
      return { pid: orphan.pid, ownerPassword };
    } catch (error) {
      log.warn({ pid: orphan.pid, err: error }, 'The running database does not answer and is stopped.');
    }
  }
  // Needed without an orphan too: children of a killed postmaster may still hold its shared memory.
  await endTree(orphan?.pid ?? null, postmaster.placement);
  return null;
}

async function startNew(dataDir: string, postmaster: Postmaster, access: readonly string[]): Promise<Started> {
  const ownerPassword = newPassword();
  writeOwnerPassword(dataDir, ownerPassword);
  writeAccess(postmaster.placement, postmaster.endpoint, access);
  await setOwnerPassword(postmaster, ownerPassword);
  const pid = await launch(postmaster);
  try {
    await waitUntilReady(pid, postmaster, ownerPassword);
    return { pid, ownerPassword };
  } catch (error) {
    await endTree(pid, postmaster.placement);
    throw error;
  }
}
