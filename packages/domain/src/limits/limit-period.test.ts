import { describe, expect, it } from 'vitest';
import { limitPeriod } from './limit-period.ts';
import type { LimitPeriod } from './limit-period.ts';

describe('limitPeriod', () => {
  it.each<[string, string, LimitPeriod, string, string]>([
    ['a day', '2026-11-22T15:59:59Z', 'day', '2026-11-22', '2026-11-23'],
    ['the next day begins at midnight of the site', '2026-11-22T16:00:00Z', 'day', '2026-11-23', '2026-11-24'],
    ['Sunday is the last day of a week', '2026-11-22T15:59:59Z', 'week', '2026-11-16', '2026-11-23'],
    ['Monday is the first', '2026-11-22T16:00:00Z', 'week', '2026-11-23', '2026-11-30'],
    ['a month', '2026-11-22T00:00:00Z', 'month', '2026-11-01', '2026-12-01'],
    ['the last day of a year', '2026-12-31T15:59:59Z', 'month', '2026-12-01', '2027-01-01'],
    ['a short month', '2027-02-14T00:00:00Z', 'month', '2027-02-01', '2027-03-01'],
    ['a week over a year’s end', '2027-01-01T00:00:00Z', 'week', '2026-12-28', '2027-01-04'],
  ])('%s', (_, now, period, firstDate, nextDate) => {
    const found = limitPeriod('Asia/Shanghai', Date.parse(now), period);
    expect(found).toEqual({ firstDate, nextDate, nextAtMs: Date.parse(`${nextDate}T00:00:00+08:00`) });
  });

  it('keeps to the wall clock where the clocks change', () => {
    const found = limitPeriod('Europe/Berlin', Date.parse('2026-10-25T10:00:00Z'), 'day');
    expect(found.nextAtMs - Date.parse('2026-10-24T22:00:00Z')).toBe(25 * 3_600_000);
  });
});
