import { expect, test } from 'vitest';
import { firstSight, nextKnown, nextRow, nextSight, nothingKnown } from './queue-rows.ts';

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

test('while somebody is in the list, a new row waits unless it comes after all that are shown', () => {
  const shown = nextKnown(nothingKnown, 'all', ['b', 'd'], true);
  expect([...shown.ids]).toEqual(['b', 'd']);
  expect(nextKnown(shown, 'all', ['a', 'b', 'c', 'd'], true)).toBe(shown);
  expect([...nextKnown(shown, 'all', ['a', 'b', 'd', 'e'], true).ids]).toEqual(['b', 'd', 'e']);
  // A row that is gone does not let others in.
  expect(nextKnown(shown, 'all', ['a', 'd'], true)).toBe(shown);
});

test('new rows are shown at once when nobody is in the list, when none of it is left, and with other filters', () => {
  const shown = nextKnown(nothingKnown, 'all', ['b'], true);
  expect([...nextKnown(shown, 'all', ['a', 'b'], false).ids]).toEqual(['b', 'a']);
  expect([...nextKnown(shown, 'all', ['c'], true).ids]).toEqual(['b', 'c']);
  expect([...nextKnown(shown, 'other', ['a', 'b'], true).ids]).toEqual(['a', 'b']);
});
