import { describe, expect, test } from 'vitest';
import { money } from '../money.ts';
import { ADJUSTMENT_EVENTS, ADJUSTMENT_STATES, ADJUSTMENT_TABLE, decideAdjustment } from './adjustment.ts';
import type { Adjustment } from './adjustment.ts';
import { edgesOf } from './state-table.ts';

const MEMBER = 1n;
const MAKER = 2n;
const CHECKER = 3n;
const base: Adjustment = { state: 'proposed', kind: 'add', memberId: MEMBER, makerId: MAKER, amount: money(100n) };
const facts = { hasReason: true, available: money(0n) };

test('the edges are these and no others', () => {
  expect(edgesOf(ADJUSTMENT_TABLE, ADJUSTMENT_STATES, ADJUSTMENT_EVENTS)).toEqual([
    { from: 'proposed', event: 'approve', to: 'approved' },
    { from: 'proposed', event: 'reject', to: 'rejected' },
    { from: 'proposed', event: 'withdraw', to: 'withdrawn' },
  ]);
});

describe('a decision', () => {
  test.each([
    [CHECKER, 'approve', { ok: true, value: 'approved' }],
    [CHECKER, 'reject', { ok: true, value: 'rejected' }],
    [CHECKER, 'withdraw', { ok: false, error: 'MAKER_ONLY' }],
    [MAKER, 'withdraw', { ok: true, value: 'withdrawn' }],
    [MAKER, 'approve', { ok: false, error: 'SECOND_OPERATOR_NEEDED' }],
    [MAKER, 'reject', { ok: false, error: 'SECOND_OPERATOR_NEEDED' }],
    [MEMBER, 'approve', { ok: false, error: 'ITEM_OWN' }],
    [MEMBER, 'reject', { ok: false, error: 'ITEM_OWN' }],
    [MEMBER, 'withdraw', { ok: false, error: 'ITEM_OWN' }],
  ] as const)('of operator %i to %s', (operator, event, expected) => {
    expect(decideAdjustment(base, operator, { ...facts, event })).toEqual(expected);
  });

  test('is final', () => {
    for (const state of ADJUSTMENT_STATES.filter((one) => one !== 'proposed'))
      for (const event of ADJUSTMENT_EVENTS)
        expect(decideAdjustment({ ...base, state }, CHECKER, { ...facts, event })).toEqual({
          ok: false,
          error: 'STATE_CHANGED',
        });
  });

  test('against a proposal needs a reason', () => {
    expect(decideAdjustment(base, CHECKER, { ...facts, hasReason: false, event: 'reject' })).toMatchObject({
      error: 'REASON_REQUIRED',
    });
    expect(decideAdjustment(base, CHECKER, { ...facts, hasReason: false, event: 'approve' })).toMatchObject({
      ok: true,
    });
  });

  test('takes no more than the member has free', () => {
    const deduct = { ...base, kind: 'deduct' } as const;
    const decide = (available: bigint) =>
      decideAdjustment(deduct, CHECKER, { event: 'approve', hasReason: true, available: money(available) });
    expect(decide(99n)).toEqual({ ok: false, error: 'AVAILABLE_INSUFFICIENT' });
    expect(decide(100n)).toEqual({ ok: true, value: 'approved' });
    expect(decideAdjustment(deduct, CHECKER, { ...facts, event: 'reject' }).ok).toBe(true);
  });
});
