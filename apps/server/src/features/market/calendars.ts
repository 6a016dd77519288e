/**
 * When our seeded products trade. Weekly hours follow the usual quoting hours of each market; we set the holidays of
 * 2026 and 2027. If a market opens for part of a day only, we stay closed.
 */
import type { SessionCalendar, SessionSegment } from '@candor/domain/market/sessions';

const NEW_YEARS = ['2026-01-01', '2027-01-01'];
const GOOD_FRIDAYS = ['2026-04-03', '2027-03-26'];

/** Sunday evening to Friday afternoon in New York, with a pause each day when banks change the business date. */
function newYorkWeek(opens: string): Record<number, SessionSegment[]> {
  const evening = { start: opens, end: '24:00' };
  const day = { start: '00:00', end: '16:58' };
  return { 0: [evening], 1: [day, evening], 2: [day, evening], 3: [day, evening], 4: [day, evening], 5: [day] };
}

export const FOREX_CALENDAR: SessionCalendar = {
  timeZone: 'America/New_York',
  weekly: newYorkWeek('17:03'),
  // Christmas 2027 is a Saturday: nothing to close.
  holidays: [...NEW_YEARS, '2026-12-25'],
  earlyCloses: { '2026-12-24': '16:58', '2026-12-31': '16:58' },
};

export const METAL_CALENDAR: SessionCalendar = {
  timeZone: 'America/New_York',
  weekly: newYorkWeek('18:03'),
  holidays: [...NEW_YEARS, ...GOOD_FRIDAYS, '2026-12-25'],
  earlyCloses: {
    '2026-04-02': '16:58',
    '2026-11-26': '13:00',
    '2026-12-24': '13:00',
    '2026-12-31': '16:58',
    '2027-03-25': '16:58',
    '2027-11-25': '13:00',
    '2027-12-24': '13:00',
  },
};

const germanDay: SessionSegment[] = [{ start: '01:15', end: '22:00' }];

export const GERMAN_INDEX_CALENDAR: SessionCalendar = {
  timeZone: 'Europe/Berlin',
  weekly: { 1: germanDay, 2: germanDay, 3: germanDay, 4: germanDay, 5: germanDay },
  // The exchange in Frankfurt: New Year, Good Friday, Easter Monday, Labour Day, Christmas Eve to Boxing Day, New Year's Eve.
  holidays: [
    ...NEW_YEARS,
    ...GOOD_FRIDAYS,
    '2026-04-06',
    '2026-05-01',
    '2026-12-24',
    '2026-12-25',
    '2026-12-31',
    '2027-03-29',
    '2027-12-24',
    '2027-12-31',
  ],
};

const chicagoDay: SessionSegment[] = [
  { start: '00:00', end: '15:15' },
  { start: '15:30', end: '16:00' },
];
const chicagoEvening: SessionSegment = { start: '17:00', end: '24:00' };

export const US_INDEX_CALENDAR: SessionCalendar = {
  timeZone: 'America/Chicago',
  weekly: {
    0: [chicagoEvening],
    1: [...chicagoDay, chicagoEvening],
    2: [...chicagoDay, chicagoEvening],
    3: [...chicagoDay, chicagoEvening],
    4: [...chicagoDay, chicagoEvening],
    5: chicagoDay,
  },
  // Christmas 2027 is observed on Friday the 24th.
  holidays: [...NEW_YEARS, ...GOOD_FRIDAYS, '2026-12-25', '2027-12-24'],
  earlyCloses: {
    // No evening session before a closed day.
    '2026-04-02': '16:00',
    '2026-12-31': '16:00',
    '2027-03-25': '16:00',
    ...closesAtNoon('2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07', '2026-11-26'),
    ...closesAtNoon('2026-11-27', '2026-12-24'),
    ...closesAtNoon('2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05', '2027-09-06', '2027-11-25'),
    ...closesAtNoon('2027-11-26', '2027-12-23'),
  },
};

/** Holidays of the United States on which futures trade until noon. */
function closesAtNoon(...dates: string[]): Record<string, string> {
  return Object.fromEntries(dates.map((date) => [date, '12:00']));
}
