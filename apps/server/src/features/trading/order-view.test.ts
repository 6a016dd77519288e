import { expect, test } from 'vitest';
import { summaryView } from './order-view.ts';

function row(date: string, outcome: string | null, profit: bigint) {
  return {
    date,
    outcome,
    count: 2n,
    staked: 100_00n,
    profit,
  };
}

test('a day counts all its results, and orders that still run count nowhere', () => {
  const { days, ...all } = summaryView('practice', [
    row('2026-11-21', 'won', 85_00n),
    row('2026-11-21', null, 0n),
    row('2026-11-21', 'lost', -100_00n),
    row('2026-11-20', null, 0n),
    row('2026-11-19', 'tied', 0n),
  ]);
  expect(all).toMatchObject({ count: 6, won: 2, lost: 2, tied: 2, voided: 0, staked: '300.00', profit: '-15.00' });
  expect(days).toEqual([
    { date: '2026-11-21', count: 4, profit: '-15.00' },
    { date: '2026-11-19', count: 2, profit: '0.00' },
  ]);
});
