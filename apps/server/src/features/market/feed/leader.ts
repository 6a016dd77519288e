import type { Connection, Pool } from '../../../platform/db/pool.ts';
import { beHeard, endWhenSilent, tryLeaderLock } from './feed-store.ts';

/** The right to write ticks, as long as its connection lives. The epoch in the database is what truly fences. */
export interface Leadership {
  lost(): boolean;
  /** Gives it up by closing the connection. */
  release(): void;
}

/**
 * A process that is stopped, or too busy to publish, keeps its connection open. It is heard every second; one that was
 * silent for so long loses the lead to another, which then has ticks out again.
 */
const SILENT_MS_MAX = 6_000;
const HEARD_EVERY_MS = 1_000;

/** Null while another process leads. The connection is kept out of the pool's use for as long as this one leads. */
export async function tryLead(pool: Pool): Promise<Leadership | null> {
  const connection: Connection = await pool.connect();
  let over = false;
  let hearing: NodeJS.Timeout | undefined;
  const onLost = (): void => {
    over = true;
    clearInterval(hearing);
  };
  connection.on('error', onLost);
  connection.on('end', onLost);
  const release = (): void => {
    connection.off('end', onLost);
    if (!over) connection.release(true);
    else connection.release(new Error('the connection of the leader is gone'));
    onLost();
  };
  try {
    if (await tryLeaderLock(connection)) {
      await endWhenSilent(connection, SILENT_MS_MAX);
      hearing = keepHeard(connection, onLost);
      return { lost: () => over, release };
    }
  } catch (error) {
    release();
    throw error;
  }
  connection.off('error', onLost);
  connection.off('end', onLost);
  connection.release();
  return null;
}

function keepHeard(connection: Connection, onLost: () => void): NodeJS.Timeout {
  let isAsking = false;
  return setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    beHeard(connection)
      .catch(onLost)
      .finally(() => (isAsking = false));
  }, HEARD_EVERY_MS);
}
