import type { CandleView } from '@candor/contract/market';
import type { LiveTick } from '@candor/contract/live';
import { expect, test, vi } from 'vitest';
import { askForFirstCandles } from './first-candles.ts';

const CANDLE: CandleView = { t: '2026-11-26T10:00:00.000Z', o: '1', h: '2', l: '1', c: '2', v: null };

function hostWith(loadCandles: () => Promise<CandleView[]>) {
  const ticks = new Set<(tick: LiveTick) => void>();
  const resyncs = new Set<() => void>();
  return {
    loadCandles: vi.fn(loadCandles),
    onTicks(_: string, listener: (tick: LiveTick) => void) {
      ticks.add(listener);
      return () => void ticks.delete(listener);
    },
    onResync(listener: () => void) {
      resyncs.add(listener);
      return () => void resyncs.delete(listener);
    },
    tick: (seq: number) => ticks.forEach((listen) => listen(tickOf(seq))),
    resync: () => resyncs.forEach((listen) => listen()),
    listeners: () => ticks.size + resyncs.size,
  };
}

function tickOf(seq: number): LiveTick {
  return { seq, at: CANDLE.t, price: '2', status: 'OK' };
}

test('the newest candles are asked for, and what comes meanwhile is kept until it is stopped', async () => {
  const host = hostWith(() => Promise.resolve([CANDLE]));
  const first = askForFirstCandles(host, 'BTCUSDT', '1m');
  expect(host.loadCandles).toHaveBeenCalledExactlyOnceWith('BTCUSDT', '1m', undefined, 300);
  expect(await first.candles).toEqual([CANDLE]);
  host.tick(1);
  host.tick(2);
  first.stop();
  host.tick(3);
  expect(first.ticks()?.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(host.listeners()).toBe(0);
});

test('after a gap in the connection they are no longer whole', () => {
  const host = hostWith(() => Promise.resolve([CANDLE]));
  const first = askForFirstCandles(host, 'BTCUSDT', '1m');
  host.tick(1);
  host.resync();
  host.tick(2);
  expect(first.ticks()).toBeNull();
});

test('more than it may keep is not kept', () => {
  const host = hostWith(() => Promise.resolve([CANDLE]));
  const first = askForFirstCandles(host, 'BTCUSDT', '1m');
  for (let seq = 1; seq <= 600; seq += 1) host.tick(seq);
  expect(first.ticks()).toHaveLength(600);
  host.tick(601);
  host.tick(602);
  expect(first.ticks()).toBeNull();
});

test('a failure waits for the chart that shows it', async () => {
  const host = hostWith(() => Promise.reject(new Error('lost')));
  const first = askForFirstCandles(host, 'BTCUSDT', '1m');
  await new Promise((resolve) => setTimeout(resolve));
  await expect(first.candles).rejects.toThrow('lost');
});
