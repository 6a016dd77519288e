import { expect, test } from 'vitest';
import { join, leave } from './set-index.ts';

test('keeps the values of each key in the order they came, and no key without values', () => {
  const index = new Map<string, Set<number>>();
  for (const [key, value] of [
    ['a', 1],
    ['a', 2],
    ['b', 3],
    ['a', 1],
  ] as const)
    join(index, key, value);
  expect([...index].map(([key, values]) => [key, [...values]])).toEqual([
    ['a', [1, 2]],
    ['b', [3]],
  ]);
  leave(index, 'a', 1);
  leave(index, 'b', 4);
  leave(index, 'c', 1);
  expect([...index].map(([key, values]) => [key, [...values]])).toEqual([
    ['a', [2]],
    ['b', [3]],
  ]);
  leave(index, 'a', 2);
  leave(index, 'b', 3);
  expect(index.size).toBe(0);
});
