import type { Connection, Pool } from './pool.ts';

/**
 * A COMMIT whose answer never came: the work may be there or not. Callers must say "unknown, retry with the same
 * key", never "failed".
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown';
}

/** Runs `work` in one READ COMMITTED transaction. Throws what `work` throws, or CommitUnknown. */
export async function withTransaction<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection lost between two statements would end the process.
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
    if (error instanceof CommitUnknown) broken = error;
    else
      await connection.query('rollback').catch((rollbackError: unknown) => {
        broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed');
      });
    throw error;
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}

async function commit(connection: Connection): Promise<void> {
  try {
    await connection.query('commit');
  } catch (error) {
    // A deferred constraint answers with an SQLSTATE of class 23: then the transaction is known to be gone.
    if (isConstraintError(error)) throw error;
    throw new CommitUnknown('the database did not answer COMMIT', { cause: error });
  }
}

/** SQLSTATE class 23: a constraint said no. */
export function isConstraintError(error: unknown): boolean {
  return sqlState(error).startsWith('23');
}

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
