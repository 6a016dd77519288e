import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseAccount, memberAccount } from '../ledger/account.ts';
import type { LimitSums, LimitUse } from '../limits/own-limits.ts';
import { money, rate } from '../money.ts';
import { price } from '../price.ts';
import { EMPTY_WINDOW } from './loss-limits.ts';
import type { HouseBook } from './loss-limits.ts';
import { entryAtOf, latestEntryAt } from './order-times.ts';
import { PLACE_ORDER_ERRORS, placeOrder, whyNoPrice } from './place-order.ts';
import type { PlaceOrderCommand, PlaceOrderError, PlaceOrderFacts } from './place-order.ts';
import type { Terms } from './terms.ts';
import type { Tick } from './tick.ts';

const STAKE = money(10_000n);
const FEE = 100n;
const ACCEPTED_AT = 1_700_000_000_400;

const terms: Terms = {
  version: 2,
  product: 'BTC-USD',
  decimals: 2,
  durations: [{ seconds: 30, payoutRate: rate(8500n), minStake: money(1000n), maxStake: money(5_000_000n) }],
  feeRate: rate(100n),
  presets: [],
};
const tick: Tick = { seq: 7n, at: 1_700_000_000_000, price: price(6_789_012n), status: 'OK' };
const command: PlaceOrderCommand = {
  orderId: 'o1',
  memberId: 5n,
  product: 'BTC-USD',
  direction: 'up',
  durationSec: 30,
  stake: STAKE,
  wallet: 'practice',
  termsVersion: 2,
  submittedAt: ACCEPTED_AT - 3,
};
const facts: PlaceOrderFacts = {
  acceptedAt: ACCEPTED_AT,
  mode: 'practice',
  member: { frozen: false, tradingAllowed: true },
  product: { active: true, forbidden: false },
  terms,
  seenTerms: terms,
  newestTick: tick,
  inSession: true,
  sessionEndsAt: null,
  available: money(STAKE + FEE),
  hasOpenPosition: false,
  currency: 'CNY',
  ownGuard: null,
  book: null,
};

const NO_SUMS: LimitSums = {
  staked: money(0n),
  lost: money(0n),
  atRisk: money(0n),
  deposited: money(0n),
  underway: money(0n),
};
function limit(kind: LimitUse['kind'], amount: bigint, sums: Partial<LimitSums> = {}): LimitUse {
  return {
    kind,
    period: 'day',
    amount: money(amount),
    sums: { ...NO_SUMS, ...sums },
  };
}

function withOffer(offer: Partial<Terms['durations'][number]>): Terms {
  return { ...terms, durations: terms.durations.map((known) => ({ ...known, ...offer })) };
}

/** A command and facts for which exactly the given refusals apply, all at the same time. */
function withFailures(failures: ReadonlySet<PlaceOrderError>): [PlaceOrderCommand, PlaceOrderFacts] {
  const has = (error: PlaceOrderError): boolean => failures.has(error);
  const offered = withOffer({
    seconds: has('DURATION_INVALID') ? 31 : 30,
    minStake: money(has('STAKE_BELOW_MINIMUM') ? STAKE + 1n : 1000n),
    maxStake: money(has('STAKE_ABOVE_MAXIMUM') ? STAKE - 1n : 5_000_000n),
  });
  const none = money(0n);
  const current = { ...offered, acceptWithinMs: 3000, lossLimits: { second: none, product: none, day: none } };
  return [
    {
      ...command,
      submittedAt: ACCEPTED_AT - (has('ORDER_FAILED_RETRY') ? 30_000 : 29_999),
      signed: { signedAt: ACCEPTED_AT - 2999, deadline: ACCEPTED_AT - (has('ORDER_EXPIRED') ? 1 : 0) },
      wallet: has('WALLET_UNAVAILABLE') ? 'cash' : 'practice',
      termsVersion: has('TERMS_CHANGED') ? 1 : 2,
    },
    {
      ...facts,
      member: { frozen: has('ACCOUNT_FROZEN'), tradingAllowed: !has('TRADING_FORBIDDEN') },
      product: { active: !has('PRODUCT_NOT_FOUND'), forbidden: has('TRADING_FORBIDDEN') },
      terms: current,
      seenTerms: { ...withOffer({ payoutRate: rate(8501n) }), version: 1 },
      newestTick: has('PRICE_UNAVAILABLE') ? null : tick,
      inSession: !has('MARKET_CLOSED'),
      hasOpenPosition: has('POSITION_PENDING'),
      available: money(has('BALANCE_INSUFFICIENT') ? STAKE + FEE - 1n : STAKE + FEE),
      book: has('HOUSE_LIMIT') ? EMPTY_BOOK : COVERED_BOOK,
      ownGuard: {
        exclusion: has('SELF_EXCLUDED') ? ACCEPTED_AT + 1 : ACCEPTED_AT,
        limits: [
          limit('stake', has('STAKE_LIMIT') ? STAKE - 1n : STAKE),
          limit('loss', has('LOSS_LIMIT') ? STAKE + FEE - 1n : STAKE + FEE),
        ],
      },
    },
  ];
}

const EMPTY_BOOK: HouseBook = {
  window: EMPTY_WINDOW,
  secondWorst: money(0n),
  productWorst: money(0n),
  dayWorst: money(0n),
  dayKept: money(0n),
};

/** As much runs in either direction as an order can win. */
const COVERED_BOOK: HouseBook = {
  ...EMPTY_BOOK,
  window: { up: { stake: STAKE, profit: money(0n) }, down: { stake: STAKE, profit: money(0n) } },
};

function errorOf(input: [PlaceOrderCommand, PlaceOrderFacts]): PlaceOrderError | null {
  const result = placeOrder(...input);
  return result.ok ? null : result.error;
}

const PRECEDENCE: readonly PlaceOrderError[] = [
  'ORDER_FAILED_RETRY',
  'ORDER_EXPIRED',
  'ACCOUNT_FROZEN',
  'SELF_EXCLUDED',
  'WALLET_UNAVAILABLE',
  'PRODUCT_NOT_FOUND',
  'TRADING_FORBIDDEN',
  'MARKET_CLOSED',
  'PRICE_UNAVAILABLE',
  'DURATION_INVALID',
  'STAKE_BELOW_MINIMUM',
  'STAKE_ABOVE_MAXIMUM',
  'TERMS_CHANGED',
  'POSITION_PENDING',
  'STAKE_LIMIT',
  'LOSS_LIMIT',
  'BALANCE_INSUFFICIENT',
  'HOUSE_LIMIT',
];

describe('precedence', () => {
  it('is exported for other readers', () => {
    expect(PLACE_ORDER_ERRORS).toEqual(PRECEDENCE);
  });

  it('with every rule broken, each refusal appears once those before it are fixed', () => {
    const remaining = new Set(PRECEDENCE);
    for (const expected of PRECEDENCE) {
      expect(errorOf(withFailures(remaining))).toBe(expected);
      remaining.delete(expected);
    }
    expect(errorOf(withFailures(remaining))).toBeNull();
  });

  it('holds for every combination of refusals', () => {
    const wrong: string[] = [];
    for (let mask = 0; mask < 2 ** PRECEDENCE.length; mask += 1) {
      const failures = PRECEDENCE.filter((_, bit) => (mask & (1 << bit)) !== 0);
      const answer = errorOf(withFailures(new Set(failures)));
      if (answer !== (failures[0] ?? null)) wrong.push(`${failures.join(' + ')} answers ${answer}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the reason for no price', () => {
  it.each([
    ['no tick', null, 'NONE'],
    ['a STALE tick', { ...tick, status: 'STALE' }, 'STALE'],
    ['a DISAGREE tick', { ...tick, status: 'DISAGREE' }, 'DISAGREE'],
    ['an old DEAD tick', { ...tick, status: 'DEAD', at: ACCEPTED_AT - 9000 }, 'DEAD'],
    ['a tick older than 3 s', { ...tick, at: ACCEPTED_AT - 3001 }, 'OLD'],
    ['a tick 3 s old', { ...tick, at: ACCEPTED_AT - 3000 }, null],
    ['a tick in the second that is 2 s ahead', { ...tick, at: ACCEPTED_AT + 2599 }, null],
    ['a tick in the second that is 3 s ahead', { ...tick, at: ACCEPTED_AT + 2600 }, 'AHEAD'],
    ['a STALE tick an hour ahead', { ...tick, status: 'STALE', at: ACCEPTED_AT + 3_600_000 }, 'STALE'],
  ] as const)('after %s', (_, newestTick, reason) => {
    expect(whyNoPrice({ newestTick, acceptedAt: ACCEPTED_AT })).toBe(reason);
  });
});

describe('the entry of an accepted order', () => {
  it('is never later than the latest that checks of an order allow, wherever the newest tick is', () => {
    const offset = fc.integer({ min: -6000, max: 6000 });
    fc.assert(
      fc.property(offset, fc.integer({ min: 0, max: 999 }), fc.constantFrom(0, 1, 3), (lead, ms, entryDelaySec) => {
        const acceptedAt = ACCEPTED_AT + ms;
        const at = acceptedAt + lead;
        const placed = placeOrder(
          { ...command, submittedAt: acceptedAt },
          { ...facts, acceptedAt, newestTick: { ...tick, at }, terms: { ...terms, entryDelaySec } },
        );
        const isAllowed = lead >= -3000 && entryAtOf(acceptedAt, at) <= latestEntryAt(acceptedAt);
        expect(placed.ok).toBe(isAllowed);
        if (placed.ok) expect(placed.value.order.entryAt).toBeLessThanOrEqual(latestEntryAt(acceptedAt, entryDelaySec));
        else expect(placed.error).toBe('PRICE_UNAVAILABLE');
      }),
    );
  });
});

describe('each rule at its limit', () => {
  const worse: Terms = { ...withOffer({ payoutRate: rate(8501n) }), version: 1 };
  const better: Terms = { ...withOffer({ payoutRate: rate(8499n) }), version: 1 };
  const closesAt = 1_700_000_031_000;

  const cases: [string, Partial<PlaceOrderCommand>, Partial<PlaceOrderFacts>, PlaceOrderError | null][] = [
    ['an exclusion for good', {}, { ownGuard: { exclusion: 'forever', limits: [] } }, 'SELF_EXCLUDED'],
    [
      'a stake limit that is used in part',
      {},
      { ownGuard: { exclusion: null, limits: [limit('stake', 2n * STAKE, { staked: money(STAKE + 1n) })] } },
      'STAKE_LIMIT',
    ],
    [
      'a loss limit that open orders use up',
      {},
      { ownGuard: { exclusion: null, limits: [limit('loss', 2n * STAKE, { atRisk: money(STAKE) })] } },
      'LOSS_LIMIT',
    ],
    [
      'a loss limit after a gain',
      {},
      { ownGuard: { exclusion: null, limits: [limit('loss', 1n, { lost: money(-STAKE - FEE) })] } },
      null,
    ],
    [
      'a deposit limit',
      {},
      { ownGuard: { exclusion: null, limits: [limit('deposit', 1n, { deposited: money(1n) })] } },
      null,
    ],
    ['cash in live mode', { wallet: 'cash' }, { mode: 'live' }, null],
    ['practice in live mode', {}, { mode: 'live' }, null],
    ['no such product', {}, { product: null }, 'PRODUCT_NOT_FOUND'],
    ['a product without terms', {}, { terms: null }, 'PRODUCT_NOT_FOUND'],
    ['a stopped product', {}, { product: { active: true, forbidden: true } }, 'TRADING_FORBIDDEN'],
    ['a member who may not trade', {}, { member: { frozen: false, tradingAllowed: false } }, 'TRADING_FORBIDDEN'],
    ['closing a millisecond before the session ends', {}, { sessionEndsAt: closesAt + 1 }, null],
    ['closing as the session ends', {}, { sessionEndsAt: closesAt }, 'MARKET_CLOSED'],
    ['outliving the session', {}, { sessionEndsAt: closesAt - 1 }, 'MARKET_CLOSED'],
    ['no tick', {}, { newestTick: null }, 'PRICE_UNAVAILABLE'],
    ['a tick 3 s old', {}, { newestTick: { ...tick, at: ACCEPTED_AT - 3000 } }, null],
    ['a tick older than 3 s', {}, { newestTick: { ...tick, at: ACCEPTED_AT - 3001 } }, 'PRICE_UNAVAILABLE'],
    ['a STALE tick', {}, { newestTick: { ...tick, status: 'STALE' } }, 'PRICE_UNAVAILABLE'],
    ['a DISAGREE tick', {}, { newestTick: { ...tick, status: 'DISAGREE' } }, 'PRICE_UNAVAILABLE'],
    ['a DEAD tick', {}, { newestTick: { ...tick, status: 'DEAD' } }, 'PRICE_UNAVAILABLE'],
    ['a CLOSED tick', {}, { newestTick: { ...tick, status: 'CLOSED' } }, 'PRICE_UNAVAILABLE'],
    ['a duration not offered', { durationSec: 60 }, {}, 'DURATION_INVALID'],
    ['the minimum stake', {}, { terms: withOffer({ minStake: STAKE }) }, null],
    ['the maximum stake', {}, { terms: withOffer({ maxStake: STAKE }) }, null],
    ['a stake of zero', { stake: money(0n) }, { terms: withOffer({ minStake: money(0n) }) }, 'STAKE_BELOW_MINIMUM'],
    ['a negative stake', { stake: money(-1n) }, { terms: withOffer({ minStake: money(-9n) }) }, 'STAKE_BELOW_MINIMUM'],
    ['worse terms since those seen', { termsVersion: 1 }, { seenTerms: worse }, 'TERMS_CHANGED'],
    ['better terms since those seen', { termsVersion: 1 }, { seenTerms: better }, null],
    ['an unknown version', { termsVersion: 9 }, { seenTerms: null }, 'TERMS_CHANGED'],
    ['the current version with another hash', { termsVersion: terms.version }, { seenTerms: null }, 'TERMS_CHANGED'],
    ['exactly stake and fee available', {}, { available: money(STAKE + FEE) }, null],
    ['the stake but not the fee', {}, { available: STAKE }, 'BALANCE_INSUFFICIENT'],
  ];

  it.each(cases)('%s', (_, commandPart, factsPart, expected) => {
    expect(
      errorOf([
        { ...command, ...commandPart },
        { ...facts, ...factsPart },
      ]),
    ).toBe(expected);
  });

  it('without a named version the current terms apply', () => {
    const { termsVersion: _, ...unnamed } = command;
    expect(placeOrder(unnamed, { ...facts, seenTerms: null }).ok).toBe(true);
  });

  it('seen terms of another version or product fail an assertion', () => {
    expect(() => placeOrder({ ...command, termsVersion: 1 }, facts)).toThrow('seenTerms');
    const elsewhere = { ...terms, version: 1, product: 'ETH-USD' };
    expect(() => placeOrder({ ...command, termsVersion: 1 }, { ...facts, seenTerms: elsewhere })).toThrow('seenTerms');
  });
});

describe('an accepted order', () => {
  it('pays the smallest possible fee', () => {
    const small = { ...facts, terms: withOffer({ minStake: money(100n) }) };
    const placed = placeOrder({ ...command, stake: money(100n) }, small);
    if (!placed.ok) throw new Error(placed.error);
    expect(placed.value.transfers.map(({ type, amount }) => [type, amount])).toEqual([
      ['orderStake', 100n],
      ['fee', 1n],
    ]);
  });

  it('carries terms, amounts and times, and takes stake and fee into escrow', () => {
    const funds = memberAccount('funds', 5n, 'practice', 'CNY');
    const escrow = houseAccount('escrow', 'practice', 'CNY');
    const transfer = { debit: funds, credit: escrow, phase: 'single', refType: 'order', refId: 'o1' };
    expect(placeOrder(command, facts)).toEqual({
      ok: true,
      value: {
        order: {
          id: 'o1',
          memberId: 5n,
          product: 'BTC-USD',
          direction: 'up',
          wallet: 'practice',
          currency: 'CNY',
          stake: 10_000n,
          fee: 100n,
          payoutRate: 8500n,
          payout: 18_500n,
          durationSec: 30,
          submittedAt: ACCEPTED_AT - 3,
          acceptedAt: ACCEPTED_AT,
          entryAt: 1_700_000_001_000,
          closesAt: 1_700_000_031_000,
          termsVersion: 2,
        },
        transfers: [
          { ...transfer, amount: 10_000n, type: 'orderStake' },
          { ...transfer, amount: 100n, type: 'fee' },
        ],
      },
    });
  });

  it('was never sent after it was accepted: two clocks took these moments', () => {
    const result = placeOrder({ ...command, submittedAt: ACCEPTED_AT + 4 }, facts);
    expect(result.ok && result.value.order.submittedAt).toBe(ACCEPTED_AT);
  });

  it.each([
    [-35_000, 'ORDER_FAILED_RETRY'],
    [-34_999, null],
    [0, null],
    [5000, null],
    [5001, 'ORDER_FAILED_RETRY'],
  ])('signed %i ms from the acceptance: %s', (ms, error) => {
    const result = placeOrder({ ...command, signed: { signedAt: ACCEPTED_AT + ms } }, facts);
    expect(result.ok ? null : result.error).toBe(error);
  });

  it.each([
    ['at its deadline', 3000, 0, null],
    ['a millisecond after it', 3000, -1, 'ORDER_EXPIRED'],
    ['with a deadline further off than the terms allow', 3001, 3001, 'ORDER_EXPIRED'],
    ['with a deadline that is no later than the signature', 0, 0, 'ORDER_EXPIRED'],
  ])('taken %s', (_, allowedMs, leftMs, error) => {
    const deadline = ACCEPTED_AT + leftMs;
    const signed = { signedAt: deadline - allowedMs, deadline };
    const result = placeOrder({ ...command, signed }, { ...facts, terms: { ...terms, acceptWithinMs: 3000 } });
    expect(result.ok ? null : result.error).toBe(error);
  });

  it('is not taken without a deadline where the terms ask for one, nor with one where they do not', () => {
    const timed = { ...facts, terms: { ...terms, acceptWithinMs: 3000 } };
    const plain = { signedAt: ACCEPTED_AT };
    expect(placeOrder({ ...command, signed: plain }, timed)).toMatchObject({ error: 'ORDER_EXPIRED' });
    const signed = { ...plain, deadline: ACCEPTED_AT + 3000 };
    expect(placeOrder({ ...command, signed }, facts)).toMatchObject({ error: 'ORDER_EXPIRED' });
  });

  it.each([
    ['the wait is shorter now', 3000, { acceptWithinMs: 2000 }, { acceptWithinMs: 3000 }, 'TERMS_CHANGED'],
    ['there was none', undefined, { acceptWithinMs: 3000 }, {}, 'TERMS_CHANGED'],
    ['the wait fits neither', 4000, { acceptWithinMs: 2000 }, { acceptWithinMs: 3000 }, 'ORDER_EXPIRED'],
  ])('says what is wrong after the terms changed: %s', (_, waitMs, now, before, error) => {
    const signed = { signedAt: ACCEPTED_AT, ...(waitMs === undefined ? {} : { deadline: ACCEPTED_AT + waitMs }) };
    const seen = { ...terms, ...before, version: 1 };
    const result = placeOrder(
      { ...command, signed, termsVersion: 1 },
      { ...facts, terms: { ...terms, ...now, version: 2 }, seenTerms: seen },
    );
    expect(result.ok ? null : result.error).toBe(error);
  });

  it('has no fee transfer when the fee is zero', () => {
    const result = placeOrder(command, { ...facts, terms: { ...terms, feeRate: rate(0n) } });
    expect(result.ok && result.value.transfers.map((transfer) => transfer.type)).toEqual(['orderStake']);
  });

  it('has its entry after the newest tick, even when that is newer than its acceptance', () => {
    const newestTick = { ...tick, at: 1_700_000_001_000 };
    const result = placeOrder(command, { ...facts, newestTick });
    expect(result.ok && result.value.order.entryAt).toBe(1_700_000_002_000);
  });

  it('enters so many seconds later as the terms say, and runs as long', () => {
    const later = placeOrder(command, { ...facts, terms: { ...terms, entryDelaySec: 3 } });
    const known = placeOrder(command, facts);
    if (!later.ok || !known.ok) throw new Error('both are accepted');
    expect(later.value.order.entryAt).toBe(known.value.order.entryAt + 3000);
    expect(later.value.order.closesAt).toBe(known.value.order.closesAt + 3000);
  });

  it('is refused when its delayed close is the end of the session', () => {
    const closesAt = 1_700_000_001_000 + 30_000;
    const ends = { ...facts, sessionEndsAt: closesAt + 1000 };
    expect(placeOrder(command, ends).ok).toBe(true);
    expect(placeOrder(command, { ...ends, terms: { ...terms, entryDelaySec: 1 } })).toEqual({
      ok: false,
      error: 'MARKET_CLOSED',
    });
  });

  it('keeps the current version although the member saw another', () => {
    const seenTerms: Terms = { ...withOffer({ payoutRate: rate(8000n) }), version: 1 };
    const result = placeOrder({ ...command, termsVersion: 1 }, { ...facts, seenTerms });
    expect(result.ok && [result.value.order.termsVersion, result.value.order.payoutRate]).toEqual([2, 8500n]);
  });

  it('never takes more than the available money, nor anything but stake and fee', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000_000n });
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 0n, max: 3000n }), (stake, available, feeRate) => {
        const result = placeOrder(
          { ...command, stake: money(stake) },
          { ...facts, available: money(available), terms: { ...terms, feeRate: rate(feeRate) } },
        );
        if (!result.ok) return;
        const { order, transfers } = result.value;
        const taken = transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
        expect(taken).toBe(order.stake + order.fee);
        expect(taken <= available).toBe(true);
        expect(transfers.every((transfer) => transfer.amount > 0n)).toBe(true);
      }),
    );
  });
});
