import { expect, test } from 'vitest';
import { findIn } from './find.ts';

const PAGES = [
  { name: '提现审核', also: '/withdrawals' },
  { name: 'Payouts', also: 'Money' },
  { name: 'Withdrawals', also: 'Money' },
  { name: 'Terms of paying out' },
];

function found(text: string): string[] {
  return findIn(PAGES, text).map(({ name }) => name);
}

test('without a text, everything is there in its order', () => {
  expect(found('  ')).toEqual(PAGES.map(({ name }) => name));
});

test('a part of the name is enough, in any case and width', () => {
  expect(found('withd')).toEqual(['Withdrawals', '提现审核']);
  expect(found('ＷＩＴＨＤ')).toEqual(['Withdrawals', '提现审核']);
  expect(found('审核')).toEqual(['提现审核']);
});

test('every word counts, also one of the section', () => {
  expect(found('money pay')).toEqual(['Payouts']);
  expect(found('pay out')).toEqual(['Payouts', 'Terms of paying out']);
  expect(found('pay nothing')).toEqual([]);
});
