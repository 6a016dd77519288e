import { Refused } from '../../platform/http/http-app.ts';
import type { Connection, Db, Pool } from '../../platform/db/pool.ts';
import { sqlState, withTransaction } from '../../platform/db/transaction.ts';

/** An operator who acts, and the session in which they do. */
export interface Acting {
  readonly operatorId: bigint;
  /** SHA-256 of the session's token. */
  readonly session: Buffer;
}

const UNKNOWN = 'CD300';

/**
 * From here on, the database knows who acts in this transaction. It looks at the session again wherever a row names an
 * operator, and writes the audit in that name. @throws Refused when the session has ended
 */
export async function actAs(db: Db, { session }: Pick<Acting, 'session'>): Promise<void> {
  try {
    await db.query({ name: 'act-as', text: 'select act_as($1)', values: [session] });
  } catch (error) {
    if (sqlState(error) === UNKNOWN) throw new Refused('SESSION_INVALID');
    throw error;
  }
}

/** One transaction of an operator. */
export async function asOperator<T>(
  pool: Pool,
  acting: Pick<Acting, 'session'>,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  return await withTransaction(pool, async (db) => {
    await actAs(db, acting);
    return await work(db);
  });
}
