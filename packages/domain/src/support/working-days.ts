import { weekdayOf } from '../market/local-time.ts';
import type { DayNumber } from '../market/local-time.ts';

/**
 * The clock of a complaint: business days are Monday to Friday. Holidays count as business days, so what was promised is never
 * answered later because of one.
 */
export const COMPLAINT_WORKING_DAYS = 15;

/** The day that is so many business days after another one. The database computes it too (`working_day_after`). */
export function workingDayAfter(day: DayNumber, days: number): DayNumber {
  let reached = day;
  for (let left = days; left > 0;) {
    reached += 1;
    if (isWorkingDay(reached)) left -= 1;
  }
  return reached;
}

/** How many business days are after `from`, up to and including `to`; negative where `to` was before. */
export function workingDaysBetween(from: DayNumber, to: DayNumber): number {
  if (to < from) return 0 - workingDaysBetween(to, from);
  const days = to - from;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let day = from + weeks * 7 + 1; day <= to; day += 1) if (isWorkingDay(day)) count += 1;
  return count;
}

function isWorkingDay(day: DayNumber): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}
