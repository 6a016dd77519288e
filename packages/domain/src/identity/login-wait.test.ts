import { expect, test } from 'vitest';
import { FORGET_AFTER_SEC, lockSec } from './login-wait.ts';

test('four wrong passwords cost nothing; then the wait grows to half an hour, and no further', () => {
  const minutes = Array.from({ length: 12 }, (_, failures) => lockSec(failures) / 60);
  expect(minutes).toEqual([0, 0, 0, 0, 0, 1, 2, 5, 15, 30, 30, 30]);
});

test('a failure is forgotten after a day, long after its wait', () => {
  expect(FORGET_AFTER_SEC).toBe(86_400);
});
