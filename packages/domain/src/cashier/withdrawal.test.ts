import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { money, rate } from '../money.ts';
import { edgesOf, nextState } from './state-table.ts';
import {
  decidePayout,
  decideWithdrawal,
  PAYOUT_EVENTS,
  PAYOUT_STATES,
  PAYOUT_TABLE,
  planWithdrawal,
  remainingToday,
  WITHDRAWAL_EVENTS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TABLE,
  withdrawalFee,
} from './withdrawal.ts';
import type {
  PayoutBlock,
  ReviewedPayout,
  ReviewedWithdrawal,
  WithdrawalFacts,
  WithdrawalRule,
  WithdrawalState,
} from './withdrawal.ts';

const EDGES = [
  'pending --cancel--> cancelled',
  'pending --take--> reviewing',
  'reviewing --release--> pending',
  'reviewing --approve--> seconding',
  'reviewing --reject--> rejected',
  'seconding --release--> pending',
  'seconding --approve--> approved',
  'seconding --reject--> rejected',
];
const PAYOUT_EDGES = [
  'none --send--> sent',
  'sent --arrive--> arrived',
  'sent --proposeReturn--> returning',
  'returning --return--> returned',
  'returning --keep--> sent',
];

test('a withdrawal and its payout go exactly these ways', () => {
  const texts = (edges: { from: string; event: string; to: string }[]) =>
    edges.map(({ from, event, to }) => `${from} --${event}--> ${to}`);
  expect(texts(edgesOf(WITHDRAWAL_TABLE, WITHDRAWAL_STATES, WITHDRAWAL_EVENTS))).toEqual(EDGES);
  expect(texts(edgesOf(PAYOUT_TABLE, PAYOUT_STATES, PAYOUT_EVENTS))).toEqual(PAYOUT_EDGES);
});

test.each(WITHDRAWAL_STATES.flatMap((from) => WITHDRAWAL_EVENTS.map((event) => ({ from, event }))))(
  '$event in $from follows the table, or is refused',
  ({ from, event }) => {
    const edge = EDGES.find((text) => text.startsWith(`${from} --${event}-->`));
    expect(nextState(WITHDRAWAL_TABLE, from, event)).toEqual(
      edge === undefined ? { ok: false, error: 'STATE_CHANGED' } : { ok: true, value: edge.split('--> ')[1] },
    );
  },
);

test.each(PAYOUT_STATES.flatMap((from) => PAYOUT_EVENTS.map((event) => ({ from, event }))))(
  'payout: $event in $from follows the table, or is refused',
  ({ from, event }) => {
    const edge = PAYOUT_EDGES.find((text) => text.startsWith(`${from} --${event}-->`));
    expect(nextState(PAYOUT_TABLE, from, event)).toEqual(
      edge === undefined ? { ok: false, error: 'STATE_CHANGED' } : { ok: true, value: edge.split('--> ')[1] },
    );
  },
);

const rule: WithdrawalRule = {
  min: money(10_000n),
  max: money(5_000_000n),
  dailyMax: money(6_000_000n),
  feeRate: rate(10n),
  feeMin: money(200n),
  feeMax: money(3_000n),
  cardRequired: true,
  identityRequired: true,
};
const facts: WithdrawalFacts = {
  available: money(5_500_000n),
  usedToday: money(1_500_000n),
  allowed: true,
  hasCard: true,
  isVerified: true,
  pausedSec: 0,
};

describe('the fee', () => {
  it.each([
    ['its minimum', 199_999n, 200n],
    ['its rate, rounded down', 1_234_567n, 1_234n],
    ['its maximum', 3_000_999n, 3_000n],
  ])('is %s', (_, amount, fee) => {
    expect(withdrawalFee(money(amount), rule)).toBe(fee);
  });
});

describe('planWithdrawal', () => {
  it('allows the whole range, to its last unit', () => {
    expect(planWithdrawal(money(10_000n), rule, facts)).toEqual({ ok: true, value: { fee: 200n } });
    expect(planWithdrawal(money(4_500_000n), rule, facts)).toEqual({ ok: true, value: { fee: 3_000n } });
    expect(planWithdrawal(money(5_000_000n), { ...rule, dailyMax: money(6_500_000n) }, facts).ok).toBe(true);
    expect(
      planWithdrawal(money(5_000_000n), rule, { ...facts, usedToday: money(0n), available: money(5_000_000n) }).ok,
    ).toBe(true);
  });

  it.each([
    [{ allowed: false }, 50_000n, { key: 'WITHDRAWAL_FORBIDDEN' }],
    [{ isVerified: false }, 50_000n, { key: 'IDENTITY_NOT_VERIFIED' }],
    [{ hasCard: false }, 50_000n, { key: 'BANK_CARD_REQUIRED' }],
    [{ pausedSec: 1 }, 50_000n, { key: 'WITHDRAWAL_PAUSED', retryAfterSec: 1 }],
    [{}, 9_999n, { key: 'AMOUNT_BELOW_MINIMUM', limit: 10_000n }],
    [{ usedToday: money(0n) }, 5_000_001n, { key: 'AMOUNT_ABOVE_MAXIMUM', limit: 5_000_000n }],
    [{}, 4_500_001n, { key: 'WITHDRAWAL_DAILY_LIMIT', limit: 4_500_000n }],
    [{ usedToday: money(7_000_000n) }, 10_000n, { key: 'WITHDRAWAL_DAILY_LIMIT', limit: 0n }],
    [{ available: money(49_999n) }, 50_000n, { key: 'AVAILABLE_INSUFFICIENT' }],
  ] as const)('refuses with %o', (more, amount, error) => {
    expect(planWithdrawal(money(amount), rule, { ...facts, ...more })).toEqual({ ok: false, error });
  });

  it('does not ask for documents that the site does not want', () => {
    const free = { ...rule, cardRequired: false, identityRequired: false };
    expect(planWithdrawal(money(50_000n), free, { ...facts, hasCard: false, isVerified: false }).ok).toBe(true);
  });

  it('lets something arrive, whatever the fee', () => {
    const dear = { ...rule, min: money(1n), feeMin: money(500n) };
    expect(planWithdrawal(money(500n), dear, facts)).toEqual({
      ok: false,
      error: { key: 'AMOUNT_BELOW_MINIMUM', limit: 501n },
    });
    expect(planWithdrawal(money(501n), dear, facts)).toEqual({ ok: true, value: { fee: 500n } });
  });

  it('never lets a day pass its limit, nor a balance below zero', () => {
    const amount = fc.bigInt({ min: 1n, max: 6_000_000n }).map(money);
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 12 }), (amounts) => {
        let [available, usedToday] = [money(8_000_000n), money(0n)];
        for (const each of amounts) {
          if (!planWithdrawal(each, rule, { ...facts, available, usedToday }).ok) continue;
          available = money(available - each);
          usedToday = money(usedToday + each);
        }
        expect(usedToday <= rule.dailyMax && available >= 0n).toBe(true);
        expect(remainingToday(rule, usedToday)).toBe(rule.dailyMax - usedToday);
      }),
    );
  });
});

const MEMBER = 7n;
const FIRST = 1n;
const SECOND = 2n;

function withdrawal(state: WithdrawalState, more: Partial<ReviewedWithdrawal> = {}): ReviewedWithdrawal {
  return { state, version: 3, memberId: MEMBER, takenBy: FIRST, approvedBy: null, block: null, ...more };
}

const seconding = withdrawal('seconding', { approvedBy: FIRST });
const reject = { name: 'reject', hasReason: true } as const;

describe('an operator', () => {
  it.each([
    ['takes', withdrawal('pending', { takenBy: null }), FIRST, { name: 'take' }, 'reviewing'],
    ['releases', withdrawal('reviewing'), FIRST, { name: 'release' }, 'pending'],
    ['approves first', withdrawal('reviewing'), FIRST, { name: 'approve' }, 'seconding'],
    // It went back to the queue after its first approval; this one is a first approval again.
    ['approves first again', withdrawal('reviewing', { approvedBy: FIRST }), FIRST, { name: 'approve' }, 'seconding'],
    ['approves second', seconding, SECOND, { name: 'approve' }, 'approved'],
    ['rejects', withdrawal('reviewing'), FIRST, reject, 'rejected'],
    ['rejects second', seconding, SECOND, reject, 'rejected'],
    ['takes an approval back', seconding, FIRST, { name: 'release' }, 'pending'],
  ] as const)('%s', (_, item, operator, action, to) => {
    expect(decideWithdrawal(item, operator, 3, action)).toEqual({ ok: true, value: { to } });
  });

  it.each([
    ['its own withdrawal', withdrawal('pending', { takenBy: null }), MEMBER, { name: 'take' }, 'ITEM_OWN'],
    ['what another took', withdrawal('reviewing'), SECOND, { name: 'approve' }, 'ITEM_TAKEN'],
    ['what nobody took', withdrawal('pending', { takenBy: null }), FIRST, { name: 'approve' }, 'STATE_CHANGED'],
    ['a second approval of its own', seconding, FIRST, { name: 'approve' }, 'SECOND_OPERATOR_NEEDED'],
    [
      'to reject without a reason',
      withdrawal('reviewing'),
      FIRST,
      { name: 'reject', hasReason: false },
      'REASON_REQUIRED',
    ],
    ['what is decided', withdrawal('approved'), SECOND, reject, 'STATE_CHANGED'],
  ] as const)('is refused %s', (_, item, operator, action, error) => {
    expect(decideWithdrawal(item, operator, 3, action)).toEqual({ ok: false, error });
  });

  it('is refused what changed since it was read', () => {
    expect(decideWithdrawal(seconding, SECOND, 4, { name: 'approve' })).toEqual({ ok: false, error: 'STATE_CHANGED' });
  });
});

describe('while no money may leave to the member', () => {
  const BLOCKS = [
    ['frozen', 'MEMBER_FROZEN'],
    ['forbidden', 'MEMBER_FORBIDDEN'],
    ['paused', 'MEMBER_PAUSED'],
    ['shared', 'CARD_SHARED'],
    ['halted', 'MONEY_HALTED'],
  ] as const satisfies readonly (readonly [PayoutBlock | 'halted', string])[];

  it.each(BLOCKS)('%s: nobody approves or sends', (block, error) => {
    const approve = { name: 'approve' } as const;
    expect(decideWithdrawal(withdrawal('reviewing', { block }), FIRST, 3, approve)).toEqual({ ok: false, error });
    expect(decideWithdrawal({ ...seconding, block }, SECOND, 3, approve)).toEqual({ ok: false, error });
    expect(decidePayout(payout('none', { block }), SECOND, 3, step('send'))).toEqual({ ok: false, error });
  });

  it.each(BLOCKS)('%s: rejecting, releasing, and what already happened stay possible', (block) => {
    expect(decideWithdrawal({ ...seconding, block }, SECOND, 3, reject).ok).toBe(true);
    expect(decideWithdrawal({ ...seconding, block }, SECOND, 3, { name: 'release' }).ok).toBe(true);
    expect(decidePayout(payout('sent', { block }), SECOND, 3, step('arrive')).ok).toBe(true);
    expect(decidePayout(payout('sent', { block }), SECOND, 3, step('proposeReturn')).ok).toBe(true);
    expect(decidePayout(returning({ block }), THIRD, 3, step('return')).ok).toBe(true);
  });
});

const THIRD = 3n;

function payout(state: ReviewedPayout['payout'], more: Partial<ReviewedPayout> = {}): ReviewedPayout {
  const sentBy = state === 'none' ? null : FIRST;
  const base = { state: 'approved', version: 3, memberId: MEMBER, returnBy: null, block: null } as const;
  return { ...base, payout: state, sentBy, handledBy: [], ...more };
}

function returning(more: Partial<ReviewedPayout> = {}): ReviewedPayout {
  return payout('returning', { returnBy: SECOND, ...more });
}

function step(event: (typeof PAYOUT_EVENTS)[number], more: { hasReason?: boolean; hasRef?: boolean } = {}) {
  return { event, hasReason: true, hasRef: true, ...more };
}

describe('the payment', () => {
  const bare = { hasReason: false };
  it.each([
    ['is sent', payout('none'), FIRST, step('send', bare), 'sent'],
    ['arrives', payout('sent'), FIRST, step('arrive', bare), 'arrived'],
    ['is said to have come back, by who sent it', payout('sent'), FIRST, step('proposeReturn'), 'returning'],
    ['comes back by a third', returning(), THIRD, step('return', bare), 'returned'],
    ['comes back by a second', returning({ sentBy: SECOND }), FIRST, step('return', bare), 'returned'],
    ['stays sent: the proposer takes it back', returning(), SECOND, step('keep', bare), 'sent'],
    ['stays sent: another refuses the return', returning(), FIRST, step('keep'), 'sent'],
  ] as const)('%s', (_, item, operator, how, to) => {
    expect(decidePayout(item, operator, 3, how)).toEqual({ ok: true, value: { to } });
  });

  it.each([
    ['the member', payout('none'), MEMBER, step('send'), 'ITEM_OWN'],
    ['what is not approved', payout('none', { state: 'seconding' }), FIRST, step('send'), 'STATE_CHANGED'],
    ['what changed meanwhile', payout('none', { version: 4 }), FIRST, step('send'), 'STATE_CHANGED'],
    ['a payment without its reference', payout('none'), FIRST, step('send', { hasRef: false }), 'PAYOUT_REF_REQUIRED'],
    ['a return that nobody proposed', payout('sent'), SECOND, step('return'), 'STATE_CHANGED'],
    ['a proposal without a reason', payout('sent'), SECOND, step('proposeReturn', bare), 'REASON_REQUIRED'],
    ['a refusal without a reason', returning(), FIRST, step('keep', bare), 'REASON_REQUIRED'],
    ['a return by who proposed it', returning(), SECOND, step('return'), 'SECOND_OPERATOR_NEEDED'],
    ['a return by who sent it', returning(), FIRST, step('return'), 'RETURN_BY_ANOTHER'],
    ['an arrival while a return waits', returning(), FIRST, step('arrive'), 'STATE_CHANGED'],
  ] as const)('refuses %s', (_, item, operator, how, error) => {
    expect(decidePayout(item, operator, 3, how)).toEqual({ ok: false, error });
  });
});
