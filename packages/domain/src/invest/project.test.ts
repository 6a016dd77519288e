import { describe, expect, it } from 'vitest';
import { money, rate } from '../money.ts';
import { wrongTerm } from './project-change.ts';
import { investable, planPurchase, projectStatus } from './project.ts';
import type { BuyFacts, ProjectTerms } from './project.ts';
import { idleMoney, planSavingsTransfer } from './savings.ts';

const TERMS: ProjectTerms = {
  termDays: 30,
  annualRate: rate(220n),
  min: money(100n),
  max: money(1_000n),
  size: money(5_000n),
  interest: 'daily',
  early: null,
  opensAtMs: 1_000,
  closesAtMs: 2_000,
};
const FACTS: BuyFacts = {
  nowMs: 1_500,
  active: true,
  sold: money(0n),
  held: money(0n),
  available: money(10_000n),
  versions: { terms: 3, agreement: 2 },
};
const UNSEEN = { terms: undefined, agreement: undefined };

describe('a purchase', () => {
  const plan = (
    amount: bigint,
    facts: Partial<BuyFacts> = {},
    seen: Parameters<typeof planPurchase>[0]['seen'] = UNSEEN,
  ) => planPurchase({ amount: money(amount), seen }, TERMS, { ...FACTS, ...facts });

  it.each([
    ['the minimum', 100n, {}],
    ['the own maximum', 1_000n, {}],
    ['the rest of the own maximum', 400n, { held: money(600n) }],
    ['the rest of the size', 200n, { sold: money(4_800n) }],
    ['all that is available', 500n, { available: money(500n) }],
  ])('of %s is allowed', (_, amount, facts) => {
    expect(plan(amount, facts)).toEqual({ ok: true, value: null });
    expect(plan(amount, facts, { terms: 3, agreement: 2 }).ok).toBe(true);
  });

  it.each([
    ['one less than the minimum', 99n, {}, { key: 'INVEST_AMOUNT_BELOW_MINIMUM', min: 100n, short: 1n }],
    [
      'one more than the own maximum',
      401n,
      { held: money(600n) },
      { key: 'INVEST_AMOUNT_ABOVE_MAXIMUM', max: 1_000n, over: 1n },
    ],
    [
      'one more than is left',
      201n,
      { sold: money(4_800n) },
      { key: 'PROJECT_LEFT_INSUFFICIENT', left: 200n, over: 1n },
    ],
    [
      'one more than is available',
      501n,
      { available: money(500n) },
      { key: 'INVEST_BALANCE_INSUFFICIENT', missing: 1n },
    ],
    ['before it opens', 100n, { nowMs: 999 }, { key: 'PROJECT_NOT_OPEN' }],
    ['when it closes', 100n, { nowMs: 2_000 }, { key: 'PROJECT_CLOSED' }],
    ['when it was withdrawn', 100n, { active: false }, { key: 'PROJECT_CLOSED' }],
    ['with less left than the minimum', 100n, { sold: money(4_901n) }, { key: 'PROJECT_SOLD_OUT' }],
  ])('%s is refused', (_, amount, facts, error) => {
    expect(plan(amount, facts)).toEqual({ ok: false, error });
  });

  it.each([[{ terms: 2, agreement: 2 }], [{ terms: 3, agreement: 1 }], [{ terms: undefined, agreement: 1 }]])(
    'under other versions than those of now is refused before anything else',
    (seen) => {
      expect(plan(1n, { active: false }, seen)).toEqual({ ok: false, error: { key: 'INVEST_TERMS_CHANGED' } });
    },
  );
});

it('a project opens and closes to the millisecond', () => {
  const at = (nowMs: number) => projectStatus(TERMS, { nowMs, active: true, sold: money(0n) });
  expect([999, 1_000, 1_999, 2_000].map(at)).toEqual(['upcoming', 'open', 'open', 'closed']);
  const always = { ...TERMS, opensAtMs: null, closesAtMs: null };
  const with100Left = { nowMs: 0, active: true, sold: money(4_900n) };
  expect(projectStatus(always, with100Left)).toBe('open');
  expect(projectStatus(always, { ...with100Left, sold: money(4_901n) })).toBe('soldOut');
});

it.each([
  [0n, 0n, 1_000n],
  [4_500n, 0n, 500n],
  [0n, 700n, 300n],
  [5_500n, 0n, 0n],
  [0n, 1_500n, 0n],
])('with %i sold and %i held, a member may add %i', (sold, held, most) => {
  expect(investable(TERMS, money(sold), money(held))).toBe(most);
});

describe('savings', () => {
  it.each([
    ['in' as const, 100n, null],
    ['in' as const, 101n, { key: 'INVEST_BALANCE_INSUFFICIENT', missing: 1n }],
    ['out' as const, 50n, null],
    ['out' as const, 51n, { key: 'SAVINGS_INSUFFICIENT', missing: 1n }],
  ])('%s %i', (direction, amount, error) => {
    const planned = planSavingsTransfer(direction, money(amount), { available: money(100n), savings: money(50n) });
    expect(planned).toEqual(error === null ? { ok: true, value: null } : { ok: false, error });
  });

  it('only what is above the kept amount is idle', () => {
    expect([99n, 100n, 101n].map((available) => idleMoney(money(available), money(100n)))).toEqual([0n, 0n, 1n]);
  });
});

/** Terms at every bound; one step further, one of them is wrong. */
describe('the terms of a project', () => {
  const RUNNING: ProjectTerms = { ...TERMS, early: { lockDays: 29, annualRate: rate(220n) } };

  it.each<[string, Partial<ProjectTerms>, ReturnType<typeof wrongTerm>]>([
    ['fit', {}, null],
    ['last a day at least', { termDays: 1, early: null }, null],
    ['last a day at least', { termDays: 0, early: null }, 'termDays'],
    ['last ten years at most', { termDays: 3_650 }, null],
    ['last ten years at most', { termDays: 3_651 }, 'termDays'],
    ['may pay nothing', { annualRate: rate(0n), early: null }, null],
    ['do not cost the member', { annualRate: rate(-1n), early: null }, 'annualRate'],
    // 100 % a year doubles the principal after 365 days.
    ['never double the principal', { annualRate: rate(10_000n), termDays: 364 }, null],
    ['never double the principal', { annualRate: rate(10_000n), termDays: 365 }, 'annualRate'],
    ['have a minimum', { min: money(1n) }, null],
    ['have a minimum', { min: money(0n) }, 'min'],
    ['have a maximum of the minimum or more', { max: money(100n) }, null],
    ['have a maximum of the minimum or more', { max: money(99n) }, 'max'],
    ['have a maximum that can be counted', { max: money(2_500_000_000_000n), size: money(2_500_000_000_000n) }, null],
    ['have a maximum that can be counted', { max: money(2_500_000_000_001n), size: money(10n ** 15n) }, 'max'],
    ['leave room for one member', { size: money(1_000n) }, null],
    ['leave room for one member', { size: money(999n) }, 'size'],
    ['end after their lock', { early: { lockDays: 30, annualRate: rate(0n) } }, 'early'],
    ['pay no more for leaving early', { early: { lockDays: 0, annualRate: rate(221n) } }, 'early'],
    ['open before they close', { opensAtMs: 1_999 }, null],
    ['open before they close', { opensAtMs: 2_000 }, 'closesAt'],
    ['may never close', { opensAtMs: 2_000, closesAtMs: null }, null],
    ['may always have been open', { opensAtMs: null, closesAtMs: 0 }, null],
  ])('%s: with %o, what is wrong is %s', (_, change, wrong) => {
    expect(wrongTerm({ ...RUNNING, ...change })).toBe(wrong);
  });
});
