import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateText,
  dayNumber,
  localDateAt,
  localDay,
  localToUtc,
  minutesOf,
  offsetMs,
  weekdayOf,
} from './local-time.ts';

const HOUR_MS = 3_600_000;
const NEW_YORK = 'America/New_York';
function at(iso: string): number {
  return Date.parse(iso);
}

describe('calendar dates', () => {
  it.each([
    ['1970-01-01', 0, 4],
    ['2000-02-29', 11_016, 2],
    ['2026-11-21', 20_778, 6],
    ['2100-03-01', 47_541, 1],
    ['1969-12-31', -1, 3],
  ])('%s is day %d, weekday %d', (text, day, weekday) => {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
    expect(dayNumber(year, month, date)).toBe(day);
    expect(dateText(day)).toBe(text);
    expect(weekdayOf(day)).toBe(weekday);
  });

  it('match the platform for every day of six centuries', () => {
    fc.assert(
      fc.property(fc.integer({ min: -36_500, max: 200_000 }), (day) => {
        const date = new Date(day * 86_400_000);
        expect(dateText(day)).toBe(date.toISOString().slice(0, 10));
        expect(weekdayOf(day)).toBe(date.getUTCDay());
        expect(dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(day);
      }),
    );
  });
});

describe('time zones', () => {
  it.each([
    ['Asia/Shanghai', '2026-07-01T00:00:00Z', 8],
    [NEW_YORK, '2026-01-15T12:00:00Z', -5],
    [NEW_YORK, '2026-07-15T12:00:00Z', -4],
    [NEW_YORK, '2026-03-08T06:59:59.999Z', -5],
    [NEW_YORK, '2026-03-08T07:00:00Z', -4],
    [NEW_YORK, '2026-11-01T05:59:59.999Z', -4],
    [NEW_YORK, '2026-11-01T06:00:00Z', -5],
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', 5.5],
    ['UTC', '2026-07-01T00:00:00Z', 0],
  ])('%s at %s is %d h ahead of UTC', (timeZone, iso, hours) => {
    expect(offsetMs(timeZone, at(iso))).toBe(hours * HOUR_MS);
  });

  it.each([
    ['Asia/Shanghai', '2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['Asia/Shanghai', '2026-11-20T16:00:00Z', '2026-11-21'],
    [NEW_YORK, '2026-11-21T04:59:59Z', '2026-11-20'],
  ])('in %s the date at %s is %s', (timeZone, iso, date) => {
    expect(localDateAt(timeZone, at(iso))).toBe(date);
  });

  it.each([
    ['a plain time', dayNumber(2026, 7, 15), 17 * 60, '2026-07-15T21:00:00Z'],
    ['midnight at the end of the day', dayNumber(2026, 7, 15), 1440, '2026-07-16T04:00:00Z'],
    ['17:00 on the day the clock goes forward', dayNumber(2026, 3, 8), 17 * 60, '2026-03-08T21:00:00Z'],
    ['17:00 on the day the clock goes back', dayNumber(2026, 11, 1), 17 * 60, '2026-11-01T22:00:00Z'],
    ['a time the clock skips', dayNumber(2026, 3, 8), 150, '2026-03-08T07:30:00Z'],
    ['a time the clock shows twice', dayNumber(2026, 11, 1), 90, '2026-11-01T05:30:00Z'],
  ])('New York, %s', (_, day, minutes, iso) => {
    expect(localToUtc(NEW_YORK, day, minutes)).toBe(at(iso));
  });

  it('a local time leads back to its day in every time zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(NEW_YORK, 'Asia/Shanghai', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns'),
        fc.integer({ min: 18_000, max: 25_000 }),
        fc.integer({ min: 0, max: 1439 }),
        (timeZone, day, minutes) => {
          expect(localDay(timeZone, localToUtc(timeZone, day, minutes))).toBe(day);
        },
      ),
    );
  });
});

it('counts every day from 1896 to 2404 as the calendar does', () => {
  const wrong: string[] = [];
  for (let day = -27_000; day < 158_700; day += 1) {
    const date = new Date(day * 86_400_000);
    const counted = dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
    const text = dateText(day);
    if (counted !== day || text !== date.toISOString().slice(0, 10)) wrong.push(`day ${day} is ${counted}, ${text}`);
  }
  expect(wrong).toEqual([]);
});

describe('minutesOf', () => {
  it.each([
    ['00:00', 0],
    ['09:30', 570],
    ['23:59', 1439],
    ['24:00', 1440],
  ])('%s is %d', (text, minutes) => {
    expect(minutesOf(text)).toBe(minutes);
  });

  it.each(['24:01', '9:30', '12:60', '25:00', '', '12:00:00'])('asserts a valid time of day: %j', (text) => {
    expect(() => minutesOf(text)).toThrow('not a time of day');
  });
});
