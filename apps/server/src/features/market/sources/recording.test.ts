import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseMdt, readMdt } from './mdt.ts';
import { cutToSeconds, recordedIndex } from './recording.ts';
import { createReplay } from './replay.ts';
import type { Instrument } from './source.ts';

const T0 = Date.parse('2024-08-08T23:54:15.342Z');

function mdt(header: object, rows: string[]): Uint8Array {
  return new TextEncoder().encode(`#MDT1 ${JSON.stringify(header)}\n${rows.join('\n')}\n`);
}

function trades(rows: string[]): Uint8Array {
  return mdt({ product: 'BTCUSDT', kind: 'trades', source: 'x', n: rows.length, t0: T0, dec: 2, qdec: 5 }, rows);
}

function quotes(rows: string[], dec = 5): Uint8Array {
  return mdt({ product: 'EURUSD', kind: 'quotes', source: 'x', n: rows.length, t0: T0, dec }, rows);
}

describe('parseMdt', () => {
  it('decodes trades and drops the side from the volume', () => {
    const table = parseMdt(trades(['0,6183763,-2000', '275,-63,4800']));
    if (table.kind !== 'trades') throw new Error('trades expected');
    expect([...table.at]).toEqual([T0, T0 + 275]);
    expect([...table.price]).toEqual([6_183_763, 6_183_700]);
    expect([...table.qty]).toEqual([2000, 4800]);
  });

  it('decodes quotes', () => {
    const table = parseMdt(quotes(['0,138676,10', '628,-1,11']));
    if (table.kind !== 'quotes') throw new Error('quotes expected');
    expect([...table.bid]).toEqual([138_676, 138_675]);
    expect([...table.ask]).toEqual([138_686, 138_686]);
  });

  it.each([
    ['another format', 'not an MDT1', new TextEncoder().encode('#CSV {}\n')],
    ['no header', 'not an MDT1', gzipSync('')],
    ['bars', 'kind', mdt({ product: 'X', kind: 'bars1m', source: 'x', n: 1, t0: 0, dec: 2 }, ['0,1,1,1,1,1'])],
    [
      'fewer rows than announced',
      'breaks off',
      mdt({ product: 'X', kind: 'quotes', source: 'x', n: 3, t0: 0, dec: 2 }, ['0,1,1']),
    ],
    ['a word in a number row', 'damaged', quotes(['0,abc,1'])],
  ])('refuses %s', (_what, why, bytes) => {
    expect(() => parseMdt(bytes)).toThrow(why);
  });
});

describe('cutToSeconds', () => {
  it('keeps the last price of each second, repeats it in quiet seconds and sums volumes in 10^-8', () => {
    const { prices, quantities } = cutToSeconds(parseMdt(trades(['0,100,1', '100,5,-2', '3000,1,3'])), 2);
    expect([...prices]).toEqual([105, 105, 105, 106]);
    expect([...(quantities ?? [])]).toEqual([3000n, 0n, 0n, 3000n]);
  });

  it('splits at a gap longer than a minute', () => {
    const cut = (gapMs: number): number => cutToSeconds(parseMdt(trades(['0,100,1', `${gapMs},5,1`])), 2).prices.length;
    expect(cut(60_000)).toBe(61);
    expect(cut(61_000)).toBe(2);
  });

  it('takes the middle of bid and ask, rounded HALF_EVEN to the decimals of the product', () => {
    const middle = (row: string, dec: number, decimals: number): number | undefined =>
      cutToSeconds(parseMdt(quotes([row, '1000,0,1'], dec)), decimals).prices[0];
    expect(middle('0,100,2', 5, 5)).toBe(101);
    expect(middle('0,100,1', 5, 5)).toBe(100);
    expect(middle('0,101,1', 5, 5)).toBe(102);
    expect(middle('0,1300335,464', 3, 2)).toBe(130_057);
    expect(middle('0,248494,721', 1, 2)).toBe(2_488_545);
  });
});

describe('replay', () => {
  const recording = { prices: Int32Array.from([10, 20, 30, 40]), quantities: null };
  const replay = createReplay(new Map([['BTCUSDT', recording]]));
  const btc: Instrument = {
    product: 'BTCUSDT',
    category: 'crypto',
    decimals: 2,
    signedScale: null,
    calendar: null,
    sources: { binance: 'BTCUSDT', okx: 'BTC-USDT' },
  };

  it('plays forward, then backward, always to a neighbouring second', () => {
    expect(Array.from({ length: 8 }, (_, i) => recordedIndex(4, i * 1000))).toEqual([0, 1, 2, 3, 2, 1, 0, 1]);
    for (let second = 0; second < 1000; second += 1) {
      expect(Math.abs(recordedIndex(7, second * 1000) - recordedIndex(7, second * 1000 + 1000))).toBe(1);
    }
  });

  it('depends only on the second', () => {
    const at = Date.parse('2026-11-21T10:00:03.000Z');
    const again = createReplay(new Map([['BTCUSDT', recording]]));
    expect(again.sampleAt?.('BTCUSDT', at)).toEqual(replay.sampleAt?.('BTCUSDT', at));
    expect(replay.sampleAt?.('ETHUSDT', at)).toBeNull();
  });

  it('gives a history of the same prices, folded to minutes', async () => {
    const from = Date.parse('2026-11-21T10:00:00.000Z');
    const bars = await replay.history(btc, from, from + 180_000);
    expect(bars).toHaveLength(3);
    for (const bar of bars) {
      const seconds = Array.from({ length: 60 }, (_, i) => replay.sampleAt?.('BTCUSDT', bar.t + i * 1000)?.price ?? 0n);
      expect([bar.o, bar.c]).toEqual([seconds[0], seconds[59]]);
      expect(bar.h).toBe(seconds.reduce((a, b) => (a > b ? a : b)));
      expect(bar.l).toBe(seconds.reduce((a, b) => (a < b ? a : b)));
    }
    expect(bars[0]).toMatchObject({ src: 'recording:binance', v: null });
  });
});

describe.runIf(process.env['MARKETDATA_DIR'] !== undefined)('the recordings', () => {
  it.each([
    ['trades/BTCUSDT.binance.mdt.gz', 2, 651, 6_183_763],
    ['quotes/NZDUSD.oanda.mdt.gz', 5, 300_000, 86_086],
    ['quotes/BTCUSD.dukascopy.mdt.gz', 2, 3599, 2_488_910],
  ])('%s', async (file, decimals, secondsAtLeast, firstNear) => {
    const { prices } = cutToSeconds(await readMdt(join(process.env['MARKETDATA_DIR'] ?? '', file)), decimals);
    expect(prices.length).toBeGreaterThanOrEqual(secondsAtLeast);
    expect(Math.abs((prices[0] ?? 0) - firstNear) / firstNear).toBeLessThan(0.001);
    const jump = prices.reduce(
      (most, value, i) => Math.max(most, i === 0 ? 0 : Math.abs(value - (prices[i - 1] ?? value)) / value),
      0,
    );
    expect(jump).toBeGreaterThan(0);
    expect(jump).toBeLessThan(0.02);
  });
});
