import { dateText, localDay, localToUtc } from '@candor/domain/market/local-time';
import type { Db } from '../../platform/db/pool.ts';
import { insertDay, selectProgress } from './fairness-store.ts';

/** A day in the site's time zone, and its half-open time span. */
export interface BusinessDay {
  date: string;
  fromMs: number;
  toMs: number;
}

/** @param day days since 1970-01-01 */
export function businessDay(timeZone: string, day: number): BusinessDay {
  return {
    date: dateText(day),
    fromMs: localToUtc(timeZone, day, 0),
    toMs: localToUtc(timeZone, day + 1, 0),
  };
}

/** The day number of "YYYY-MM-DD"; dates are read as UTC, where every day has the same length. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / 86_400_000;
}

/** Counts every finished day that is not yet counted, oldest first and without gaps. Returns how many. */
export async function countDays(db: Db, timeZone: string): Promise<number> {
  const { lastDay, oldestMs } = await selectProgress(db);
  if (lastDay === null && oldestMs === null) return 0;
  const first = lastDay === null ? localDay(timeZone, oldestMs ?? 0) : dayOf(lastDay) + 1;
  for (let counted = 0; ; counted += 1) {
    const { date, fromMs, toMs } = businessDay(timeZone, first + counted);
    if (!(await insertDay(db, date, fromMs, toMs))) return counted;
  }
}
