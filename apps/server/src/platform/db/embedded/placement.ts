import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SHARED_FOLDER } from './binaries.ts';
import { hasCode } from './error-code.ts';
import { canEnter, chooseDatabaseUser, isRoot, type OsUser } from './os-user.ts';

/** The name of the data folder, or of the link to it, inside DATA_DIR. */
export const CLUSTER_NAME = 'postgres';
export const SOCKET_PORT = 5432;
// sun_path holds 108 bytes on Linux and 104 on macOS; some clients add to the path.
const SOCKET_PATH_BYTES_MAX = 100;

/** Where a database is, or will be, and who owns it. `user` is null when no change of user is needed. */
export type Placement = { dataFolder: string; exists: boolean; user: OsUser | null };

/** Creates DATA_DIR if missing (passable for the database's user when we are root) and returns its real path. */
export function openDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return realpathSync(dataDir);
}

/**
 * Finds the database of a DATA_DIR or chooses a place for a new one. An existing database is never moved or replaced.
 * If its permissions changed, this throws instead of choosing a new, empty database.
 */
export function placeCluster(dataDir: string): Placement {
  const entry = join(dataDir, CLUSTER_NAME);
  if (hasEntry(entry)) return placeExisting(entry);
  if (!isRoot()) return { dataFolder: entry, exists: false, user: null };
  const user = chooseDatabaseUser();
  if (canEnter(user, dataDir)) return { dataFolder: entry, exists: false, user };
  mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o711 });
  // The random part keeps a new DATA_DIR from finding the data of a deleted DATA_DIR with the same path.
  const base = mkdtempSync(join(SHARED_FOLDER, `${hashOf(dataDir)}-`));
  chmodSync(base, 0o711);
  return { dataFolder: join(base, CLUSTER_NAME), exists: false, user };
}

/** The socket file that Postgres makes in its folder. */
export function socketPath(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${SOCKET_PORT}`);
}

/** Makes the folder of the socket, which only the database's user and root can enter, and returns its path. */
export function openSocketDir(dataDir: string, { dataFolder, user }: Placement): string {
  const beside = join(dirname(dataFolder), 'socket');
  const length = Buffer.byteLength(socketPath(beside));
  const path = length <= SOCKET_PATH_BYTES_MAX ? beside : join(shortTempFolder(), `candor-${hashOf(dataDir)}`);
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(path, { mode: 0o700 });
    if (user !== null) chownSync(path, user.uid, user.gid);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  // In a shared temp folder another user may have created it first, to listen in our place.
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${path} must be a folder that only user ${uid} can enter. Remove it and start again.`);
  }
  return path;
}

function placeExisting(entry: string): Placement {
  if (!existsSync(entry)) {
    throw new Error(
      `The database of this DATA_DIR is missing: ${entry} points to nothing. Restore it, or remove the link.`,
    );
  }
  const dataFolder = realpathSync(entry);
  if (!existsSync(join(dataFolder, 'PG_VERSION'))) {
    throw new Error(`${dataFolder} holds no Postgres database. Restore it from a backup, or move the folder away.`);
  }
  const { uid, gid } = statSync(dataFolder);
  if (isRoot()) {
    const user = { uid, gid };
    if (canEnter(user, dirname(dataFolder))) return { dataFolder, exists: true, user };
    throw new Error(
      `User ${uid}, who owns the database in ${dataFolder}, cannot reach it. Allow passage (chmod o+x) on the folders above.`,
    );
  }
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error(
      `The database in ${dataFolder} belongs to user ${uid}, and this process is user ${process.getuid()}.`,
    );
  }
  return { dataFolder, exists: true, user: null };
}

/** Throws when the data was made by another major version, which this one cannot read. */
export function checkDataVersion(dataFolder: string, binariesVersion: string): void {
  const major = binariesVersion.split('.')[0];
  const found = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim();
  if (found !== major) {
    throw new Error(
      `The database in ${dataFolder} was made by Postgres ${found}, and this is Postgres ${major}. Move it with pg_dump.`,
    );
  }
}

function shortTempFolder(): string {
  return Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir();
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

function hasEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
