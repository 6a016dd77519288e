import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, rate } from '../money.ts';
import { EMPTY_WINDOW, largestStake, lossLimitsProblem, stakeOfProfit, withOrder, worstOf } from './loss-limits.ts';
import type { HouseBook } from './loss-limits.ts';
import type { Direction } from './order.ts';
import { profitIfWon } from './terms.ts';

const EMPTY: HouseBook = {
  window: EMPTY_WINDOW,
  secondWorst: money(0n),
  productWorst: money(0n),
  dayWorst: money(0n),
  dayKept: money(0n),
};
const RATE = rate(8_500n);

describe('the worst case of a window', () => {
  it('is the direction that costs more, and never below zero', () => {
    const side = (stake: bigint, profit: bigint) => ({ stake: money(stake), profit: money(profit) });
    expect(worstOf({ up: side(100n, 85n), down: side(0n, 0n) })).toBe(85n);
    expect(worstOf({ up: side(100n, 85n), down: side(100n, 85n) })).toBe(0n);
    expect(worstOf({ up: side(10n, 8n), down: side(100n, 85n) })).toBe(75n);
  });
});

describe('the largest stake', () => {
  it('wins what a profit allows, and one unit more does not', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(100n, 10_000n), (profit, payout) => {
        const stake = stakeOfProfit(money(profit), rate(payout));
        expect(profitIfWon(stake, rate(payout))).toBeLessThanOrEqual(profit);
        expect(profitIfWon(money(stake + 1n), rate(payout))).toBeGreaterThan(profit);
      }),
    );
  });

  it('is what is left of the narrowest limit, and a day that brought something leaves more', () => {
    const limits = { second: money(100n), product: money(200n), day: money(300n) };
    const largest = (changes: Partial<HouseBook>) =>
      profitIfWon(largestStake({ ...EMPTY, ...changes }, limits, 'up', RATE), RATE);
    expect(largest({})).toBe(100n);
    expect(largest({ secondWorst: money(60n) })).toBe(40n);
    expect(largest({ productWorst: money(170n) })).toBe(30n);
    expect(largest({ dayWorst: money(100n), dayKept: money(-180n) })).toBe(20n);
    expect(largest({ dayWorst: money(290n), dayKept: money(500n) })).toBe(100n);
    expect(largest({ secondWorst: money(900n) })).toBe(0n);
  });

  it('keeps every limit, whatever comes in whatever order, and never refuses what covers', () => {
    const order = fc.record({
      direction: fc.constantFrom<Direction>('up', 'down'),
      stake: fc.bigInt(1n, 2_000n).map(money),
      payoutRate: fc.bigInt(100n, 10_000n).map(rate),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 40 }), fc.bigInt(0n, 3_000n), (orders, second) => {
        const limits = { second: money(second), product: money(second), day: money(second) };
        let book = EMPTY;
        for (const { direction, stake, payoutRate } of orders) {
          const next = withOrder(book, direction, stake, payoutRate);
          const fits = stake <= largestStake(book, limits, direction, payoutRate);
          expect(fits).toBe(worstOf(next.window) <= second || worstOf(next.window) <= worstOf(book.window));
          if (fits) book = next;
          expect(worstOf(book.window)).toBeLessThanOrEqual(second);
          expect(book.secondWorst).toBe(worstOf(book.window));
        }
      }),
    );
  });
});

describe('limits', () => {
  it.each([
    [0n, 0n, 0n, null],
    [1n, 2n, 3n, null],
    [-1n, 2n, 3n, 'second'],
    [3n, 2n, 3n, 'product'],
    [1n, 2n, 1n, 'day'],
    [1n, 2n, 10n ** 15n, null],
    [1n, 2n, 10n ** 15n + 1n, 'day'],
  ])('of %s, %s and %s: %s', (second, product, day, problem) => {
    expect(lossLimitsProblem({ second: money(second), product: money(product), day: money(day) })).toBe(problem);
  });
});
