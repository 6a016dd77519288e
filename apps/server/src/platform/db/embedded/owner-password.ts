import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './error-code.ts';

/**
 * The password of the database's owner, for as long as the database runs. It is made anew at each start. Who may read this
 * file may do anything to the database: a backup of a running site, `operate`, and a server that takes over the database of
 * a killed one. No role is given this path.
 */
const FILE = 'owner-password';

export function writeOwnerPassword(dataDir: string, password: string): void {
  const path = join(dataDir, FILE);
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, password, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, path);
}

/** Null when no server runs, or when it was stopped in order. */
export function readOwnerPassword(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export function removeOwnerPassword(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}
