import { amount, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import type { Outcome } from '@candor/domain/trading/settle-order';
import { expect, test } from 'vitest';
import { summaryView } from './order-view.ts';

function row(date: string, outcome: Outcome | null, profit: bigint) {
  return {
    date,
    outcome,
    count: 2n,
    staked: minor('100'),
    profit,
  };
}

test('a day counts all its results, and open orders count nowhere', () => {
  const { days, ...all } = summaryView('practice', TEST_CURRENCY, [
    row('2026-11-21', 'won', minor('85')),
    row('2026-11-21', null, 0n),
    row('2026-11-21', 'lost', minor('-100')),
    row('2026-11-20', null, 0n),
    row('2026-11-19', 'tied', 0n),
  ]);
  expect(all).toMatchObject({
    count: 6,
    won: 2,
    lost: 2,
    tied: 2,
    voided: 0,
    staked: amount('300'),
    profit: amount('-15'),
  });
  expect(days).toEqual([
    { date: '2026-11-21', count: 4, profit: amount('-15') },
    { date: '2026-11-19', count: 2, profit: amount('0') },
  ]);
});
