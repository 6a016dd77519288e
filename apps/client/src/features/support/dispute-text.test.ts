import { describe, expect, it } from 'vitest';
import { reasonOf, withReason } from './dispute-text.ts';

const OPENING = { price: '价格不对：', outcome: '结果不对：', time: '时间不对：' };

describe('withReason', () => {
  it.each([
    ['', 'price', '价格不对：'],
    ['价格不对：', 'time', '时间不对：'],
    ['价格不对：应该是 100.01', 'outcome', '结果不对：应该是 100.01'],
    ['应该是 100.01', 'price', '价格不对：应该是 100.01'],
    ['价格不对：应该是 100.01', 'other', '应该是 100.01'],
    ['价格不对：x', 'price', '价格不对：x'],
    ['我说价格不对：', 'time', '时间不对：我说价格不对：'],
  ] as const)('%s + %s → %s', (text, reason, after) => {
    expect(withReason(text, OPENING, reason)).toBe(after);
  });
});

describe('reasonOf', () => {
  it.each([
    ['', null],
    ['x', null],
    ['结果不对：我买的是跌', 'outcome'],
    ['\u0000', null],
  ])('%s → %s', (text, reason) => {
    expect(reasonOf(text, OPENING)).toBe(reason);
  });
});
