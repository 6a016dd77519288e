import { expect, it } from 'vitest';
import { createQuietTime } from './quiet-time.ts';

it('counts only time in which no work was wanted', () => {
  let isWanted = false;
  const quiet = createQuietTime(() => isWanted, 0);
  expect(quiet.lookAt(3_000)).toBe(3_000);
  isWanted = true;
  expect(quiet.lookAt(8_000)).toBe(3_000);
  isWanted = false;
  expect(quiet.lookAt(10_000)).toBe(5_000);
});

it('looks once a second at most, and loses nothing between two looks', () => {
  let looks = 0;
  const quiet = createQuietTime(() => {
    looks += 1;
    return false;
  }, 0);
  for (let ms = 50; ms <= 3_000; ms += 50) quiet.lookAt(ms);
  expect([looks, quiet.lookAt(3_001)]).toEqual([3, 3_000]);
});

it('counts six seconds at most for one look: a machine that slept saw nothing', () => {
  expect(createQuietTime(() => false, 0).lookAt(3_600_000)).toBe(6_000);
});
