import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user a child process runs as. Null means our own user. */
export type OsUser = { uid: number; gid: number };

/** initdb and postgres refuse to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Owner of a new database when we are root: `postgres`, or `candor` (created if needed), otherwise `nobody`. */
export function chooseDatabaseUser(): OsUser {
  return (
    findUser('postgres') ??
    findUser('candor') ??
    createUser('candor') ??
    findUser('nobody') ?? { uid: 65534, gid: 65534 }
  );
}

/** True when the user may pass through the folder and all those above it. `path` must be free of symbolic links. */
export function canEnter(user: OsUser, path: string): boolean {
  const { uid, gid, mode } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canEnter(user, dirname(path));
}

function findUser(name: string): OsUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function createUser(name: string): OsUser | null {
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  return findUser(name);
}
