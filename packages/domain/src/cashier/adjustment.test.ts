import { expect, test } from 'vitest';
import { money } from '../money.ts';
import { obstacleToAdjustment } from './adjustment.ts';

test('a deduction takes no more than the member has free', () => {
  const obstacle = (kind: 'add' | 'deduct', available: bigint) =>
    obstacleToAdjustment({ kind, amount: money(100n) }, money(available));
  expect(obstacle('deduct', 99n)).toBe('AVAILABLE_INSUFFICIENT');
  expect(obstacle('deduct', 100n)).toBeNull();
  expect(obstacle('add', 0n)).toBeNull();
});
