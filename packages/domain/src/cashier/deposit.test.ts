import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currency, money, rate } from '../money.ts';
import {
  convertAsset,
  decideDeposit,
  DEPOSIT_EVENTS,
  DEPOSIT_OPEN_MS,
  DEPOSIT_STATES,
  DEPOSIT_TABLE,
  OPEN_DEPOSITS_MAX,
  RATE_LOCK_MS,
} from './deposit.ts';
import type { CreditTerms } from './credit-bounds.ts';
import type { DepositAction, DepositState, ReviewedDeposit } from './deposit.ts';
import { edgesOf, nextState } from './state-table.ts';

const EDGES = [
  'recharging --pay--> pending',
  'recharging --cancel--> cancelled',
  'recharging --expire--> cancelled',
  'recharging --credit--> approved',
  'pending --cancel--> cancelled',
  'pending --credit--> approved',
  'pending --take--> reviewing',
  'reviewing --release--> pending',
  'reviewing --approve--> approved',
  'reviewing --propose--> seconding',
  'reviewing --reject--> rejected',
  'seconding --release--> pending',
  'seconding --approve--> approved',
  'seconding --reject--> rejected',
];

test('a deposit goes exactly these ways', () => {
  const edges = edgesOf(DEPOSIT_TABLE, DEPOSIT_STATES, DEPOSIT_EVENTS);
  expect(edges.map(({ from, event, to }) => `${from} --${event}--> ${to}`)).toEqual(EDGES);
});

test.each(DEPOSIT_STATES.flatMap((from) => DEPOSIT_EVENTS.map((event) => ({ from, event }))))(
  '$event in $from follows the table, or is refused',
  ({ from, event }) => {
    const edge = EDGES.find((text) => text.startsWith(`${from} --${event}-->`));
    expect(nextState(DEPOSIT_TABLE, from, event)).toEqual(
      edge === undefined ? { ok: false, error: 'STATE_CHANGED' } : { ok: true, value: edge.split('--> ')[1] },
    );
  },
);

test('a rate holds for a quarter of an hour, a deposit waits for a day, and five may wait', () => {
  expect([RATE_LOCK_MS, DEPOSIT_OPEN_MS, OPEN_DEPOSITS_MAX]).toEqual([900_000, 86_400_000, 5]);
});

const MEMBER = 7n;
const FIRST = 1n;
const SECOND = 2n;
const AMOUNT = money(10_000n);
const OTHER = money(9_000n);
const TERMS: CreditTerms = {
  min: money(1_000n),
  max: money(100_000n),
  secondFrom: money(20_000n),
  farRate: rate(1_000n),
  boundRate: rate(10_000n),
};

function deposit(state: DepositState, more: Partial<ReviewedDeposit> = {}): ReviewedDeposit {
  return {
    state,
    version: 3,
    memberId: MEMBER,
    amount: AMOUNT,
    takenBy: FIRST,
    proposal: null,
    lacksProof: false,
    terms: TERMS,
    ...more,
  };
}

function approve(credited = AMOUNT, hasReason = false, again = credited): DepositAction {
  return { name: 'approve', credited, again, hasReason };
}

const proposed = deposit('seconding', { proposal: { by: FIRST, credited: OTHER } });

describe('an operator', () => {
  it.each([
    ['takes', deposit('pending', { takenBy: null }), FIRST, { name: 'take' }, { to: 'reviewing' }],
    ['releases', deposit('reviewing'), FIRST, { name: 'release' }, { to: 'pending' }],
    [
      'approves the submitted amount alone',
      deposit('reviewing'),
      FIRST,
      approve(),
      { to: 'approved', credited: AMOUNT },
    ],
    [
      'proposes another amount',
      deposit('reviewing'),
      FIRST,
      approve(OTHER, true),
      { to: 'seconding', credited: OTHER },
    ],
    [
      'proposes a near amount that is typed once',
      deposit('reviewing'),
      FIRST,
      { name: 'approve', credited: OTHER, again: null, hasReason: true },
      { to: 'seconding', credited: OTHER },
    ],
    [
      'proposes a far amount that is typed twice',
      deposit('reviewing'),
      FIRST,
      approve(money(20_000n), true),
      { to: 'seconding', credited: 20_000n },
    ],
    [
      'proposes a large amount, though it is the submitted one',
      deposit('reviewing', { amount: TERMS.secondFrom }),
      FIRST,
      approve(TERMS.secondFrom),
      { to: 'seconding', credited: TERMS.secondFrom },
    ],
    [
      'proposes what has no proof',
      deposit('reviewing', { lacksProof: true }),
      FIRST,
      approve(),
      { to: 'seconding', credited: AMOUNT },
    ],
    [
      'approves the submitted amount, whatever the channel takes by now',
      deposit('reviewing', { terms: { ...TERMS, min: money(15_000n) } }),
      FIRST,
      approve(),
      { to: 'approved', credited: AMOUNT },
    ],
    ['approves what another proposed', proposed, SECOND, approve(OTHER), { to: 'approved', credited: OTHER }],
    ['rejects with a reason', deposit('reviewing'), FIRST, { name: 'reject', hasReason: true }, { to: 'rejected' }],
    ['rejects a proposal', proposed, SECOND, { name: 'reject', hasReason: true }, { to: 'rejected' }],
    ['drops its proposal', proposed, FIRST, { name: 'release' }, { to: 'pending' }],
  ] as const)('%s', (_, item, operator, action, decision) => {
    expect(decideDeposit(item, operator, 3, action)).toEqual({ ok: true, value: decision });
  });

  it.each([
    ['its own deposit', deposit('reviewing', { takenBy: MEMBER }), MEMBER, approve(), 'ITEM_OWN'],
    ['what nobody took', deposit('pending', { takenBy: null }), FIRST, approve(), 'STATE_CHANGED'],
    ['what another took', deposit('reviewing'), SECOND, approve(), 'ITEM_TAKEN'],
    ['to release what another took', deposit('reviewing'), SECOND, { name: 'release' }, 'ITEM_TAKEN'],
    ['another amount without a reason', deposit('reviewing'), FIRST, approve(OTHER), 'REASON_REQUIRED'],
    [
      'to reject without a reason',
      deposit('reviewing'),
      FIRST,
      { name: 'reject', hasReason: false },
      'REASON_REQUIRED',
    ],
    ['its own proposal', proposed, FIRST, approve(OTHER), 'SECOND_OPERATOR_NEEDED'],
    ['a proposal of another amount', proposed, SECOND, approve(AMOUNT), 'STATE_CHANGED'],
    ['what is decided', deposit('approved'), FIRST, approve(), 'STATE_CHANGED'],
    ['more than twice the amount', deposit('reviewing'), FIRST, approve(money(20_001n), true), 'CREDIT_BEYOND_BOUNDS'],
    ['less than the channel takes', deposit('reviewing'), FIRST, approve(money(999n), true), 'CREDIT_BEYOND_BOUNDS'],
    [
      'more than the channel takes',
      deposit('reviewing', { amount: money(60_000n) }),
      FIRST,
      approve(money(100_001n), true),
      'CREDIT_BEYOND_BOUNDS',
    ],
    [
      'a far amount that is typed once',
      deposit('reviewing'),
      FIRST,
      { name: 'approve', credited: money(8_999n), again: null, hasReason: true },
      'CREDIT_NOT_CONFIRMED',
    ],
    [
      'a far amount that is typed twice and differs',
      deposit('reviewing'),
      FIRST,
      approve(money(8_999n), true, money(8_998n)),
      'CREDIT_NOT_CONFIRMED',
    ],
  ] as const)('is refused %s', (_, item, operator, action, error) => {
    expect(decideDeposit(item, operator, 3, action)).toEqual({ ok: false, error });
  });

  it('is refused what changed since it was read', () => {
    expect(decideDeposit(deposit('reviewing'), FIRST, 2, approve())).toEqual({ ok: false, error: 'STATE_CHANGED' });
  });

  it('never credits another amount by the word of one operator', () => {
    const state = fc.constantFrom(...DEPOSIT_STATES);
    const operator = fc.constantFrom(FIRST, SECOND, 3n);
    const amount = fc.constantFrom(AMOUNT, OTHER);
    fc.assert(
      fc.property(state, operator, operator, operator, amount, amount, (from, taker, by, decider, wanted, credited) => {
        const item = deposit(from, {
          takenBy: taker,
          proposal: from === 'seconding' ? { by, credited: wanted } : null,
        });
        const decided = decideDeposit(item, decider, 3, approve(credited, true));
        if (!decided.ok || decided.value.to !== 'approved') return;
        expect(credited === AMOUNT || (from === 'seconding' && by !== decider && wanted === credited)).toBe(true);
      }),
    );
  });
});

describe('convertAsset', () => {
  it.each([
    ['100 USDT at 7.2000', 100_000_000n, 72_000n, 2, 72_000n],
    ['the smallest unit is worth nothing', 1n, 72_000n, 2, 0n],
    ['rounds down', 1_234_567n, 71_999n, 2, 888n],
    ['no decimals', 1_500_000n, 72_000n, 0, 10n],
    ['four decimals', 1_500_000n, 72_000n, 4, 108_000n],
  ])('%s', (_, units, at, decimals, expected) => {
    expect(convertAsset(units, 6, rate(at), currency('CNY', decimals))).toBe(expected);
  });
});
