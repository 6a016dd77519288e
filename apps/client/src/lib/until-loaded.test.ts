import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function failing(times: number) {
  const load = vi.fn<() => Promise<string>>();
  for (let i = 0; i < times; i += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  return load.mockResolvedValue('code');
}

it('code that does not come is asked for again until it comes', async () => {
  const load = failing(2);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(3);
});

it('waits at most thirty seconds between two attempts', async () => {
  const load = failing(100);
  void untilLoaded(load);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  const before = load.mock.calls.length;
  expect(before).toBeLessThan(16);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load.mock.calls.length).toBe(before + 2);
});
