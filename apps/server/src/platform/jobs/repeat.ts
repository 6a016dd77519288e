import type { Log } from '../log/log.ts';
import { watched } from './watch-jobs.ts';

/**
 * Runs `work` again and again: `everyMs` after the last run ended, or as soon as `wake()` is called, never two runs at
 * once. If a run throws, the error is logged and the next run still comes. `stop()` waits for the current run.
 */
export interface Repeat {
  wake(): void;
  stop(): Promise<void>;
}

export function repeat(name: string, everyMs: number, log: Log, work: () => Promise<void>): Repeat {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const run = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    if (running !== undefined) {
      again = true;
      return;
    }
    again = false;
    running = watched(name, work)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'))
      .finally(() => {
        running = undefined;
        if (stopped) return;
        if (again) run();
        else timer = setTimeout(run, everyMs);
      });
  };

  timer = setTimeout(run, 0);
  return {
    wake: run,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
