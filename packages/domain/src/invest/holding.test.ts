import { describe, expect, it } from 'vitest';
import { edgesOf } from '../cashier/state-table.ts';
import { money, rate } from '../money.ts';
import {
  daysEarned,
  HOLDING_EVENTS,
  HOLDING_STATES,
  HOLDING_TABLE,
  maturesOn,
  planRedemption,
  redemptionOf,
  repaymentsOf,
  termInterest,
} from './holding.ts';
import type { Holding, HoldingState } from './holding.ts';

const DAILY: Holding = {
  principal: money(1_000_000n),
  annualRate: rate(220n),
  termDays: 30,
  interest: 'daily',
  early: { lockDays: 7, annualRate: rate(50n) },
  startsOn: 20_000,
};
const AT_MATURITY: Holding = { ...DAILY, interest: 'maturity' };

it('has these edges and no other', () => {
  expect(edgesOf(HOLDING_TABLE, HOLDING_STATES, HOLDING_EVENTS)).toEqual([
    { from: 'running', event: 'mature', to: 'matured' },
    { from: 'running', event: 'redeem', to: 'redeemed' },
  ]);
});

it.each([
  [19_999, 0],
  [20_000, 0],
  [20_001, 1],
  [20_029, 29],
  [20_030, 30],
  [20_100, 30],
])('on day %i it has earned %i days', (day, days) => {
  expect(daysEarned(DAILY, day)).toBe(days);
});

describe('the schedule', () => {
  it('pays each day’s interest on the next day, and the principal with the last', () => {
    const list = repaymentsOf(DAILY);
    expect(list).toHaveLength(30);
    expect(list[0]).toMatchObject({ day: 20_001, principal: 0n });
    expect(list.at(-1)).toMatchObject({ day: maturesOn(DAILY), principal: DAILY.principal });
    expect(list.reduce((sum, { interest }) => sum + interest, 0n)).toBe(termInterest(DAILY));
    expect(list.reduce((sum, { principal }) => sum + principal, 0n)).toBe(DAILY.principal);
  });

  it('pays all at maturity otherwise', () => {
    expect(repaymentsOf(AT_MATURITY)).toEqual([
      { day: 20_030, interest: termInterest(AT_MATURITY), principal: DAILY.principal },
    ]);
  });
});

describe('an early redemption', () => {
  const plan = (holding: Holding, today: number, more: { state?: HoldingState; paid?: bigint; seen?: bigint } = {}) =>
    planRedemption(
      { ...holding, state: more.state ?? 'running', paid: money(more.paid ?? 0n) },
      today,
      more.seen === undefined ? undefined : money(more.seen),
    );

  it.each([
    ['in the lock-in', DAILY, 20_006, {}, { key: 'REDEMPTION_LOCKED', from: 20_007 }],
    ['without terms for it', { ...DAILY, early: null }, 20_010, {}, { key: 'REDEMPTION_NOT_ALLOWED' }],
    ['on the day of maturity', DAILY, 20_030, {}, { key: 'HOLDING_STATE_CHANGED' }],
    ['after it was redeemed', DAILY, 20_010, { state: 'redeemed' as const }, { key: 'HOLDING_STATE_CHANGED' }],
    ['after it matured', DAILY, 20_010, { state: 'matured' as const }, { key: 'HOLDING_STATE_CHANGED' }],
    [
      'for another amount than was seen',
      DAILY,
      20_007,
      { seen: 1n },
      { key: 'REDEMPTION_CHANGED', credited: 1_000_096n },
    ],
  ])('is refused %s', (_, holding, today, more, error) => {
    expect(plan(holding, today, more)).toEqual({ ok: false, error });
  });

  it.each([
    [
      'with nothing paid before',
      20_010,
      0n,
      { daysHeld: 10, interest: 137n, lost: 466n, due: 137n, credited: 1_000_137n },
    ],
    [
      'with more paid before than the early rate gives',
      20_010,
      603n,
      { daysHeld: 10, interest: 137n, lost: 466n, due: -466n, credited: 999_534n },
    ],
  ])('gives the early rate’s interest %s', (_, today, paid, redemption) => {
    expect(plan(DAILY, today, { paid })).toEqual({ ok: true, value: redemption });
    expect(plan(DAILY, today, { paid, seen: redemption.credited }).ok).toBe(true);
  });

  it('on the day of the purchase gives the principal alone', () => {
    const free = { ...DAILY, early: { lockDays: 0, annualRate: rate(50n) } };
    expect(redemptionOf(free, money(0n), 20_000)).toEqual({
      daysHeld: 0,
      interest: 0n,
      lost: 0n,
      due: 0n,
      credited: 1_000_000n,
    });
    expect(plan(free, 20_000).ok).toBe(true);
  });
});
