import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './error-code.ts';
import { identityOf } from './process-table.ts';

export type DataDirLock = { release(): void };

type Holder = { pid: number; identity: string };

/**
 * Makes this process the only server on a DATA_DIR. Takes over the lock of a process that is gone, or whose pid now
 * belongs to another program. Throws with a text for the operator while a running server holds the lock.
 */
export function takeDataDirLock(dataDir: string): DataDirLock {
  const path = join(dataDir, 'server.lock');
  const mine: Holder = { pid: process.pid, identity: identityOf(process.pid) ?? '' };
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    // A link appears complete or not at all: no process reads a half-written lock.
    while (!tryLink(draft, path)) moveAwayIfDead(path);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (isSame(readHolder(path), mine)) rmSync(path, { force: true });
    },
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function moveAwayIfDead(path: string): void {
  const holder = readHolder(path);
  if (holder !== null && identityOf(holder.pid) === holder.identity) {
    throw new Error(
      `Another Candor server (process ${holder.pid}) is using ${path.replace(/.server\.lock$/, '')}. ` +
        'Stop it first, or give this one its own DATA_DIR.',
    );
  }
  const moved = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, moved);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  // Two processes may find the same dead lock: the slower one could move away the new lock of the faster one.
  if (!isSame(readHolder(moved), holder)) tryLink(moved, path);
  rmSync(moved, { force: true });
}

function readHolder(path: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('identity' in value)) return null;
    const { pid, identity } = value;
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : null;
  } catch {
    return null;
  }
}

function isSame(a: Holder | null, b: Holder | null): boolean {
  return a?.pid === b?.pid && a?.identity === b?.identity;
}
