import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { middleCrop, movedCrop, sideOf, zoomedCrop } from './crop.ts';

const PICTURE = { width: 900, height: 400 };

it('begins with the largest square in the middle', () => {
  expect(middleCrop(PICTURE)).toEqual({ x: 250, y: 0, zoom: 1 });
});

it('zooms around its middle, and moves up to the edge', () => {
  const zoomed = zoomedCrop(PICTURE, middleCrop(PICTURE), 2);
  expect(zoomed).toEqual({ x: 350, y: 100, zoom: 2 });
  expect(movedCrop(PICTURE, zoomed, { x: 9_999, y: -9_999 })).toEqual({ x: 700, y: 0, zoom: 2 });
});

test('the square never leaves the picture', () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) });
  const steps = fc.array(
    fc.record({
      x: fc.integer({ min: -999, max: 999 }),
      y: fc.integer({ min: -999, max: 999 }),
      zoom: fc.double({ min: 0, max: 9, noNaN: true }),
    }),
  );
  fc.assert(
    fc.property(sizes, steps, (size, moves) => {
      let crop = middleCrop(size);
      for (const move of moves) crop = zoomedCrop(size, movedCrop(size, crop, move), move.zoom);
      const side = sideOf(size, crop.zoom);
      expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
      expect(crop.x + side).toBeLessThanOrEqual(size.width + 1e-6);
      expect(crop.y + side).toBeLessThanOrEqual(size.height + 1e-6);
    }),
  );
});
