import { expect, test } from 'vitest';
import { firstSight, nextRow, nextSight } from './queue-rows.ts';

const first = nextSight(firstSight, 'all', [
  ['a', 1],
  ['b', 1],
]);

test('the first reading marks nothing', () => {
  expect([...first.changed]).toEqual([]);
});

test('a row with another version and a new row are marked', () => {
  const next = nextSight(first, 'all', [
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
  expect([...next.changed]).toEqual(['a', 'c']);
});

test('the same rows are the same sight, so that nothing is drawn again', () => {
  expect(
    nextSight(first, 'all', [
      ['a', 1],
      ['b', 1],
    ]),
  ).toBe(first);
});

test('a row that left is forgotten: it is new when it comes back', () => {
  const gone = nextSight(first, 'all', [['a', 1]]);
  expect([...gone.changed]).toEqual([]);
  expect([
    ...nextSight(gone, 'all', [
      ['a', 1],
      ['b', 1],
    ]).changed,
  ]).toEqual(['b']);
});

test('other filters mark nothing', () => {
  expect([...nextSight(first, 'mine', [['z', 9]]).changed]).toEqual([]);
});

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
