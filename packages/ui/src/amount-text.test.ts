import { describe, expect, test } from 'vitest';
import { cleanAmount, editAmount, groupAmount } from './amount-text.ts';

describe('cleanAmount', () => {
  test.each([
    ['1,234.56', 2, '1234.56'],
    ['¥ 1 234.567', 2, '1234.56'],
    ['１２３．４', 2, '123.4'],
    ['0012', 2, '12'],
    ['0', 2, '0'],
    ['00', 2, '0'],
    ['.5', 2, '0.5'],
    ['1.2.3', 2, '1.23'],
    ['-5', 2, '5'],
    ['5.9', 0, '59'],
    ['', 2, ''],
    ['abc', 2, ''],
  ])('%s with %i decimals is %s', (text, decimals, plain) => {
    expect(cleanAmount(text, decimals)).toBe(plain);
  });
});

test.each([
  ['1', '1'],
  ['1234', '1,234'],
  ['1234567.5', '1,234,567.5'],
  ['1000.', '1,000.'],
])('groupAmount %s', (plain, shown) => {
  expect(groupAmount(plain)).toBe(shown);
});

describe('the caret stays with its digit', () => {
  test('after a digit typed in the middle', () => {
    expect(editAmount('1,2934', 4, 2)).toEqual({ plain: '12934', shown: '12,934', caret: 4 });
  });
  test('after a digit typed at the end, where a group separator appears', () => {
    expect(editAmount('1234', 4, 2)).toEqual({ plain: '1234', shown: '1,234', caret: 5 });
  });
  test('after a refused third decimal', () => {
    expect(editAmount('1.234', 5, 2)).toEqual({ plain: '1.23', shown: '1.23', caret: 4 });
  });
});
