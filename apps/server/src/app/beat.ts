import { hostname } from 'node:os';
import { readDiskSpace } from '../platform/health/disk-space.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import type { Repeat } from '../platform/jobs/repeat.ts';
import type { JobWatch } from '../platform/jobs/watch-jobs.ts';
import { VERSION } from '../platform/version.ts';
import { writeBeat } from '../services/health/beat-store.ts';
import type { JobBeat } from '../services/health/beat-store.ts';
import { failedBackupMs, newestBackupMs } from './backup-figures.ts';
import type { Context } from './context.ts';
import { diskFolders } from './readiness-of.ts';

const BEAT_MS = 10_000;
/** As the table has it. */
const HOST_MAX = 120;

/** Tells the console and the worker that this process is there: figures of another process are not theirs to read. */
export function startBeating(context: Context, jobs: JobWatch): Repeat {
  const { role, log, pool, config, signer } = context;
  const startedAtMs = Date.now() - performance.now();
  return repeat('heartbeat', BEAT_MS, log, async () => {
    await writeBeat(pool, {
      host: hostname().slice(0, HOST_MAX),
      pid: process.pid,
      version: VERSION,
      startedAtMs,
      disk: await readDiskSpace(diskFolders(context)),
      backupAtMs: role === 'worker' ? await newestBackupMs(config.dataDir) : null,
      backupFailedAtMs: role === 'worker' ? await failedBackupMs(config.dataDir) : null,
      // The console signs nothing.
      signingAway: role !== 'console' && signer.away() !== undefined,
      jobs: jobBeats(jobs),
    });
  });
}

/** On the clock of everybody: a job knows when it was done on that of its process. */
function jobBeats(watch: JobWatch): JobBeat[] {
  const [nowMs, sinceMs] = [Date.now(), performance.now()];
  return [...watch.jobs()].map(([name, { doneAtMs, failures }]) => ({
    name,
    doneAt: doneAtMs === undefined ? null : new Date(nowMs - (sinceMs - doneAtMs)).toISOString(),
    failures,
  }));
}
