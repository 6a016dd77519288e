import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('what failed comes again after a minute, each on its own', () => {
  let now = 0;
  const backoff = createBackoff<string>(() => now);
  backoff.delay('a');
  now = 30_000;
  backoff.delay('b');
  expect(backoff.ids()).toEqual(['a', 'b']);
  now = 59_999;
  expect(backoff.ids()).toEqual(['a', 'b']);
  now = 60_000;
  expect(backoff.ids()).toEqual(['b']);
  now = 90_000;
  expect(backoff.ids()).toEqual([]);
});

it('holds at most 10,000', () => {
  const backoff = createBackoff<number>(() => 0);
  for (let id = 0; id < 10_001; id += 1) backoff.delay(id);
  expect(backoff.ids()).toHaveLength(10_000);
});
