import { chmodSync, chownSync, statSync } from 'node:fs';
import type { OsUser } from './os-user.ts';

const SHARED = 0o1000;

/**
 * Closes DATA_DIR to everyone except its owner: it holds secrets, the database and messages of members. A database
 * that runs as another user passes through by its group. Closed permissions are never opened. Returns a text for the
 * operator when the folder is left unchanged.
 * @param passing the database's user if we are root and its data is inside; otherwise null
 */
export function closeDataDir(path: string, passing: OsUser | null): string | undefined {
  if (process.getuid === undefined) return undefined;
  try {
    const { mode, uid, gid } = statSync(path);
    if ((mode & SHARED) !== 0) return `${path} is shared by many users. Choose a private folder as DATA_DIR.`;
    const isClosed = (mode & 0o077) === 0;
    const passes = passing !== null && passing.uid !== uid && !isClosed;
    if (passes && gid !== passing.gid) chownSync(path, uid, passing.gid);
    const wanted = (mode & 0o700) | (passes ? 0o010 : 0);
    if ((mode & 0o777) !== wanted) chmodSync(path, wanted);
    return undefined;
  } catch (error) {
    return `${path} could not be closed to other users: ${error instanceof Error ? error.message : String(error)}`;
  }
}
