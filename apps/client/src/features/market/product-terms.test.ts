import { expect, test } from 'vitest';
import { bestPayoutRate, durationParts, sessionsName } from './product-terms.ts';

test('the best payout rate is found', () => {
  const duration = (payoutRate: string) => ({ seconds: 60, payoutRate, minStake: '10.00', maxStake: '20.00' });
  expect(bestPayoutRate({ durations: [duration('0.8500'), duration('0.9200'), duration('0.9000')] })).toBe('0.9200');
  expect(bestPayoutRate({ durations: [] })).toBeNull();
});

test.each([
  [5, 'seconds', 5],
  [60, 'minutes', 1],
  [90, 'seconds', 90],
  [900, 'minutes', 15],
  [3_600, 'hours', 1],
])('%i s', (seconds, unit, count) => {
  expect(durationParts(seconds)).toEqual({ unit, count });
});

test('unknown hours have their own text', () => {
  expect(sessionsName('forex')).toBe('forex');
  expect(sessionsName('index-tokyo')).toBe('other');
});
