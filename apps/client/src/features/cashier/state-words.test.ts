import { expect, test } from 'vitest';
import common from '../../locales/zh-Hans/common.json';
import { arrivalOf, DEPOSIT_WORDS, withdrawalWord } from './state-words.ts';

test.each([
  ['pending', 'none', '待审核', 'expected'],
  ['reviewing', 'none', '审核中', 'expected'],
  ['approved', 'none', '待打款', 'expected'],
  ['approved', 'sent', '打款中', 'expected'],
  ['approved', 'arrived', '已到账', 'arrived'],
  ['approved', 'returned', '已退回', null],
  ['rejected', 'none', '已拒绝', null],
  ['cancelled', 'none', '已取消', null],
] as const)('a withdrawal that is %s with the payout %s is %s', (status, payout, word, arrival) => {
  expect(common.status[withdrawalWord({ status, payout })]).toBe(word);
  expect(arrivalOf({ status, payout })).toBe(arrival);
});

test('a deposit says that it has arrived only once it is credited', () => {
  expect(Object.entries(DEPOSIT_WORDS).map(([state, name]) => [state, common.status[name]])).toEqual([
    ['recharging', '待付款'],
    ['pending', '待审核'],
    ['reviewing', '审核中'],
    ['approved', '已到账'],
    ['rejected', '已拒绝'],
    ['cancelled', '已取消'],
  ]);
});
