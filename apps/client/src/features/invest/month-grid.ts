/* Months as a calendar shows them: weeks from Monday on, with gaps for days of other months. Pure. */

import { addDays } from '../../lib/dates.ts';

const WEEK_DAYS = 7;

/** "2026-11-22" → "2026-11". */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month; null is a day of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const end = `${addMonths(month, 1)}-01`;
  const before = (new Date(first).getUTCDay() + 6) % WEEK_DAYS;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let date = first; date < end; date = addDays(date, 1)) days.push(date);
  while (days.length % WEEK_DAYS !== 0) days.push(null);
  return Array.from({ length: days.length / WEEK_DAYS }, (_, week) =>
    days.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS),
  );
}

/** Monday to Sunday in short, in the language of the reader. */
export function weekdayNames(language: string): { short: string; long: string }[] {
  const monday = Date.UTC(2024, 0, 1);
  const short = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: WEEK_DAYS }, (_, day) => {
    const at = monday + day * 86_400_000;
    return { short: short.format(at), long: long.format(at) };
  });
}

/** "2026-11" → "2026年11月", "November 2026". */
export function monthName(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
}
