import { expect, test } from 'vitest';
import { nextRow } from './next-row.ts';

test.each([
  [null, 1, 'a'],
  [null, -1, 'a'],
  ['a', 1, 'b'],
  ['b', 1, 'c'],
  ['c', 1, 'c'],
  ['a', -1, 'a'],
  ['c', -1, 'b'],
  // A row that has left the list.
  ['x', 1, 'a'],
] as const)('from %s by %i the keys go to %s', (pointed, step, next) => {
  expect(nextRow(['a', 'b', 'c'], pointed, step)).toBe(next);
});

test('without rows there is nowhere to go', () => {
  expect(nextRow([], null, 1)).toBeNull();
});
