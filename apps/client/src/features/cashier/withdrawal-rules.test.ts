import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { amountError, mostOf, payoutOf } from './withdrawal-rules.ts';

const CNY = currency('CNY', 2);
const TERMS = {
  available: '8000.00',
  min: '100.00',
  max: '50000.00',
  remainingToday: '6000.00',
  feeRate: '0.0010',
  feeMin: '2.00',
  feeMax: '50.00',
};

test.each([
  ['', 'AMOUNT_REQUIRED'],
  ['0', 'AMOUNT_INVALID'],
  ['1,', 'AMOUNT_AMBIGUOUS'],
  ['0.001', 'AMOUNT_TOO_PRECISE'],
  ['100.001', 'AMOUNT_AMBIGUOUS'],
  ['99.99', 'AMOUNT_BELOW_MINIMUM'],
  ['50000.01', 'AMOUNT_ABOVE_MAXIMUM'],
  ['6000.01', 'WITHDRAWAL_DAILY_LIMIT'],
  ['6000', null],
  ['100', null],
])('"%s" gives %s', (amount, error) => {
  expect(amountError(TERMS, amount, CNY)).toBe(error);
});

test('more than is available is refused, and an amount that its fee eats up', () => {
  expect(amountError({ ...TERMS, available: '500.00' }, '500.01', CNY)).toBe('AVAILABLE_INSUFFICIENT');
  expect(amountError({ ...TERMS, min: '1.00' }, '2', CNY)).toBe('AMOUNT_BELOW_MINIMUM');
});

test('all is what balance, limit and day allow; nothing when that is less than the least', () => {
  expect(mostOf(TERMS, CNY)).toBe('6000.00');
  expect(mostOf({ ...TERMS, available: '500.00' }, CNY)).toBe('500.00');
  expect(mostOf({ ...TERMS, max: '300.00' }, CNY)).toBe('300.00');
  expect(mostOf({ ...TERMS, available: '99.99' }, CNY)).toBeNull();
  const most = mostOf(TERMS, CNY) ?? '';
  expect(amountError(TERMS, most, CNY)).toBeNull();
});

test('the fee and what arrives are known while typing', () => {
  expect(payoutOf(TERMS, '1000', CNY)).toEqual({ amount: '1000.00', fee: '2.00', arrives: '998.00' });
  expect(payoutOf(TERMS, '5000', CNY)).toEqual({ amount: '5000.00', fee: '5.00', arrives: '4995.00' });
  expect(payoutOf(TERMS, '90000', CNY)).toEqual({ amount: '90000.00', fee: '50.00', arrives: '89950.00' });
  for (const nothing of ['', '0', '1.5', '2', 'x']) expect(payoutOf(TERMS, nothing, CNY)).toBeNull();
});
