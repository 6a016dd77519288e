import { expect, test } from 'vitest';
import { groupedOf } from './amount-input.tsx';

test.each([
  ['100000.00', '100,000.00'],
  ['900', '900'],
  ['1.000,50', '1.000,50'],
  ['12a', '12a'],
  ['', ''],
])('%s is shown as %s while nobody types', (text, shown) => {
  expect(groupedOf(text, { decimals: 2 })).toBe(shown);
});
