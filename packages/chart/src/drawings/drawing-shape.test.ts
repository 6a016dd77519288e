import { expect, test } from 'vitest';
import { POINTS_OF, TOOLS } from './drawing.ts';
import { distanceTo, shapeOf, snapped } from './drawing-shape.ts';

const frame = { width: 200, height: 100 };
const words = { text: 'note', prices: [100, 200], format: (price: number) => price.toFixed(1) };
function px(x: number, y: number) {
  return { x, y };
}

const corners = [px(20, 80), px(60, 40), px(60, 60)];

test.each(TOOLS)('%s is visible with all its points, and can be touched', (tool) => {
  const points = corners.slice(0, POINTS_OF[tool]);
  const shape = shapeOf(tool, points, frame, words);
  expect(shape.lines.length + shape.labels.length).toBeGreaterThan(0);
  expect(distanceTo(shape, corners[0] ?? px(0, 0), 11)).toBe(0);
  expect(distanceTo(shape, px(195, 5), 11)).toBeGreaterThan(10);
});

test.each(TOOLS)('%s does not fail while points are missing', (tool) => {
  for (let count = 0; count < POINTS_OF[tool]; count += 1) {
    expect(() => shapeOf(tool, corners.slice(0, count), frame, words)).not.toThrow();
  }
});

test('a ray continues to the edge of the pane beyond its second point', () => {
  const end = (a: [number, number], b: [number, number]) =>
    shapeOf('ray', [px(...a), px(...b)], frame, words).lines[0]?.[1];
  expect(end([20, 50], [60, 50])).toEqual(px(200, 50));
  expect(end([60, 50], [20, 50])).toEqual(px(0, 50));
  expect(end([20, 50], [20, 40])).toEqual(px(20, 0));
  expect(end([0, 0], [50, 10])).toEqual(px(500, 100));
  expect(end([20, 50], [20, 50])).toEqual(px(20, 50));
});

test('the lines of a channel are parallel, and the second goes through the third point', () => {
  const { lines } = shapeOf('channel', [px(0, 0), px(100, 50), px(50, 75)], frame, words);
  expect(lines).toEqual([
    [px(0, 0), px(100, 50)],
    [px(0, 50), px(100, 100)],
  ]);
});

test('the steps of a retracement count back from the end of the move', () => {
  const { labels } = shapeOf('fibonacci', [px(0, 100), px(50, 0)], frame, words);
  expect(labels.map(({ text }) => text)).toEqual([
    '0.0%  200.0',
    '23.6%  176.4',
    '38.2%  161.8',
    '50.0%  150.0',
    '61.8%  138.2',
    '78.6%  121.4',
    '100.0%  100.0',
  ]);
});

test('the distance to a line is measured to the segment, not to its extension', () => {
  const shape = shapeOf('segment', [px(10, 10), px(20, 10)], frame, words);
  expect(distanceTo(shape, px(15, 14), 11)).toBe(4);
  expect(distanceTo(shape, px(30, 10), 11)).toBe(10);
});

const bar = { open: 10, high: 16, low: 8, close: 12 };
function yOf(price: number) {
  return 100 - price;
}

test.each([
  [85, 16],
  [83, 16],
  [89, 12],
  [90, 10],
  [95, 8],
  [60, null],
  [120, null],
])('a price at %i px snaps to %s', (y, price) => {
  expect(snapped(y, bar, yOf, 10)).toBe(price);
});
