import type { SessionCalendar } from '@candor/domain/market/sessions';
import { describe, expect, it } from 'vitest';
import { FOREX_CALENDAR, GERMAN_INDEX_CALENDAR, METAL_CALENDAR, US_INDEX_CALENDAR } from './calendars.ts';

/** The dates of the calendars, worked out from the rules of the holidays instead of copied. */
const YEARS = [2026, 2027];
const DAY_MS = 86_400_000;
const [SUNDAY, MONDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 4, 5, 6];

function on(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

function plus(date: number, days: number): number {
  return date + days * DAY_MS;
}

function weekdayOf(date: number): number {
  return new Date(date).getUTCDay();
}

/** The n-th of this weekday in a month. */
function nth(n: number, weekday: number, year: number, month: number): number {
  const first = on(year, month, 1);
  return plus(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

/** A holiday on Saturday is observed on Friday, one on Sunday on Monday. */
function observed(date: number): number {
  if (weekdayOf(date) === SATURDAY) return plus(date, -1);
  return weekdayOf(date) === SUNDAY ? plus(date, 1) : date;
}

/** Easter Sunday by the rule of Meeus, Jones and Butcher. */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return on(year, Math.floor(days / 31), (days % 31) + 1);
}

/** Days on which trading could take place: Monday to Friday. */
function workdays(dates: readonly number[]): string[] {
  return dates
    .filter((date) => ![SUNDAY, SATURDAY].includes(weekdayOf(date)))
    .map((date) => new Date(date).toISOString().slice(0, 10))
    .toSorted();
}

function each(rule: (year: number) => number[]): number[] {
  return YEARS.flatMap(rule);
}

/** The early closes of a calendar, by the hour. */
function closesOf(calendar: SessionCalendar): Record<string, string[]> {
  const closes: Record<string, string[]> = {};
  for (const [date, hour] of Object.entries(calendar?.earlyCloses ?? {})) (closes[hour] ??= []).push(date);
  for (const dates of Object.values(closes)) dates.sort();
  return closes;
}

function newYear(year: number): number {
  return on(year, 1, 1);
}

function christmas(year: number): number {
  return on(year, 12, 25);
}

function goodFriday(year: number): number {
  return plus(easter(year), -2);
}

function thanksgiving(year: number): number {
  return nth(4, THURSDAY, year, 11);
}

describe('the days without trading', () => {
  it.each([
    ['forex', FOREX_CALENDAR, each((year) => [newYear(year), christmas(year)])],
    ['metals', METAL_CALENDAR, each((year) => [newYear(year), goodFriday(year), christmas(year)])],
    [
      'the German index',
      GERMAN_INDEX_CALENDAR,
      each((year) => [
        newYear(year),
        goodFriday(year),
        plus(easter(year), 1),
        on(year, 5, 1),
        on(year, 12, 24),
        christmas(year),
        on(year, 12, 26),
        on(year, 12, 31),
      ]),
    ],
    ['the US index', US_INDEX_CALENDAR, each((year) => [newYear(year), goodFriday(year), observed(christmas(year))])],
  ])('of %s follow the rules of its holidays', (_, calendar, dates) => {
    expect(calendar?.holidays.toSorted()).toEqual(workdays(dates));
  });
});

describe('the short days', () => {
  const eves = each((year) => [on(year, 12, 31)]).filter((date) => weekdayOf(plus(date, 1)) !== SATURDAY);

  it('of forex end before Christmas and New Year', () => {
    expect(closesOf(FOREX_CALENDAR)).toEqual({ '16:58': workdays([on(2026, 12, 24), on(2026, 12, 31)]) });
  });

  it('of metals end before Good Friday and New Year, and at noon and an hour for Thanksgiving and Christmas', () => {
    expect(closesOf(METAL_CALENDAR)).toEqual({
      '16:58': workdays([...each((year) => [plus(goodFriday(year), -1)]), ...eves]),
      '13:00': workdays(each((year) => [thanksgiving(year), on(year, 12, 24)])),
    });
  });

  it('of the US index have no evening before a closed day, and end at noon on the other holidays', () => {
    expect(closesOf(US_INDEX_CALENDAR)).toEqual({
      '16:00': workdays([...each((year) => [plus(goodFriday(year), -1)]), ...eves]),
      '12:00': workdays(
        each((year) => [
          nth(3, MONDAY, year, 1),
          nth(3, MONDAY, year, 2),
          plus(nth(1, MONDAY, year, 6), -7),
          observed(on(year, 6, 19)),
          observed(on(year, 7, 4)),
          nth(1, MONDAY, year, 9),
          thanksgiving(year),
          plus(thanksgiving(year), 1),
          plus(observed(christmas(year)), -1),
        ]),
      ),
    });
    expect(closesOf(GERMAN_INDEX_CALENDAR)).toEqual({});
  });
});

describe('the week', () => {
  const hours = (calendar: SessionCalendar): string[] =>
    [SUNDAY, MONDAY, 2, 3, THURSDAY, FRIDAY, SATURDAY].map((day) =>
      (calendar?.weekly[day] ?? []).map(({ start, end }) => `${start}-${end}`).join(' '),
    );
  const fiveDays = (sunday: string, day: string, friday: string): string[] => [sunday, day, day, day, day, friday, ''];

  it.each([
    [FOREX_CALENDAR, 'America/New_York', fiveDays('17:03-24:00', '00:00-16:58 17:03-24:00', '00:00-16:58')],
    [METAL_CALENDAR, 'America/New_York', fiveDays('18:03-24:00', '00:00-16:58 18:03-24:00', '00:00-16:58')],
    [GERMAN_INDEX_CALENDAR, 'Europe/Berlin', fiveDays('', '01:15-22:00', '01:15-22:00')],
    [
      US_INDEX_CALENDAR,
      'America/Chicago',
      fiveDays('17:00-24:00', '00:00-15:15 15:30-16:00 17:00-24:00', '00:00-15:15 15:30-16:00'),
    ],
  ])('has the hours of its market', (calendar, timeZone, week) => {
    expect([calendar?.timeZone, hours(calendar)]).toEqual([timeZone, week]);
  });
});
