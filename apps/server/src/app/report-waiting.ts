import type { StartWait } from '../platform/processes/keep-running.ts';
import type { Log } from '../platform/log/log.ts';

/** Says on the terminal and in the log what a start waits for: a start may take minutes on a busy machine, and is then no fault. */
const FIRST_MS = 10_000;
const PAUSE_MS_MAX = 60_000;

/** @param waitsFor in plain words; undefined when it waits for nothing @returns what ends it */
export function reportWaiting(
  log: Log,
  waitsFor: () => string | undefined,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): () => Promise<void> {
  const startedAt = performance.now();
  let pauseMs = FIRST_MS;
  let timer: NodeJS.Timeout;
  const say = (): void => {
    const what = waitsFor();
    if (what !== undefined) {
      const waitedMs = performance.now() - startedAt;
      log.warn({ waitedMs: Math.round(waitedMs), waitsFor: what }, 'the start still waits');
      write(`\n  ${clockText(new Date())}  Still starting after ${durationText(waitedMs)}: ${what}.\n`);
    }
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2);
    timer = setTimeout(say, pauseMs).unref();
  };
  timer = setTimeout(say, pauseMs).unref();
  return async () => await Promise.resolve(clearTimeout(timer));
}

const RESTART_LOOK_MS = 10_000;

/** After the first start: says in the log what a process waits for that was started again. Returns what ends it. */
export function reportRestarts(log: Pick<Log, 'warn'>, kept: ReadonlyMap<string, Starting>): () => Promise<void> {
  const timer = setInterval(() => {
    for (const [name, process] of kept) {
      const wait = process.waitsFor();
      if (wait === undefined || wait.waitedMs < RESTART_LOOK_MS) continue;
      const told = { name, waitedMs: Math.round(wait.waitedMs), waitsFor: waitText(wait) };
      log.warn(told, 'a process that was started again is not ready');
    }
  }, RESTART_LOOK_MS).unref();
  return async () => await Promise.resolve(clearInterval(timer));
}

interface Starting {
  readonly waitsFor: () => StartWait | undefined;
}

/** What the processes of a site wait for; undefined when all are ready. */
export function startText(kept: ReadonlyMap<string, Starting>): string | undefined {
  const ready: string[] = [];
  const waiting: string[] = [];
  for (const [name, process] of kept) {
    const wait = process.waitsFor();
    if (wait === undefined) ready.push(name);
    else waiting.push(`${name} ${waitText(wait)}`);
  }
  if (waiting.length === 0) return undefined;
  const others = ready.length === 0 ? '' : `; ready: ${ready.join(', ')}`;
  return `${waiting.join(', ')}${others}`;
}

const DOES: Readonly<Record<StartWait['step'], string>> = {
  loading: 'loads its program',
  database: 'waits for the database',
  starting: 'starts its work',
  pause: 'ended and is started again soon',
};

function waitText({ step, isStarving }: StartWait): string {
  return `${DOES[step]}${isStarving ? ' (the machine is busy, and it gets little processor time)' : ''}`;
}

/** "45 s", "2 min 5 s". */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The time of day of this machine, "14:03:20". */
function clockText(now: Date): string {
  return [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
