import { BEAT_EVERY_MS, childMessage } from './messages.ts';
import type { ParentMessage } from './messages.ts';

/** Keeps one child process running: a process that dies or hangs is started again, with growing waits. */
export interface KeptProcess {
  /**
   * Starts it, and resolves with its address when it is ready. Rejects when it ends before that: if it cannot start the
   * first time, a second try would fail too. From then on it is kept running.
   */
  start: () => Promise<string | undefined>;
  /** Asks it to stop, kills it if that takes too long, and resolves when it is gone. */
  stop: () => Promise<void>;
  /** Its metrics as Prometheus text; empty while it does not answer. */
  metrics: () => Promise<string>;
  restarts: () => number;
}

/** The part of a ChildProcess that is used here. */
export interface ProcessHandle {
  readonly pid?: number | undefined;
  readonly connected: boolean;
  kill(signal: NodeJS.Signals): boolean;
  send(message: ParentMessage, onSent: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface KeepRunningOptions {
  readonly name: string;
  readonly fork: () => ProcessHandle;
  /** Reports to the operator what happened. */
  readonly onDied: (died: { name: string; why: string; waitMs: number; restarts: number }) => void;
  readonly onHung: (hung: { name: string; pid: number | undefined }) => void;
}

/** This many heartbeats may be missing. They are counted, not timed: a machine that slept has missed none. */
const SILENT_BEATS_MAX = 8;
const START_BEATS_MAX = 90;
const STOP_MS_MAX = 4_000;
const METRICS_MS_MAX = 2_000;

export function keepRunning({ name, fork, onDied, onHung }: KeepRunningOptions): KeptProcess {
  const wait = createGrowingWait();
  const first = Promise.withResolvers<string | undefined>();
  let child: ProcessHandle | undefined;
  let gone: Promise<void> = Promise.resolve();
  let nextStart: NodeJS.Timeout | undefined;
  let wasReady = false;
  let isStopping = false;
  let restarts = 0;
  let takeMetrics: ((text: string) => void) | undefined;

  const launch = (): void => {
    const startedAt = performance.now();
    const running = fork();
    const over = Promise.withResolvers<void>();
    child = running;
    gone = over.promise;
    let silentBeats = 0;
    let isReady = false;
    const watch = setInterval(() => {
      silentBeats += 1;
      if (silentBeats !== (isReady ? SILENT_BEATS_MAX : START_BEATS_MAX)) return;
      onHung({ name, pid: running.pid });
      running.kill('SIGKILL');
    }, BEAT_EVERY_MS);

    running.on('message', (raw) => {
      const message = childMessage.safeParse(raw).data;
      if (message === undefined) return;
      silentBeats = 0;
      if (message.type === 'metrics') takeMetrics?.(message.text);
      if (message.type !== 'ready') return;
      isReady = true;
      wasReady = true;
      first.resolve(message.address);
    });

    const end = (why: string): void => {
      if (child !== running) return;
      child = undefined;
      clearInterval(watch);
      over.resolve();
      if (isStopping) return;
      if (!wasReady) {
        first.reject(new Error(`The ${name} process could not start (${why}).`));
        return;
      }
      const waitMs = wait.next(performance.now() - startedAt);
      restarts += 1;
      onDied({ name, why, waitMs, restarts });
      nextStart = setTimeout(launch, waitMs);
    };
    running.on('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
    running.on('error', (error) => {
      // A process that never started emits no exit. If only a message could not be sent, it still runs.
      if (running.pid === undefined) end(error.message);
    });
  };

  const send = (message: ParentMessage): void => {
    if (child?.connected === true) child.send(message, () => undefined);
  };

  return {
    start: async () => {
      launch();
      return await first.promise;
    },
    stop: async () => {
      isStopping = true;
      clearTimeout(nextStart);
      const running = child;
      if (running === undefined) return;
      send({ type: 'stop' });
      const hard = setTimeout(() => running.kill('SIGKILL'), STOP_MS_MAX);
      await gone;
      clearTimeout(hard);
    },
    metrics: async () =>
      await new Promise((resolve) => {
        const late = setTimeout(() => resolve(''), METRICS_MS_MAX);
        takeMetrics = (text) => {
          clearTimeout(late);
          resolve(text);
        };
        send({ type: 'metrics' });
      }),
    restarts: () => restarts,
  };
}

const FIRST_MS = 200;
const MAX_MS = 30_000;
const STABLE_MS = 60_000;

interface GrowingWait {
  /** How long to wait before the next start, after a run of `ranMs`. */
  next: (ranMs: number) => number;
}

/** Waits of 0.2 s, 0.4 s and so on up to 30 s; after a run of a minute it begins at 0.2 s again. */
function createGrowingWait(): GrowingWait {
  let waitMs = 0;
  return {
    next: (ranMs) => {
      waitMs = waitMs === 0 || ranMs >= STABLE_MS ? FIRST_MS : Math.min(MAX_MS, waitMs * 2);
      return waitMs;
    },
  };
}
