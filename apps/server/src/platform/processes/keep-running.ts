import { STARTING, STOPPING } from '../health/readiness.ts';
import type { ReadyAnswer } from '../health/readiness.ts';
import { addLook, judgeProcess, UNBROKEN } from './judge-process.ts';
import type { Silence } from './judge-process.ts';
import { BEAT_EVERY_MS, childMessage, EXIT_TRY_AGAIN } from './messages.ts';
import type { ParentMessage, StartStep } from './messages.ts';
import { isMachineBusy, readProcess } from './read-process.ts';
import type { ProcessReading } from './read-process.ts';

/** Keeps one child process running: a process that dies or hangs is started again, with growing waits. */
export interface KeptProcess {
  /**
   * Starts it, and resolves with its address when it is ready, however long that takes. It is started again as often as it
   * ends. Rejects only if it ended by itself three times before it was ever ready, and `mayGiveUp` says that nothing else runs.
   */
  start: () => Promise<string | undefined>;
  /** It ended by itself three times, and was never ready. */
  hasFailed: () => boolean;
  /** What a start waits for; undefined when it is ready. */
  waitsFor: () => StartWait | undefined;
  /** Asks it to stop, kills it if that takes too long, and resolves when it is gone. */
  stop: () => Promise<void>;
  /** Its metrics as Prometheus text; empty while it does not answer. */
  metrics: () => Promise<string>;
  /** Whether it can do its work. */
  health: () => Promise<ReadyAnswer>;
  restarts: () => number;
}

export interface StartWait {
  readonly waitedMs: number;
  /** `pause`: it ended, and is started again soon. */
  readonly step: StartStep | 'pause';
  /** Most of its time so far it waited for a processor. */
  readonly isStarving: boolean;
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
  readonly onDied: (died: { name: string; why: string; waitMs: number; restarts: number; wasReady: boolean }) => void;
  readonly onHung: (hung: { name: string; pid: number | undefined; silence: SilenceFigures }) => void;
  /** It is silent because it gets no time, and is left alone. Once for each silence. */
  readonly onStarving?: (starving: { name: string; pid: number | undefined; silence: SilenceFigures }) => void;
  readonly onReady?: (pid: number | undefined) => void;
  /** Whether nothing else would go on without it. */
  readonly mayGiveUp?: () => boolean;
  readonly look?: (pid: number | undefined) => ProcessReading | undefined;
  readonly isBusy?: () => boolean;
}

/** For the log. */
export type SilenceFigures = Pick<Silence, 'silentMs' | 'ranMs' | 'idleMs'>;

/** Two seconds of it are for sockets, which are sent elsewhere one after the other (start-live.ts). */
const STOP_MS_MAX = 6_000;
const METRICS_MS_MAX = 2_000;
/** A check of the process itself takes two seconds at most (health/readiness.ts). */
const HEALTH_MS_MAX = 3_000;
const SILENT: ReadyAnswer = { isReady: false, checks: { process: 'no answer' } };
/** A process that ended by itself this often before it was ever ready would do so again. */
const STARTS_MAX = 3;
const STARVING_SHARE = 0.5;
/** A silence of this length is worth a line in the log. */
const TELL_MS = 8_000;

export function keepRunning({
  name,
  fork,
  onDied,
  onHung,
  onStarving,
  onReady,
  mayGiveUp = () => false,
  look = readProcess,
  isBusy = isMachineBusy,
}: KeepRunningOptions): KeptProcess {
  const wait = createGrowingWait();
  const first = Promise.withResolvers<string | undefined>();
  let child: ProcessHandle | undefined;
  let gone: Promise<void> = Promise.resolve();
  let nextStart: NodeJS.Timeout | undefined;
  let waitsSinceMs: number | undefined;
  let step: StartWait['step'] = 'loading';
  let wasReady = false;
  let isStopping = false;
  let restarts = 0;
  let ownEnds = 0;
  const metricsAsked = new Set<(text: string) => void>();
  const healthAsked = new Set<(answer: ReadyAnswer) => void>();

  const hasFailed = (): boolean => !wasReady && ownEnds >= STARTS_MAX;

  const launch = (): void => {
    const startedAt = performance.now();
    waitsSinceMs ??= startedAt;
    step = 'loading';
    const running = fork();
    const over = Promise.withResolvers<void>();
    child = running;
    gone = over.promise;
    let isReady = false;
    let silence = UNBROKEN;
    let wasHeard = true;
    let isTold = false;
    let lookedAt = startedAt;

    const judge = (): void => {
      if (child !== running) return;
      const now = performance.now();
      const elapsedMs = now - lookedAt;
      lookedAt = now;
      if (wasHeard) {
        wasHeard = false;
        isTold = false;
        silence = UNBROKEN;
        return;
      }
      silence = addLook(silence, elapsedMs, look(running.pid));
      const verdict = judgeProcess(silence, { isReady, isMachineBusy: isBusy() });
      const { silentMs, ranMs, idleMs } = silence;
      const told = { name, pid: running.pid, silence: { silentMs, ranMs, idleMs } };
      if (verdict === 'starving' && silentMs >= TELL_MS && !isTold) {
        isTold = true;
        onStarving?.(told);
      }
      if (verdict !== 'hanging') return;
      onHung(told);
      // Once is enough, and its exit may be late.
      wasHeard = true;
      running.kill('SIGKILL');
    };
    // Messages that wait in the queue are read before it is judged: this process may be the one that was late.
    const watch = setInterval(() => setImmediate(judge), BEAT_EVERY_MS);

    running.on('message', (raw) => {
      const message = childMessage.safeParse(raw).data;
      if (message === undefined) return;
      wasHeard = true;
      if (message.type === 'metrics') for (const take of metricsAsked) take(message.text);
      if (message.type === 'health') for (const take of healthAsked) take(message);
      if (message.type === 'step') step = message.step;
      if (message.type !== 'ready') return;
      isReady = true;
      wasReady = true;
      waitsSinceMs = undefined;
      onReady?.(running.pid);
      first.resolve(message.address);
    });

    const end = (why: string, isByItself: boolean): void => {
      if (child !== running) return;
      child = undefined;
      clearInterval(watch);
      over.resolve();
      if (isStopping) return;
      if (!wasReady && isByItself) ownEnds += 1;
      if (hasFailed() && mayGiveUp()) {
        first.reject(new Error(`The ${name} process could not start (${why}).`));
        return;
      }
      const waitMs = wait.next(performance.now() - startedAt);
      restarts += 1;
      waitsSinceMs ??= performance.now();
      step = 'pause';
      onDied({ name, why, waitMs, restarts, wasReady });
      nextStart = setTimeout(launch, waitMs);
    };
    running.on('exit', (code, signal) =>
      end(signal === null ? `exit code ${code}` : `signal ${signal}`, signal === null && code !== EXIT_TRY_AGAIN),
    );
    running.on('error', (error) => {
      // A process that never started emits no exit. If only a message could not be sent, it still runs.
      if (running.pid === undefined) end(error.message, true);
    });
  };

  const send = (message: ParentMessage): void => {
    if (child?.connected === true) child.send(message, () => undefined);
  };

  /** However many ask at once, each gets the next answer; `without` one in time, that. */
  const asked = async <T>(
    type: 'metrics' | 'health',
    waiting: Set<(answer: T) => void>,
    msMax: number,
    without: T,
  ): Promise<T> =>
    await new Promise((resolve) => {
      const take = (answer: T): void => {
        clearTimeout(late);
        waiting.delete(take);
        resolve(answer);
      };
      const late = setTimeout(() => take(without), msMax);
      waiting.add(take);
      send({ type });
    });

  return {
    start: async () => {
      launch();
      return await first.promise;
    },
    hasFailed,
    waitsFor: () => {
      if (waitsSinceMs === undefined) return undefined;
      const waitedMs = performance.now() - waitsSinceMs;
      const reading = child === undefined ? undefined : look(child.pid);
      const isStarving = reading !== undefined && reading.waitedMs > reading.usedMs * STARVING_SHARE;
      return { waitedMs, step, isStarving };
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
    metrics: async () => await asked('metrics', metricsAsked, METRICS_MS_MAX, ''),
    health: async () => {
      if (isStopping) return STOPPING;
      if (waitsSinceMs !== undefined || child === undefined) return STARTING;
      return await asked('health', healthAsked, HEALTH_MS_MAX, SILENT);
    },
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
