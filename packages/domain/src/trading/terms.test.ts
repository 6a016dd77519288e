import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRate, money, rate, RATE_SCALE } from '../money.ts';
import { breakEvenRate, durationTerms, feeOf, isWorse, payoutIfWon, profitIfWon } from './terms.ts';
import type { Terms } from './terms.ts';

const seen: Terms = {
  version: 1,
  product: 'BTC-USD',
  decimals: 2,
  durations: [
    { seconds: 30, payoutRate: rate(8500n), minStake: money(1000n), maxStake: money(5_000_000n) },
    { seconds: 60, payoutRate: rate(9000n), minStake: money(1000n), maxStake: money(5_000_000n) },
  ],
  feeRate: rate(100n),
  presets: [money(10_000n)],
};

function changed(offer: Partial<Terms['durations'][number]>, terms: Partial<Terms> = {}): Terms {
  const durations = seen.durations.map((known) => (known.seconds === 30 ? { ...known, ...offer } : known));
  return { ...seen, version: 2, durations, ...terms };
}

describe('breakEvenRate', () => {
  it.each([
    [0n, 8500n, '0.5405'],
    [0n, 10_000n, '0.5000'],
    [100n, 8500n, '0.5459'],
    [0n, 9000n, '0.5263'],
    [0n, 0n, '1.0000'],
    [500n, 8000n, '0.5833'],
    // 10004 / 16000 is 0.62525 exactly: a tie, to the even 0.6252.
    [4n, 6000n, '0.6252'],
    // 10012 / 16000 is 0.62575 exactly: a tie, to the even 0.6258.
    [12n, 6000n, '0.6258'],
  ])('of fee %d and payout %d is %s', (fee, payout, text) => {
    expect(formatRate(breakEvenRate(rate(fee), rate(payout)))).toBe(text);
  });

  it('is where the expected result changes from a loss to zero', () => {
    const terms = fc.bigInt({ min: 0n, max: 10_000n });
    fc.assert(
      fc.property(terms, terms, (fee, payout) => {
        const expectedResult = (winRate: bigint): bigint =>
          winRate * (payout - fee) - (RATE_SCALE - winRate) * (RATE_SCALE + fee);
        const breakEven = breakEvenRate(rate(fee), rate(payout));
        expect(expectedResult(breakEven + 1n) > 0n).toBe(true);
        expect(expectedResult(breakEven - 1n) < 0n).toBe(true);
      }),
    );
  });

  it('refuses negative rates', () => {
    expect(() => breakEvenRate(rate(-1n), rate(8500n))).toThrow('never negative');
    expect(() => breakEvenRate(rate(100n), rate(-1n))).toThrow('never negative');
  });
});

describe('amounts of an order', () => {
  it.each([
    [10_000n, 8500n, 8500n],
    [1_001n, 8500n, 850n],
    [1n, 8500n, 0n],
  ])('a stake of %d at %d wins %d', (stake, payoutRate, profit) => {
    expect(profitIfWon(money(stake), rate(payoutRate))).toBe(profit);
    expect(payoutIfWon(money(stake), rate(payoutRate))).toBe(stake + profit);
  });

  it('a fee is rounded down too', () => {
    expect(feeOf(money(1_999n), rate(100n))).toBe(19n);
    expect(feeOf(money(1_999n), rate(0n))).toBe(0n);
  });
});

describe('durationTerms', () => {
  it('finds only offered durations', () => {
    expect(durationTerms(seen, 60)?.payoutRate).toBe(9000n);
    expect(durationTerms(seen, 31)).toBeNull();
  });
});

describe('isWorse', () => {
  const stake = money(10_000n);

  it.each([
    ['the same terms under a new version', changed({}), false],
    ['a higher payout', changed({ payoutRate: rate(8501n) }), false],
    ['a lower payout', changed({ payoutRate: rate(8499n) }), true],
    ['a lower fee', changed({}, { feeRate: rate(99n) }), false],
    ['a higher fee', changed({}, { feeRate: rate(101n) }), true],
    ['a higher fee though the payout rose', changed({ payoutRate: rate(9999n) }, { feeRate: rate(101n) }), true],
    ['a minimum equal to the stake', changed({ minStake: stake }), false],
    ['a minimum above the stake', changed({ minStake: money(10_001n) }), true],
    ['a maximum equal to the stake', changed({ maxStake: stake }), false],
    ['a maximum below the stake', changed({ maxStake: money(9_999n) }), true],
    ['a later entry', changed({}, { entryDelaySec: 1 }), true],
    ['an entry that is named and not later', changed({}, { entryDelaySec: 0 }), false],
    ['the duration gone', { ...changed({}), durations: seen.durations.slice(1) }, true],
    ['a worse offer for another duration only', { ...changed({}), durations: seen.durations.slice(0, 1) }, false],
  ])('%s: %s', (_, current, worse) => {
    expect(isWorse(seen, current, 30, stake)).toBe(worse);
  });

  it('an entry that is earlier than the member saw counts as worse: it is another price', () => {
    expect(isWorse({ ...seen, entryDelaySec: 3 }, changed({}, { entryDelaySec: 2 }), 30, stake)).toBe(true);
    expect(isWorse({ ...seen, entryDelaySec: 3 }, changed({}, { entryDelaySec: 3 }), 30, stake)).toBe(false);
  });

  it('terms without the duration that was seen count as worse', () => {
    expect(isWorse({ ...seen, durations: [] }, changed({}), 30, stake)).toBe(true);
  });
});
