import { expect, test } from 'vitest';
import { moved, readCodes, toggled } from './favourite-list.ts';

test.each([
  [null, []],
  ['BTC', []],
  [
    [1, null, '', 'A', 'B', 'A'],
    ['A', 'B'],
  ],
])('the stored value %j is read as %j', (kept, codes) => {
  expect(readCodes(kept)).toEqual(codes);
});

test('a mark is added at the end, and removed again', () => {
  expect(toggled(['A'], 'B')).toEqual(['A', 'B']);
  expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
});

test.each([
  ['A', 1, ['B', 'A', 'C']],
  ['C', -1, ['A', 'C', 'B']],
  ['C', -9, ['C', 'A', 'B']],
  ['B', 9, ['A', 'C', 'B']],
  ['A', -1, ['A', 'B', 'C']],
  ['X', 1, ['A', 'B', 'C']],
])('moving %s by %i gives the new order', (code, by, expected) => {
  expect(moved(['A', 'B', 'C'], code, by)).toEqual(expected);
});
