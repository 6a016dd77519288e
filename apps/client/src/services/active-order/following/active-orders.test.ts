import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak, useActiveOrders } from './active-orders.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function spoken() {
  return useActiveOrders.getState().spoken;
}

test('what was announced is taken away, so that it does not stand on every later page', () => {
  speak('Order settled');
  vi.advanceTimersByTime(10_000);
  speak('Order settled');
  expect(spoken().trim()).toBe('Order settled');
  vi.advanceTimersByTime(10_000);
  expect(spoken().trim()).toBe('Order settled');
  vi.advanceTimersByTime(10_000);
  expect(spoken()).toBe('');
});
