import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, rate } from '../money.ts';
import { accrualOfDay, accruedAfter, INTEREST_UNITS, interestUnits, roundInterest } from './interest.ts';

const principals = fc.bigInt({ min: 1n, max: 2_500_000_000_000n }).map(money);
const rates = fc.bigInt({ min: 0n, max: 10_000n }).map(rate);

describe('interest', () => {
  it.each([
    ['10,000.00 at 2.20 % for 30 days', 1_000_000n, 220n, 30, 1_808n],
    ['a year of 365 days', 1_000_000n, 300n, 365, 30_000n],
    ['a leap year has a day more', 1_000_000n, 300n, 366, 30_082n],
    ['no day', 1_000_000n, 300n, 0, 0n],
    ['no rate', 1_000_000n, 0n, 30, 0n],
    ['half a cent goes to the even cent below', 36_500n, 50n, 1, 0n],
    ['and to the even cent above', 36_500n, 150n, 1, 2n],
  ])('%s', (_, principal, annual, days, interest) => {
    expect(accruedAfter(money(principal), rate(annual), days)).toBe(interest);
  });

  it('refuses days that are none', () => {
    expect(() => interestUnits(money(1n), rate(1n), -1)).toThrow('whole number');
    expect(() => interestUnits(money(1n), rate(1n), 0.5)).toThrow('whole number');
  });

  it('the rows of a term add up to the formula of the whole term, and each is the day’s share up to a cent', () => {
    fc.assert(
      fc.property(principals, rates, fc.integer({ min: 1, max: 400 }), (principal, annual, days) => {
        const rows = Array.from({ length: days }, (_, day) => accrualOfDay(principal, annual, day));
        expect(rows.reduce((sum, row) => sum + row, 0n)).toBe(accruedAfter(principal, annual, days));
        const share = interestUnits(principal, annual, 1) / INTEREST_UNITS;
        for (const row of rows) expect(row >= share - 1n && row <= share + 2n).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('rounds to the nearest, and never loses more than half of a unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (units) => {
        const distance = 2n * (units - roundInterest(units) * INTEREST_UNITS);
        expect(distance <= INTEREST_UNITS && distance >= -INTEREST_UNITS).toBe(true);
      }),
    );
  });
});
