import { dateText, localDay, localToUtc, minutesOf, offsetMs, weekdayOf } from './local-time.ts';
import { sessionsBetween } from './sessions.ts';
import type { SessionCalendar } from './sessions.ts';

/** A day of a calendar, in its own zone. `half`: it trades for less than its weekly hours. */
export type CalendarDay = {
  readonly date: string;
  readonly weekday: number;
  readonly state: 'open' | 'half' | 'closed';
  /** By how much the clock is moved on that day, in minutes; 0 on others. */
  readonly clockMoves: number;
};

const MINUTE_MS = 60_000;
const MONTHS = 12;

/** The days from the first of the month of a moment on, for twelve months. */
export function yearOf(calendar: NonNullable<SessionCalendar>, nowMs: number): CalendarDay[] {
  const { timeZone, weekly } = calendar;
  const today = dateText(localDay(timeZone, nowMs));
  const first = localDay(timeZone, nowMs) - Number(today.slice(8)) + 1;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const days: CalendarDay[] = [];
  for (let day = first; ; day += 1) {
    const date = dateText(day);
    if ((Number(date.slice(0, 4)) - year) * MONTHS + Number(date.slice(5, 7)) - month >= MONTHS) return days;
    const [startsAt, endsAt] = [localToUtc(timeZone, day, 0), localToUtc(timeZone, day + 1, 0)];
    const traded = sessionsBetween(calendar, startsAt, endsAt).reduce((sum, one) => sum + one.endsAt - one.startsAt, 0);
    const usual = (weekly[weekdayOf(day)] ?? []).reduce(
      (sum, { start, end }) => sum + minutesOf(end) - minutesOf(start),
      0,
    );
    const clockMoves = (offsetMs(timeZone, endsAt) - offsetMs(timeZone, startsAt)) / MINUTE_MS;
    // An hour that the clock skips is no half day.
    const isShort = traded / MINUTE_MS + Math.max(0, clockMoves) < usual;
    days.push({
      date,
      weekday: weekdayOf(day),
      state: traded === 0 ? 'closed' : isShort ? 'half' : 'open',
      clockMoves,
    });
  }
}
