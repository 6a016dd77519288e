import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { childEnvironment } from './child-environment.ts';
import { listenSettings, OWNER_ROLE, urlOf, type Endpoint } from './endpoint.ts';
import { hasCode } from './error-code.ts';
import { socketPath, type Placement } from './placement.ts';
import { probe } from './probe.ts';
import { createQuietTime } from './quiet-time.ts';
import { anyWantsToRun, isMachineBusy, isStopped } from '../../processes/read-process.ts';
import { isPostgresOf, isRunning, killAll, postgresTree, signalProcess } from './process-table.ts';

const LOG_BYTES_MAX = 10_000_000;
const POLL_MS = 50;
/** Only time in which the database did nothing, and wanted to do nothing (quiet-time.ts), counts for these two. */
const SILENT_MS_MAX = 30_000;
// A crash may leave max_wal_size of WAL to replay; on a slow disk that takes minutes and is not a hang.
const RECOVERY_MS_MAX = 300_000;
/** Whatever it does. */
const START_MS_MAX = 3_600_000;
const IMMEDIATE_STOP_MS = 700;
const KILL_MS = 3000;

export const SETTINGS = {
  shared_buffers: '256MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  idle_in_transaction_session_timeout: '10s',
  unix_socket_permissions: '0700',
  cluster_name: 'candor',
};

export type Postmaster = {
  binaries: Binaries;
  placement: Placement;
  endpoint: Endpoint;
  /** The file for the database's output. */
  logFile: string;
  /** Server settings that override ours. */
  settings: Readonly<Record<string, string>>;
};

/** For questions to the server itself, as its owner. */
export function adminUrl({ endpoint }: Postmaster, ownerPassword: string): string {
  return urlOf(endpoint, OWNER_ROLE, ownerPassword, 'postgres');
}

/** Starts a postmaster and returns its pid at once, before it answers. */
export async function launch(postmaster: Postmaster): Promise<number> {
  const { binaries, placement, endpoint, logFile, settings } = postmaster;
  const all = { ...SETTINGS, ...settings, ...listenSettings(endpoint) };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  removeDeadLockFiles(postmaster);
  rotate(logFile);
  const log = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(binaries.postgres, ['-D', placement.dataFolder, ...args], {
      cwd: '/',
      env: childEnvironment(),
      stdio: ['ignore', log, log],
      windowsHide: true,
      // Its own session: Ctrl-C in the terminal reaches only the server, which then stops the database in order.
      detached: true,
      ...placement.user,
    });
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    if (child.pid === undefined) throw new Error('Postgres started without a pid.');
    return child.pid;
  } finally {
    closeSync(log);
  }
}

/** Waits until a starting postmaster serves queries. Throws with its last output when it ends or stays silent. */
export async function waitUntilReady(
  pid: number,
  postmaster: Postmaster,
  ownerPassword: string,
  silentMsMax = SILENT_MS_MAX,
): Promise<void> {
  const { logFile } = postmaster;
  const url = adminUrl(postmaster, ownerPassword);
  const startedAt = performance.now();
  const quiet = createQuietTime(() => wantsToWork(pid, postmaster.placement));
  let heardAtQuietMs = 0;
  for (;;) {
    const answer = await probe(url, Math.min(5000, silentMsMax));
    const quietMs = quiet.lookAt(performance.now());
    if (answer === 'answers') return;
    if (answer === 'refuses') throw new Error('Postgres does not accept the password of its owner.');
    if (answer === 'starting') heardAtQuietMs = quietMs;
    if (!isRunning(pid)) throw new Error(`Postgres ended while starting:\n${lastLines(logFile)}`);
    if (quietMs - heardAtQuietMs > silentMsMax) throw new Error(`Postgres does not answer:\n${lastLines(logFile)}`);
    if (quietMs > RECOVERY_MS_MAX || performance.now() - startedAt > START_MS_MAX)
      throw new Error(`Postgres did not finish recovery:\n${lastLines(logFile)}`);
    await sleep(POLL_MS);
  }
}

/**
 * Whether the database has something to do and gets no time for it: one of its processes runs, or waits for a processor or the disk.
 * A postmaster that somebody stopped does nothing with any time.
 */
export function wantsToWork(pid: number, { dataFolder }: Placement): boolean {
  if (isStopped(pid)) return false;
  return anyWantsToRun(postgresTree(pid, dataFolder)) ?? isMachineBusy();
}

/** The pid of the postmaster that an earlier server left running on this data, or null. */
export function findOrphan({ placement, endpoint }: Postmaster): { pid: number; isReachable: boolean } | null {
  const lines = readLines(join(placement.dataFolder, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgresOf(pid, placement.dataFolder)) return null;
  const isReachable = endpoint.kind === 'socket' && lines[4] === endpoint.socketDir;
  return { pid, isReachable };
}

/** Stops in order: open transactions are rolled back, data is flushed. After `msMax` it is killed. */
export async function stopInOrder(pid: number, { binaries, placement }: Postmaster, msMax: number): Promise<void> {
  if (isPostgresOf(pid, placement.dataFolder)) {
    if (process.platform === 'win32') spawn(binaries.pgCtl, ['stop', '-D', placement.dataFolder, '-m', 'fast']);
    else signalProcess(pid, 'SIGINT');
    if (await isGoneWithin(pid, msMax)) return;
  }
  await endTree(pid, placement);
}

/** Kills a postmaster and its children, or what is left of them. Committed data survives. */
export async function endTree(pid: number | null, { dataFolder }: Placement): Promise<void> {
  if (pid !== null && isPostgresOf(pid, dataFolder)) {
    signalProcess(pid, 'SIGQUIT');
    await isGoneWithin(pid, IMMEDIATE_STOP_MS);
  }
  const deadline = Date.now() + KILL_MS;
  while (Date.now() < deadline) {
    const rest = postgresTree(pid, dataFolder).filter(isRunning);
    if (rest.length === 0) return;
    killAll(rest);
    await sleep(POLL_MS);
  }
}

/**
 * Postgres does not start while the pid in its lock files exists. In a container that pid may be a zombie that is
 * never reaped, or another program after a restart. The files are removed only when no process works in the data
 * folder: they also protect the data from children that outlived their postmaster.
 */
export function removeDeadLockFiles({ placement, endpoint }: Postmaster): void {
  const { dataFolder } = placement;
  if (process.platform !== 'linux' || postgresTree(null, dataFolder).length > 0) return;
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
  if (endpoint.kind === 'socket') rmSync(`${socketPath(endpoint.socketDir)}.lock`, { force: true });
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES_MAX) renameSync(logFile, `${logFile}.1`);
}

function lastLines(logFile: string): string {
  return readLines(logFile).slice(-15).join('\n').trim();
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
