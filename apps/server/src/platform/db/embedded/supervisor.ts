import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLongTransactions } from './end-long-transactions.ts';
import { adminUrl, endTree, launch, stopInOrder, waitUntilReady, wantsToWork, type Postmaster } from './postmaster.ts';
import { probe } from './probe.ts';
import { isRunning } from './process-table.ts';
import { isMachineBusy, isStopped } from '../../processes/read-process.ts';

export const MISSES_MAX = 3;
const WATCH_EVERY_MS = 200;
const RETRY_MS_MAX = 30_000;
/** Share of the ping's time. A process this busy has no time left to receive an answer. */
const BUSY = 0.8;
/** On a busy machine a ping gets more and more time, up to this. */
const PING_MS_MAX = 60_000;

/** The part of a pino logger that is used here. */
export type SupervisorLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Supervisor = {
  /** The pid of the postmaster. It changes after a restart. */
  pid(): number;
  /** Stops watching and stops the database in order, within 10 s. May be called again. */
  stop(): Promise<void>;
};

export interface SupervisorTimes {
  /** How often the database is pinged, and how long one ping may take. */
  readonly pingEveryMs: number;
  /** How long the database may take to stop in order. */
  readonly stopMsMax: number;
  /** How long a transaction of a role may take. Looked at with each ping. */
  readonly transactionMsMax: number;
}

/**
 * Keeps a database running: restarts it when its postmaster ends or does not answer three pings in a row.
 * If this process itself was busy during the whole ping, the ping says nothing about the database and is not counted. Nor is it
 * if the machine is busy, or the database wants to work and gets no time: then the next ping gets twice the time, up to a minute.
 * `pingEveryMs` is also how long one ping may take, and `stopMsMax` how long the database may take to stop in order.
 */
export function supervise(
  postmaster: Postmaster,
  firstPid: number,
  ownerPassword: string,
  { pingEveryMs, stopMsMax, transactionMsMax }: SupervisorTimes,
  log: SupervisorLog,
): Supervisor {
  const abort = new AbortController();
  let pid = firstPid;
  let stopped: Promise<void> | null = null;

  async function restart(): Promise<void> {
    for (let delayMs = 200; !abort.signal.aborted; delayMs = Math.min(delayMs * 2, RETRY_MS_MAX)) {
      try {
        await endTree(pid, postmaster.placement);
        if (abort.signal.aborted) return;
        pid = await launch(postmaster);
        await Promise.race([waitUntilReady(pid, postmaster, ownerPassword), aborted(abort.signal)]);
        log.info({ pid }, 'The database runs again.');
        return;
      } catch (error) {
        if (abort.signal.aborted) return;
        log.error({ err: error, retryInMs: delayMs }, 'The database does not start.');
        await pause(delayMs, abort.signal);
      }
    }
  }

  async function watch(): Promise<void> {
    const url = adminUrl(postmaster, ownerPassword);
    const ping = startPinging(
      { url, statement: endLongTransactions(transactionMsMax) },
      pingEveryMs,
      abort.signal,
      () => isStarving(pid, postmaster),
    );
    while (!abort.signal.aborted) {
      if (!isRunning(pid)) {
        log.error({ pid }, 'The database ended unexpectedly.');
        await restart();
        ping.forget();
      } else if (ping.misses() >= MISSES_MAX) {
        log.error({ pid }, 'The database no longer answers and is restarted.');
        await restart();
        ping.forget();
      }
      await pause(WATCH_EVERY_MS, abort.signal);
    }
  }

  async function stop(): Promise<void> {
    abort.abort();
    // A restart in progress may start a new postmaster: wait for it, then stop the current one.
    await watching;
    await stopInOrder(pid, postmaster, stopMsMax);
  }

  const watching = watch();
  return {
    pid: () => pid,
    stop: () => (stopped ??= stop()),
  };
}

/** Whether a database that does not answer may only have got no time. */
function isStarving(pid: number, { placement }: Postmaster): boolean {
  return !isStopped(pid) && (isMachineBusy() || wantsToWork(pid, placement));
}

function startPinging(
  { url, statement }: { url: string; statement: string },
  everyMs: number,
  signal: AbortSignal,
  isDatabaseStarving: () => boolean,
): { misses(): number; forget(): void } {
  let misses = 0;
  let pingMs = everyMs;
  async function ping(): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMs, signal);
      if (signal.aborted) return;
      const before = performance.eventLoopUtilization();
      const answer = await probe(url, pingMs, statement);
      const { utilization } = performance.eventLoopUtilization(before);
      // Who is refused was heard: the database is alive.
      if (answer === 'answers' || answer === 'refuses') {
        misses = 0;
        pingMs = everyMs;
      } else if (utilization < BUSY) {
        if (pingMs < PING_MS_MAX && isDatabaseStarving()) pingMs = Math.min(PING_MS_MAX, pingMs * 2);
        else misses += 1;
      }
    }
  }
  void ping();
  return {
    misses: () => misses,
    forget: () => {
      pingMs = everyMs;
      misses = 0;
    },
  };
}

/** Sleeps without keeping the process alive; ends early, and quietly, on abort. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new Error('Stopped.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
