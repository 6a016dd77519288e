import type { Connection, Pool } from '../../platform/db/pool.ts';
import type { SimCrash } from './plan.ts';

/** Sits between the code under test and the database: for crashes at an exact statement, and for planted bugs. */
export interface Statement {
  text: string;
  name: string | undefined;
  values: unknown[] | undefined;
  /** As platform/db/statement.ts asks for its rows. */
  rowMode?: 'array' | undefined;
}

/** Created for each connection taken from the pool. `run` sends the statement on, changed or not. */
export type Interceptor = (
  connection: Connection,
) => Promise<(statement: Statement, run: (statement: Statement) => Promise<unknown>) => Promise<unknown>>;

export function interceptPool(pool: Pool, interceptor: Interceptor): Pool {
  return new Proxy(pool, {
    get: (target, property) => {
      if (property === 'connect') return async () => await interceptConnection(await target.connect(), interceptor);
      return bound(target, property);
    },
  });
}

async function interceptConnection(connection: Connection, interceptor: Interceptor): Promise<Connection> {
  const intercept = await prepared(connection, interceptor);
  // One after the other, although the code under test may send several at once: what happens at one of them is exact.
  let last: Promise<unknown> = Promise.resolve();
  const query = async (first: string | Partial<Statement>, values?: unknown[]): Promise<unknown> => {
    const answer = last.then(async () => await intercepted(first, values));
    last = answer.catch(() => undefined);
    return await answer;
  };
  const intercepted = async (first: string | Partial<Statement>, values?: unknown[]): Promise<unknown> => {
    const given = typeof first === 'string' ? { text: first, values } : first;
    return await intercept(
      { text: given.text ?? '', name: given.name ?? undefined, values: given.values, rowMode: given.rowMode },
      async (sent) => {
        return await connection.query({
          text: sent.text,
          ...(sent.name === undefined ? {} : { name: sent.name }),
          ...(sent.values === undefined ? {} : { values: sent.values }),
          ...(sent.rowMode === undefined ? {} : { rowMode: sent.rowMode }),
        });
      },
    );
  };
  return new Proxy(connection, {
    get: (target, property) => (property === 'query' ? query : bound(target, property)),
  });
}

/** The backend may end before the caller has the connection. Then it is released, or the pool would wait for it. */
async function prepared(connection: Connection, interceptor: Interceptor): ReturnType<Interceptor> {
  const onError = (): void => undefined;
  connection.on('error', onError);
  try {
    const intercept = await interceptor(connection);
    connection.off('error', onError);
    return intercept;
  } catch (error) {
    connection.release(true);
    throw error;
  }
}

function bound(target: object, property: string | symbol): unknown {
  const value: unknown = Reflect.get(target, property);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** A pool whose transactions lose their backend, as `crash` says. `owner` may end other sessions. */
export function crashingPool(pool: Pool, owner: Pool, crash: SimCrash): Pool {
  return interceptPool(pool, async (connection) => {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    let count = 0;
    return async (statement, run) => {
      count += 1;
      if (count === crash) await owner.query('select pg_terminate_backend($1, 2000)', [rows[0]?.pid]);
      const result = await run(statement);
      if (statement.text === 'commit' && crash === 'answer of commit')
        throw new Error('Connection terminated: the answer of COMMIT is lost');
      return result;
    };
  });
}
