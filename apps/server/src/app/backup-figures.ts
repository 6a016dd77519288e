import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, Registry } from '@prometheus-io/client';

/** Its date is that of the newest backup. */
const MARK = 'last-backup';

/** A backup of this site is complete: now. */
export async function markBackup(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, MARK), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/** The age of the newest backup, as Prometheus text; infinite when none was ever made. */
export async function backupFigures(dataDir: string, role: string, nowMs = Date.now()): Promise<string> {
  const registry = new Registry();
  const found = await stat(join(dataDir, MARK)).catch(() => undefined);
  new Gauge({
    name: 'candor_backup_age_seconds',
    help: 'Since the newest backup that npm run operate made or was told of; infinite without one',
    labelNames: ['role'],
    registers: [registry],
  }).set({ role }, found === undefined ? Infinity : Math.max(0, nowMs - found.mtimeMs) / 1000);
  return await registry.metrics();
}
