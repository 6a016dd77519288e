import type { Connection, Pool } from '../../../platform/db/pool.ts';
import { tryLeaderLock } from './feed-store.ts';

/** The right to write ticks, as long as its connection lives. The epoch in the database is what truly fences. */
export interface Leadership {
  lost(): boolean;
  /** Gives it up by closing the connection. */
  release(): void;
}

/** Null while another process leads. The connection is kept out of the pool's use for as long as this one leads. */
export const tryLead = async (pool: Pool): Promise<Leadership | null> => {
  const connection: Connection = await pool.connect();
  let over = false;
  const onLost = (): void => {
    over = true;
  };
  connection.on('error', onLost);
  connection.on('end', onLost);
  const release = (): void => {
    connection.off('end', onLost);
    if (!over) connection.release(true);
    else connection.release(new Error('the connection of the leader is gone'));
    over = true;
  };
  try {
    if (await tryLeaderLock(connection)) return { lost: () => over, release };
  } catch (error) {
    release();
    throw error;
  }
  connection.off('error', onLost);
  connection.off('end', onLost);
  connection.release();
  return null;
};
