/**
 * When our seeded products trade. Weekly hours follow the usual quoting hours of each market, holidays its rule
 * (@candor/domain/market/holidays). Days that no rule foresees are listed here.
 */
import type { SessionCalendar, SessionSegment } from '@candor/domain/market/sessions';

/** Sunday evening to Friday afternoon in New York, with a pause each day when banks change the business date. */
function newYorkWeek(opens: string): Record<number, SessionSegment[]> {
  const evening = { start: opens, end: '24:00' };
  const day = { start: '00:00', end: '16:58' };
  return { 0: [evening], 1: [day, evening], 2: [day, evening], 3: [day, evening], 4: [day, evening], 5: [day] };
}

export const FOREX_CALENDAR: SessionCalendar = {
  timeZone: 'America/New_York',
  weekly: newYorkWeek('17:03'),
  follows: 'forex',
  holidays: [],
};

export const METAL_CALENDAR: SessionCalendar = {
  timeZone: 'America/New_York',
  weekly: newYorkWeek('18:03'),
  follows: 'us-metals',
  holidays: [],
};

const germanDay: SessionSegment[] = [{ start: '01:15', end: '22:00' }];

export const GERMAN_INDEX_CALENDAR: SessionCalendar = {
  timeZone: 'Europe/Berlin',
  weekly: { 1: germanDay, 2: germanDay, 3: germanDay, 4: germanDay, 5: germanDay },
  follows: 'frankfurt',
  holidays: [],
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
  follows: 'us-index-futures',
  holidays: [],
  // The day of mourning for President Carter.
  earlyCloses: { '2025-01-09': '08:30' },
};
