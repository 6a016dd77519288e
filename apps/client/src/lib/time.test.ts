import { describe, expect, test } from 'vitest';
import { formatClock, formatCountdown, formatDate, formatDateTime, momentMs, relativeTime, zoneLabel } from './time.ts';

const AT = '2026-11-21T07:31:18.250Z';

test('ten-digit timestamps are seconds', () => {
  expect(momentMs(1_700_000_000)).toBe(1_700_000_000_000);
  expect(momentMs('1700000000')).toBe(1_700_000_000_000);
  expect(momentMs(1_700_000_000_123)).toBe(1_700_000_000_123);
});

test('a date shows as year-month-day hour:minute:second in the time zone', () => {
  expect(formatDateTime(AT, 'Asia/Shanghai')).toBe('2026-11-21 15:31:18');
  expect(formatDate('2026-11-20T16:00:00.000Z', 'Asia/Shanghai')).toBe('2026-11-21');
  expect(formatClock('2026-11-20T16:00:00.000Z', 'Asia/Shanghai')).toBe('00:00:00');
  expect(formatDateTime('nonsense')).toBe('--');
});

test('the text names the time zone', () => {
  expect(zoneLabel(AT, 'Asia/Shanghai')).toBe('UTC+8');
  expect(zoneLabel(AT, 'America/St_Johns')).toBe('UTC−3:30');
  expect(zoneLabel(AT, 'UTC')).toBe('UTC');
});

describe('relative time', () => {
  const now = momentMs(AT);
  const ago = (seconds: number) => relativeTime(now - seconds * 1000, now);
  test.each([
    [-60, { unit: 'now' }],
    [0, { unit: 'now' }],
    [299, { unit: 'now' }],
    [300, { unit: 'minutes', count: 5 }],
    [3_599, { unit: 'minutes', count: 59 }],
    [3_600, { unit: 'hours', count: 1 }],
    [86_399, { unit: 'hours', count: 23 }],
    [86_400, { unit: 'days', count: 1 }],
    [30 * 86_400 - 1, { unit: 'days', count: 29 }],
    [30 * 86_400, { unit: 'months', count: 1 }],
    [364 * 86_400, { unit: 'months', count: 12 }],
    [365 * 86_400, { unit: 'years', count: 1 }],
  ])('%i s ago', (seconds, expected) => {
    expect(ago(seconds)).toEqual(expected);
  });
});

test.each([
  [-5, '0:00'],
  [0, '0:00'],
  [1, '0:01'],
  [9_001, '0:10'],
  [75_000, '1:15'],
  [3_723_000, '1:02:03'],
])('countdown of %i ms is %s', (left, shown) => {
  expect(formatCountdown(left)).toBe(shown);
});
