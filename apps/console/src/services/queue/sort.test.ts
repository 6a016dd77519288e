import { expect, test } from 'vitest';
import { nextSort, readSort } from './sort.ts';

const columns = [{ sort: 'amount' }, {}];

test("an address names the order; a word that no column has is the list's own", () => {
  expect(readSort('amount', columns)).toEqual({ by: 'amount', isDown: false });
  expect(readSort('-amount', columns)).toEqual({ by: 'amount', isDown: true });
  for (const odd of [null, '', '-', 'fee', '--amount', 'amount;drop']) expect(readSort(odd, columns)).toBeNull();
});

test('a column is pressed down, up and away', () => {
  expect(nextSort('amount', null)).toBe('-amount');
  expect(nextSort('amount', { by: 'amount', isDown: true })).toBe('amount');
  expect(nextSort('amount', { by: 'amount', isDown: false })).toBeNull();
  expect(nextSort('amount', { by: 'createdAt', isDown: false })).toBe('-amount');
});
