import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayFigures } from './day-figures.ts';
import type { LedgerLine } from './day-figures.ts';

/** Both sides of one transfer. */
function moved(amount: bigint, type: LedgerLine['type'], debit: LedgerLine['kind'], credit: LedgerLine['kind']) {
  return [
    { kind: debit, type, debit: amount, credit: 0n },
    { kind: credit, type, debit: 0n, credit: amount },
  ];
}

describe('the figures of a day', () => {
  it('are nothing of nothing', () => {
    expect(Object.values(dayFigures([])).every((amount) => amount === 0n)).toBe(true);
  });

  it('of an order that won are its stake, its fee, and what the house paid', () => {
    const won = [
      moved(100n, 'orderStake', 'funds', 'escrow'),
      moved(1n, 'fee', 'funds', 'escrow'),
      moved(100n, 'orderClose', 'escrow', 'house'),
      moved(185n, 'orderPayout', 'house', 'funds'),
      moved(1n, 'fee', 'escrow', 'fees'),
    ].flat();
    expect(dayFigures(won)).toMatchObject({ turnover: 100n, kept: -85n, fees: 1n, deposits: 0n, net: 0n });
  });

  it('of an order that tied are its stake alone', () => {
    const tied = [...moved(100n, 'orderStake', 'funds', 'escrow'), ...moved(100n, 'orderRefund', 'escrow', 'funds')];
    expect(dayFigures(tied)).toMatchObject({ turnover: 100n, kept: 0n, fees: 0n });
  });

  it('of money in and out are what came and what left, without what the bank returned', () => {
    const lines = [
      moved(500n, 'recharge', 'clearing', 'funds'),
      moved(200n, 'withdraw', 'funds', 'clearing'),
      moved(5n, 'fee', 'funds', 'fees'),
      moved(50n, 'withdrawalReturned', 'clearing', 'funds'),
      moved(2n, 'withdrawalReturned', 'fees', 'funds'),
    ].flat();
    expect(dayFigures(lines)).toMatchObject({ deposits: 500n, withdrawals: 150n, net: 350n, fees: 3n });
  });

  it('of what the house gives are interest, rewards, and what operators added less what they deducted', () => {
    const lines = [
      moved(7n, 'interest', 'house', 'savings'),
      moved(3n, 'interest', 'funds', 'house'),
      moved(20n, 'invitationReward', 'house', 'funds'),
      moved(30n, 'manualAdd', 'house', 'funds'),
      moved(10n, 'manualDeduct', 'funds', 'house'),
    ].flat();
    expect(dayFigures(lines)).toMatchObject({ interest: 4n, rewards: 20n, manual: 20n, kept: 0n });
  });

  it('of two parts of a day add up to those of the day', () => {
    const line = fc.record({
      kind: fc.constantFrom('house', 'fees', 'clearing' as const),
      type: fc.constantFrom('orderClose', 'orderPayout', 'fee', 'withdraw', 'interest' as const),
      debit: fc.bigInt({ min: 0n, max: 1_000n }),
      credit: fc.bigInt({ min: 0n, max: 1_000n }),
    });
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (one, other) => {
        const [a, b, both] = [dayFigures(one), dayFigures(other), dayFigures([...one, ...other])];
        for (const key of ['turnover', 'kept', 'fees', 'net', 'interest'] as const)
          expect(both[key]).toBe(a[key] + b[key]);
      }),
    );
  });
});
