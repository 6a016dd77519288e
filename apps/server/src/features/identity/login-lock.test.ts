import { expect, test } from 'vitest';
import { lockSec } from './login-lock.ts';

test('four failures are free, then waits grow to half an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10_000].map(lockSec)).toEqual([
    0, 0, 0, 0, 0, 60, 120, 300, 900, 1_800, 1_800, 1_800,
  ]);
});
