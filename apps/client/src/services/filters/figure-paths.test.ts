import { expect, test } from 'vitest';
import { parseHash } from '../../lib/paths.ts';
import { figurePath } from './figure-paths.ts';
import type { MoneyFigure } from './figure-paths.ts';

function queryOf(figure: MoneyFigure, today = '2026-11-01') {
  return Object.fromEntries(parseHash(`#${figurePath(figure, today)}`).params);
}

test('earnings lead to the entries of their business date', () => {
  expect(queryOf('today')).toEqual({ view: 'earnings', date: '2026-11-01' });
  expect(queryOf('yesterday')).toEqual({ view: 'earnings', date: '2026-10-31' });
});

test('totals lead to all transfers, parts to their own', () => {
  expect(queryOf('total')).toEqual({ view: 'statement' });
  expect(queryOf('held')['type']).toBe('withdraw,withdrawalReturned');
  expect(queryOf('invested')).toEqual({ view: 'statement', account: 'invested' });
  expect(queryOf('savings')).toEqual({ view: 'statement', account: 'savings' });
  expect(queryOf('allInvested')['type']).toBe('investment,redemption,savingsIn,savingsOut');
});

test('the stake of open orders leads to those orders', () => {
  expect(figurePath('openStake', '2026-11-01')).toBe('/pages/order/index');
});
