/* Names of days and months of a calendar. They are no moments: no zone moves them. */

import type { Language } from '@candor/contract/languages';

/** @param day of the week, 0 is Sunday */
export function weekdayName(day: number, language: Language): string {
  // 2026-02-01 was a Sunday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 1, 1 + day));
}

/** @param month "2026-11" */
export function monthName(month: string, language: Language): string {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(first);
}
