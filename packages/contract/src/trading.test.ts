import { expect, test } from 'vitest';
import { fieldErrors } from './errors.ts';
import { orderBody, orderParams, ordersQuery, orderView } from './trading.ts';
import { transfersQuery } from './wallet.ts';

const ORDER = { product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '100.00' };

type Schema = typeof orderBody | typeof ordersQuery | typeof orderParams | typeof transfersQuery;

function refusals(schema: Schema, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  return parsed.success ? {} : { ...fieldErrors(parsed.error) };
}

test.each(['100', '100.5', '100.00', '0.01', '0.0001', '999999999999999.9999'])(
  'a stake of %s is accepted',
  (stake) => {
    expect(refusals(orderBody, { ...ORDER, stake })).toEqual({});
  },
);

test.each([100, Number.POSITIVE_INFINITY, null, true, ['100'], { toString: '100' }])(
  'a stake that is not a text (%j) is refused',
  (stake) => {
    expect(Object.keys(refusals(orderBody, { ...ORDER, stake }))).toEqual(['stake']);
  },
);

test.each([
  ['', 'STAKE_REQUIRED'],
  ['0', 'STAKE_INVALID'],
  ['0.00', 'STAKE_INVALID'],
  ['-1', 'STAKE_INVALID'],
  ['+1', 'STAKE_INVALID'],
  [' 1', 'STAKE_INVALID'],
  ['1 ', 'STAKE_INVALID'],
  ['1\n', 'STAKE_INVALID'],
  ['01', 'STAKE_INVALID'],
  ['1.', 'STAKE_INVALID'],
  ['.5', 'STAKE_INVALID'],
  ['1.00005', 'STAKE_INVALID'],
  ['1e3', 'STAKE_INVALID'],
  ['0x10', 'STAKE_INVALID'],
  ['1,000', 'STAKE_INVALID'],
  ['NaN', 'STAKE_INVALID'],
  ['Infinity', 'STAKE_INVALID'],
  ['１００', 'STAKE_INVALID'],
  ['1000000000000000', 'STAKE_INVALID'],
  ['9'.repeat(1_000_000), 'STAKE_INVALID'],
])('a stake of %j is %s', (stake, key) => {
  expect(refusals(orderBody, { ...ORDER, stake })).toEqual({ stake: key });
});

test.each([
  [{ direction: 'sideways' }, { direction: 'DIRECTION_INVALID' }],
  [{ direction: undefined }, { direction: 'DIRECTION_INVALID' }],
  [{ durationSec: '60' }, { durationSec: 'DURATION_INVALID' }],
  [{ durationSec: undefined }, { durationSec: 'DURATION_INVALID' }],
  [{ durationSec: 60.5 }, { durationSec: 'DURATION_INVALID' }],
  [{ durationSec: 0 }, { durationSec: 'DURATION_INVALID' }],
  [{ durationSec: -60 }, { durationSec: 'DURATION_INVALID' }],
  [{ durationSec: 3_601 }, { durationSec: 'DURATION_INVALID' }],
  [{ durationSec: 1e300 }, { durationSec: 'DURATION_INVALID' }],
  [{ product: undefined }, { product: 'FIELD_REQUIRED' }],
  [{ product: 'x'.repeat(33) }, { product: 'PRODUCT_NOT_FOUND' }],
  [{ product: 'BTC\u0000' }, { product: 'PRODUCT_NOT_FOUND' }],
  [{ wallet: 'escrow' }, { wallet: 'FIELD_INVALID' }],
  [{ termsVersion: 0 }, { termsVersion: 'FIELD_INVALID' }],
  [{ termsVersion: '1' }, { termsVersion: 'FIELD_INVALID' }],
  [{ termsVersion: 2 ** 31 }, { termsVersion: 'FIELD_INVALID' }],
  [{ payoutRate: '9.0000' }, { payoutRate: 'FIELD_UNKNOWN' }],
  [{ outcome: 'won' }, { outcome: 'FIELD_UNKNOWN' }],
])('an order with %j is refused', (change, fields) => {
  expect(refusals(orderBody, { ...ORDER, ...change })).toEqual(fields);
});

test('an order that carries a prototype is refused', () => {
  const body: unknown = JSON.parse(JSON.stringify(ORDER).replace('{', '{"__proto__":{"wallet":"cash"},'));
  expect(orderBody.safeParse(body).success).toBe(false);
});

test('a list query turns its limit into a number and drops empty fields', () => {
  expect(ordersQuery.parse({ status: 'open', limit: '20', cursor: '', product: 'BTCUSDT' })).toEqual({
    status: 'open',
    limit: 20,
    product: 'BTCUSDT',
  });
});

test.each([
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ limit: '-1' }, 'limit'],
  [{ limit: '1e1' }, 'limit'],
  [{ limit: '' }, 'limit'],
  [{ limit: 20 }, 'limit'],
  [{ limit: ['20', '30'] }, 'limit'],
  [{ cursor: "' OR 1=1" }, 'cursor'],
  [{ cursor: 'x'.repeat(513) }, 'cursor'],
  [{ from: 'yesterday' }, 'from'],
  [{ from: '2026-13-01' }, 'from'],
  [{ from: '2026-02-30' }, 'from'],
  [{ from: '2026-02-30T00:00:00Z' }, 'from'],
  [{ from: '2026-01-01T24:00:00Z' }, 'from'],
  [{ from: '0000-01-01' }, 'from'],
  [{ to: '2026-01-01T00:00:00+08:00' }, 'to'],
  [{ offset: '10' }, 'offset'],
])('the list query %j is refused', (query, field) => {
  expect(Object.keys(refusals(ordersQuery, query))).toEqual([field]);
  expect(Object.keys(refusals(transfersQuery, query))).toEqual([field]);
});

test.each(['', '2024-02-29', '2026-01-31', '2026-01-31T23:59:59Z', '2026-01-31T23:59:59.123Z'])(
  '%s bounds a list',
  (from) => {
    expect(refusals(ordersQuery, { from })).toEqual({});
  },
);

test('internal transfers cannot be requested', () => {
  for (const type of ['orderClose', 'fee,orderClose', 'fee,', '']) {
    expect(refusals(transfersQuery, { type })).toEqual({ type: 'FIELD_INVALID' });
  }
  expect(refusals(transfersQuery, { type: 'orderPayout', format: 'csv' })).toEqual({});
});

test.each(['1', "1' OR '1'='1", '0190f4a0-0000-7000-8000-00000000000g', ''])('%j is not an id', (id) => {
  expect(Object.keys(refusals(orderParams, { id }))).toEqual(['id']);
});

test('an open order has no prices and no result', () => {
  const open = {
    id: '0190f4a0-1234-7abc-8def-0123456789ab',
    no: '20261121000001',
    product: 'BTCUSDT',
    direction: 'up',
    wallet: 'practice',
    currency: 'CNY',
    stake: '100.00',
    fee: '0.00',
    payoutRate: '0.8500',
    payout: '185.00',
    durationSec: 60,
    submittedAt: '2026-11-21T00:00:00.000Z',
    signedAt: null,
    acceptBy: null,
    acceptedAt: '2026-11-21T00:00:00.010Z',
    entryAt: '2026-11-21T00:00:01.000Z',
    entryPrice: null,
    closesAt: '2026-11-21T00:01:01.000Z',
    exitPrice: null,
    exitAt: null,
    settledAt: null,
    status: 'open',
    reason: null,
    profit: null,
    termsVersion: 1,
    termsHash: '0'.repeat(64),
    logNonce: '0190f4a0-1234-4abc-8def-0123456789ab',
    secondsLeft: 60,
  };
  expect(orderView.parse(open)).toEqual(open);
  expect(orderView.safeParse({ ...open, stake: 100 }).success).toBe(false);
  expect(orderView.safeParse({ ...open, closesAt: '2026-11-21 00:01:01' }).success).toBe(false);
  expect(orderView.safeParse({ ...open, status: 'rigged' }).success).toBe(false);
});
