import { dateText, dayOfDate, localToUtc } from '@candor/domain/market/local-time';
import type { Db } from '../../platform/db/pool.ts';
import { insertMonth, selectMonthProgress } from './month-store.ts';

/** Counts every whole month that is not yet counted, oldest first and without gaps. Returns how many. */
export async function countMonths(db: Db, timeZone: string): Promise<number> {
  for (let counted = 0; ; counted += 1) {
    const { nextMonth, lastDay } = await selectMonthProgress(db);
    if (nextMonth === null || lastDay === null) return counted;
    const first = dayOfDate(nextMonth);
    const next = dayOfDate(monthAfter(nextMonth));
    if (dayOfDate(lastDay) < next - 1) return counted;
    const month = dateText(first);
    if (!(await insertMonth(db, month, localToUtc(timeZone, first, 0), localToUtc(timeZone, next, 0)))) return counted;
  }
}

/** The first day of the next month, of the first day of one. */
function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? { year: year + 1, number: 1 } : { year, number: number + 1 };
  return `${next.year.toString().padStart(4, '0')}-${next.number.toString().padStart(2, '0')}-01`;
}
