import { expect, test } from 'vitest';
import { currency } from '@candor/domain/money';
import { judgeCredit } from './judge-credit.ts';

const CNY = currency('CNY', 2);
const creditTerms = {
  least: '100.00',
  most: '4000.00',
  farRate: '0.1000',
  secondFrom: '10000.00',
  lacksProof: false,
};
const deposit = { amount: '2000.00', creditTerms };
const same = { isOther: false, isFar: false, isBeyond: false, times: 0, need: null };

test.each([
  ['2000', same],
  ['1800', { ...same, isOther: true, need: 'amount' }],
  ['1799.99', { ...same, isOther: true, isFar: true, need: 'amount' }],
  ['4000', { ...same, isOther: true, isFar: true, times: 2, need: 'amount' }],
  ['999999', { isOther: true, isFar: true, isBeyond: true, times: 499, need: 'amount' }],
  ['99.99', { ...same, isOther: true, isFar: true, isBeyond: true, need: 'amount' }],
  ['x', null],
])('%s instead of 2000', (text, judged) => {
  expect(judgeCredit(deposit, text, CNY)).toEqual(judged);
});

test('a large amount, and one without its proof, need a second operator', () => {
  expect(judgeCredit({ ...deposit, amount: '10000.00' }, '10000', CNY)?.need).toBe('large');
  expect(judgeCredit({ ...deposit, creditTerms: { ...creditTerms, lacksProof: true } }, '2000', CNY)?.need).toBe(
    'proof',
  );
});
