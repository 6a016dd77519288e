import { expect, test } from 'vitest';
import { drawPath, extendPath, labelSide, pathOf, seqAt } from './price-path.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';

const START_MS = Date.parse('2026-11-21T07:00:00.000Z');

/** One tick a second from seq 1, with a pause of `gapSec` after seq 1000. */
function chain(gapSec: number) {
  const atOf = (seq: number) => START_MS + (seq + (seq > 1000 ? gapSec : 0)) * 1000;
  let looks = 0;
  return {
    newest: { seq: 3000, atMs: atOf(3000) },
    read: async (seq: number) => {
      looks += 1;
      return seq < 1 || seq > 3000 ? null : { seq, atMs: atOf(seq) };
    },
    looks: () => looks,
  };
}

test('without a gap in the chain the first lookup finds the tick', async () => {
  const ticks = chain(0);
  expect(await seqAt(START_MS + 1801_000, ticks.newest, ticks.read)).toBe(1801);
  expect(ticks.looks()).toBe(1);
});

test('after a gap in the feed more lookups find the tick', async () => {
  const ticks = chain(300);
  expect(await seqAt(START_MS + 900_000, ticks.newest, ticks.read)).toBe(900);
});

test('a moment inside the gap has no tick', async () => {
  const ticks = chain(300);
  expect(await seqAt(START_MS + 1150_000, ticks.newest, ticks.read)).toBeNull();
});

test('a moment before the first tick has no tick', async () => {
  const ticks = chain(0);
  expect(await seqAt(START_MS - 60_000, ticks.newest, ticks.read)).toBeNull();
});

const settled = sampleOrder({ status: 'won', exitPrice: '64003.00', exitAt: '2026-11-21T07:31:01.000Z' });
const entryMs = Date.parse(settled.entryAt);
function at(second: number, price: string) {
  return { atMs: entryMs + second * 1000, price };
}

test('a path starts at the entry, ends at the exit and has nothing outside', () => {
  const points = [at(70, '1.00'), at(30, '64001.00'), at(-1, '1.00'), at(0, '9.00'), at(60, '9.00')];
  expect(pathOf(settled, points)).toEqual([at(0, '64000.10'), at(30, '64001.00'), at(60, '64003.00')]);
});

test('a running order grows by ticks newer than its last point', () => {
  const points = [at(0, '64000.10'), at(1, '64000.20')];
  expect(extendPath(points, [at(1, '5.00'), at(2, '64000.30')])).toEqual([...points, at(2, '64000.30')]);
});

test('the line runs from left to right, with higher prices further up', () => {
  const drawing = drawPath(settled, pathOf(settled, [at(30, '63999.00')]));
  expect(drawing?.places.map(({ x }) => x)).toEqual([0, 50, 100]);
  const [entry, middle, exit] = drawing?.places.map(({ y }) => y) ?? [];
  expect(exit).toBe(14);
  expect(middle).toBe(86);
  expect(entry).toBe(drawing?.entryY);
});

test('a price that never moved draws a flat line; without an entry there is no line', () => {
  const still = sampleOrder();
  expect(drawPath(still, pathOf(still, [at(5, '64000.10')]))?.entryY).toBe(50);
  expect(drawPath({ ...still, entryPrice: null }, [at(5, '1.00')])).toBeNull();
});

test.each([
  ['falls at both ends', [50, 80, 80, 50], 'above', 'above'],
  ['rises at both ends', [50, 20, 20, 50], 'below', 'below'],
  ['falls first and comes from above', [50, 80, 20, 50], 'above', 'below'],
  ['does not move, in the upper half', [40, 40, 40, 40], 'below', 'below'],
  ['does not move, in the lower half', [60, 60, 60, 60], 'above', 'above'],
])('labels stand beside a path that %s', (_, heights, atStart, atEnd) => {
  const places = heights.map((y, index) => ({ x: [0, 30, 70, 100][index] ?? 0, y }));
  expect(labelSide({ places }, heights[0] ?? 0, 'start')).toBe(atStart);
  expect(labelSide({ places }, heights.at(-1) ?? 0, 'end')).toBe(atEnd);
});

test('only the part that a label covers counts', () => {
  // Far below in the middle, but the label at the start covers what is above.
  const places = [
    { x: 0, y: 50 },
    { x: 31, y: 40 },
    { x: 50, y: 90 },
    { x: 100, y: 50 },
  ];
  expect(labelSide({ places }, 50, 'start')).toBe('below');
});
