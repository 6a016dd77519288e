/**
 * The holidays of markets, by rule: no list that ends. Sources: the holiday rules of the New York Stock Exchange (rule 7.2), the holiday
 * calendars of CME Group and Eurex. Days that no rule foresees (a day of mourning) are listed by each calendar itself.
 * Where a market opens for a part of a day only, we stay closed for longer rather than shorter.
 */
import { dateText, dayNumber, minutesOf, weekdayOf } from './local-time.ts';
import type { DayNumber } from './local-time.ts';

/** `forex`: New York, spot. `us-metals`: COMEX, in New York time. `us-index-futures`: CME, in Chicago time. */
export const HOLIDAY_RULES = ['forex', 'us-metals', 'us-index-futures', 'us-stocks', 'frankfurt'] as const;
export type HolidayRule = (typeof HOLIDAY_RULES)[number];

/** Closed from midnight to midnight. */
export const ALL_DAY = 'all day';

const [SUNDAY, MONDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 4, 5, 6];

interface Rule {
  readonly closed: (year: number) => readonly DayNumber[];
  readonly early: (year: number) => readonly DayNumber[];
  readonly earlyAt: string;
  /** Where the session of the next day begins in the evening: when a day before a closed day ends. */
  readonly eveAt?: string;
}

const RULES: Readonly<Record<HolidayRule, Rule>> = {
  forex: {
    closed: (year) => [dayNumber(year, 1, 1), dayNumber(year, 12, 25)],
    early: () => [],
    earlyAt: '16:58',
    eveAt: '16:58',
  },
  'us-metals': {
    closed: futuresClosed,
    early: (year) => [...bankHolidays(year), thanksgiving(year) + 1, ...eves(year, 12, 24)],
    earlyAt: '13:00',
    eveAt: '16:58',
  },
  'us-index-futures': {
    closed: futuresClosed,
    early: (year) => [...bankHolidays(year), ...shortStockDays(year)],
    earlyAt: '12:00',
    eveAt: '16:00',
  },
  'us-stocks': {
    closed: (year) => [...futuresClosed(year), ...bankHolidays(year)],
    early: shortStockDays,
    earlyAt: '13:00',
  },
  frankfurt: {
    closed: (year) => [
      dayNumber(year, 1, 1),
      goodFriday(year),
      easter(year) + 1,
      dayNumber(year, 5, 1),
      ...[24, 25, 26, 31].map((date) => dayNumber(year, 12, date)),
    ],
    early: () => [],
    earlyAt: '14:00',
  },
};

/** The special days of a rule and year. Callers ask often, so they are kept. */
const kept = new Map<string, ReadonlyMap<DayNumber, string>>();

/** From when on nothing trades on a day, "HH:MM" or ALL_DAY, by a rule; undefined for a usual day. */
export function closingByRule(rule: HolidayRule, day: DayNumber): string | undefined {
  const closesAt = daysOf(rule, yearOf(day)).get(day);
  const { eveAt } = RULES[rule];
  const isEve = eveAt !== undefined && weekdayOf(day) <= THURSDAY && isClosed(rule, day + 1);
  if (!isEve || closesAt === ALL_DAY) return closesAt;
  return closesAt !== undefined && minutesOf(closesAt) < minutesOf(eveAt) ? closesAt : eveAt;
}

function isClosed(rule: HolidayRule, day: DayNumber): boolean {
  return daysOf(rule, yearOf(day)).get(day) === ALL_DAY;
}

function daysOf(rule: HolidayRule, year: number): ReadonlyMap<DayNumber, string> {
  const key = `${rule} ${year}`;
  let days = kept.get(key);
  if (days === undefined) {
    const { closed, early, earlyAt } = RULES[rule];
    days = new Map([
      ...early(year).map((day) => [day, earlyAt] as const),
      ...closed(year).map((day) => [day, ALL_DAY] as const),
    ]);
    kept.set(key, days);
  }
  return days;
}

function yearOf(day: DayNumber): number {
  return Number(dateText(day).slice(0, 4));
}

/** Easter Sunday, by the rule of Meeus, Jones and Butcher. */
export function easter(year: number): DayNumber {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(days / 31), (days % 31) + 1);
}

function goodFriday(year: number): DayNumber {
  return easter(year) - 2;
}

/** The n-th of a weekday in a month. */
function nth(n: number, weekday: number, year: number, month: number): DayNumber {
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
}

function thanksgiving(year: number): DayNumber {
  return nth(4, THURSDAY, year, 11);
}

/** A holiday on a Saturday is kept on Friday, one on a Sunday on Monday. */
function observed(day: DayNumber): DayNumber {
  if (weekdayOf(day) === SATURDAY) return day - 1;
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

/** New Year is not moved into the old year. A Sunday is closed as well as the Monday after it: sessions begin on its evening. */
function futuresClosed(year: number): DayNumber[] {
  const [newYear, christmas] = [dayNumber(year, 1, 1), dayNumber(year, 12, 25)];
  const monday = weekdayOf(newYear) === SUNDAY ? [newYear + 1] : [];
  return [newYear, ...monday, goodFriday(year), christmas, observed(christmas)];
}

const JUNETEENTH_SINCE = 2022;

/** Holidays of the United States on which stocks do not trade, and futures for half a day. */
function bankHolidays(year: number): DayNumber[] {
  return [
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    // The last Monday of May.
    nth(1, MONDAY, year, 6) - 7,
    ...(year >= JUNETEENTH_SINCE ? [observed(dayNumber(year, 6, 19))] : []),
    observed(dayNumber(year, 7, 4)),
    nth(1, MONDAY, year, 9),
    thanksgiving(year),
  ];
}

/** The day after Thanksgiving, and the days before Independence Day and Christmas. */
function shortStockDays(year: number): DayNumber[] {
  return [thanksgiving(year) + 1, ...eves(year, 7, 3), ...eves(year, 12, 24)];
}

/** The day before a holiday is short from Monday to Thursday: on a Friday the holiday is moved, or a weekend lies between. */
function eves(year: number, month: number, date: number): DayNumber[] {
  const day = dayNumber(year, month, date);
  return weekdayOf(day) >= MONDAY && weekdayOf(day) < FRIDAY ? [day] : [];
}
