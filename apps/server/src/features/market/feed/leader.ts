import type { Connection, Pool } from '../../../platform/db/pool.ts';
import { beHeard, endWhenSilent, tryLeaderLock } from './feed-store.ts';

/** The right to write ticks, as long as its connection lives. The epoch in the database is what truly fences. */
export interface Leadership {
  lost(): boolean;
  /** Aborted as soon as the lead is lost. */
  readonly signal: AbortSignal;
  /** Says that the work goes on. Unless it is said again within this time, the lead is given up. */
  progress(withinMs: number): void;
  /** Gives it up by closing the connection. */
  release(): void;
}

/**
 * A process that is stopped, or too busy to publish, keeps its connection open. It is heard every second; one that was
 * silent for so long loses the lead to another, which then has ticks out again.
 */
const SILENT_MS_MAX = 6_000;
const HEARD_EVERY_MS = 1_000;
const FIRST_PROGRESS_MS_MAX = 60_000;

/**
 * Null while another process leads. The connection is kept out of the pool's use for as long as this one leads. A process
 * that is heard but makes no progress gives up the lead by itself.
 */
export async function tryLead(pool: Pool, heardEveryMs: number = HEARD_EVERY_MS): Promise<Leadership | null> {
  const connection: Connection = await pool.connect();
  const over = new AbortController();
  let hearing: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;
  let progressUntilMs = performance.now() + FIRST_PROGRESS_MS_MAX;
  const lose = (reason: string): void => {
    if (over.signal.aborted) return;
    clearInterval(hearing);
    over.abort(new Error(reason));
    // Closed at once and not returned: with the connection goes the lock, and another process may lead.
    connection.release(true);
  };
  const onLost = (): void => lose('the connection of the leader is gone');
  connection.on('error', onLost);
  connection.on('end', onLost);
  try {
    if (await tryLeaderLock(connection)) {
      await endWhenSilent(connection, SILENT_MS_MAX);
      hearing = setInterval(() => {
        if (performance.now() > progressUntilMs) lose('the leader made no progress');
        else
          asking ??= beHeard(connection)
            .catch(onLost)
            .finally(() => (asking = undefined));
      }, heardEveryMs);
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
