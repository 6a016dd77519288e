import pg from 'pg';
import { Client } from './client.ts';
import type { ClientOptions } from './client.ts';

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export interface Db {
  query<Row extends object = Record<string, unknown>>(
    text: string | { text: string; name?: string; values?: unknown[]; rowMode?: 'array' },
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null; fields: readonly { name: string }[] }>;
}

export type Pool = pg.Pool;
export type Connection = pg.PoolClient;

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

/** Postgres prints timestamptz as `2026-11-21 09:41:35.123+00`; sessions run in UTC. */
function epochMs(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`);
}

/** int8 arrives as bigint, timestamptz as epoch milliseconds, numeric and date as text. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, BigInt);
types.setTypeParser(TIMESTAMPTZ, epochMs);
types.setTypeParser(DATE, String);

export interface PoolOptions {
  url: string;
  max: number;
  name: string;
  /** Switch to this role after connecting; for a database with only one login. */
  role?: string | undefined;
  /** The database ends a transaction that takes longer. */
  transactionMsMax?: number;
  /** A statement that waits longer for a lock fails. */
  lockMsMax?: number;
  /** The database ends a statement that takes longer. */
  statementMsMax?: number;
  /** The database ends a transaction that does nothing for longer. */
  idleMsMax?: number;
  /** No answer to a statement for longer is a lost connection. */
  answerMsMax?: number;
  /** How long a new connection may take. */
  connectMsMax?: number;
}

const LONG_MS = 1_800_000;
/** For work that nobody waits for and that must not be cut off: the start of a site on a busy machine takes minutes. */
export const WITHOUT_HURRY = {
  transactionMsMax: LONG_MS,
  lockMsMax: LONG_MS,
  statementMsMax: LONG_MS,
  idleMsMax: LONG_MS,
  answerMsMax: LONG_MS,
  connectMsMax: LONG_MS,
} satisfies Partial<PoolOptions>;

/**
 * A pool whose sessions confirm a commit only when it is on disk, and end transactions that hang: a process that was
 * paused and resumed must not still hold locks.
 */
export function createPool({
  url,
  max,
  name,
  role,
  transactionMsMax = 20_000,
  statementMsMax = 15_000,
  lockMsMax = 5_000,
  idleMsMax = 5_000,
  answerMsMax = 20_000,
  connectMsMax = 5_000,
}: PoolOptions): Pool {
  const settings = {
    timezone: 'UTC',
    synchronous_commit: 'on',
    statement_timeout: `${statementMsMax}ms`,
    lock_timeout: `${lockMsMax}ms`,
    idle_in_transaction_session_timeout: `${idleMsMax}ms`,
    transaction_timeout: `${transactionMsMax}ms`,
    // On a site of some age the planner starts helpers for twenty rows of a member, and waiting for them takes longer than the rows. They would
    // also take the cores of everybody else.
    max_parallel_workers_per_gather: '0',
    ...(role === undefined ? {} : { role }),
  };
  const options: ClientOptions = {
    connectionString: url,
    application_name: name,
    settings,
    query_timeout: answerMsMax,
    // Statements that do not wait for each other's answers are sent together.
    pipeline: true,
    connectionTimeoutMillis: connectMsMax,
    types,
  };
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: connectMsMax,
    idleTimeoutMillis: 30_000,
    Client: class extends Client {
      constructor() {
        super(options);
      }
    },
  });
  // If the database ends an idle connection, do not stop: the next query opens another.
  pool.on('error', () => undefined);
  return pool;
}
