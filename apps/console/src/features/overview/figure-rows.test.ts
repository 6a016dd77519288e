import { describe, expect, it } from 'vitest';
import type { OverviewDay } from '@candor/contract/console-overview';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { formatMoney, wholeUnits } from '@candor/domain/money';
import { figureRow, rowsOf } from './figure-rows.ts';

function units(count: bigint): string {
  return formatMoney(wholeUnits(count, TEST_CURRENCY), TEST_CURRENCY);
}

function day(date: string, kept: bigint, orders: number): OverviewDay {
  const nothing = units(0n);
  return {
    date,
    turnover: nothing,
    kept: units(kept),
    fees: nothing,
    deposits: nothing,
    withdrawals: nothing,
    net: nothing,
    interest: nothing,
    rewards: nothing,
    manual: nothing,
    orders,
    voids: 0,
    newMembers: 0,
    activeMembers: orders,
  };
}

const DAYS = [day('2026-01-01', -900n, 2), day('2026-01-02', 300n, 4), day('2026-01-03', 450n, 1)];

describe('a figure of several days', () => {
  it('adds up the days before today, with those below zero', () => {
    const row = figureRow('kept', DAYS, TEST_CURRENCY);
    expect(row).toMatchObject({ today: units(450n), yesterday: units(300n), sum: units(-600n) });
    expect(row.bars.map(({ height }) => height)).toEqual([-1, 0.333, 0.5]);
  });

  it('counts orders, and adds no members who may be the same', () => {
    expect(figureRow('orders', DAYS, TEST_CURRENCY)).toMatchObject({ today: '1', yesterday: '4', sum: '6' });
    expect(figureRow('activeMembers', DAYS, TEST_CURRENCY).sum).toBeNull();
  });

  it('of nothing has no bars', () => {
    expect(figureRow('fees', DAYS, TEST_CURRENCY).bars.every(({ height }) => height === 0)).toBe(true);
  });

  it('opens its rows, of its days', () => {
    const span = { from: '2026-01-01', to: '2026-01-02' };
    expect(rowsOf('kept', span)).toContain('/transfers?line=house&from=2026-01-01&to=2026-01-02');
    expect(rowsOf('deposits', span)).toContain('/deposits?status=approved');
    expect(rowsOf('activeMembers', span)).toBeNull();
  });
});
