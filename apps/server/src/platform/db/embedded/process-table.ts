import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hasCode } from './error-code.ts';

const IS_LINUX = process.platform === 'linux';
const IS_WINDOWS = process.platform === 'win32';

/** True while the process runs. A zombie counts as gone: in a container it may never be reaped. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  return !(IS_LINUX && statFieldsOf(pid)?.[0] === 'Z');
}

/** Sends a signal. It is not an error if the process is already gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/**
 * A text that is unique to one process. A pid alone is not: it may be used again (in a container the server has the
 * same small pid after every start). Null when there is no such process.
 */
export function identityOf(pid: number): string | null {
  if (!isRunning(pid)) return null;
  if (IS_LINUX)
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${statFieldsOf(pid)?.[19] ?? ''}`;
  if (IS_WINDOWS) return String(pid);
  return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** True when the pid is a postgres that works in exactly this data folder, so it is safe to kill. */
export function isPostgresOf(pid: number, dataFolder: string): boolean {
  if (!isRunning(pid)) return false;
  if (IS_LINUX) return postgresPidsIn(dataFolder).includes(pid);
  if (IS_WINDOWS)
    return outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])
      .toLowerCase()
      .includes('postgres.exe');
  return outputOf('ps', ['-o', 'command=', '-p', String(pid)]).includes(dataFolder);
}

/**
 * The postmaster and every process it started. On Linux they are found by working folder, because the children of a
 * killed postmaster get another parent. On other systems they are found by parent, so only while the postmaster (`pid`,
 * null when unknown) runs.
 */
export function postgresTree(pid: number | null, dataFolder: string): number[] {
  if (IS_LINUX) return postgresPidsIn(dataFolder);
  if (pid === null || !isPostgresOf(pid, dataFolder)) return [];
  if (IS_WINDOWS) return [pid];
  const children = outputOf('ps', ['-axo', 'pid=,ppid='])
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child ?? 0);
  return [pid, ...children];
}

/** Kills at once. On Windows killing the root ends the whole tree. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    if (IS_WINDOWS) outputOf('taskkill', ['/T', '/F', '/PID', String(pid)]);
    else signalProcess(pid, 'SIGKILL');
  }
}

function postgresPidsIn(dataFolder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // A shell left open in the data folder is not part of the database.
        const isPostgres = /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`));
        return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === dataFolder && isRunning(pid);
      } catch {
        return false;
      }
    });
}

/** The fields of /proc/<pid>/stat after the command's closing bracket: state first, start time at index 19. */
function statFieldsOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function outputOf(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
