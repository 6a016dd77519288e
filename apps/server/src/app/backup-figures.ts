import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, Registry } from '@prometheus-io/client';
import { BACKUP_BEGUN_MARK, BACKUP_FAILED_MARK, BACKUP_MARK } from '../platform/processes/role-permissions.ts';

/** A backup of this site is complete: now. */
export async function markBackup(dataDir: string): Promise<void> {
  await writeMark(dataDir, BACKUP_MARK);
  await rm(join(dataDir, BACKUP_FAILED_MARK), { force: true });
}

/** A run of a backup failed: now. The next one that is complete takes it back. */
export async function markFailedBackup(dataDir: string): Promise<void> {
  await writeMark(dataDir, BACKUP_FAILED_MARK);
}

const RENEW_MS = 20_000;
/** What is under way says so more often. */
const KILLED_AFTER_MS = 3 * 60_000;

/**
 * Makes a backup, and marks how it ended. The mark of a run that is killed is not renewed any more: that it failed is told by whoever looks.
 * What stops a mark too, such as a full disk, is told as the fault that it is.
 */
export async function withBackupMarks<Made>(dataDir: string, make: () => Promise<Made>): Promise<Made> {
  const begun = join(dataDir, BACKUP_BEGUN_MARK);
  await writeMark(dataDir, BACKUP_BEGUN_MARK).catch(() => undefined);
  const renewal = setInterval(() => {
    void utimes(begun, new Date(), new Date()).catch(() => undefined);
  }, RENEW_MS);
  try {
    const made = await make();
    await markBackup(dataDir);
    return made;
  } catch (error) {
    await markFailedBackup(dataDir).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
    await rm(begun, { force: true });
  }
}

async function writeMark(dataDir: string, name: string): Promise<void> {
  await writeFile(join(dataDir, name), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/** When the newest backup was made; null when none ever was, or this process may not know. */
export async function newestBackupMs(dataDir: string): Promise<number | null> {
  return await dateOf(dataDir, BACKUP_MARK);
}

/** When the newest run of a backup failed, or was last seen before it was killed; null when it did not, or this process may not know. */
export async function failedBackupMs(dataDir: string, nowMs = Date.now()): Promise<number | null> {
  const failedMs = await dateOf(dataDir, BACKUP_FAILED_MARK);
  const begunMs = await dateOf(dataDir, BACKUP_BEGUN_MARK);
  if (begunMs === null || Math.abs(nowMs - begunMs) < KILLED_AFTER_MS) return failedMs;
  return Math.max(begunMs, failedMs ?? 0);
}

async function dateOf(dataDir: string, name: string): Promise<number | null> {
  const found = await stat(join(dataDir, name)).catch(() => undefined);
  return found === undefined ? null : Math.floor(found.mtimeMs);
}

/** The age of the newest backup, as Prometheus text; infinite when none was ever made. */
export async function backupFigures(dataDir: string, role: string, nowMs = Date.now()): Promise<string> {
  const registry = new Registry();
  const madeMs = await newestBackupMs(dataDir);
  new Gauge({
    name: 'candor_backup_age_seconds',
    help: 'Since the newest backup that npm run operate made or was told of; infinite without one',
    labelNames: ['role'],
    registers: [registry],
  }).set({ role }, madeMs === null ? Infinity : Math.max(0, nowMs - madeMs) / 1000);
  return await registry.metrics();
}
