import pg from 'pg';
import type { Connection, Db, Pool, Statement } from './pool.ts';
import { watchedStatement, watchedTransaction } from './watch-statements.ts';

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
  return await watchedTransaction(
    undefined,
    async () =>
      await withConnection(pool, async (connection) => {
        await connection.query('begin');
        const result = await work(connection);
        await commit(connection);
        return result;
      }),
  );
}

/** Statements that are sent together, and how their answers, in the same order, are read. */
export interface Flight<T> {
  readonly statements: readonly Statement[];
  readonly read: (answers: readonly { rows: readonly object[] }[]) => T;
}

/**
 * Runs one READ COMMITTED transaction in two flights: BEGIN and all that is read, then all that is written and COMMIT. The
 * statements of a flight do not wait for each other's answers. If `plan` throws, nothing is sent and nothing is written.
 * Throws as withTransaction does.
 */
export async function inTwoFlights<Facts, T>(
  pool: Pool,
  read: (db: Db) => Promise<Facts>,
  plan: (facts: Facts) => Flight<T>,
): Promise<T> {
  return await watchedTransaction(
    2,
    async () =>
      await withConnection(pool, async (connection) => {
        sendTogether(connection);
        const [, facts] = await inOneFlight([connection.query('begin'), read(connection)]);
        return await writeAndCommit(connection, plan(facts));
      }),
  );
}

/** What is asked from now on until the end of this tick goes to the database in one write, which wakes it up once. */
function sendTogether({ connection: { stream } }: Connection): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function withConnection<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
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
    return await work(connection);
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

/** Waits for all answers of a flight, so that none is left over. Throws the first error: later ones only follow from it. */
export async function inOneFlight<T extends readonly Promise<unknown>[]>(
  answers: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(answers);
  return await Promise.all(answers);
}

/** Only the tag COMMIT is a yes. After a failed statement the database answers ROLLBACK. */
async function writeAndCommit<T>(connection: Connection, { statements, read }: Flight<T>): Promise<T> {
  sendTogether(connection);
  const sent = statements.map(
    async (statement) => await watchedStatement(statement, async () => await connection.query(statement)),
  );
  const [written, [committed]] = await Promise.all([
    Promise.allSettled(sent),
    Promise.allSettled([connection.query('commit')]),
  ]);
  const failed = written.find((one) => one.status === 'rejected');
  if (committed.status === 'rejected') {
    // The database said no to a statement before COMMIT: whatever became of the connection, nothing was written.
    if (failed?.reason instanceof pg.DatabaseError) throw failed.reason;
    if (isRefusal(committed.reason)) throw committed.reason;
    throw new CommitUnknown('the database did not answer COMMIT', { cause: committed.reason });
  }
  if (committed.value.command !== 'COMMIT') throw failed?.reason ?? new Error('the database rolled back');
  try {
    return read(written.map((one) => (one.status === 'fulfilled' ? one.value : { rows: [] })));
  } catch (error) {
    throw new CommitUnknown('what was committed could not be read', { cause: error });
  }
}

/** Raised by constraints (class 23), by triggers and functions (P0), and by our own rules in SQL (CD). */
function isRefusal(error: unknown): boolean {
  return /^(23|P0|CD)/.test(sqlState(error));
}

/**
 * The database cannot be reached, takes no writes or has no room. The work itself is not the cause, and a smaller part of it would fail
 * too.
 */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof CommitUnknown || error instanceof ConnectionLost || /^(08|25006|53|57P|58)/.test(sqlState(error))
  );
}

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
