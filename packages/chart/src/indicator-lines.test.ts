import { expect, test } from 'vitest';
import { HUES } from './chart-palette.ts';
import { decimalsOf, hueOf, lineStyles } from './indicator-lines.ts';
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

test('the lines of one indicator are strokes of its hue, each another', () => {
  const lines = lineStyles('MA', palette).lines ?? [];
  expect(lines[0]).toMatchObject({ color: '#100000', style: 'solid' });
  // The legend has only the colour to tell them apart.
  expect(new Set(lines.map((line) => line?.color)).size).toBe(5);
});

test('both edges of a band look alike, its middle does not', () => {
  const [upper, middle, lower] = lineStyles('BOLL', palette).lines ?? [];
  expect(upper).toEqual(lower);
  expect(middle).not.toEqual(upper);
});

test('figures in units of the price have its decimals, percentages two', () => {
  expect(decimalsOf('BOLL', 5)).toBe(5);
  expect(decimalsOf('MACD', 2)).toBe(2);
  expect(decimalsOf('MACD', 1)).toBe(2);
  expect(decimalsOf('MACD', 5)).toBe(6);
  expect(decimalsOf('MACD', 8)).toBe(8);
  expect(decimalsOf('RSI', 5)).toBe(2);
});
