import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plainError } from '@candor/api-client/api-error';
import type { CandleView } from '@candor/contract/market';
import { chartKeptAt, keptCandles } from './kept-candles.ts';
import type { KeptCandles } from './kept-candles.ts';

const kept = new Map<string, unknown>();
vi.mock('../../lib/kept-store.ts', () => ({
  readKept: async (key: string) => kept.get(key),
  updateKept: async (key: string, change: (before: unknown) => unknown) => void kept.set(key, change(kept.get(key))),
}));

let chart: KeptCandles;
let leave: () => void;

beforeEach(() => {
  kept.clear();
  chart = keptCandles();
  leave = chart.show();
});
afterEach(() => leave());

function candles(count: number): CandleView[] {
  return Array.from({ length: count }, (_, n) => ({
    t: new Date(n * 60_000).toISOString(),
    o: '1.00',
    h: '1.00',
    l: '1.00',
    c: '1.00',
    v: '0',
  }));
}

async function offline(): Promise<never> {
  throw plainError(0, 'NETWORK_ERROR');
}

test('a chart that was seen stays without a network, with its age', async () => {
  await chart.read(
    'BTCUSDT/1m',
    async () => candles(400),
    offline,
    () => 5_000,
  );
  expect(chartKeptAt.get()).toBeNull();
  const shown = await chart.read('BTCUSDT/1m', offline);
  expect([shown.length, shown.at(-1), chartKeptAt.get()]).toEqual([300, candles(400).at(-1), 5_000]);
  await chart.read('BTCUSDT/1m', async () => candles(2));
  expect(chartKeptAt.get()).toBeNull();
});

test('of several charts the oldest says its age; one that left the screen, or answers after that, says none', async () => {
  await chart.read(
    'BTCUSDT/1m',
    async () => candles(2),
    offline,
    () => 5_000,
  );
  await chart.read(
    'ETHUSDT/1m',
    async () => candles(2),
    offline,
    () => 7_000,
  );
  await chart.read('BTCUSDT/1m', offline);
  const other = keptCandles();
  const leaveOther = other.show();
  await other.read('ETHUSDT/1m', offline);
  expect(chartKeptAt.get()).toBe(5_000);
  // The newest prices of one chart do not make the other one new.
  await other.read('ETHUSDT/1m', async () => candles(2));
  expect(chartKeptAt.get()).toBe(5_000);
  leave();
  expect(chartKeptAt.get()).toBeNull();
  leaveOther();
  await other.read('BTCUSDT/1m', offline);
  expect(chartKeptAt.get()).toBeNull();
});

test('a chart that was never seen is asked for again before it fails, and what came then is kept', async () => {
  const again = vi.fn(async () => candles(3));
  expect(await chart.read('BTCUSDT/1m', offline, again)).toHaveLength(3);
  expect(chartKeptAt.get()).toBeNull();
  expect(await chart.read('BTCUSDT/1m', offline, again)).toHaveLength(3);
  expect(again).toHaveBeenCalledOnce();
  expect(chartKeptAt.get()).not.toBeNull();
});

test('another chart, and an answer that is no lost line, show nothing old', async () => {
  await chart.read('BTCUSDT/1m', async () => candles(2));
  await expect(chart.read('BTCUSDT/5m', offline)).rejects.toMatchObject({ key: 'NETWORK_ERROR' });
  const refused = async () => {
    throw plainError(404, 'PRODUCT_NOT_FOUND');
  };
  await expect(chart.read('BTCUSDT/1m', refused)).rejects.toMatchObject({ key: 'PRODUCT_NOT_FOUND' });
});

test('the eight newest charts are kept, and what another build wrote is ignored', async () => {
  for (let n = 0; n < 10; n += 1) await chart.read(`P${n}/1m`, async () => candles(1));
  await expect(chart.read('P1/1m', offline)).rejects.toThrow();
  expect(await chart.read('P2/1m', offline)).toHaveLength(1);
  kept.set('candles', [{ chart: 'X/1m', savedAtMs: 1, candles: [{ t: 'never' }] }, 'x', null]);
  await expect(chart.read('X/1m', offline)).rejects.toThrow();
});
