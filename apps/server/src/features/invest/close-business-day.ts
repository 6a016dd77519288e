import type { Db, Pool } from '../../platform/db/pool.ts';
import { closableDay } from '@candor/domain/invest/business-day';
import { closeStep, selectLastClosed } from './business-day-store.ts';

/** Rows of a batch: accruals are only inserted; payments lock their members until the batch is written. */
const BATCH = { accruals: 10_000, payments: 500 };

/**
 * Closes business dates, one after another, until none is left. Each batch commits by itself and the database keeps how far
 * it came: whoever is killed loses nothing, and whoever comes second does nothing twice. Returns how many rows were looked at.
 */
export async function closeBusinessDays(
  pool: Pool,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: { accruals: number; payments: number } } = {},
): Promise<number> {
  let looked = 0;
  for (;;) {
    if (signal?.aborted === true) return looked;
    const step = await closeStep(pool, batch);
    if (step.day === null) return looked;
    looked += step.looked ?? 0;
  }
}

/** How many business dates could be closed and are not; 0 on a site that never had to close one. */
export async function countLateDays(db: Db, timeZone: string, nowMs: number): Promise<number> {
  const last = await selectLastClosed(db);
  return last === null ? 0 : Math.max(0, closableDay(timeZone, nowMs) - last);
}
