import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price } from '../price.ts';
import { TICK_STATUSES } from '../trading/tick.ts';
import type { Tick } from '../trading/tick.ts';
import { addTick, foldCandles, MINUTE_MS, openingTime } from './candles.ts';
import type { Candle } from './candles.ts';

function candle(minute: number, [o, h, l, c]: [number, number, number, number], v: string | null = null): Candle {
  return {
    t: minute * MINUTE_MS,
    o: price(BigInt(o)),
    h: price(BigInt(h)),
    l: price(BigInt(l)),
    c: price(BigInt(c)),
    v,
  };
}

function tick(at: number, units: number, status: Tick['status'] = 'OK'): Tick {
  return { seq: BigInt(at), at, price: price(BigInt(units)), status };
}

it.each([0, -60_000, 0.5, Number.NaN])('an interval of %d ms fails an assertion', (intervalMs) => {
  expect(() => openingTime(120_000, intervalMs)).toThrow('an interval is');
});

it('an interval may be one millisecond', () => {
  expect(openingTime(120_001, 1)).toBe(120_001);
});

describe('addTick', () => {
  it('opens a bar at its minute, in UTC', () => {
    expect(addTick(null, tick(125_000, 50))).toEqual(candle(2, [50, 50, 50, 50]));
  });

  it('raises the high, lowers the low, moves the close and never the open', () => {
    const bar = [52, 47, 49].reduce<Candle | null>(
      (known, units, index) => addTick(known, tick(121_000 + index * 1000, units)),
      addTick(null, tick(120_000, 50)),
    );
    expect(bar).toEqual(candle(2, [50, 52, 47, 49]));
  });

  it('starts a new bar on the minute, and carries nothing over a gap', () => {
    const bar = candle(2, [50, 52, 47, 49], '3.5');
    expect(addTick(bar, tick(179_999, 60))).toEqual(candle(2, [50, 60, 47, 60], '3.5'));
    expect(addTick(bar, tick(180_000, 60))).toEqual(candle(3, [60, 60, 60, 60]));
    expect(addTick(bar, tick(600_000, 60))).toEqual(candle(10, [60, 60, 60, 60]));
  });

  it.each(TICK_STATUSES.filter((status) => status !== 'OK'))('a tick that is %s builds no bar', (status) => {
    const bar = candle(2, [50, 52, 47, 49]);
    expect(addTick(bar, tick(130_000, 99, status))).toBe(bar);
    expect(addTick(bar, tick(190_000, 99, status))).toBe(bar);
    expect(addTick(null, tick(130_000, 99, status))).toBeNull();
  });

  it('uses a longer interval on request', () => {
    expect(addTick(null, tick(7 * MINUTE_MS, 50), 5 * MINUTE_MS)?.t).toBe(5 * MINUTE_MS);
  });

  it('asserts that ticks are in order', () => {
    expect(() => addTick(candle(2, [50, 52, 47, 49]), tick(119_999, 50))).toThrow('in order');
  });
});

describe('foldCandles', () => {
  it('takes the first open, the last close and the extremes', () => {
    const bars = [
      candle(5, [10, 12, 9, 11], '1.5'),
      candle(6, [11, 20, 11, 15], '0.25'),
      candle(9, [15, 16, 2, 3], '1'),
    ];
    expect(foldCandles(bars, 5 * MINUTE_MS)).toEqual([candle(5, [10, 20, 2, 3], '2.75')]);
  });

  it('starts a new bar at each aligned interval and leaves gaps', () => {
    const bars = [4, 5, 9, 20].map((minute) => candle(minute, [minute, minute, minute, minute]));
    expect(foldCandles(bars, 5 * MINUTE_MS).map((bar) => [bar.t / MINUTE_MS, bar.o, bar.c])).toEqual([
      [0, 4n, 4n],
      [5, 5n, 9n],
      [20, 20n, 20n],
    ]);
  });

  it('makes the sum unknown when one volume is unknown', () => {
    const bars = [candle(0, [1, 1, 1, 1], '1'), candle(1, [1, 1, 1, 1]), candle(2, [1, 1, 1, 1], '1')];
    expect(foldCandles(bars, 5 * MINUTE_MS)[0]?.v).toBeNull();
  });

  it('lists the sources of filled bars, each once', () => {
    const plain = candle(0, [1, 1, 1, 1]);
    const bars = [plain, { ...candle(1, [1, 1, 1, 1]), src: 'kraken' }, { ...candle(2, [1, 1, 1, 1]), src: 'okx' }];
    const more = [...bars, { ...candle(3, [1, 1, 1, 1]), src: 'kraken' }];
    expect(foldCandles(more, 5 * MINUTE_MS)[0]?.src).toBe('kraken+okx');
    expect(foldCandles([plain], 5 * MINUTE_MS)[0]).not.toHaveProperty('src');
  });

  it('aligns four hours and days to UTC', () => {
    const noonish = Date.parse('2026-11-21T13:37:00Z');
    expect(new Date(openingTime(noonish, 240 * MINUTE_MS)).toISOString()).toBe('2026-11-21T12:00:00.000Z');
    expect(new Date(openingTime(noonish, 1440 * MINUTE_MS)).toISOString()).toBe('2026-11-21T00:00:00.000Z');
  });

  it('asserts that bars are oldest first and unique', () => {
    const bar = candle(1, [1, 1, 1, 1]);
    expect(() => foldCandles([bar, bar], 5 * MINUTE_MS)).toThrow('oldest first');
    expect(() => foldCandles([bar, candle(0, [1, 1, 1, 1])], 5 * MINUTE_MS)).toThrow('oldest first');
  });
});

describe('any run of ticks', () => {
  const ticks = fc
    .array(fc.record({ gapMs: fc.integer({ min: 1000, max: 90_000 }), units: fc.integer({ min: 1, max: 99 }) }), {
      minLength: 1,
      maxLength: 80,
    })
    .map((steps) => {
      let at = 0;
      return steps.map((step) => tick((at += step.gapMs), step.units));
    });

  function bars(list: readonly Tick[], intervalMs: number): Candle[] {
    const done: Candle[] = [];
    for (const next of list) {
      const last = done.at(-1) ?? null;
      const bar = addTick(last, next, intervalMs);
      if (bar === null) continue;
      if (last !== null && bar.t === last.t) done[done.length - 1] = bar;
      else done.push(bar);
    }
    return done;
  }

  it('folded minutes equal bars built from the ticks directly', () => {
    fc.assert(
      fc.property(ticks, fc.constantFrom(5, 15, 60), (list, minutes) => {
        expect(foldCandles(bars(list, MINUTE_MS), minutes * MINUTE_MS)).toEqual(bars(list, minutes * MINUTE_MS));
      }),
    );
  });

  it('folding in two steps equals folding in one, and folding again changes nothing', () => {
    fc.assert(
      fc.property(ticks, (list) => {
        const minutes = bars(list, MINUTE_MS);
        const hours = foldCandles(minutes, 60 * MINUTE_MS);
        expect(foldCandles(foldCandles(minutes, 15 * MINUTE_MS), 60 * MINUTE_MS)).toEqual(hours);
        expect(foldCandles(hours, 60 * MINUTE_MS)).toEqual(hours);
      }),
    );
  });

  it('every bar holds its open and close between low and high', () => {
    fc.assert(
      fc.property(ticks, (list) => {
        for (const bar of foldCandles(bars(list, MINUTE_MS), 5 * MINUTE_MS)) {
          expect(bar.l <= bar.o && bar.l <= bar.c && bar.h >= bar.o && bar.h >= bar.c).toBe(true);
        }
      }),
    );
  });
});
