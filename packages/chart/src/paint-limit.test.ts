// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPaintLimit } from './paint-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Value = { bar: number; price: number };

function limitOf() {
  const painted: (readonly Value[])[] = [];
  const paint = (values: readonly Value[]) => void painted.push(values);
  return { painted, ...createPaintLimit<Value>(100, paint, (next, before) => next.bar === before.bar) };
}

test('of twenty prices a second, at most ten paints show the newest', () => {
  const { painted, put } = limitOf();
  for (let price = 1; price <= 40; price += 1) {
    put({ bar: 1, price });
    vi.advanceTimersByTime(50);
  }
  expect(painted.length).toBeGreaterThan(15);
  expect(painted.length).toBeLessThan(21);
  expect(painted.every((values) => values.length === 1)).toBe(true);
  vi.advanceTimersByTime(200);
  expect(painted.at(-1)).toEqual([{ bar: 1, price: 40 }]);
  const before = painted.length;
  vi.advanceTimersByTime(1_000);
  expect(painted).toHaveLength(before);
});

test('a bar that closes between two paints keeps its last price', () => {
  const { painted, put, waiting } = limitOf();
  put({ bar: 1, price: 1 });
  vi.advanceTimersByTime(60);
  put({ bar: 1, price: 2 });
  put({ bar: 1, price: 3 });
  put({ bar: 2, price: 4 });
  expect(waiting()).toEqual({ bar: 2, price: 4 });
  vi.advanceTimersByTime(200);
  expect(painted.slice(1)).toEqual([
    [
      { bar: 1, price: 3 },
      { bar: 2, price: 4 },
    ],
  ]);
});

/** Animation frames that run when the test says so. */
function framesByHand() {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  return { asked: () => frames.length, come: () => frames.shift()?.(0) };
}

test('without frames nothing is painted; the first frame paints everything', () => {
  const frames = framesByHand();
  const { painted, put } = limitOf();
  for (let bar = 1; bar <= 5; bar += 1) {
    put({ bar, price: bar });
    vi.advanceTimersByTime(60_000);
  }
  expect(painted).toEqual([]);
  expect(frames.asked()).toBe(1);
  frames.come();
  expect(painted.map((values) => values.map(({ bar }) => bar))).toEqual([[1, 2, 3, 4, 5]]);
});

test.each([
  ['a device that draws within a frame paints ten times a second', 12, 88],
  ['a device that just misses a frame pauses for ten times the drawing time', 20, 200],
  ['an overloaded device waits half a second, not longer', 400, 500],
])('%s', (_, drawnMs, restMs) => {
  const frames = framesByHand();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { put } = limitOf();
  put({ bar: 1, price: 1 });
  frames.come();
  put({ bar: 1, price: 2 });
  frames.come();
  clock.mockReturnValue(drawnMs);
  vi.advanceTimersByTime(0);
  vi.advanceTimersByTime(restMs - 1);
  expect(frames.asked()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(frames.asked()).toBe(1);
});

test('a cancelled paint never happens', () => {
  const { painted, put, waiting, cancel } = limitOf();
  put({ bar: 1, price: 1 });
  vi.advanceTimersByTime(20);
  put({ bar: 1, price: 2 });
  cancel();
  vi.advanceTimersByTime(500);
  expect(painted).toEqual([[{ bar: 1, price: 1 }]]);
  expect(waiting()).toBeNull();
});
