import { expect, test } from 'vitest';
import { snapped } from './magnet.ts';

const bar = { open: 10, high: 16, low: 8, close: 12 };
function yOf(price: number) {
  return 100 - price;
}

test.each([
  [85, 16],
  [83, 16],
  [89, 12],
  [90, 10],
  [95, 8],
  [60, null],
  [120, null],
])('a price at %i px snaps to %s', (y, price) => {
  expect(snapped(y, bar, yOf, 10)).toBe(price);
});
