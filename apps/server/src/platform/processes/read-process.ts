import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** What the system says about a process: how long its threads ran and waited for a processor since they began. */
export interface ProcessReading {
  /** Of the main thread, which sends the heartbeats. */
  readonly ranMs: number;
  /** The main thread ran or waited for a processor. */
  readonly mainUsedMs: number;
  /** Ran or waited for a processor, all threads together. */
  readonly usedMs: number;
  /** The share of it in which they waited. */
  readonly waitedMs: number;
  /** Whether the main thread runs, or waits for a processor or the disk. */
  readonly mainWants: boolean;
  /** Wants to run: it runs, or waits for a processor or the disk. Else it waits for an event, or was stopped. */
  readonly state: 'wants to run' | 'waits' | 'gone';
}

const NS_PER_MS = 1_000_000;

/** Undefined on a system that does not say it. */
export function readProcess(pid: number | undefined): ProcessReading | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    const threads = readdirSync(`/proc/${pid}/task`).flatMap((id) => readThread(pid, id));
    const main = threads.find(({ id }) => id === String(pid));
    if (main === undefined) return undefined;
    const waitedMs = threads.reduce((sum, thread) => sum + thread.waitedMs, 0);
    return {
      ranMs: main.ranMs,
      mainUsedMs: main.ranMs + main.waitedMs,
      mainWants: wantsToRun(main.state),
      waitedMs,
      usedMs: threads.reduce((sum, thread) => sum + thread.ranMs, waitedMs),
      state: stateOf(main.state, threads),
    };
  } catch {
    return undefined;
  }
}

interface ThreadReading {
  readonly id: string;
  readonly ranMs: number;
  readonly waitedMs: number;
  /** As in /proc/PID/stat: R runs or waits for a processor, D waits for the disk, S sleeps, T is stopped, Z has ended. */
  readonly state: string;
}

/** Empty for a thread that ended meanwhile. */
function readThread(pid: number, id: string): ThreadReading[] {
  try {
    const [ran = '', waited = ''] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
    const ranMs = Number(ran) / NS_PER_MS;
    const waitedMs = Number(waited) / NS_PER_MS;
    if (!Number.isFinite(ranMs) || !Number.isFinite(waitedMs)) return [];
    return [{ id, ranMs, waitedMs, state: stateIn(readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8')) }];
  } catch {
    return [];
  }
}

function stateOf(main: string, threads: readonly ThreadReading[]): ProcessReading['state'] {
  if (main === 'Z' || main === 'X') return 'gone';
  return threads.some(({ state }) => wantsToRun(state)) ? 'wants to run' : 'waits';
}

function wantsToRun(state: string): boolean {
  return state === 'R' || state === 'D';
}

/** The state in the text of a `stat` file: after the closing bracket of the command's name. */
function stateIn(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** Whether one of these processes runs, or waits for a processor or the disk. Undefined on a system that does not say it. */
export function anyWantsToRun(pids: readonly number[]): boolean | undefined {
  if (process.platform !== 'linux') return undefined;
  return pids.some((pid) => wantsToRun(stateOfProcess(pid)));
}

/** Whether somebody stopped this process (SIGSTOP). It then does nothing, however much time it gets. */
export function isStopped(pid: number): boolean {
  const state = process.platform === 'linux' ? stateOfProcess(pid) : '';
  return state === 'T' || state === 't';
}

function stateOfProcess(pid: number): string {
  try {
    return stateIn(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return '';
  }
}

/** More than this many processes for each processor want to run. */
const BUSY_SHARE = 2;

/** Whether many more want to run than can. A system without this figure counts as busy: we are rather careful than quick. */
export function isMachineBusy(): boolean {
  const [load = 0] = loadavg();
  return process.platform === 'win32' || load / availableParallelism() > BUSY_SHARE;
}
