import * as z from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { rowOf } from '../db/rows.ts';

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

export async function createDatabaseClock(db: Db): Promise<DatabaseClock> {
  let offset = 0;
  let halfTrip = Number.POSITIVE_INFINITY;
  let measuredAt = local();

  const measure = async (): Promise<void> => {
    let best = { trip: Number.POSITIVE_INFINITY, offset };
    // The shortest of three round trips gives the smallest error bound.
    for (let i = 0; i < 3; i += 1) {
      const before = local();
      const result = await db.query(`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`);
      const after = local();
      const trip = after - before;
      if (trip < best.trip) best = { trip, offset: Number(rowOf(answer, result)?.ms) - (before + after) / 2 };
    }
    offset = best.offset;
    halfTrip = best.trip / 2;
    measuredAt = local();
  };

  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), MEASURE_EVERY_MS);
  timer.unref();
  return {
    now: () => Math.floor(local() + offset),
    uncertaintyMs: () => halfTrip + ((local() - measuredAt) * DRIFT_PPM) / 1_000_000,
    measure,
    stop: () => clearInterval(timer),
  };
}
