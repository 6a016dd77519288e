import { expect, test } from 'vitest';
import { isLate, waitOf } from './wait.ts';

const FROM = '2026-11-22T08:00:00.000Z';
const fromMs = Date.parse(FROM);

test.each([
  [0, { days: 0, hours: 0, minutes: 0 }],
  [59_999, { days: 0, hours: 0, minutes: 0 }],
  [61 * 60_000, { days: 0, hours: 1, minutes: 1 }],
  [(24 * 60 + 60) * 60_000, { days: 1, hours: 1, minutes: 0 }],
  // The server's clock is ahead of this one.
  [-5_000, { days: 0, hours: 0, minutes: 0 }],
])('after %i ms', (ms, wait) => {
  expect(waitOf(FROM, fromMs + ms)).toEqual(wait);
});

test('late is only what takes longer than promised', () => {
  expect(isLate(FROM, fromMs + 30 * 60_000, 30)).toBe(false);
  expect(isLate(FROM, fromMs + 30 * 60_000 + 1, 30)).toBe(true);
});
