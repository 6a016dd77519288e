import type { Connection, Pool } from '../../platform/db/pool.ts';
import { cancelSession, selectSession } from './check-store.ts';

/** A process that stops does not wait for minutes for an answer: the statement is cancelled from a second connection. */
export async function endedBy<T>(
  signal: AbortSignal | undefined,
  pool: Pool,
  connection: Connection,
  work: () => Promise<T>,
): Promise<T> {
  const { pid } = await selectSession(connection);
  const end = (): void => {
    cancelSession(pool, pid).catch(() => undefined);
  };
  signal?.addEventListener('abort', end);
  try {
    return await work();
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
