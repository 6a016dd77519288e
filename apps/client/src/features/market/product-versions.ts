/* What members read of a product's versions: the days on which it trades less, and its calendar without what is left out. */

import type { CalendarView } from '@candor/contract/console-product-changes';
import type { Language } from '@candor/contract/languages';
import { closingByRule } from '@candor/domain/market/holidays';
import { dayOfDate } from '@candor/domain/market/local-time';
import type { CalendarDraft } from '@candor/domain/market/product-draft';
import type { CalendarDay } from '@candor/domain/market/year-of';

type Calendar = NonNullable<CalendarDraft>;

/** A calendar of an answer as the rules of the domain read it. */
export function calendarOf(view: NonNullable<CalendarView>): Calendar {
  const { timeZone, weekly, follows, holidays, earlyCloses, tradesOn, listedUntil } = view;
  return {
    timeZone,
    weekly,
    ...(follows === undefined ? {} : { follows }),
    holidays,
    ...(earlyCloses === undefined ? {} : { earlyCloses }),
    ...(tradesOn === undefined ? {} : { tradesOn }),
    ...(listedUntil === undefined ? {} : { listedUntil }),
  };
}

export type ClosedDay = {
  readonly date: string;
  readonly isClosed: boolean;
  /** When a short day ends, where that is known. */
  readonly until: string | null;
};

/** Days from now on that are usually traded and are closed or short. */
export function closedDays(days: readonly CalendarDay[], calendar: Calendar, nowMs: number): ClosedDay[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: calendar.timeZone }).format(nowMs);
  return days
    .filter(({ date, weekday, state }) => {
      const isUsual = (calendar.weekly[weekday] ?? []).length > 0;
      return date >= today && isUsual && state !== 'open';
    })
    .map(({ date, state }) => ({
      date,
      isClosed: state === 'closed',
      until: state === 'closed' ? null : closingOf(date, calendar),
    }));
}

function closingOf(date: string, { earlyCloses, follows }: Calendar): string | null {
  const typed = earlyCloses?.[date];
  if (typed !== undefined) return typed;
  const ruled = follows === undefined ? undefined : closingByRule(follows, dayOfDate(date));
  return ruled !== undefined && /^\d\d:\d\d$/.test(ruled) ? ruled : null;
}

/** A date with its weekday: "Fri, 25 December 2026". */
export function dayName(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(date));
}

/** 0 is Sunday. */
export function weekdayName(weekday: number, language: Language): string {
  // A week that begins with a Sunday.
  const at = Date.UTC(2026, 0, 4 + weekday);
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(at);
}
