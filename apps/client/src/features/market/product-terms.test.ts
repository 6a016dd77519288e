import { expect, test } from 'vitest';
import { bestPayoutRate, sessionsName } from './product-terms.ts';

test('the best payout rate is found', () => {
  const duration = (payoutRate: string) => ({ seconds: 60, payoutRate, minStake: '10.00', maxStake: '20.00' });
  expect(bestPayoutRate({ durations: [duration('0.8500'), duration('0.9200'), duration('0.9000')] })).toBe('0.9200');
  expect(bestPayoutRate({ durations: [] })).toBeNull();
});

test('unknown hours have their own text', () => {
  expect(sessionsName('forex')).toBe('forex');
  expect(sessionsName('index-tokyo')).toBe('other');
});
