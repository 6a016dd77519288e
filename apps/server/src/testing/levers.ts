import type { Db, Pool } from '../platform/db/pool.ts';

/** What the tests for levers on outcomes share. */

const LEVER =
  /odds|win_?rate|force|outcome|result|bias|luck|_rig|override|payout|probab|chance|handicap|_win_|_lose_|_edge_|tilt|skew|manipul|control/i;
/** Whether a column or a field has a name like that of a lever on outcomes. */
export function smellsOfLever(name: string): boolean {
  return LEVER.test(`_${name.replaceAll(/([A-Z])/g, '_$1')}_`);
}

/** Every table and view, after `from`. */
export const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`;

/** Makes a change as the owner, runs `look`, and rolls the change back. */
export async function planted<T>(ownerPool: Pool, sql: string, look: (db: Db) => Promise<T>): Promise<T> {
  const connection = await ownerPool.connect();
  try {
    await connection.query('begin');
    await connection.query(sql);
    return await look(connection);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}
