import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

test('holds its capacity, and refills with time up to it', () => {
  const budget = createBudget({ capacity: 3, perSec: 2 }, 0);
  expect([0, 0, 0, 0].map((ms) => budget.take(1, ms))).toEqual([true, true, true, false]);
  expect(budget.take(1, 499)).toBe(false);
  expect(budget.take(1, 500)).toBe(true);
  expect(budget.take(4, 3_600_000)).toBe(false);
  expect([0, 0, 0, 0].map((ms) => budget.take(1, 3_600_000 + ms))).toEqual([true, true, true, false]);
});

test('a refusal costs nothing, and a clock that steps back adds nothing', () => {
  const budget = createBudget({ capacity: 2, perSec: 1 }, 10_000);
  expect(budget.take(3, 10_000)).toBe(false);
  expect(budget.take(2, 10_000)).toBe(true);
  expect(budget.take(1, 5_000)).toBe(false);
  expect(budget.take(1, 5_999)).toBe(false);
  expect(budget.take(1, 6_000)).toBe(true);
});
