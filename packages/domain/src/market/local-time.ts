import { assert } from '../assert.ts';

/** Days since 1970-01-01 of a calendar date, whatever the zone. */
export type DayNumber = number;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar date and weekday (0 is Sunday) a moment falls on in a time zone. */
export function localDay(timeZone: string, atMs: number): DayNumber {
  return Math.floor((atMs + offsetMs(timeZone, atMs)) / DAY_MS);
}

/** "YYYY-MM-DD" of a moment in a time zone: the business date of an event. */
export function localDateAt(timeZone: string, atMs: number): string {
  return dateText(localDay(timeZone, atMs));
}

export function weekdayOf(day: DayNumber): number {
  // 1970-01-01 was a Thursday.
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * The moment when a wall clock in `timeZone` shows `minutes` after midnight of `day`; 1440 is the next midnight. If the
 * clock shows that time twice, the first one counts. If the clock skips it, the moment is as long after the switch as
 * the time would have been.
 */
export function localToUtc(timeZone: string, day: DayNumber, minutes: number): number {
  const wall = day * DAY_MS + minutes * MINUTE_MS;
  const before = wall - offsetMs(timeZone, wall - DAY_MS);
  const after = wall - offsetMs(timeZone, wall + DAY_MS);
  const shown = [before, after].filter((at) => at + offsetMs(timeZone, at) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

/** How far the zone's wall clock is ahead of UTC at a moment. */
export function offsetMs(timeZone: string, atMs: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(atMs)) {
    if (type !== 'literal') parts[type] = Number(value);
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const wall = dayNumber(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
  return wall - Math.floor(atMs / 1000) * 1000;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Proleptic Gregorian date to days since 1970-01-01. Years begin in March, so that the leap day is the last day. */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The day of "YYYY-MM-DD"; the inverse of dateText. */
export function dayOfDate(date: string): DayNumber {
  return dayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)));
}

/** "YYYY-MM-DD" of a day number; the inverse of dayNumber. */
export function dateText(dayNumberOfDate: DayNumber): string {
  const shifted = dayNumberOfDate + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Minutes after midnight of "HH:MM"; "24:00" is 1440. */
export function minutesOf(text: string): number {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  assert(match !== null, `not a time of day: ${text}`);
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  assert((hours <= 23 && minutes <= 59) || text === '24:00', `not a time of day: ${text}`);
  return hours * 60 + minutes;
}

function pad(value: number, width: number): string {
  return value.toString().padStart(width, '0');
}
