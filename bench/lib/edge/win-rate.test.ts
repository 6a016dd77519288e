import { expect, test } from 'vitest';
import { normalQuantile, wilson, winRate } from './win-rate.ts';

test('the quantiles of a normal are those of the tables', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5);
  expect(normalQuantile(0.5)).toBeCloseTo(0, 8);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232, 5);
});

test('the interval of Wilson is that of the books', () => {
  const [low, high] = wilson(0.5, 100, 1.959964);
  expect([low, high].map((each) => each.toFixed(4))).toEqual(['0.4038', '0.5962']);
});

const alternating = Array.from({ length: 40 }, (_, index) => ({ wins: 5 + (index % 2), losses: 6 - (index % 2) }));
const clustered = Array.from({ length: 40 }, (_, index) =>
  index % 2 === 0 ? { wins: 11, losses: 0 } : { wins: 0, losses: 11 },
);

test('orders that win and lose together are worth far fewer', () => {
  const [calm, together] = [winRate(alternating, 5, 1), winRate(clustered, 5, 1)];
  expect(calm).toMatchObject({ decided: 440, worth: 440, rate: 0.5 });
  expect(together.decided).toBe(440);
  expect(together.worth).toBeLessThan(45);
  expect(together.high - together.low).toBeGreaterThan(3 * (calm.high - calm.low));
});

test('with few blocks, orders that run at the same time are worth one', () => {
  expect(winRate([{ wins: 30, losses: 30 }], 60, 1).worth).toBe(1);
  expect(winRate([{ wins: 40, losses: 20 }], 6, 1).worth).toBe(10);
});

test('the more strategies were tried, the wider the interval', () => {
  const [one, twenty] = [winRate(alternating, 5, 1), winRate(alternating, 5, 20)];
  expect(twenty.low).toBeLessThan(one.low);
  expect(twenty.high).toBeGreaterThan(one.high);
});

test('no order says nothing', () => {
  expect(winRate([], 5, 20)).toMatchObject({ decided: 0, worth: 0, low: 0, high: 1 });
});
