import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { BAR_DAYS, barsRange, dayBars, isChosen, tapDay } from './day-bars.ts';

const CNY = currency('CNY', 2);

const TODAY = '2026-11-21';
const ALL = { from: null, to: null };

test('the month ends today, unless the chosen days are before it', () => {
  expect(barsRange(ALL, TODAY)).toEqual({ from: '2026-10-23', to: TODAY });
  expect(barsRange({ from: '2026-11-01', to: '2026-11-01' }, TODAY).to).toBe(TODAY);
  expect(barsRange({ from: '2026-10-23', to: '2026-10-23' }, TODAY).to).toBe(TODAY);
  expect(barsRange({ from: null, to: '2026-10-22' }, TODAY)).toEqual({ from: '2026-09-23', to: '2026-10-22' });
});

test('every day has a bar, also across the end of a month', () => {
  const bars = dayBars(barsRange(ALL, TODAY), [], CNY);
  expect(bars).toHaveLength(BAR_DAYS);
  expect(bars.map((bar) => bar.date).slice(8, 10)).toEqual(['2026-10-31', '2026-11-01']);
  expect(bars.every((bar) => bar.sum === null && bar.height === 0)).toBe(true);
});

test('bars are scaled to the largest result, up or down', () => {
  const days = [
    { date: '2026-11-21', count: 1, profit: '85.00' },
    { date: '2026-11-20', count: 3, profit: '-340.00' },
    { date: '2026-11-19', count: 1, profit: '0.00' },
  ];
  const bars = dayBars({ from: '2026-11-19', to: TODAY }, days, CNY);
  expect(bars.map((bar) => bar.height)).toEqual([0, -1, 0.25]);
  expect(bars[1]?.sum).toEqual(days[1]);
  const [only] = dayBars({ from: '2026-11-19', to: '2026-11-19' }, days.slice(2), CNY);
  expect(only).toMatchObject({ height: 0, sum: { count: 1 } });
});

test('a tap chooses one day, a second tap all days', () => {
  const chosen = tapDay(TODAY, ALL);
  expect(chosen).toEqual({ from: TODAY, to: TODAY });
  expect(tapDay(TODAY, chosen)).toEqual(ALL);
  expect(tapDay('2026-11-20', chosen)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
});

test('without a choice all days are chosen; otherwise the range with its first and last day', () => {
  expect(isChosen(TODAY, ALL)).toBe(true);
  const range = { from: '2026-11-01', to: '2026-11-20' };
  expect(['2026-10-31', '2026-11-01', '2026-11-20', TODAY].map((date) => isChosen(date, range))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
