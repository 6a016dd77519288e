import { expect, test, vi } from 'vitest';
import { observable } from './observable.ts';

test('listeners hear every change, and nothing that is the same, until they stop', () => {
  const value = observable(Number.NaN);
  const heard = vi.fn();
  const stop = value.subscribe(heard);
  value.set(Number.NaN);
  expect(heard).not.toHaveBeenCalled();
  value.set(1);
  value.set(1);
  expect([value.get(), heard.mock.calls.length]).toEqual([1, 1]);
  stop();
  value.set(2);
  expect([value.get(), heard.mock.calls.length]).toEqual([2, 1]);
});
