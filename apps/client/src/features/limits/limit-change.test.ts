import type { LimitView } from '@candor/contract/limits';
import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { limitEffect, limitErrors } from './limit-change.ts';

const CNY = currency('CNY', 2);
const held: LimitView = {
  kind: 'stake',
  period: 'day',
  amount: '100.00',
  used: '0.00',
  left: '100.00',
  startsAgainOn: '2026-11-23',
  startsAgainAt: '2026-11-22T16:00:00.000Z',
  next: null,
};
const waiting: LimitView = { ...held, next: { amount: null, at: '2026-11-23T08:00:00.000Z' } };

test.each([
  ['a first limit', null, '5', 'now'],
  ['less', held, '99.99', 'now'],
  ['more', held, '100.01', 'later'],
  ['the same', held, '100', 'same'],
  ['the same while a change waits', waiting, '100', 'cancels'],
  ['less while a change waits', waiting, '1', 'now'],
  ['nothing', held, '', null],
  ['zero', held, '0', null],
] as const)('%s', (_, limit, amount, effect) => {
  expect(limitEffect(limit, amount, CNY)).toBe(effect);
});

test.each([
  ['', 'AMOUNT_REQUIRED'],
  ['0', 'AMOUNT_INVALID'],
  ['0.234', 'AMOUNT_TOO_PRECISE'],
  ['1.234', 'AMOUNT_AMBIGUOUS'],
  ['-5', 'AMOUNT_SIGNED'],
  ['1.234,56', undefined],
  ['12.34', undefined],
] as const)('the amount "%s" is %s', (amount, error) => {
  expect(limitErrors({ kind: 'stake', period: 'day' }, amount, CNY).amount).toBe(error);
});
