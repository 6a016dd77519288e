import { expect, test } from 'vitest';
import { endsOf, pricePath } from './price-path.ts';

function tick(second: number, price: string, status: 'OK' | 'STALE' = 'OK') {
  return { at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(), price, status };
}

test('the lowest price is at the bottom, the highest at the top, the last at the right', () => {
  const path = pricePath([tick(0, '99.5'), tick(1, '100.5', 'STALE'), tick(4, '-3')], 100, 50);
  expect(path).toMatchObject({ low: '-3', high: '100.5', points: '0,0.5 25,0 100,50' });
  expect(path?.odd.map(({ x, y }) => [x, y])).toEqual([[25, 0]]);
  expect(path?.yOf('-3')).toBe(50);
});

test('a price that never moved is in the middle, and without a tick there is nothing to draw', () => {
  expect(pricePath([tick(0, '5'), tick(1, '5')], 10, 10)?.points).toBe('0,5 10,5');
  expect(pricePath([tick(0, '5')], 10, 10)?.points).toBe('0,5');
  expect(pricePath([], 10, 10)).toBeNull();
});

test('of a long list there are both ends', () => {
  expect(endsOf([1, 2, 3, 4], 2)).toEqual({ head: [1, 2, 3, 4], left: 0, tail: [] });
  expect(endsOf([1, 2, 3, 4, 5], 2)).toEqual({ head: [1, 2], left: 1, tail: [4, 5] });
});
