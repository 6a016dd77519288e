import { expect, test } from 'vitest';
import { dayAfter, periodOf, presetOf } from './periods.ts';

// In Shanghai the first of March has begun.
const NOW_MS = Date.parse('2026-02-28T17:00:00Z');
const ZONE = 'Asia/Shanghai';

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['days7', '2026-02-23', '2026-03-01'],
  ['days30', '2026-01-31', '2026-03-01'],
] as const)('%s is from %s to %s of the business', (preset, from, to) => {
  expect(periodOf(preset, NOW_MS, ZONE)).toEqual({ from, to });
  expect(presetOf({ from, to }, NOW_MS, ZONE)).toBe(preset);
});

test('other dates have no name', () => {
  expect(presetOf({ from: '2026-02-01', to: '' }, NOW_MS, ZONE)).toBeUndefined();
});

test('the last date is in the period: a call ends where the next one begins', () => {
  expect(['2026-02-28', '2026-12-31', ''].map(dayAfter)).toEqual(['2026-03-01', '2027-01-01', '']);
});
