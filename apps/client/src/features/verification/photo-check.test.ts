import { expect, it } from 'vitest';
import { greyOf, photoProblems } from './photo-check.ts';
import type { GreyPicture } from './photo-check.ts';

const LARGE = { width: 1_600, height: 1_000 };

function picture(brightness: (x: number, y: number) => number, width = 60, height = 40): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels[y * width + x] = brightness(x, y);
  return { pixels, width, height };
}

function print(x: number, y: number): number {
  return ((x >> 1) + (y >> 2)) % 2 === 0 ? 60 : 200;
}

it.each([
  ['sharp print', picture(print), LARGE, []],
  ['a small photo', picture(print), { width: 640, height: 300 }, ['small']],
  ['a blurred photo', picture((x) => 100 + x), LARGE, ['blurred']],
  ['a dark photo', picture((x, y) => print(x, y) / 5), LARGE, ['dark']],
  ['a photo with a reflection', picture((x, y) => (x < 15 ? 255 : print(x, y))), LARGE, ['glare']],
  ['a white photo', picture((x) => 240 + (x % 3)), LARGE, ['bright', 'blurred']],
] as const)('%s', (_, grey, size, problems) => {
  expect(photoProblems(grey, size)).toEqual(problems);
});

it('colours become brightness', () => {
  expect([...greyOf(new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255]))]).toEqual([255, 0, 150]);
});
