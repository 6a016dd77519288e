import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '../money.ts';
import { apart, isImprobable, luckOf } from './house-luck.ts';
import type { SettledWindow } from './house-luck.ts';

/** An order of 100 with a payout of 85 %, for a rising price: the house keeps 100 or loses 85. */
function won(at: number, isWon: boolean, stake = 100n): SettledWindow {
  const [ifUp, ifDown] = [money((-stake * 85n) / 100n), money(stake)];
  return { entryAt: at, closesAt: at + 5, orders: 1, ifUp, ifDown, kept: isWon ? ifUp : ifDown };
}

function run(length: number, isWon: (index: number) => boolean, stake?: bigint): SettledWindow[] {
  return Array.from({ length }, (_, index) => won(index * 5, isWon(index), stake));
}

describe('what the payout predicts', () => {
  it('is half of both directions, with two standard deviations', () => {
    // (100 − 85) / 2 each, and half of 185 as deviation: over four, 7.5 × 4 and 2 × 92.5 × 2.
    expect(luckOf(run(4, (index) => index < 2))).toEqual({ orders: 4, kept: 30n, predicted: 30n, band: 370n });
    expect(luckOf([])).toEqual({ orders: 0, kept: 0n, predicted: 0n, band: 0n });
  });

  it('has no band where both directions bring the same', () => {
    const even = { entryAt: 0, closesAt: 5, orders: 2, ifUp: money(15n), ifDown: money(15n), kept: money(15n) };
    expect(luckOf([even])).toMatchObject({ predicted: 15n, band: 0n });
    expect(isImprobable([even])).toBe(false);
  });
});

describe('a run is improbable', () => {
  it('from 36 windows on that all went one way, and not before', () => {
    expect(isImprobable(run(35, () => true))).toBe(false);
    expect(isImprobable(run(36, () => true))).toBe(true);
    expect(isImprobable(run(36, () => false))).toBe(true);
    expect(isImprobable(run(400, (index) => index % 2 === 0))).toBe(false);
    // 65 % of 400 are 6 σ: (0.65 − 0.5) × 2 × 20.
    expect(isImprobable(run(400, (index) => index % 20 < 13))).toBe(true);
    expect(isImprobable(run(400, (index) => index % 20 < 12))).toBe(false);
  });

  it('not by one large order, nor by many of the same second', () => {
    expect(isImprobable([...run(30, (index) => index % 2 === 0), won(200, true, 10n ** 12n)])).toBe(false);
    expect(isImprobable(Array.from({ length: 500 }, () => won(0, true)))).toBe(false);
  });

  it('never by a fair price, in 2,000 drawn days of drawn stakes', () => {
    const day = fc.array(fc.record({ isWon: fc.boolean(), stake: fc.bigInt(1n, 5_000_000n) }), {
      minLength: 300,
      maxLength: 400,
    });
    const alarms = fc
      .sample(day, { numRuns: 2_000, seed: 152 })
      .filter((orders) => isImprobable(orders.map(({ isWon, stake }, index) => won(index * 5, isWon, stake))));
    expect(alarms).toEqual([]);
  });
});

it('windows that share their time count once', () => {
  const windows = [won(0, true), won(2, true), won(5, false), won(9, true), won(10, true)];
  expect(apart(windows).map(({ entryAt }) => entryAt)).toEqual([0, 5, 10]);
});
