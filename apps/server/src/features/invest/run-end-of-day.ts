import type { Db, Pool } from '../../platform/db/pool.ts';
import { dayEndMs, lastDueDay } from '@candor/domain/invest/business-day';
import { dateText } from '@candor/domain/market/local-time';
import { endOfDayStep, selectLastClosed } from './business-day-store.ts';

/** Rows of a batch: accruals are only inserted; payments lock their members until the batch is written. */
const BATCH = { accruals: 10_000, payments: 500 };

/** A row that a step could not write. The database tries it again, alone. */
export interface Quarantined {
  readonly id: string;
  readonly date: string;
  readonly step: string | null;
  readonly reason: string | null;
}

export interface EndOfDayOptions {
  readonly signal?: AbortSignal;
  readonly batch?: { accruals: number; payments: number };
  /** At the first failure of a row, and at each one after it. */
  readonly onQuarantined?: (row: Quarantined) => void;
}

/**
 * Closes business dates, one after another, until none is left, and gives rows that were quarantined their next try. Each batch
 * commits by itself and the database keeps how far it came: whoever is killed loses nothing, and whoever comes second does
 * nothing twice. Returns how many rows were looked at.
 */
export async function runEndOfDay(
  pool: Pool,
  { signal, batch = BATCH, onQuarantined }: EndOfDayOptions = {},
): Promise<number> {
  let looked = 0;
  for (;;) {
    if (signal?.aborted === true) return looked;
    const step = await endOfDayStep(pool, batch);
    if (step.day === null) return looked;
    looked += step.looked ?? 0;
    if (step.quarantined !== null)
      onQuarantined?.({
        id: step.quarantined.toString(),
        date: dateText(step.day),
        step: step.step,
        reason: step.reason,
      });
  }
}

/** How many business dates could be closed and are not; 0 on a site that never had to close one. */
export async function countLateDays(db: Db, timeZone: string, nowMs: number): Promise<number> {
  const last = await selectLastClosed(db);
  return last === null ? 0 : Math.max(0, lastDueDay(timeZone, nowMs) - last);
}

/** The first business date that could be closed and is not, and when it ended; null when none is. */
export async function firstLateDay(
  db: Db,
  timeZone: string,
  nowMs: number,
): Promise<{ date: string; endedAtMs: number } | null> {
  const last = await selectLastClosed(db);
  if (last === null || last >= lastDueDay(timeZone, nowMs)) return null;
  return { date: dateText(last + 1), endedAtMs: dayEndMs(timeZone, last + 1) };
}
