import { expect, test } from 'vitest';
import { businessDaysAt, rangeMs } from './date-range.ts';

const SHANGHAI = 'Asia/Shanghai';
function ms(iso: string): number {
  return Date.parse(iso);
}

test('a business date means its first moment in the time zone of the site', () => {
  expect(rangeMs({ from: '2026-11-21', to: '2026-11-22' }, SHANGHAI)).toEqual({
    fromMs: ms('2026-11-20T16:00:00.000Z'),
    toMs: ms('2026-11-21T16:00:00.000Z'),
  });
});

test('a moment means itself in any time zone', () => {
  expect(rangeMs({ from: '2026-11-21T10:00:00.123Z' }, SHANGHAI)).toEqual({ fromMs: ms('2026-11-21T10:00:00.123Z') });
  expect(rangeMs({ to: '2026-11-21T10:00:00Z' }, 'America/New_York')).toEqual({ toMs: ms('2026-11-21T10:00:00Z') });
});

test('a missing bound gives no field', () => {
  expect(rangeMs({}, SHANGHAI)).toEqual({});
  expect(rangeMs({ from: undefined, to: undefined }, SHANGHAI)).toEqual({});
});

test('a day with a clock change is 23 or 25 hours long', () => {
  const hours = (from: string, to: string) => {
    const { fromMs = 0, toMs = 0 } = rangeMs({ from, to }, 'America/New_York');
    return (toMs - fromMs) / 3_600_000;
  };
  expect(hours('2026-03-08', '2026-03-09')).toBe(23);
  expect(hours('2026-11-01', '2026-11-02')).toBe(25);
});

test('a day without a midnight starts after the clock change', () => {
  expect(rangeMs({ from: '2018-11-04' }, 'America/Sao_Paulo')).toEqual({ fromMs: ms('2018-11-04T03:00:00.000Z') });
});

test.each(['2026-02-29', '2026-02-31', '2026-04-31T00:00:00Z', '0000-01-01', '1969-12-31', '2026-02-30T10:00:00.000Z'])(
  '%s is refused beside its field',
  (text) => {
    for (const field of ['from', 'to']) {
      expect(() => rangeMs({ [field]: text }, SHANGHAI)).toThrow(
        expect.objectContaining({ name: 'Refused', key: 'FIELD_INVALID', fields: { [field]: 'FIELD_INVALID' } }),
      );
    }
  },
);

test('neighbouring business days meet without a gap', () => {
  expect(businessDaysAt(ms('2026-11-20T15:59:59.999Z'), SHANGHAI)).toEqual({
    yesterdayMs: ms('2026-11-18T16:00:00Z'),
    todayMs: ms('2026-11-19T16:00:00Z'),
    tomorrowMs: ms('2026-11-20T16:00:00Z'),
  });
  expect(businessDaysAt(ms('2026-11-20T16:00:00.000Z'), SHANGHAI).todayMs).toBe(ms('2026-11-20T16:00:00Z'));
});
