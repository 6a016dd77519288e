import type { LiveTick } from '@candor/contract/live';
import { expect, test } from 'vitest';
import { barAfterTick, barAtNow, barOfCandle, barsSince, hasVolume, leavesGap, summaryOf } from './bars.ts';
import type { Bar } from './bars.ts';

const MINUTE_MS = 60_000;
const T = Date.parse('2026-11-21T10:00:00.000Z');
function bar(timestamp: number, close = 10): Bar {
  return { timestamp, open: 10, high: 12, low: 8, close };
}

function tick(atMs: number, price: string, status: LiveTick['status'] = 'OK'): LiveTick {
  return {
    seq: 1,
    at: new Date(atMs).toISOString(),
    price,
    status,
  };
}

test('a candle becomes a bar, and an unknown volume stays absent', () => {
  const candle = { t: '2026-11-21T10:00:00.000Z', o: '1.10', h: '1.30', l: '1.00', c: '1.20', v: '7.5' };
  expect(barOfCandle(candle)).toEqual({ timestamp: T, open: 1.1, high: 1.3, low: 1, close: 1.2, volume: 7.5 });
  expect(barOfCandle({ ...candle, v: null })).not.toHaveProperty('volume');
});

test.each([
  ['above the high', '13', { high: 13, low: 8, close: 13 }],
  ['below the low', '7', { high: 12, low: 7, close: 7 }],
  ['between', '11', { high: 12, low: 8, close: 11 }],
])('a tick %s extends the bar', (_, price, expected) => {
  expect(barAfterTick(bar(T), tick(T + 59_000, price), MINUTE_MS)).toMatchObject({
    timestamp: T,
    open: 10,
    ...expected,
  });
});

test('the first tick of the next interval opens a bar, as does the first tick of all', () => {
  const opened = { timestamp: T + MINUTE_MS, open: 11, high: 11, low: 11, close: 11 };
  expect(barAfterTick(bar(T), tick(T + MINUTE_MS, '11'), MINUTE_MS)).toEqual(opened);
  expect(barAfterTick(null, tick(T + MINUTE_MS, '11'), MINUTE_MS)).toEqual(opened);
});

test.each(['STALE', 'DISAGREE', 'DEAD', 'CLOSED'] as const)('a tick that is %s draws nothing', (status) => {
  expect(barAfterTick(bar(T), tick(T, '99', status), MINUTE_MS)).toBeNull();
});

test('an older tick and a repeated price draw nothing', () => {
  expect(barAfterTick(bar(T), tick(T - 1, '11'), MINUTE_MS)).toBeNull();
  expect(barAfterTick(bar(T), tick(T + 1, '10'), MINUTE_MS)).toBeNull();
});

test('fresh bars end with the price that the page shows, unless bars between the two are missing', () => {
  expect(barAtNow(bar(T), tick(T + 59_000, '11'), MINUTE_MS)).toMatchObject({ timestamp: T, close: 11 });
  expect(barAtNow(bar(T), tick(T + 2 * MINUTE_MS - 1, '11'), MINUTE_MS)).toMatchObject({ timestamp: T + MINUTE_MS });
  expect(barAtNow(bar(T), tick(T + 2 * MINUTE_MS, '11'), MINUTE_MS)).toBeNull();
  expect(barAtNow(null, tick(T, '11'), MINUTE_MS)).toBeNull();
});

test('after a reconnect the last bar and all newer ones are drawn again, unless a gap would stay', () => {
  const fresh = [bar(T), bar(T + MINUTE_MS), bar(T + 2 * MINUTE_MS)];
  expect(barsSince(fresh, bar(T + MINUTE_MS)).map(({ timestamp }) => timestamp - T)).toEqual([60_000, 120_000]);
  expect(leavesGap(fresh, bar(T))).toBe(false);
  expect(leavesGap(fresh, bar(T - MINUTE_MS))).toBe(true);
  expect(leavesGap([], bar(T))).toBe(false);
});

test('the summary covers all bars', () => {
  expect(summaryOf([])).toBeNull();
  expect(summaryOf([bar(T, 9), { ...bar(T + 1, 15), high: 16, low: 3 }])).toEqual({
    last: 15,
    change: 0.5,
    high: 16,
    low: 3,
  });
  expect(summaryOf([{ ...bar(T), open: -1 }])?.change).toBeNull();
});

test('a chart has volume only when a bar has some', () => {
  expect(hasVolume([bar(T), { ...bar(T), volume: 0 }])).toBe(false);
  expect(hasVolume([bar(T), { ...bar(T), volume: 1 }])).toBe(true);
});
