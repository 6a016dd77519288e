import { describe, expect, test } from 'vitest';
import { edgesOf } from '../cashier/state-table.ts';
import { decideProposal } from '../proposal.ts';
import {
  FACTOR_RELEASE_EVENTS,
  FACTOR_RELEASE_STATES,
  FACTOR_RELEASE_TABLE,
  FACTOR_RELEASE_WAIT_MS,
} from './factor-release.ts';
import type { FactorReleaseState } from './factor-release.ts';

const MEMBER = 1n;
const MAKER = 2n;
const CHECKER = 3n;

function decide(
  state: FactorReleaseState,
  operatorId: bigint,
  event: 'approve' | 'reject' | 'withdraw' | 'stop',
  hasReason = true,
) {
  const release = { state, memberId: MEMBER, makerId: MAKER };
  return decideProposal<FactorReleaseState, typeof event>(FACTOR_RELEASE_TABLE, release, {
    event,
    operatorId,
    hasReason,
  });
}

test('the edges are these and no others', () => {
  expect(edgesOf(FACTOR_RELEASE_TABLE, FACTOR_RELEASE_STATES, FACTOR_RELEASE_EVENTS)).toEqual([
    { from: 'proposed', event: 'approve', to: 'waiting' },
    { from: 'proposed', event: 'reject', to: 'rejected' },
    { from: 'proposed', event: 'withdraw', to: 'withdrawn' },
    { from: 'waiting', event: 'stop', to: 'stopped' },
    { from: 'waiting', event: 'expire', to: 'released' },
  ]);
});

describe('a decision', () => {
  test.each([
    ['proposed', CHECKER, 'approve', { ok: true, value: 'waiting' }],
    ['proposed', CHECKER, 'reject', { ok: true, value: 'rejected' }],
    ['proposed', CHECKER, 'withdraw', { ok: false, error: 'MAKER_ONLY' }],
    ['proposed', CHECKER, 'stop', { ok: false, error: 'STATE_CHANGED' }],
    ['proposed', MAKER, 'withdraw', { ok: true, value: 'withdrawn' }],
    ['proposed', MAKER, 'approve', { ok: false, error: 'SECOND_OPERATOR_NEEDED' }],
    ['proposed', MAKER, 'reject', { ok: false, error: 'SECOND_OPERATOR_NEEDED' }],
    ['proposed', MEMBER, 'approve', { ok: false, error: 'ITEM_OWN' }],
    ['proposed', MEMBER, 'withdraw', { ok: false, error: 'ITEM_OWN' }],
    ['waiting', CHECKER, 'stop', { ok: true, value: 'stopped' }],
    ['waiting', MAKER, 'stop', { ok: true, value: 'stopped' }],
    ['waiting', MEMBER, 'stop', { ok: false, error: 'ITEM_OWN' }],
    ['waiting', CHECKER, 'approve', { ok: false, error: 'STATE_CHANGED' }],
    ['waiting', MAKER, 'withdraw', { ok: false, error: 'STATE_CHANGED' }],
  ] as const)('of one that is %s by operator %i to %s', (state, operator, event, expected) => {
    expect(decide(state, operator, event)).toEqual(expected);
  });

  test.each(['rejected', 'withdrawn', 'stopped', 'released'] as const)('is final when it is %s', (state) => {
    for (const event of ['approve', 'reject', 'withdraw', 'stop'] as const)
      expect(decide(state, CHECKER, event)).toEqual({ ok: false, error: 'STATE_CHANGED' });
  });

  test('against a release needs a reason', () => {
    expect(decide('proposed', CHECKER, 'reject', false)).toMatchObject({ error: 'REASON_REQUIRED' });
    expect(decide('waiting', CHECKER, 'stop', false)).toMatchObject({ error: 'REASON_REQUIRED' });
    expect(decide('proposed', CHECKER, 'approve', false)).toMatchObject({ ok: true });
    expect(decide('waiting', CHECKER, 'stop', true)).toMatchObject({ ok: true });
  });
});

test('the member can object for a day', () => {
  expect(FACTOR_RELEASE_WAIT_MS).toBe(24 * 60 * 60 * 1000);
});
