import { expect, test } from 'vitest';
import { judgeChain } from './judge-chain.ts';

const whole = {
  found: true,
  recipient: '0xabc',
  recipientFits: true,
  amount: '100',
  amountFits: true,
  confirmations: 20,
  needed: 20,
  checkedAt: '2026-11-22T08:00:00.000Z',
};

test.each([
  ['all is well', {}, { found: 'good', recipient: 'good', amount: 'good', confirmations: 'good' }],
  ['one block short', { confirmations: 19 }, { confirmations: 'waiting' }],
  ['enough for a channel that asks for fewer', { confirmations: 12, needed: 12 }, { confirmations: 'good' }],
  ['not in a block yet', { confirmations: null }, { confirmations: 'waiting' }],
  ['to somebody else', { recipientFits: false }, { recipient: 'bad' }],
  ['another amount', { amountFits: false }, { amount: 'bad' }],
  ['not found: it may still come', { found: false }, { found: 'waiting' }],
])('%s', (_, change, expected) => {
  expect(judgeChain({ ...whole, ...change })).toMatchObject(expected);
});
