import type { Log } from '../platform/log/log.ts';

interface Death {
  readonly name: string;
  readonly why: string;
  readonly waitMs: number;
  readonly restarts: number;
  readonly wasReady: boolean;
}

/** Says on the terminal and in the log that a process ended, and when it is started again. */
export function reportDeath(died: Death, log: Log): void {
  log.error(died, 'a process died and is started again');
  process.stdout.write(`\n  ${deathText(died)}\n`);
}

export function deathText({ name, why, waitMs, wasReady }: Death): string {
  const what = wasReady ? 'died' : 'ended before it was ready';
  return `The ${name} process ${what} (${why}); it is started again in ${waitMs / 1000} s.`;
}
