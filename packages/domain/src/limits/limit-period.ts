import { dateText, localDay, localToUtc, weekdayOf } from '../market/local-time.ts';
import type { DayNumber } from '../market/local-time.ts';

/** The spans that a limit counts in: business dates of the site's time zone. A week starts on Monday. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** The period that holds a moment. What it counts starts again on the business date `nextDate`, at `nextAtMs`. */
export function limitPeriod(
  timeZone: string,
  nowMs: number,
  period: LimitPeriod,
): { readonly firstDate: string; readonly nextDate: string; readonly nextAtMs: number } {
  const today = localDay(timeZone, nowMs);
  const first = firstDayOf(today, period);
  // 31 days after the first of a month is a day of the next month.
  const next = period === 'day' ? today + 1 : period === 'week' ? first + 7 : firstDayOf(first + 31, 'month');
  return { firstDate: dateText(first), nextDate: dateText(next), nextAtMs: localToUtc(timeZone, next, 0) };
}

function firstDayOf(day: DayNumber, period: LimitPeriod): DayNumber {
  switch (period) {
    case 'day':
      return day;
    case 'week':
      return day - ((weekdayOf(day) + 6) % 7);
    case 'month':
      return day - Number(dateText(day).slice(-2)) + 1;
  }
}
