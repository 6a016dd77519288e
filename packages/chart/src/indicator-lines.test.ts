import { expect, test } from 'vitest';
import { HUES } from './chart-palette.ts';
import { decimalsOf, hueOf, lineStyles, shadesOf } from './indicator-lines.ts';
import { INDICATORS, paneOf } from './indicators.ts';
import { palette } from './testing/palette.ts';

test('the averages and the bands over the bars have hues of their own', () => {
  const common = ['MA', 'EMA', 'BOLL', 'SAR'] as const;
  expect(new Set(common.map(hueOf)).size).toBe(common.length);
  expect(hueOf('MA')).not.toBe(hueOf('BOLL'));
  for (const name of INDICATORS) expect(HUES).toContain(hueOf(name));
});

test('panes that follow each other differ', () => {
  const below = INDICATORS.filter((name) => paneOf(name) === 'sub').map(hueOf);
  expect(below.slice(1).every((hue, at) => hue !== below[at])).toBe(true);
});

test('the lines of one indicator are shades of its hue, each another', () => {
  const shades = shadesOf('MA', palette);
  expect(shades[0]).toBe('#100000');
  expect(new Set(shades).size).toBe(shades.length);
  expect(lineStyles('MA', palette).lines?.map((line) => line?.color)).toEqual(shades);
});

test('figures in units of the price have its decimals, percentages two', () => {
  expect(decimalsOf('BOLL', 5)).toBe(5);
  expect(decimalsOf('MACD', 2)).toBe(3);
  expect(decimalsOf('MACD', 8)).toBe(8);
  expect(decimalsOf('RSI', 5)).toBe(2);
});
