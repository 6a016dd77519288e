import { describe, expect, it } from 'vitest';
import { price } from '../price.ts';
import { isLegalPrice, isWithin } from './price-rule.ts';

const ABOVE_ZERO = { signedScale: null };
/** Like oil with two decimals: distances near zero are measured against 20.00. */
const OIL = { signedScale: price(2000n) };

describe('a legal price', () => {
  it.each([
    [1n, true, true],
    [0n, false, true],
    [-1n, false, true],
    [-3763n, false, true],
  ])('%d units: %s where prices must be above zero, %s where they may be below', (units, above, signed) => {
    expect(isLegalPrice(price(units), ABOVE_ZERO)).toBe(above);
    expect(isLegalPrice(price(units), OIL)).toBe(signed);
  });
});

describe('within a tenth', () => {
  it.each([
    ['of a price above zero, at its edge', 1000n, 1100n, ABOVE_ZERO, true],
    ['of a price above zero, beyond it', 1000n, 1101n, ABOVE_ZERO, false],
    ['also downwards', 1000n, 899n, ABOVE_ZERO, false],
    ['of a large price where some may be below zero', 10_000n, 11_001n, OIL, false],
    ['of a price below zero, by its size', -4000n, -3600n, OIL, true],
    ['of a price below zero, beyond it', -4000n, -3599n, OIL, false],
    ['of a price below zero, not its reverse', -4000n, 4000n, OIL, false],
    ['of zero, within the scale', 0n, -200n, OIL, true],
    ['of zero, beyond the scale', 0n, -201n, OIL, false],
    ['across zero', 90n, -110n, OIL, true],
    ['a hundredfold below zero', -4000n, -400_000n, OIL, false],
  ])('%s', (_, from, to, rule, expected) => {
    expect(isWithin(price(from), price(to), 100_000, rule)).toBe(expected);
  });
});

it('without a scale nothing but zero is near zero, however far one may be off', () => {
  expect([0n, 1n].map((other) => isWithin(price(0n), price(other), 1_000_000, ABOVE_ZERO))).toEqual([true, false]);
});
