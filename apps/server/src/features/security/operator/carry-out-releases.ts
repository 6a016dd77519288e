import type { Pool } from '../../../platform/db/pool.ts';
import { isOutage } from '../../../platform/db/transaction.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import type { Repeat } from '../../../platform/jobs/repeat.ts';
import { createBackoff } from '../../../platform/jobs/backoff.ts';
import type { Log } from '../../../platform/log/log.ts';
import { carryOutRelease, selectDueReleases } from './release-store.ts';

/** A second factor is removed within this time after its day. */
const RELEASING_MS = 30_000;
const BATCH = 20;

export interface Releasing {
  pool: Pool;
  log: Log;
  onReleased: () => void;
}

/** The worker's part. One that throws waits for a while, so that it does not fill the log. */
export function startReleasing({ pool, log, onReleased }: Releasing): Repeat {
  const backoff = createBackoff<bigint>();
  return repeat('factor releases', RELEASING_MS, log, async () => {
    const { released, troubled } = await carryOutReleases(pool, backoff.ids());
    for (const { id, error } of troubled) {
      backoff.delay(id);
      log.error({ err: error, release: id.toString() }, 'a factor release could not be carried out');
    }
    if (released > 0) onReleased();
  });
}

export interface CarriedOut {
  /** How many members have no second factor now. */
  released: number;
  /** Releases whose work threw. They stay due. */
  readonly troubled: { readonly id: bigint; readonly error: unknown }[];
}

/**
 * Carries out the releases that waited for a day, each in a transaction of its own: one that throws does not stop the others.
 * @param except releases to leave out this time
 */
export async function carryOutReleases(pool: Pool, except: readonly bigint[] = []): Promise<CarriedOut> {
  const carried: CarriedOut = { released: 0, troubled: [] };
  for (const id of await selectDueReleases(pool, except, BATCH)) {
    try {
      if (await carryOutRelease(pool, id)) carried.released += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      carried.troubled.push({ id, error });
    }
  }
  return carried;
}
