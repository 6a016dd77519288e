import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, Registry } from '@prometheus-io/client';
import { BACKUP_FAILED_MARK, BACKUP_MARK } from '../platform/processes/role-permissions.ts';

/** A backup of this site is complete: now. */
export async function markBackup(dataDir: string): Promise<void> {
  await writeMark(dataDir, BACKUP_MARK);
  await rm(join(dataDir, BACKUP_FAILED_MARK), { force: true });
}

/** A run of a backup failed: now. The next one that is complete takes it back. */
export async function markFailedBackup(dataDir: string): Promise<void> {
  await writeMark(dataDir, BACKUP_FAILED_MARK);
}

async function writeMark(dataDir: string, name: string): Promise<void> {
  await writeFile(join(dataDir, name), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/** When the newest backup was made; null when none ever was, or this process may not know. */
export async function newestBackupMs(dataDir: string): Promise<number | null> {
  return await dateOf(dataDir, BACKUP_MARK);
}

/** When the newest run of a backup failed; null when it did not, or this process may not know. */
export async function failedBackupMs(dataDir: string): Promise<number | null> {
  return await dateOf(dataDir, BACKUP_FAILED_MARK);
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
