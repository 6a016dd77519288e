import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Client } from 'pg';
import { takeDataDirLock } from './data-dir-lock.ts';
import { hasCode } from './error-code.ts';
import { readOwnerPassword } from './owner-password.ts';
import { CLUSTER_NAME, openDataDir, placeCluster } from './placement.ts';
import type { Placement } from './placement.ts';
import { ownerUrlOf } from './running-owner-url.ts';

/**
 * Copies the database of a DATA_DIR, and then its archived ticks and the sealed pictures of its members, into a new folder. While a server runs on it,
 * Postgres makes an online backup. Otherwise the files are copied under the lock of the DATA_DIR. The secrets are
 * never copied: anyone who finds a backup with both could open the sealed personal data.
 */
export interface Backup {
  folder: string;
  /** Whether a server was running. */
  online: boolean;
  files: number;
  bytes: number;
}

export const MANIFEST = 'MANIFEST.json';
export const DATABASE_FOLDER = 'postgres';
/** What a site stores outside its database: archived ticks, and sealed pictures of members. */
export const FILE_FOLDERS = ['archive', 'files'] as const;

/** Files that Postgres creates at every start, or that belong to the running process only. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const SLOT = 'candor_backup';

interface BackupPlaces {
  dataDir: string;
  target: string;
}

/** @throws Error, for the operator, when the target exists, or there is no database. */
export function placeBackup({ dataDir, target }: BackupPlaces): { source: string; folder: string } {
  const folder = resolve(target);
  if (existsSync(folder)) throw new Error(`${folder} exists already. Name a folder that does not exist yet.`);
  const source = openDataDir(dataDir);
  if (!existsSync(join(source, CLUSTER_NAME)))
    throw new Error(`${source} holds no database. Use pg_dump on the database that its server uses.`);
  return { source, folder };
}

/** @throws Error, for the operator, as placeBackup does, and when the database cannot be reached or locked. */
export async function backUp(places: BackupPlaces): Promise<Backup> {
  const { source, folder } = placeBackup(places);
  const placement = placeCluster(source);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, DATABASE_FOLDER), { recursive: true, mode: 0o700 });
  try {
    const online = await copyDatabase(source, placement, join(draft, DATABASE_FOLDER));
    // After the database: the folders may hold more than the database knows, but never less.
    for (const name of FILE_FOLDERS) await copyFolder(join(source, name), join(draft, name));
    const listed = await listFiles(draft);
    await writeFile(
      join(draft, MANIFEST),
      `${JSON.stringify({ format: 'candor-backup-v1', online, files: listed }, null, 1)}\n`,
      { flush: true, mode: 0o600 },
    );
    await rename(draft, folder);
    const bytes = listed.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, online, files: listed.length, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Returns whether the database was running. */
async function copyDatabase(dataDir: string, placement: Placement, target: string): Promise<boolean> {
  const client = await connectIfRunning(dataDir);
  if (client !== null) {
    try {
      await copyOnline(client, placement.dataFolder, target);
    } finally {
      await client.end();
    }
    return true;
  }
  const lock = takeDataDirLock(dataDir);
  try {
    if (existsSync(join(placement.dataFolder, 'postmaster.pid'))) {
      throw new Error('The database was not shut down cleanly. Start the server once, stop it, and try again.');
    }
    await copyCluster(placement.dataFolder, target);
    await copyFolder(join(placement.dataFolder, 'pg_wal'), join(target, 'pg_wal'));
  } finally {
    lock.release();
  }
  return false;
}

async function connectIfRunning(dataDir: string): Promise<Client | null> {
  if (process.platform === 'win32' || readOwnerPassword(dataDir) === null) return null;
  const client = new Client({
    connectionString: ownerUrlOf(dataDir),
    application_name: 'candor-backup',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ECONNREFUSED')) return null;
    throw error;
  }
}

/** The low-level online backup of Postgres: files may change during the copy; replaying the WAL repairs them. */
async function copyOnline(client: Client, dataFolder: string, target: string): Promise<void> {
  // Keeps the WAL from being recycled before it is copied. A temporary slot ends with its connection.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [SLOT]);
  const started = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('candor', fast => true)) as segment`,
  );
  await copyCluster(dataFolder, target);
  const stopped = await client.query<{ label: string; segment: string }>(
    `select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
  );
  const first = started.rows[0]?.segment;
  const stop = stopped.rows[0];
  if (first === undefined || stop === undefined) throw new Error('The database did not describe the backup.');
  await writeFile(join(target, 'backup_label'), stop.label, { flush: true, mode: 0o600 });
  await copyLog(join(dataFolder, 'pg_wal'), join(target, 'pg_wal'), first, stop.segment);
}

/** WAL segments sort by name. */
async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  const segments = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!segments.includes(first) || !segments.includes(last))
    throw new Error('A part of the write-ahead log is missing. Try again.');
  for (const name of segments) await copyFile(join(from, name), join(to, name));
}

async function copyCluster(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    if (!entry.isDirectory()) await copyIfThere(join(from, entry.name), join(to, entry.name));
    else if (EMPTIED.has(entry.name)) await mkdir(join(to, entry.name), { mode: 0o700 });
    else await copyFolder(join(from, entry.name), join(to, entry.name));
  }
}

/** Copies a tree. A missing folder is skipped. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Temporary files of queries: they hold no committed data.
    if (entry.name.startsWith('pgsql_tmp')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else await copyIfThere(source, target);
  }
}

/** A running database deletes files too: a file that is gone is no longer needed. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

export interface ListedFile {
  /** Relative to the backup, with slashes. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Every file of a folder except the manifest, sorted by path. */
export async function listFiles(folder: string): Promise<ListedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const listed: ListedFile[] = [];
  for (const path of paths.toSorted()) {
    const name = relative(folder, path).split(sep).join('/');
    if (name !== MANIFEST) listed.push({ path: name, ...(await digestOf(path)) });
  }
  return listed;
}

async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a file is read as bytes');
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
