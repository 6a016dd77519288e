import { describe, expect, it } from 'vitest';
import { money, rate } from '../money.ts';
import { readDifference, termsDifferences, termsProblem, writeDifference } from './terms-draft.ts';
import type { TermsDraft, TermsTexts } from './terms-draft.ts';

function offer(changes: { seconds?: number; payoutRate?: bigint; minStake?: bigint; maxStake?: bigint } = {}) {
  const { seconds = 60, payoutRate = 8_500n, minStake = 1_000n, maxStake = 5_000_000n } = changes;
  return { seconds, payoutRate: rate(payoutRate), minStake: money(minStake), maxStake: money(maxStake) };
}

const GOOD: TermsDraft = {
  durations: [offer({ seconds: 5 }), offer()],
  presets: [money(10_000n), money(50_000n)],
  feeRate: rate(100n),
};

describe('terms may be proposed', () => {
  it.each<[string, Partial<TermsDraft>, string | null]>([
    ['as they are', {}, null],
    ['without a fee, and without presets', { feeRate: rate(0n), presets: [] }, null],
    ['with no duration', { durations: [] }, 'durations'],
    [
      'with too many durations',
      { durations: Array.from({ length: 13 }, (_, index) => offer({ seconds: 5 + index })) },
      'durations',
    ],
    [
      'with as many as there may be',
      { durations: Array.from({ length: 12 }, (_, index) => offer({ seconds: 5 + index })) },
      null,
    ],
    ['with a duration twice', { durations: [offer(), offer()] }, 'durations.1.seconds'],
    ['with the shortest one', { durations: [offer({ seconds: 5 })] }, null],
    ['with one that is too short', { durations: [offer({ seconds: 4 })] }, 'durations.0.seconds'],
    ['with the longest one', { durations: [offer({ seconds: 3_600 })] }, null],
    ['with one that is too long', { durations: [offer({ seconds: 3_601 })] }, 'durations.0.seconds'],
    ['with half a second', { durations: [offer({ seconds: 5.5 })] }, 'durations.0.seconds'],
    ['with the least payout', { durations: [offer({ payoutRate: 101n })] }, null],
    ['with less', { feeRate: rate(0n), durations: [offer({ payoutRate: 99n })] }, 'durations.0.payoutRate'],
    ['with the whole stake as payout', { durations: [offer({ payoutRate: 10_000n })] }, null],
    ['with more', { durations: [offer({ payoutRate: 10_001n })] }, 'durations.0.payoutRate'],
    ['with a fee that takes the whole gain', { durations: [offer({ payoutRate: 100n })] }, 'durations.0.payoutRate'],
    ['with the highest fee', { feeRate: rate(1_000n) }, null],
    ['with a higher one', { feeRate: rate(1_001n) }, 'feeRate'],
    ['with one below zero', { feeRate: rate(-1n) }, 'feeRate'],
    ['with no least stake', { durations: [offer({ minStake: 0n })], presets: [] }, 'durations.0.minStake'],
    ['with one stake alone', { durations: [offer({ minStake: 10_000n, maxStake: 10_000n })], presets: [] }, null],
    ['with bounds that cross', { durations: [offer({ maxStake: 999n })], presets: [] }, 'durations.0.maxStake'],
    ['with a stake beyond all', { durations: [offer({ maxStake: 10n ** 15n + 1n })] }, 'durations.0.maxStake'],
    ['with presets that fall', { presets: [money(50_000n), money(10_000n)] }, 'presets'],
    ['with a preset twice', { presets: [money(10_000n), money(10_000n)] }, 'presets'],
    ['with a preset that nothing takes', { presets: [money(999n)] }, 'presets'],
    ['with a preset that is too much', { presets: [money(5_000_001n)] }, 'presets'],
    ['with too many', { presets: Array.from({ length: 9 }, (_, index) => money(1_000n + BigInt(index))) }, 'presets'],
  ])('%s', (_, changes, problem) => {
    expect(termsProblem({ ...GOOD, ...changes })).toBe(problem);
  });
});

const BEFORE: TermsTexts = {
  durations: [
    { seconds: 60, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' },
    { seconds: 5, payoutRate: '0.8000', minStake: '10.00', maxStake: '50000.00' },
  ],
  feeRate: '0.0000',
  presets: ['100.00', '500.00'],
};

describe('what differs', () => {
  it('is nothing between the same', () => {
    expect(termsDifferences(BEFORE, BEFORE)).toEqual([]);
  });

  it('is named by the length of the duration, the fee last', () => {
    const after = {
      ...BEFORE,
      durations: [
        { seconds: 60, payoutRate: '0.8200', minStake: '10.00', maxStake: '50000.00' },
        { seconds: 30, payoutRate: '0.8000', minStake: '20.00', maxStake: '1000.00' },
      ],
      feeRate: '0.0100',
      presets: ['100.00'],
    };
    expect(termsDifferences(BEFORE, after).map(writeDifference)).toEqual([
      'payoutRate/5: 0.8000 > -',
      'minStake/5: 10.00 > -',
      'maxStake/5: 50000.00 > -',
      'payoutRate/30: - > 0.8000',
      'minStake/30: - > 20.00',
      'maxStake/30: - > 1000.00',
      'payoutRate/60: 0.8500 > 0.8200',
      'feeRate: 0.0000 > 0.0100',
      'presets: 100.00 500.00 > 100.00',
    ]);
  });

  it('is read back from its line', () => {
    const one = { what: 'payoutRate', seconds: 60, before: '0.8500', after: null } as const;
    expect(readDifference(writeDifference(one))).toEqual(one);
    const fee = { what: 'feeRate', seconds: null, before: '0.0000', after: '0.0100' } as const;
    expect(readDifference(writeDifference(fee))).toEqual(fee);
    expect(readDifference('odds: 1 > 2')).toBeNull();
    expect(readDifference('')).toBeNull();
  });
});
