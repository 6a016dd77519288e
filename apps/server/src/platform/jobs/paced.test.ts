import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts on the first call at once, and on all that follow once, when the gap is over', () => {
  const done: string[] = [];
  const { call } = paced<string>(100, (key) => done.push(key));
  for (let n = 0; n < 1_000; n += 1) call('a');
  expect(done).toEqual(['a']);
  vi.advanceTimersByTime(99);
  expect(done).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['a', 'a']);
  // The second act begins a gap of its own.
  call('a');
  vi.advanceTimersByTime(99);
  expect(done).toEqual(['a', 'a']);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['a', 'a', 'a']);
});

it('paces each key alone, and keeps none that rests', () => {
  const done: string[] = [];
  const { call } = paced<string>(100, (key) => done.push(key));
  call('a');
  call('b');
  expect(done).toEqual(['a', 'b']);
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  call('a');
  expect(done).toEqual(['a', 'b', 'a']);
});

it('does nothing more when it is stopped', () => {
  const done: string[] = [];
  const { call, stop } = paced<string>(100, (key) => done.push(key));
  call('a');
  call('a');
  stop();
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual(['a']);
});
