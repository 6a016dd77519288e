import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteFirstTrip, takeFirstTrip } from './first-trip.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first trip is taken once', () => {
  noteFirstTrip(151.4);
  expect([takeFirstTrip(), takeFirstTrip()]).toEqual([151, null]);
});

test('a minute later it says nothing about the connection', () => {
  noteFirstTrip(151);
  vi.advanceTimersByTime(59_999);
  expect(takeFirstTrip()).toBe(151);
  noteFirstTrip(151);
  vi.advanceTimersByTime(60_000);
  expect(takeFirstTrip()).toBeNull();
});
