import { expect, test } from 'vitest';
import { dateText, dayOfDate, weekdayOf } from '../market/local-time.ts';
import { COMPLAINT_WORKING_DAYS, workingDayAfter, workingDaysBetween } from './working-days.ts';

test.each([
  // A Friday, a Saturday, a Sunday and a Monday.
  ['2026-11-27', '2026-12-18'],
  ['2026-11-28', '2026-12-18'],
  ['2026-11-29', '2026-12-18'],
  ['2026-11-30', '2026-12-21'],
  ['2027-12-24', '2028-01-14'],
])('what came on %s is answered by %s', (came, due) => {
  expect(dateText(workingDayAfter(dayOfDate(came), COMPLAINT_WORKING_DAYS))).toBe(due);
});

test('counting back gives what was added, and nothing is due on a weekend', () => {
  const first = dayOfDate('2026-11-23');
  for (let day = first; day < first + 14; day += 1) {
    for (const days of [1, 4, 5, 6, 15]) {
      const due = workingDayAfter(day, days);
      expect(workingDaysBetween(day, due)).toBe(days);
      expect(workingDaysBetween(due, day)).toBe(-days);
      expect([1, 2, 3, 4, 5]).toContain(weekdayOf(due));
    }
  }
});

test('a weekend is no business day', () => {
  expect(workingDaysBetween(dayOfDate('2026-11-27'), dayOfDate('2026-11-29'))).toBe(0);
  expect(workingDaysBetween(dayOfDate('2026-11-28'), dayOfDate('2026-11-28'))).toBe(0);
});
