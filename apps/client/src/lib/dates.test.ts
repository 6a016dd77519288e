import { expect, test } from 'vitest';
import { addDays, nameOfRange, namedRange, rangeQuery, readDate, readRange, withDays } from './dates.ts';

const TODAY = '2026-11-30';

test('only real calendar dates are read', () => {
  expect(readDate('2026-02-28')).toBe('2026-02-28');
  for (const text of [null, '', '2026-02-30', '2026-2-1', '0000-01-01', '2026-01-01T00:00']) {
    expect(readDate(text)).toBeNull();
  }
});

test('days are counted across months, leap days and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('a range includes its last day', () => {
  expect(rangeQuery({ from: '2026-11-01', to: '2026-11-30' })).toEqual({ from: '2026-11-01', to: '2026-12-01' });
  expect(rangeQuery({ from: null, to: null })).toEqual({ from: undefined, to: undefined });
});

test('a range in an address may be reversed or invalid', () => {
  expect(readRange(new URLSearchParams('from=2026-11-20&to=2026-11-01'), TODAY)).toEqual({
    from: '2026-11-01',
    to: '2026-11-20',
  });
  expect(readRange(new URLSearchParams('from=yesterday&to=2026-11-01'), TODAY)).toEqual({
    from: null,
    to: '2026-11-01',
  });
});

test('a named range is recognised by its dates', () => {
  for (const name of ['today', 'week', 'month', 'all'] as const) {
    expect(nameOfRange(namedRange(name, '2026-11-21'), '2026-11-21')).toBe(name);
  }
  expect(namedRange('week', '2026-11-03')).toEqual({ from: '2026-10-28', to: '2026-11-03' });
  expect(nameOfRange({ from: '2026-11-02', to: '2026-11-03' }, '2026-11-21')).toBeNull();
});

test('a list is split where the day changes in the shown time zone', () => {
  const at = ['2026-11-20T16:30:00.000Z', '2026-11-20T15:30:00.000Z', '2026-11-20T01:00:00.000Z'];
  const days = (zone: string) =>
    withDays(at, (moment) => moment, zone).flatMap((row) => (row.kind === 'day' ? row.date : []));
  expect(days('UTC')).toEqual(['2026-11-20']);
  expect(days('Asia/Shanghai')).toEqual(['2026-11-21', '2026-11-20']);
  expect(withDays([], (moment: string) => moment)).toEqual([]);
});

test('a range that begins after today says nothing, with a last day or without one', () => {
  for (const last of ['', '&to=1999-99-99', '&to=2099-02-01'])
    expect(readRange(new URLSearchParams(`from=2099-01-01${last}`), TODAY)).toEqual({ from: null, to: null });
  expect(readRange(new URLSearchParams(`from=${TODAY}`), TODAY)).toEqual({ from: TODAY, to: null });
});
