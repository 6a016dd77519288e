import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { closeNow, decimalsOf, sumAmounts } from './close-now.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';

const CNY = currency('CNY', 2);

const open = sampleOrder({
  direction: 'up',
  stake: '100.00',
  fee: '0.50',
  entryPrice: '64000.10',
  payoutRate: '0.8500',
});

test('a rise wins an up order: profit less fee', () => {
  expect(closeNow(open, '64000.11', CNY)).toEqual({ outcome: 'won', profit: '84.50' });
});

test('a fall loses stake and fee', () => {
  expect(closeNow(open, '64000.09', CNY)).toEqual({ outcome: 'lost', profit: '-100.50' });
});

test('an equal price is a tie and gives everything back', () => {
  expect(closeNow(open, '64000.10', CNY)).toEqual({ outcome: 'tied', profit: '0.00' });
});

test('a down order is the mirror of an up order', () => {
  expect(closeNow({ ...open, direction: 'down' }, '64000.09', CNY)).toEqual({ outcome: 'won', profit: '84.50' });
});

test('without an entry or a price there is no result', () => {
  expect(closeNow({ ...open, entryPrice: null }, '64000.11', CNY)).toBeNull();
  expect(closeNow(open, null, CNY)).toBeNull();
  expect(closeNow(open, '64000.111', CNY)).toBeNull();
});

test('the shortest order also has a floating result', () => {
  const short = { ...open, entryAt: '2026-11-21T07:30:01.000Z', closesAt: '2026-11-21T07:30:06.000Z' };
  expect(closeNow(short, '1.00', CNY)).toEqual({ outcome: 'lost', profit: '-100.50' });
});

test('amounts of any sign are added exactly', () => {
  expect(sumAmounts(['0.10', '0.20', '-1000.00'], CNY)).toBe('-999.70');
  expect(sumAmounts([], CNY)).toBe('0.00');
  expect(decimalsOf('5')).toBe(0);
});
