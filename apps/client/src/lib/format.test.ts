import { describe, expect, test } from 'vitest';
import {
  directionOf,
  formatBadge,
  formatCompact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  groupDigits,
  maskAccount,
} from './format.ts';

test.each([
  ['128650.00', '¥128,650.00'],
  ['0.00', '¥0.00'],
  ['1000.5', '¥1,000.50'],
  ['1000', '¥1,000'],
  ['-0.00', '¥0.00'],
  ['-1000.50', '−¥1,000.50'],
  ['12345678901234567890.12', '¥12,345,678,901,234,567,890.12'],
])('money %s is %s', (text, shown) => {
  expect(formatMoney(text, { symbol: '¥' })).toBe(shown);
});

test.each([
  ['850.00', '+¥850.00'],
  ['-1000.00', '−¥1,000.00'],
  ['0.00', '¥0.00'],
])('signed money %s is %s', (text, shown) => {
  expect(formatMoney(text, { symbol: '¥', signed: true })).toBe(shown);
});

test('other symbols and no symbol work too', () => {
  expect(formatMoney('5.00', { symbol: '$' })).toBe('$5.00');
  expect(formatMoney('-5.00', { symbol: '' })).toBe('−5.00');
});

test.each([
  ['64123.4', '64,123.4'],
  ['1.08423', '1.08423'],
  ['-12.5', '−12.5'],
  ['100', '100'],
])('price %s is %s, decimals untouched', (text, shown) => {
  expect(formatPrice(text)).toBe(shown);
  expect(groupDigits(text)).toBe(shown);
});

test('an unknown price has its own text', () => {
  expect(formatPrice(null)).toBe('--');
});

describe('percent', () => {
  test.each([
    ['0.0124', '+1.24%'],
    ['-0.0124', '−1.24%'],
    ['0', '0.00%'],
    ['-0.00001', '0.00%'],
    ['0.00005', '+0.01%'],
    ['0.123449', '+12.34%'],
    ['0.12345', '+12.35%'],
    ['12.5', '+1,250.00%'],
  ])('%s is %s', (text, shown) => {
    expect(formatPercent(text, { signed: true })).toBe(shown);
  });
  test.each([
    ['0.8500', '85%'],
    ['0.8550', '85.5%'],
    ['1.0000', '100%'],
    ['0.0000', '0%'],
  ])('rate %s is %s', (text, shown) => {
    expect(formatRate(text)).toBe(shown);
  });
});

test.each([
  ['0', 'flat'],
  ['-0.00', 'flat'],
  ['0.01', 'up'],
  ['-3', 'down'],
])('direction of %s is %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test('compact figures follow the language', () => {
  expect(formatCompact(12_800, 'zh-Hans')).toBe('1.28万');
  expect(formatCompact(340_000_000, 'en')).toBe('340M');
});

test('badges stop at 999', () => {
  expect([formatBadge(0), formatBadge(999), formatBadge(1000)]).toEqual(['0', '999', '999+']);
});

test('accounts are masked', () => {
  expect([maskAccount('demo_member'), maskAccount('demo'), maskAccount('ab')]).toEqual(['de***er', 'd***o', 'ab']);
});
