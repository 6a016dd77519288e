/**
 * When a product trades. A calendar lists wall-clock segments in a named time zone. The answers are moments, so that a
 * switch to or from daylight saving moves the session exactly as the market moves it.
 */
import { assert } from '../assert.ts';
import { ALL_DAY, closingByRule } from './holidays.ts';
import type { HolidayRule } from './holidays.ts';
import { dateText, dayOfDate, localDay, localToUtc, minutesOf, weekdayOf } from './local-time.ts';
import type { DayNumber } from './local-time.ts';

/** Wall-clock times of one local day: start inclusive, end exclusive, "24:00" for midnight. */
export type SessionSegment = { readonly start: string; readonly end: string };

/** Null: the market never closes. */
export type SessionCalendar = {
  readonly timeZone: string;
  /** By weekday, 0 is Sunday. A day without an entry is closed. */
  readonly weekly: { readonly [weekday: number]: readonly SessionSegment[] };
  /** Holidays and short days by rule, without an end (holidays.ts). What is listed below comes before the rule. */
  readonly follows?: HolidayRule;
  /** "YYYY-MM-DD": the whole local day is closed. */
  readonly holidays: readonly string[];
  /** "YYYY-MM-DD" → "HH:MM": nothing trades from that time to the local day's end. */
  readonly earlyCloses?: { readonly [date: string]: string };
  /** "YYYY-MM-DD": a usual day, whatever the rule says. */
  readonly tradesOn?: readonly string[];
  /** "YYYY-MM-DD": the last day that whoever made the lists looked at. Without it, the last day that is listed. */
  readonly listedUntil?: string;
  /** What held until a moment (epoch ms): the calendar was changed for what comes after it. */
  readonly earlier?: { readonly until: number; readonly calendar: SessionCalendar };
} | null;

export type Session =
  | { readonly open: true; /** Null: no end. */ readonly endsAt: number | null }
  | { readonly open: false; /** Null: it does not open again. */ readonly opensAt: number | null };

/** A market that closes stays closed for at least this long: the shortest pause that a calendar can have. */
export const PAUSE_MS_MIN = 60_000;

type Interval = { readonly startsAt: number; readonly endsAt: number };

/** The longest time to follow a session or to look for an opening: after more than a year of holidays, give up. */
const HORIZON_DAYS = 400;

/** A day's intervals depend on the calendar alone. They are cached because callers ask every second. */
const intervalsByCalendar = new WeakMap<object, Map<DayNumber, readonly Interval[]>>();

/** Whether the market is open at `nowMs`, and when that changes. Segments that touch are one session. */
export function sessionAt(calendar: SessionCalendar, nowMs: number): Session {
  const earlier = calendar?.earlier;
  if (earlier === undefined || nowMs >= earlier.until) return sessionOf(calendar, nowMs);
  const { until } = earlier;
  const session = sessionAt(earlier.calendar, nowMs);
  const changesAt = session.open ? session.endsAt : session.opensAt;
  if (changesAt !== null && changesAt < until) return session;
  // It is as it is now until the other calendar holds.
  const next = sessionOf(calendar, until);
  if (session.open) return next.open ? next : { open: true, endsAt: until };
  return next.open ? { open: false, opensAt: until } : next;
}

/** By the calendar alone, whatever held before. */
function sessionOf(calendar: SessionCalendar, nowMs: number): Session {
  if (calendar === null) return { open: true, endsAt: null };
  const today = localDay(calendar.timeZone, nowMs);
  let endsAt: number | null = null;
  for (let day = today - 1; day <= today + HORIZON_DAYS; day += 1) {
    const endBefore: number | null = endsAt;
    for (const interval of intervalsOf(calendar, day)) {
      if (interval.endsAt <= nowMs) continue;
      if (endsAt === null) {
        if (interval.startsAt > nowMs) return { open: false, opensAt: interval.startsAt };
        endsAt = interval.endsAt;
      } else {
        if (interval.startsAt > endsAt) return { open: true, endsAt };
        endsAt = Math.max(endsAt, interval.endsAt);
      }
    }
    // A whole day added nothing, so no later segment touches the session.
    if (endsAt !== null && endsAt === endBefore) return { open: true, endsAt };
  }
  return endsAt === null ? { open: false, opensAt: null } : { open: true, endsAt: null };
}

/** The sessions from one moment to another, oldest first, cut at both. Segments that touch are one session. */
export function sessionsBetween(calendar: SessionCalendar, fromMs: number, toMs: number): Interval[] {
  const earlier = calendar?.earlier;
  if (earlier === undefined || fromMs >= earlier.until) return sessionsOf(calendar, fromMs, toMs);
  const { until } = earlier;
  const before = sessionsBetween(earlier.calendar, fromMs, Math.min(toMs, until));
  const after = until < toMs ? sessionsOf(calendar, until, toMs) : [];
  const [last, first] = [before.at(-1), after[0]];
  return last !== undefined && last.endsAt === first?.startsAt
    ? [...before.slice(0, -1), { startsAt: last.startsAt, endsAt: first.endsAt }, ...after.slice(1)]
    : [...before, ...after];
}

function sessionsOf(calendar: SessionCalendar, fromMs: number, toMs: number): Interval[] {
  if (calendar === null) return [{ startsAt: fromMs, endsAt: toMs }];
  const sessions: Interval[] = [];
  const lastDay = localDay(calendar.timeZone, toMs);
  for (let day = localDay(calendar.timeZone, fromMs) - 1; day <= lastDay; day += 1) {
    for (const interval of intervalsOf(calendar, day)) {
      const [startsAt, endsAt] = [Math.max(fromMs, interval.startsAt), Math.min(toMs, interval.endsAt)];
      if (startsAt >= endsAt) continue;
      const last = sessions.at(-1);
      if (last === undefined || startsAt > last.endsAt) sessions.push({ startsAt, endsAt });
      else sessions[sessions.length - 1] = { startsAt: last.startsAt, endsAt: Math.max(last.endsAt, endsAt) };
    }
  }
  return sessions;
}

function intervalsOf(calendar: NonNullable<SessionCalendar>, day: DayNumber): readonly Interval[] {
  let byDay = intervalsByCalendar.get(calendar);
  if (byDay === undefined) {
    byDay = new Map();
    intervalsByCalendar.set(calendar, byDay);
  }
  let intervals = byDay.get(day);
  if (intervals === undefined) {
    intervals = computeIntervals(calendar, day);
    byDay.set(day, intervals);
  }
  return intervals;
}

function computeIntervals(calendar: NonNullable<SessionCalendar>, day: DayNumber): readonly Interval[] {
  const closesAt = closingOf(calendar, day);
  if (closesAt === ALL_DAY) return [];
  const lastMinute = closesAt === undefined ? 1440 : minutesOf(closesAt);
  return (calendar.weekly[weekdayOf(day)] ?? [])
    .map((segment) => minutesOfSegment(segment))
    .filter((segment) => segment.start < lastMinute)
    .map((segment) => ({
      startsAt: localToUtc(calendar.timeZone, day, segment.start),
      endsAt: localToUtc(calendar.timeZone, day, Math.min(segment.end, lastMinute)),
    }))
    .filter((interval) => interval.startsAt < interval.endsAt)
    .toSorted((a, b) => a.startsAt - b.startsAt);
}

function closingOf(
  { follows, holidays, earlyCloses, tradesOn }: NonNullable<SessionCalendar>,
  day: DayNumber,
): string | undefined {
  const date = dateText(day);
  if (holidays.includes(date)) return ALL_DAY;
  const earlyClose = earlyCloses?.[date];
  if (earlyClose !== undefined) return earlyClose;
  if (follows === undefined || tradesOn?.includes(date) === true) return undefined;
  return closingByRule(follows, day);
}

const DAY_MS = 86_400_000;
const WARNING_DAYS = 365;

/**
 * The last day of which a calendar knows whether it is a holiday, as "YYYY-MM-DD", if that is less than a year away: later holidays
 * would be trading days. Null for a calendar that follows a rule, that lists none, or that never closes.
 */
export function endsSoon(calendar: SessionCalendar, nowMs: number): string | null {
  if (calendar === null || calendar.follows !== undefined) return null;
  const listed = [...calendar.holidays, ...Object.keys(calendar.earlyCloses ?? {})].toSorted();
  const until = calendar.listedUntil ?? listed.at(-1);
  if (until === undefined) return null;
  return dayOfDate(until) - Math.floor(nowMs / DAY_MS) < WARNING_DAYS ? until : null;
}

function minutesOfSegment(segment: SessionSegment): {
  readonly start: number;
  readonly end: number;
} {
  const start = minutesOf(segment.start);
  const end = minutesOf(segment.end);
  assert(start < end, `a segment ends after it starts: ${segment.start} to ${segment.end}`);
  return { start, end };
}
