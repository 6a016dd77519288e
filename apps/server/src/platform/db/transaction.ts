import type { Connection, Pool } from './pool.ts';

/**
 * The answer to COMMIT never came, so the work may be stored or not. Callers must say "unknown, retry with the same
 * key", never "failed". Every other error of a transaction means that nothing was written.
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown';
}

/** The connection was lost before COMMIT was sent: nothing was written, and the work itself may be fine. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** Runs `work` in one READ COMMITTED transaction. Throws what `work` throws, ConnectionLost, or CommitUnknown. */
export async function withTransaction<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.connect().catch((error: unknown) => {
    throw new ConnectionLost('no connection to the database', { cause: error });
  });
  let broken: Error | undefined;
  // Without a listener, a connection lost between two statements would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  connection.on('error', onError);
  try {
    await connection.query('begin');
    const result = await work(connection);
    await commit(connection);
    return result;
  } catch (error) {
    if (error instanceof CommitUnknown) {
      broken = error;
      throw error;
    }
    await connection.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed');
    });
    throw broken === undefined ? error : new ConnectionLost('the connection was lost', { cause: error });
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}

async function commit(connection: Connection): Promise<void> {
  try {
    await connection.query('commit');
  } catch (error) {
    // If a deferred constraint or trigger answers COMMIT with an ERROR, the transaction is surely rolled back.
    if (isRefusal(error)) throw error;
    throw new CommitUnknown('the database did not answer COMMIT', { cause: error });
  }
}

/** Raised by constraints (class 23), by triggers and functions (P0), and by our own rules in SQL (CD). */
function isRefusal(error: unknown): boolean {
  return /^(23|P0|CD)/.test(sqlState(error));
}

/**
 * The database cannot be reached or has no room. The work itself is not the cause, and a smaller part of it would fail
 * too.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof CommitUnknown || error instanceof ConnectionLost || /^(08|53|57P|58)/.test(sqlState(error));
}

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
