import { sessionAt } from '@candor/domain/market/sessions';
import type { SessionCalendar } from '@candor/domain/market/sessions';
import { describe, expect, it } from 'vitest';
import { FOREX_CALENDAR, GERMAN_INDEX_CALENDAR, METAL_CALENDAR, US_INDEX_CALENDAR } from './calendars.ts';

/* The dates of the holidays are tested beside their rules (packages/domain/src/market/holidays.test.ts). */
const [SUNDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 4, 5, 6];

describe('the holidays', () => {
  const isOpen = (calendar: SessionCalendar, at: string): boolean => sessionAt(calendar, Date.parse(at)).open;

  it.each<[what: string, SessionCalendar, closed: string, open: string]>([
    ['Good Friday', US_INDEX_CALENDAR, '2030-04-19T15:00:00Z', '2030-04-18T15:00:00Z'],
    ['the evening before it', METAL_CALENDAR, '2030-04-19T00:00:00Z', '2030-04-18T15:00:00Z'],
    [
      'Juneteenth on a Saturday, kept on Friday at noon',
      US_INDEX_CALENDAR,
      '2032-06-18T17:30:00Z',
      '2032-06-18T16:00:00Z',
    ],
    ['Thanksgiving, at one', METAL_CALENDAR, '2035-11-22T18:30:00Z', '2035-11-22T17:30:00Z'],
    ['Easter Monday', GERMAN_INDEX_CALENDAR, '2036-04-14T12:00:00Z', '2036-04-15T12:00:00Z'],
    ['Christmas', FOREX_CALENDAR, '2035-12-25T12:00:00Z', '2035-12-26T12:00:00Z'],
    ['a day of mourning, which is listed', US_INDEX_CALENDAR, '2025-01-09T15:00:00Z', '2025-01-09T14:00:00Z'],
  ])('come without an end: %s', (_, calendar, closed, open) => {
    expect([isOpen(calendar, closed), isOpen(calendar, open)]).toEqual([false, true]);
  });
});

describe('the week', () => {
  const hours = (calendar: SessionCalendar): string[] =>
    [SUNDAY, 1, 2, 3, THURSDAY, FRIDAY, SATURDAY].map((day) =>
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
