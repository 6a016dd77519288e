import { expect, test } from 'vitest';
import { money, rate } from '../money.ts';
import { channelProblem, withdrawalProblem } from './terms.ts';
import type { ChannelTerms, WithdrawalTerms } from './terms.ts';

const channel: ChannelTerms = {
  kind: 'usdt',
  rate: rate(72_000n),
  min: money(100n),
  max: money(200n),
  secondFrom: money(100n),
  farRate: rate(1_000n),
  boundRate: rate(10_000n),
};
const rule: WithdrawalTerms = {
  min: money(100n),
  max: money(1_000n),
  dailyMax: money(2_000n),
  feeRate: rate(10n),
  feeMin: money(2n),
  feeMax: money(50n),
};

test.each<[string, Partial<ChannelTerms>, ReturnType<typeof channelProblem>]>([
  ['a coin has any price', {}, null],
  ['the account currency is worth itself', { kind: 'bank' }, 'rate'],
  ['the account currency at par', { kind: 'bank', rate: rate(10_000n) }, null],
  ['no price at all', { rate: rate(0n) }, 'rate'],
  ['the lowest price there is', { rate: rate(1n) }, null],
  ['a minimum of nothing', { min: money(0n) }, 'min'],
  ['the least minimum there is', { min: money(1n) }, null],
  ['a maximum below the minimum', { max: money(99n) }, 'max'],
  ['a maximum at the minimum', { max: money(100n) }, null],
  ['a second operator for everything', { secondFrom: money(0n) }, null],
  ['a second operator for the largest alone', { secondFrom: money(200n) }, null],
  ['a second operator for nothing', { secondFrom: money(201n) }, 'secondFrom'],
  ['a far amount beyond the bounds', { farRate: rate(10_001n) }, 'farRate'],
  ['no other amount at all', { farRate: rate(0n), boundRate: rate(0n) }, null],
  ['ten times the amount', { boundRate: rate(100_000n) }, null],
  ['more than ten times the amount', { boundRate: rate(100_001n) }, 'boundRate'],
])('of a channel: %s', (_, change, problem) => {
  expect(channelProblem({ ...channel, ...change })).toBe(problem);
});

test.each<[string, Partial<WithdrawalTerms>, ReturnType<typeof withdrawalProblem>]>([
  ['all is well', {}, null],
  ['a minimum of nothing', { min: money(0n) }, 'min'],
  ['the least minimum there is', { min: money(1n), feeMin: money(0n) }, null],
  ['a maximum below the minimum', { max: money(99n) }, 'max'],
  ['a maximum at the minimum', { max: money(100n) }, null],
  ['a day that allows just one', { dailyMax: money(100n) }, null],
  ['a day that allows less than one', { dailyMax: money(99n) }, 'dailyMax'],
  ['no fee at all', { feeRate: rate(0n), feeMin: money(0n), feeMax: money(0n) }, null],
  ['a fee that pays the member', { feeRate: rate(-1n) }, 'feeRate'],
  ['a least fee that pays the member', { feeMin: money(-1n) }, 'feeMin'],
  ['a fee of everything', { feeRate: rate(10_000n) }, 'feeRate'],
  ['a fee of nearly everything', { feeRate: rate(9_999n) }, null],
  ['a least fee that eats the least amount', { feeMin: money(100n), feeMax: money(100n) }, 'feeMin'],
  ['a least fee just below it', { feeMin: money(99n), feeMax: money(99n) }, null],
  ['a greatest fee below the least', { feeMax: money(1n) }, 'feeMax'],
])('of withdrawals: %s', (_, change, problem) => {
  expect(withdrawalProblem({ ...rule, ...change })).toBe(problem);
});
