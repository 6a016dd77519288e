import { currency, money } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { coversStake, highestStake, isSecondTouch, limitProblem, OFF, readOneTap } from './one-tap-rules.ts';

const CNY = currency('CNY', 2);

const on = { isOn: true, limit: '500' };

test('one-tap is off until the member switches it on with a limit', () => {
  for (const kept of [undefined, null, 'on', {}, { isOn: true }, { isOn: 'true', limit: '500' }, { limit: '500' }]) {
    expect(readOneTap(kept)).toEqual(OFF);
  }
  expect(readOneTap({ isOn: true, limit: '500' })).toEqual(on);
  expect(readOneTap({ isOn: false, limit: '500' })).toEqual({ isOn: false, limit: '500' });
});

test('a tap places stakes up to the limit, and not a cent more', () => {
  expect(coversStake(on, money(50_000n), CNY)).toBe(true);
  expect(coversStake(on, money(50_001n), CNY)).toBe(false);
  expect(coversStake({ isOn: true, limit: '12.5' }, money(1_250n), CNY)).toBe(true);
});

test.each([
  ['off', { isOn: false, limit: '500' }, money(100n)],
  ['without a limit', { isOn: true, limit: '' }, money(100n)],
  ['with an invalid limit', { isOn: true, limit: '5e9' }, money(100n)],
  ['without a stake', on, null],
  ['with a stake of zero', on, money(0n)],
])('%s a tap never places an order', (_, choice, stake) => {
  expect(coversStake(choice, stake, CNY)).toBe(false);
});

test('a limit is above zero and at most what the products take', () => {
  const highest = money(5_000_000n);
  expect(limitProblem('', highest, CNY)).toBe('required');
  expect(limitProblem('0', highest, CNY)).toBe('invalid');
  expect(limitProblem('0.001', highest, CNY)).toBe('AMOUNT_TOO_PRECISE');
  expect(limitProblem('1e3', highest, CNY)).toBe('AMOUNT_EXPONENT');
  expect(limitProblem('50,5', highest, CNY)).toBeNull();
  expect(limitProblem('50000', highest, CNY)).toBeNull();
  expect(limitProblem('50000.01', highest, CNY)).toBe('tooHigh');
  expect(limitProblem('1', null, CNY)).toBe('tooHigh');
});

test('the highest stake is the highest of all products and durations', () => {
  const product = (...stakes: string[]) => ({
    durations: stakes.map((maxStake) => ({ seconds: 60, payoutRate: '0.8500', minStake: '1.00', maxStake })),
  });
  expect(highestStake([product('300.00', '1000.00'), product('500.00')], CNY)).toBe(100_000n);
  expect(highestStake([], CNY)).toBeNull();
});

test('the second touch of a double tap is ignored', () => {
  expect(isSecondTouch(null, 10)).toBe(false);
  expect(isSecondTouch(1_000, 1_250)).toBe(true);
  expect(isSecondTouch(1_000, 1_700)).toBe(false);
});
