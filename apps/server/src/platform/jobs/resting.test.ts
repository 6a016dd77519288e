import { expect, it } from 'vitest';
import { createResting } from './resting.ts';

it('what rests comes again after a minute, each on its own', () => {
  let now = 0;
  const resting = createResting<string>(() => now);
  resting.rest('a');
  now = 30_000;
  resting.rest('b');
  expect(resting.ids()).toEqual(['a', 'b']);
  now = 59_999;
  expect(resting.ids()).toEqual(['a', 'b']);
  now = 60_000;
  expect(resting.ids()).toEqual(['b']);
  now = 90_000;
  expect(resting.ids()).toEqual([]);
});

it('holds at most 10,000', () => {
  const resting = createResting<number>(() => 0);
  for (let id = 0; id < 10_001; id += 1) resting.rest(id);
  expect(resting.ids()).toHaveLength(10_000);
});
