import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_DAY, closingByRule, easter, HOLIDAY_RULES } from './holidays.ts';
import type { HolidayRule } from './holidays.ts';
import { dateText, dayNumber, dayOfDate, weekdayOf } from './local-time.ts';

/** The special days of a year from Monday to Friday, by the time from which nothing trades: "MM-DD". */
function daysOf(rule: HolidayRule, year: number): Record<string, string> {
  const found: Record<string, string[]> = {};
  for (let day = dayNumber(year, 1, 1); day < dayNumber(year + 1, 1, 1); day += 1) {
    const closesAt = closingByRule(rule, day);
    if (closesAt !== undefined && weekdayOf(day) % 6 !== 0) (found[closesAt] ??= []).push(dateText(day).slice(5));
  }
  return Object.fromEntries(Object.entries(found).map(([closesAt, dates]) => [closesAt, dates.join(' ')]));
}

describe('Easter', () => {
  it.each(
    [
      '2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28',
      '2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01',
    ].flatMap((line) => line.split(' ')),
  )('is %s', (date) => {
    expect(dateText(easter(Number(date.slice(0, 4))))).toBe(date);
  });

  it('is a Sunday from 22 March to 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2300 }), (year) => {
        const day = easter(year);
        expect(weekdayOf(day)).toBe(0);
        expect(day).toBeGreaterThanOrEqual(dayNumber(year, 3, 22));
        expect(day).toBeLessThanOrEqual(dayNumber(year, 4, 25));
      }),
    );
  });
});

/** As the markets published them. */
describe('the holidays of', () => {
  it.each([
    [
      2022,
      {
        'all day': '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
        '13:00': '11-25',
      },
    ],
    [2023, { 'all day': '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25', '13:00': '07-03 11-24' }],
    [2024, { 'all day': '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '13:00': '07-03 11-29 12-24' }],
    [2025, { 'all day': '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '13:00': '07-03 11-28 12-24' }],
    [2026, { 'all day': '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '13:00': '11-27 12-24' }],
    [2027, { 'all day': '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '13:00': '11-26' }],
    // New Year 2028 is a Saturday, and not kept on the Friday before.
    [2028, { 'all day': '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25', '13:00': '07-03 11-24' }],
  ])('stocks in New York in %i', (year, days) => {
    expect(daysOf('us-stocks', year)).toEqual(days);
  });

  it.each([
    [
      2024,
      {
        'all day': '01-01 03-29 12-25',
        '12:00': '01-15 02-19 05-27 06-19 07-03 07-04 09-02 11-28 11-29 12-24',
        '16:00': '03-28 12-31',
      },
    ],
    [
      2025,
      {
        'all day': '01-01 04-18 12-25',
        '12:00': '01-20 02-17 05-26 06-19 07-03 07-04 09-01 11-27 11-28 12-24',
        '16:00': '04-17 12-31',
      },
    ],
    [
      2026,
      {
        'all day': '01-01 04-03 12-25',
        '12:00': '01-19 02-16 05-25 06-19 07-03 09-07 11-26 11-27 12-24',
        '16:00': '04-02 12-31',
      },
    ],
    [
      2027,
      {
        'all day': '01-01 03-26 12-24',
        '12:00': '01-18 02-15 05-31 06-18 07-05 09-06 11-25 11-26',
        '16:00': '03-25 12-23',
      },
    ],
  ])('index futures in Chicago in %i', (year, days) => {
    expect(daysOf('us-index-futures', year)).toEqual(days);
  });

  it.each([
    [
      2024,
      {
        'all day': '01-01 03-29 12-25',
        '13:00': '01-15 02-19 05-27 06-19 07-04 09-02 11-28 11-29 12-24',
        '16:58': '03-28 12-31',
      },
    ],
    [
      2027,
      {
        'all day': '01-01 03-26 12-24',
        '13:00': '01-18 02-15 05-31 06-18 07-05 09-06 11-25 11-26',
        '16:58': '03-25 12-23',
      },
    ],
  ])('metals in %i', (year, days) => {
    expect(daysOf('us-metals', year)).toEqual(days);
  });

  it.each([
    [2024, { 'all day': '01-01 12-25', '16:58': '12-24 12-31' }],
    [2025, { 'all day': '01-01 12-25', '16:58': '12-24 12-31' }],
    [2026, { 'all day': '01-01 12-25', '16:58': '12-24 12-31' }],
    // Christmas 2027 and New Year 2028 are on Saturdays: nothing to close.
    [2027, { 'all day': '01-01' }],
  ])('foreign exchange in %i', (year, days) => {
    expect(daysOf('forex', year)).toEqual(days);
  });

  it.each([
    [2024, '01-01 03-29 04-01 05-01 12-24 12-25 12-26 12-31'],
    [2025, '01-01 04-18 04-21 05-01 12-24 12-25 12-26 12-31'],
    [2026, '01-01 04-03 04-06 05-01 12-24 12-25 12-31'],
    [2027, '01-01 03-26 03-29 12-24 12-31'],
  ])('the exchange in Frankfurt in %i', (year, days) => {
    expect(daysOf('frankfurt', year)).toEqual({ 'all day': days });
  });

  it('a Sunday too: no session begins on its evening', () => {
    // Christmas 2033 and New Year 2034 are Sundays.
    const at = (rule: HolidayRule, ...dates: string[]) => dates.map((date) => closingByRule(rule, dayOfDate(date)));
    expect(at('us-index-futures', '2033-12-25', '2033-12-26', '2034-01-01', '2034-01-02')).toEqual(
      Array.from({ length: 4 }, () => ALL_DAY),
    );
    expect(at('forex', '2033-12-25', '2033-12-26', '2034-01-01', '2034-01-02')).toEqual([
      ALL_DAY,
      undefined,
      ALL_DAY,
      undefined,
    ]);
  });
});

describe('every rule, for a century', () => {
  const rule = fc.constantFrom(...HOLIDAY_RULES);
  const year = fc.integer({ min: 2022, max: 2122 });

  it('has some closed weekdays each year, and few', () => {
    fc.assert(
      fc.property(rule, year, (of, in_) => {
        const closed = (daysOf(of, in_)[ALL_DAY] ?? '').split(' ').filter((date) => date !== '');
        expect(closed.length).toBeLessThanOrEqual(10);
        // New Year and Christmas may both be on a Saturday or Sunday of foreign exchange.
        expect(closed.length).toBeGreaterThanOrEqual(of === 'forex' ? 0 : 2);
        expect(new Set(closed).size).toBe(closed.length);
      }),
    );
  });

  it('ends the session before a closed day, if one would begin on its evening', () => {
    const day = fc.integer({ min: dayNumber(2022, 1, 1), max: dayNumber(2122, 1, 1) });
    fc.assert(
      fc.property(fc.constantFrom('forex', 'us-metals', 'us-index-futures'), day, (of, at) => {
        if (closingByRule(of, at + 1) !== ALL_DAY || weekdayOf(at) > 4) return;
        expect(closingByRule(of, at) ?? '24:00').not.toBe('24:00');
      }),
      { numRuns: 5_000 },
    );
  });
});
