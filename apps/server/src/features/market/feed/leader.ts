import type { Connection, Pool } from '../../../platform/db/pool.ts';
import { heartbeat, setIdleTimeout, tryLeaderLock } from './feed-store.ts';

/** The right to write ticks, as long as its connection lives. The epoch in the database is the real fence. */
export interface Leadership {
  lost(): boolean;
  /** Aborted as soon as the lead is lost. */
  readonly signal: AbortSignal;
  /** Says that the work goes on. If it is not called again within this time, this process gives up the lead. */
  progress(withinMs: number): void;
  /** Gives up the lead by closing the connection. */
  release(): void;
}

/**
 * A process that is stopped, or too busy to publish, keeps its connection open. So the leader sends a heartbeat every
 * second. Without one for this long, the lead goes to another process, which then publishes ticks again.
 */
const IDLE_MS_MAX = 6_000;
const HEARTBEAT_EVERY_MS = 1_000;
const FIRST_PROGRESS_MS_MAX = 60_000;

/**
 * Null while another process leads. The pool cannot use the connection while this process leads. A process that sends
 * heartbeats but makes no progress gives up the lead by itself.
 */
export async function tryLead(pool: Pool, heartbeatEveryMs: number = HEARTBEAT_EVERY_MS): Promise<Leadership | null> {
  const connection: Connection = await pool.connect();
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> | undefined;
  let progressUntilMs = performance.now() + FIRST_PROGRESS_MS_MAX;
  const lose = (reason: string): void => {
    if (over.signal.aborted) return;
    clearInterval(timer);
    over.abort(new Error(reason));
    // Close it at once and do not return it: the lock goes with the connection, and another process may lead.
    connection.release(true);
  };
  const onLost = (): void => lose('the connection of the leader is gone');
  connection.on('error', onLost);
  connection.on('end', onLost);
  try {
    if (await tryLeaderLock(connection)) {
      await setIdleTimeout(connection, IDLE_MS_MAX);
      timer = setInterval(() => {
        if (performance.now() > progressUntilMs) lose('the leader made no progress');
        else
          pending ??= heartbeat(connection)
            .catch(onLost)
            .finally(() => (pending = undefined));
      }, heartbeatEveryMs);
      return {
        lost: () => over.signal.aborted,
        signal: over.signal,
        progress: (withinMs) => (progressUntilMs = performance.now() + withinMs),
        release: () => lose('the lead was given up'),
      };
    }
  } catch (error) {
    lose('the lead was not taken');
    throw error;
  }
  connection.off('error', onLost);
  connection.off('end', onLost);
  connection.release();
  return null;
}
