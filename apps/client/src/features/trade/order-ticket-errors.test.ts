import { currency, money, rate } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { isPriceBack, priceAgeOf, refusalProblem, ticketProblem } from './order-ticket-errors.ts';
import type { TicketFacts } from './order-ticket-errors.ts';

const CNY = currency('CNY', 2);

const NOW = Date.parse('2026-11-21T03:00:00.000Z');

const good: TicketFacts = {
  wallet: 'cash',
  isOnline: true,
  isUndecided: false,
  status: 'trading',
  stopReason: null,
  opensAt: null,
  tick: { atMs: NOW - 400, status: 'OK' },
  nowMs: NOW,
  terms: {
    version: 1,
    product: 'BTCUSDT',
    decimals: 2,
    durations: [{ seconds: 60, payoutRate: rate(8_500n), minStake: money(1_000n), maxStake: money(5_000_000n) }],
    feeRate: rate(100n),
    presets: [],
  },
  durationSec: 60,
  stakeText: '100',
  stake: money(10_000n),
  paidIn: CNY,
  openOrderId: null,
  available: money(10_100n),
};

test('an order that fits has no problem', () => {
  expect(ticketProblem(good)).toBeNull();
});

/** By descending precedence: each of these facts is wrong together with all facts below it. */
const wrongs: [string, Partial<TicketFacts>, string][] = [
  ['OFFLINE', { isOnline: false }, 'none'],
  ['ORDER_UNDECIDED', { isUndecided: true }, 'none'],
  ['MARKET_CLOSED', { status: 'closed', opensAt: '2026-11-23T00:00:00.000Z' }, 'waitForOpening'],
  ['PRICE_OLD', { tick: { atMs: NOW - 15_001, status: 'OK' } }, 'retry'],
  ['DURATION_INVALID', { durationSec: 30 }, 'correct'],
  ['STAKE_REQUIRED', { stakeText: '', stake: null }, 'correct'],
  ['POSITION_PENDING', { openOrderId: 'one' }, 'showPosition'],
  ['BALANCE_INSUFFICIENT', { available: money(10_099n) }, 'recharge'],
];

test.each(wrongs.map(([key, , repair], index) => [key, repair, index] as const))(
  '%s comes before the problems after it, and is repaired by %s',
  (key, repair, index) => {
    const facts = Object.assign({}, good, ...wrongs.slice(index).map(([, wrong]) => wrong)) as TicketFacts;
    const found = ticketProblem(facts);
    expect(found?.key).toBe(key);
    expect(found?.repair.kind).toBe(repair);
  },
);

test.each([
  ['TRADING_FORBIDDEN', { status: 'forbidden' }],
  ['PRICE_UNAVAILABLE', { tick: { atMs: NOW, status: 'STALE' } }],
  ['MARKET_CLOSED', { tick: { atMs: NOW, status: 'CLOSED' } }],
  ['PRICE_OLD', { tick: null }],
  ['STAKE_INVALID', { stakeText: 'abc', stake: null }],
  ['AMOUNT_AMBIGUOUS', { stakeText: '1.234', stake: null }],
  ['AMOUNT_SIGNED', { stakeText: '-5', stake: null }],
  ['AMOUNT_EXPONENT', { stakeText: '1e3', stake: null }],
  ['AMOUNT_TOO_PRECISE', { stakeText: '0.125', stake: null }],
  ['AMOUNT_TOO_LONG', { stakeText: '1'.repeat(20), stake: null }],
  ['STAKE_INVALID', { stakeText: '0', stake: money(0n) }],
  ['STAKE_BELOW_MINIMUM', { stakeText: '9.99', stake: money(999n) }],
  ['STAKE_ABOVE_MAXIMUM', { stakeText: '50000.01', stake: money(5_000_001n) }],
] as const)('%s', (key, wrong) => {
  expect(ticketProblem({ ...good, ...wrong })?.key).toBe(key);
});

test('a stopped product says why, as the server would', () => {
  const stopped = { ...good, status: 'forbidden', stopReason: 'MAINTENANCE' } as const;
  expect(ticketProblem(stopped)?.params).toEqual({ because: 'STOPPED_MAINTENANCE' });
  expect(ticketProblem({ ...stopped, stopReason: null })?.params).toEqual({ because: 'STOPPED_OTHER' });
});

test.each(['STALE', 'DISAGREE', 'DEAD'] as const)(
  '%s shows as the reason for no price, until there is one',
  (status) => {
    const found = ticketProblem({ ...good, tick: { atMs: NOW, status } });
    expect(found).toMatchObject({ params: { reason: status }, repair: { kind: 'waitForPrice' } });
    expect(isPriceBack(found, 'fresh')).toBe(false);
    expect(isPriceBack(ticketProblem(good), 'delayed')).toBe(false);
    expect(isPriceBack(ticketProblem({ ...good, openOrderId: 'one' }), 'fresh')).toBe(true);
  },
);

test('after a step of the clock back there is no price until it has caught up with the newest one', () => {
  const aheadBy = (ms: number) => ({ ...good, tick: { atMs: NOW + ms, status: 'OK' as const }, nowMs: NOW + 0.5 });
  expect(ticketProblem(aheadBy(2_000))).toBeNull();
  const found = ticketProblem(aheadBy(3_000));
  expect(found).toMatchObject({
    key: 'PRICE_UNAVAILABLE',
    params: { reason: 'AHEAD' },
    repair: { kind: 'waitForPrice' },
  });
  expect(isPriceBack(found, 'fresh')).toBe(false);
});

test('the message names the limits', () => {
  expect(ticketProblem({ ...good, stakeText: '1', stake: money(100n) })?.params).toEqual({ min: '10.00' });
});

test('an unknown balance stops no order: the server decides', () => {
  expect(ticketProblem({ ...good, available: null })).toBeNull();
});

test('a price is fresh, delayed or old by its age', () => {
  expect(priceAgeOf(NOW - 5_000, NOW)).toBe('fresh');
  expect(priceAgeOf(NOW - 5_001, NOW)).toBe('delayed');
  expect(priceAgeOf(NOW - 15_001, NOW)).toBe('old');
  expect(priceAgeOf(null, NOW)).toBe('old');
});

test.each([
  ['BALANCE_INSUFFICIENT', 'order', 'recharge'],
  ['POSITION_PENDING', 'order', 'showPosition'],
  ['MARKET_CLOSED', 'order', 'waitForOpening'],
  ['ACCOUNT_FROZEN', 'order', 'contact'],
  ['STAKE_BELOW_MINIMUM', 'stake', 'correct'],
  ['DURATION_INVALID', 'duration', 'correct'],
  ['PRICE_UNAVAILABLE', 'order', 'waitForPrice'],
  ['ORDER_FAILED_RETRY', 'order', 'retry'],
  ['RATE_LIMITED', 'order', 'retry'],
  ['STAKE_LIMIT_DAY', 'order', 'limits'],
  ['LOSS_LIMIT_MONTH', 'order', 'limits'],
  ['SELF_EXCLUDED', 'order', 'limits'],
  ['SELF_EXCLUDED_FOREVER', 'order', 'limits'],
] as const)('the refusal %s shows at the %s and is repaired by %s', (key, field, repair) => {
  const found = refusalProblem(key, {}, { wallet: 'cash', opensAt: null, openOrderId: 'one' });
  expect(found).toMatchObject({ key, field, repair: { kind: repair } });
});

test('a limit of the product names what it leaves, to be taken', () => {
  const context = { wallet: 'cash', opensAt: null, openOrderId: null } as const;
  expect(refusalProblem('HOUSE_LIMIT', { max: '117.65' }, context).repair).toEqual({ kind: 'take', stake: '117.65' });
  expect(refusalProblem('HOUSE_LIMIT_FULL', {}, context)).toMatchObject({ field: 'order', repair: { kind: 'retry' } });
});

test('practice money is set back at the ticket, real money is paid in', () => {
  const short: TicketFacts = { ...good, available: money(10_099n) };
  expect(ticketProblem({ ...short, wallet: 'practice' })?.repair).toEqual({ kind: 'reset' });
  expect(ticketProblem(short)?.repair).toEqual({ kind: 'recharge' });
  const context = { opensAt: null, openOrderId: null };
  expect(refusalProblem('BALANCE_INSUFFICIENT', {}, { ...context, wallet: 'practice' }).repair.kind).toBe('reset');
  expect(refusalProblem('BALANCE_INSUFFICIENT', {}, { ...context, wallet: 'cash' }).repair.kind).toBe('recharge');
});
