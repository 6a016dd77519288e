import { expect, it } from 'vitest';
import { statementsBefore } from './statements-before.ts';

function of(id: string, opening: bigint, closing: bigint) {
  return { id, opening, closing };
}

it.each([
  ['that ends with its balance, and the one before that', 30n, [of('a', 0n, 10n), of('b', 10n, 30n)], ['a', 'b']],
  ['but not the one that begins with the same', 10n, [of('a', 0n, 10n), of('b', 10n, 30n)], ['a']],
  ['none after it', 40n, [of('a', 0n, 10n), of('b', 10n, 30n)], []],
  ['none that comes back to its own balance', 5n, [of('a', 5n, 5n)], []],
  ['none of several that do', 5n, [of('a', 5n, 9n), of('b', 9n, 5n)], []],
  [
    'each once, where two lead to one balance',
    9n,
    [of('a', 0n, 9n), of('b', 1n, 9n), of('c', 1n, 1n)],
    ['a', 'b', 'c'],
  ],
] as const)('before a statement comes the one %s', (_, opening, others, before) => {
  expect([...statementsBefore(opening, others)].toSorted()).toEqual(before);
});
