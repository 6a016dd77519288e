import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPaintLimit } from './paint-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('paints the first value at once, and of a burst only the newest, ten times a second', () => {
  const painted: number[] = [];
  const limit = createPaintLimit<number>(100, (value) => painted.push(value));
  for (let value = 1; value <= 50; value += 1) {
    limit.put(value);
    vi.advanceTimersByTime(20);
  }
  expect(painted[0]).toBe(1);
  expect(painted.length).toBeGreaterThan(9);
  expect(painted.length).toBeLessThan(12);
  vi.advanceTimersByTime(200);
  expect(painted.at(-1)).toBe(50);
});

test('what was cancelled is never painted', () => {
  const painted: number[] = [];
  const limit = createPaintLimit<number>(100, (value) => painted.push(value));
  limit.put(1);
  limit.put(2);
  expect(limit.waiting()).toBe(2);
  limit.cancel();
  vi.advanceTimersByTime(500);
  expect(painted).toEqual([1]);
  expect(limit.waiting()).toBeNull();
});
