import { expect, test } from 'vitest';
import {
  addDays,
  dayFault,
  nameOfRange,
  namedRange,
  rangeFault,
  rangeQuery,
  readDate,
  readRange,
  withDays,
} from './dates.ts';

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

test('a day that is none or still to come is told', () => {
  for (const text of [null, '', TODAY, '2020-01-01']) expect(dayFault(text, TODAY)).toBeNull();
  for (const text of ['2026-13-45', '2026-02-30', 'x', 'today']) expect(dayFault(text, TODAY)).toBe('noDate');
  expect(dayFault('2026-12-01', TODAY)).toBe('notYet');
});

test('a range that is not shown as it stands is told', () => {
  const faultOf = (query: string) => rangeFault(new URLSearchParams(query), TODAY);
  for (const query of ['', 'from=', 'from=2026-11-01', 'to=2026-11-01', 'from=2026-11-01&to=2099-01-01'])
    expect(faultOf(query)).toBeNull();
  expect(faultOf(`from=${TODAY}&to=${TODAY}`)).toBeNull();
  for (const query of ['from=2026-13-45', 'to=yesterday', 'from=2026-11-01&to=2026-11-31'])
    expect(faultOf(query)).toBe('noDate');
  expect(faultOf('from=2099-01-01')).toBe('notYet');
  expect(faultOf('from=2026-11-20&to=2026-11-01')).toBe('swapped');
  expect(faultOf('from=2099-01-01&to=2026-11-01')).toBe('swapped');
});
