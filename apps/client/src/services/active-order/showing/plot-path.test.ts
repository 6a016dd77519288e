import { expect, test } from 'vitest';
import { plotPath } from './plot-path.ts';

const frame = { fromMs: 0, toMs: 10_000, entry: { atMs: 1_000, price: 100 } };

test('the entry is in the middle and the farthest price near the edge', () => {
  const plot = plotPath(
    [
      { atMs: 0, price: 100 },
      { atMs: 5_000, price: 110 },
      { atMs: 10_000, price: 95 },
    ],
    frame,
  );
  expect(plot).toEqual({
    line: '0,50 50,4 100,73',
    last: { x: 100, y: 73 },
    entry: { x: 10, y: 50 },
  });
});

test('points outside the frame are left out, and no points draw nothing', () => {
  expect(plotPath([{ atMs: 10_001, price: 1 }], frame)).toBeNull();
  expect(plotPath([], frame)).toBeNull();
});

test('a flat path is a line in the middle, and without an entry there is no entry line', () => {
  const plot = plotPath([{ atMs: 1_000, price: 7 }], { ...frame, entry: null });
  expect(plot).toEqual({ line: '10,50', last: { x: 10, y: 50 }, entry: null });
});
