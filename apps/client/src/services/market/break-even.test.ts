import { expect, test } from 'vitest';
import { breakEvenOf } from './break-even.ts';

test.each([
  ['0.0000', '0.8500', '0.5405'],
  ['0.0100', '0.8500', '0.5459'],
  ['0.0000', '1.0000', '0.5000'],
  ['x', '0.8500', null],
])('fee %s and payout %s break even at %s', (fee, payout, expected) => {
  expect(breakEvenOf(fee, payout)).toBe(expected);
});
