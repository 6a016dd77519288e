import { expect, test } from 'vitest';
import { clearOfTag, gapAbove } from './chart-gap.ts';

/** Where the highest price is drawn, px below the top. */
function highestAt(heightPx: number, lines: number): number {
  const above = gapAbove(heightPx, lines);
  return (heightPx * above) / (1 + above + 0.1);
}

test.each([
  [150, 1],
  [180, 1],
  [180, 2],
  [340, 2],
  [340, 3],
])('in %i px the highest price is below %i lines of figures', (heightPx, lines) => {
  expect(highestAt(heightPx, lines)).toBeGreaterThanOrEqual(Math.min(24 * lines + 14, 0.4 * heightPx) - 0.001);
});

test('a high chart keeps the share of the library, a very low one most of its height', () => {
  expect(gapAbove(800, 1)).toBe(0.2);
  expect(highestAt(40, 3)).toBeCloseTo(16);
  expect(gapAbove(0, 1)).toBeLessThan(1);
});

test('the axis writes no figure half under the tag of the last price, and keeps its line', () => {
  const ticks = [40, 80, 93, 120].map((coord) => ({ coord, value: coord, text: `${coord}` }));
  expect(clearOfTag(ticks, 87).map(({ coord, text }) => [coord, text])).toEqual([
    [40, '40'],
    [80, ''],
    [93, ''],
    [120, '120'],
  ]);
  expect(clearOfTag(ticks, null)).toEqual(ticks);
});
