import * as z from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { firstRow } from '../../platform/db/statement.ts';

/**
 * The platform uses the database's time. `now()` is this machine's monotonic clock plus the last measured offset.
 * `uncertaintyMs()` bounds the error, and grows while the database does not answer.
 */
export interface Clock {
  now(): number;
  uncertaintyMs(): number;
}

export interface DatabaseClock extends Clock {
  measure(): Promise<void>;
  stop(): void;
}

const MEASURE_EVERY_MS = 10_000;
const DRIFT_PPM = 100;

const answer = z.object({ ms: z.string() });

function local(): number {
  return performance.timeOrigin + performance.now();
}

interface Measured {
  /** The error is at most half of it. */
  tripMs: number;
  offset: number;
  atMs: number;
}

const askRow = firstRow(answer, `select (extract(epoch from clock_timestamp()) * 1000)::text as ms`);

async function ask(db: Db): Promise<Measured> {
  const before = local();
  const result = await askRow(db);
  const atMs = local();
  return { tripMs: atMs - before, offset: Number(result?.ms) - (before + atMs) / 2, atMs };
}

/** The shortest of three round trips gives the smallest error. */
async function askThrice(db: Db): Promise<Measured> {
  const first = await ask(db);
  const others = [await ask(db), await ask(db)];
  return others.reduce((best, one) => (one.tripMs < best.tripMs ? one : best), first);
}

export async function createDatabaseClock(db: Db): Promise<DatabaseClock> {
  let measured = await askThrice(db);
  const measure = async (): Promise<void> => {
    measured = await askThrice(db);
  };
  const timer = setInterval(() => void measure().catch(() => undefined), MEASURE_EVERY_MS);
  return {
    now: () => Math.floor(local() + measured.offset),
    uncertaintyMs: () => measured.tripMs / 2 + ((local() - measured.atMs) * DRIFT_PPM) / 1_000_000,
    measure,
    stop: () => clearInterval(timer),
  };
}
