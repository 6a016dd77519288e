// SQL of the processes of a site: each says that it is there, and what it knows of itself.

import { ROLES } from '../../platform/db/roles.ts';
import * as z from 'zod/mini';
import { int8, moment } from '../../platform/db/rows.ts';
import { manyRows, write } from '../../platform/db/statement.ts';

export interface JobBeat {
  readonly name: string;
  /** Null before the first time. */
  readonly doneAt: string | null;
  readonly failures: number;
}

export interface Beat {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAtMs: number;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
  readonly backupAtMs: number | null;
  /** When the newest run failed; null where it did not. */
  readonly backupFailedAtMs: number | null;
  readonly signingAway: boolean;
  readonly jobs: readonly JobBeat[];
}

/** The role is that of the login. */
export const writeBeat = write('select beat($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', (beat: Beat) => [
  beat.host,
  beat.pid,
  beat.version,
  new Date(beat.startedAtMs).toISOString(),
  beat.disk?.freeBytes ?? null,
  beat.disk?.totalBytes ?? null,
  isoOf(beat.backupAtMs),
  beat.signingAway,
  JSON.stringify(beat.jobs),
  isoOf(beat.backupFailedAtMs),
]);

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

const processRow = z.object({
  role: z.enum(ROLES),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: moment,
  seenAt: moment,
  diskFree: z.nullable(int8),
  diskTotal: z.nullable(int8),
  backupAt: z.nullable(moment),
  backupFailedAt: z.nullable(moment),
  signingAway: z.boolean(),
  jobs: z.array(z.object({ name: z.string(), doneAt: z.nullable(z.string()), failures: z.int() })),
});
export type ProcessRow = z.infer<typeof processRow>;

/** The processes of the last hour, by role. */
export const selectProcesses = manyRows(
  processRow,
  `select role, host, pid, version, started_at, seen_at, disk_free, disk_total, backup_at, backup_failed_at, signing_away, jobs
   from process_beat order by array_position(array['http', 'feed', 'worker', 'console'], role), host collate "C", started_at`,
);

/** Of any machine: a backup is made on one of them. */
export function newestBackup(processes: readonly Pick<ProcessRow, 'backupAt'>[]): number | null {
  return newestOf(processes.map(({ backupAt }) => backupAt));
}

/** When a run failed, on any machine, and none was complete since. */
export function failedBackup(processes: readonly Pick<ProcessRow, 'backupAt' | 'backupFailedAt'>[]): number | null {
  const failedAt = newestOf(processes.map(({ backupFailedAt }) => backupFailedAt));
  return failedAt !== null && failedAt > (newestBackup(processes) ?? 0) ? failedAt : null;
}

function newestOf(all: readonly (number | null)[]): number | null {
  return all.reduce((newest, at) => (at !== null && at > (newest ?? 0) ? at : newest), null);
}
