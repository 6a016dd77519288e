import { chmodSync, chownSync, statSync } from 'node:fs';
import type { OsUser } from './os-user.ts';

const SHARED = 0o1000;

/**
 * Closes DATA_DIR to everyone but its owner: secrets, the database and what members wrote lie in it. A database that
 * runs as another user has to pass through; it does so by its group. Nothing that was closed is opened. Answers what
 * the operator should know where the folder stays as it is.
 * @param passing the database's user where its data lies inside and we are root, else null
 */
export function closeDataDir(path: string, passing: OsUser | null): string | undefined {
  if (process.getuid === undefined) return undefined;
  try {
    const { mode, uid, gid } = statSync(path);
    if ((mode & SHARED) !== 0) return `${path} is shared by many users. Choose a folder of its own as DATA_DIR.`;
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
