import type { DepositChannel } from '@candor/contract/cashier';
import { currency } from '@candor/domain/money';
import { describe, expect, it, test } from 'vitest';
import {
  assetBounds,
  channelsOf,
  depositErrors,
  depositRequest,
  methodsOf,
  presetsOf,
  trimmed,
  trimZeros,
  worthText,
} from './deposit-rules.ts';

const CNY = currency('CNY', 2);
const names = { 'zh-Hans': '', 'zh-Hant': '', en: '' };
const bank: DepositChannel = {
  code: 'bank',
  kind: 'bank',
  network: null,
  names,
  asset: 'CNY',
  assetDecimals: 2,
  rate: '1.0000',
  min: '100.00',
  max: '50000.00',
  presets: ['500.00', '1000.00'],
  arrivalMinutes: 30,
  proofRequired: false,
};
const usdt: DepositChannel = {
  ...bank,
  code: 'usdt-trc20',
  kind: 'usdt',
  network: 'trc20',
  asset: 'USDT',
  assetDecimals: 6,
  rate: '7.2000',
};
const online: DepositChannel = { ...bank, code: 'pay', kind: 'online' };

test('methods are those that a site has, in the order of the screen', () => {
  expect(methodsOf([online, usdt, bank])).toEqual(['bank', 'usdt', 'other']);
  expect(channelsOf('other', [online, usdt, bank])).toEqual([online]);
  expect(methodsOf([])).toEqual([]);
});

test('a request names the network only where there is one', () => {
  expect(depositRequest(bank, '100')).toEqual({ channel: 'bank', amount: '100', currency: 'CNY' });
  expect(depositRequest(usdt, '20')).toEqual({
    channel: 'usdt-trc20',
    amount: '20',
    currency: 'USDT',
    network: 'trc20',
  });
});

describe('an amount', () => {
  it.each([
    ['', 'AMOUNT_REQUIRED'],
    ['0', 'AMOUNT_INVALID'],
    ['abc', 'AMOUNT_INVALID'],
    ['0.001', 'AMOUNT_TOO_PRECISE'],
    ['100.001', 'AMOUNT_AMBIGUOUS'],
    ['1e3', 'AMOUNT_EXPONENT'],
    ['99.99', 'AMOUNT_BELOW_MINIMUM'],
    ['50000.01', 'AMOUNT_ABOVE_MAXIMUM'],
  ])('"%s" is refused at its field: %s', (amount, error) => {
    expect(depositErrors(bank, amount, CNY)).toEqual({ amount: error });
  });

  it.each(['100', '100.00', '50000'])('%s is fine', (amount) => {
    expect(depositErrors(bank, amount, CNY)).toEqual({});
  });

  it('of another asset is judged by what it is worth', () => {
    expect(depositErrors(usdt, '13.88', CNY)).toEqual({ amount: 'AMOUNT_BELOW_MINIMUM' });
    expect(depositErrors(usdt, '13.89', CNY)).toEqual({});
    expect(worthText(usdt, '13.89', CNY)).toBe('100.00');
    expect(worthText(usdt, '13,89', CNY)).toBe('100.00');
    expect(worthText(usdt, '1e3', CNY)).toBeNull();
  });
});

test('the bounds of another asset are inside the true ones', () => {
  const { min, max } = assetBounds(usdt, CNY);
  expect([min, max]).toEqual(['13.89', '6944.44']);
  expect([depositErrors(usdt, min, CNY), depositErrors(usdt, max, CNY)]).toEqual([{}, {}]);
  expect(assetBounds(bank, CNY)).toEqual({ min: '100.00', max: '50000.00' });
});

test('amounts to choose from can all be deposited', () => {
  expect(presetsOf(bank, CNY)).toEqual(['500', '1000']);
  expect(presetsOf(usdt, CNY)).toEqual(['100', '500', '1000', '5000']);
  expect(presetsOf({ ...usdt, max: '1000.00' }, CNY)).toEqual(['100']);
});

test('zeros that say nothing are left out', () => {
  expect([trimmed('500.00'), trimmed('500.50'), trimmed('500')]).toEqual(['500', '500.50', '500']);
  expect([trimZeros('100.000000'), trimZeros('0.250000'), trimZeros('100')]).toEqual(['100', '0.25', '100']);
});
