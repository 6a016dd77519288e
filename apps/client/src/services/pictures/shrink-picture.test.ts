import { expect, test } from 'vitest';
import { shrunkSize } from './shrink-picture.ts';

test.each([
  [4_000, 3_000, 2_000, 1_500],
  [3_000, 4_000, 1_500, 2_000],
  [800, 600, 800, 600],
  [10_000, 2, 2_000, 1],
])('%i × %i becomes %i × %i', (width, height, toWidth, toHeight) => {
  expect(shrunkSize(width, height)).toEqual({ width: toWidth, height: toHeight });
});
