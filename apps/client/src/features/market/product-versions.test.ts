import { yearOf } from '@candor/domain/market/year-of';
import { expect, test } from 'vitest';
import { calendarOf, closedDays, weekdayName } from './product-versions.ts';

const SEGMENTS = [{ start: '09:30', end: '16:00' }];
const CALENDAR = calendarOf({
  timeZone: 'America/New_York',
  weekly: { 1: SEGMENTS, 2: SEGMENTS, 3: SEGMENTS, 4: SEGMENTS, 5: SEGMENTS },
  holidays: ['2026-12-25', '2026-12-26', '2026-11-26'],
  earlyCloses: { '2026-12-24': '13:00' },
});

test('closed and short days that are usually traded, from today of the market on', () => {
  // In New York it is still the 27th of November.
  const now = Date.parse('2026-11-28T02:00:00Z');
  expect(closedDays(yearOf(CALENDAR, now), CALENDAR, now)).toEqual([
    { date: '2026-12-24', isClosed: false, until: '13:00' },
    // The 26th is a Saturday: nobody expects it to be traded.
    { date: '2026-12-25', isClosed: true, until: null },
  ]);
});

test('the holidays of an exchange end a day when it does', () => {
  const ruled = { ...CALENDAR, holidays: [], earlyCloses: {}, follows: 'us-stocks' as const };
  const now = Date.parse('2026-11-28T12:00:00Z');
  const days = closedDays(yearOf(ruled, now), ruled, now);
  expect(days.find(({ date }) => date === '2026-12-24')).toMatchObject({ isClosed: false });
  expect(days.find(({ date }) => date === '2026-12-25')).toMatchObject({ isClosed: true });
});

test('the week begins with Sunday', () => {
  expect([0, 1, 6].map((day) => weekdayName(day, 'en'))).toEqual(['Sun', 'Mon', 'Sat']);
});
