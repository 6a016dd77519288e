import type { Log } from '../log/log.ts';

/** Ends a process in order: what was opened last closes first, only once, and within a time limit. */
export interface Shutdown {
  /** Runs `fall` at once when the process is to stop: from then on it says that it is not ready. Then it works on for `drainMs`. */
  onFall: (fall: () => void) => void;
  drainFor: (drainMs: number) => void;
  /** Runs `close` when the process stops. */
  onStop: (close: () => Promise<void>) => void;
  stop: (reason: string, exitCode: number) => Promise<void>;
  isStopping: () => boolean;
}

const STOP_MS_MAX = 9_000;

export function createShutdown(log: Log): Shutdown {
  const closers: (() => Promise<void>)[] = [];
  const falls: (() => void)[] = [];
  let drainMs = 0;
  let stopping = false;

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    for (const fall of falls) fall();
    // What could not start, or lost who started it, has nobody to wait for.
    if (drainMs > 0 && exitCode === 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_MS_MAX).unref();
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.error({ err: error }, 'an error while stopping'));
    log.info('stopped');
    process.exit(exitCode);
  };

  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    void stop('unhandled rejection', 1);
  });
  return {
    onFall: (fall) => falls.push(fall),
    drainFor: (ms) => (drainMs = ms),
    onStop: (close) => closers.push(close),
    stop,
    isStopping: () => stopping,
  };
}
