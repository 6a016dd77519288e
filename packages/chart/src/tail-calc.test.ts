// @vitest-environment happy-dom
import { dispose, init } from 'klinecharts';
import type { Chart, Indicator, KLineData } from 'klinecharts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawIndicators } from './chart-indicators.ts';
import { INDICATORS, paneOf } from './indicators.ts';
import { tailCalc } from './tail-calc.ts';
import { palette } from './testing/palette.ts';

const MINUTE_MS = 60_000;

let seed = 0;
function random() {
  return (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** A bar that opens at the close of another one. */
function barAfter(before: KLineData | undefined, timestamp: number): KLineData {
  const open = before?.close ?? 100;
  const close = open + random() - 0.5;
  const reach = random();
  const [high, low] = [Math.max(open, close) + reach, Math.min(open, close) - reach];
  return { timestamp, open, high, low, close, volume: random() * 50, turnover: random() * 5_000 };
}

function barsOf(count: number): KLineData[] {
  const bars: KLineData[] = [];
  while (bars.length < count) bars.push(barAfter(bars.at(-1), bars.length * MINUTE_MS));
  return bars;
}

async function settled() {
  return await new Promise((resolve) => setTimeout(resolve, 20));
}

const charts: Chart[] = [];

/** A chart of the library, and a function that gives it a live bar. */
async function chartOf(bars: KLineData[]) {
  const chart = init(document.createElement('div'));
  if (!chart) throw new Error('there is no chart');
  charts.push(chart);
  let put: (bar: KLineData) => void = () => {};
  chart.setSymbol({ ticker: 'TEST', pricePrecision: 2, volumePrecision: 2 });
  chart.setPeriod({ type: 'minute', span: 1 });
  chart.setDataLoader({
    getBars: ({ callback }) => callback([...bars], false),
    subscribeBar: ({ callback }) => (put = callback),
  });
  await settled();
  return { chart, put: (bar: KLineData) => put(bar) };
}

beforeEach(() => {
  seed = 7;
  // A canvas that draws nothing: the test looks only at figures.
  const context = new Proxy({}, { get: () => () => ({ width: 10 }), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
});
afterEach(() => {
  for (const chart of charts.splice(0)) dispose(chart);
});

test('after prices and new bars every indicator equals the full calculation', async () => {
  const bars = barsOf(700);
  const { chart, put } = await chartOf(bars);
  drawIndicators(chart, 400, INDICATORS, { palette, priceDecimals: 2 });
  await settled();
  for (let price = 0; price < 16; price += 1) {
    const last = bars.at(-1);
    const opens = price % 4 === 3;
    const bar = barAfter(bars.at(opens ? -1 : -2), (last?.timestamp ?? 0) + (opens ? MINUTE_MS : 0));
    bars.splice(opens ? bars.length : -1, 1, bar);
    put(bar);
    // Some bars come faster than figures are computed.
    if (price % 3 > 0) await settled();
  }
  await settled();

  const { chart: whole } = await chartOf(bars);
  for (const name of INDICATORS) {
    const drawn = chart.getIndicators({ name })[0];
    whole.createIndicator({ name, paneId: paneOf(name), calcParams: drawn?.calcParams ?? [] }, true);
  }
  await vi.waitFor(() => {
    for (const name of INDICATORS) {
      const [drawn, asked] = [chart, whole].map((each) => each.getIndicators({ name })[0]?.result ?? []);
      expect(drawn?.length, name).toBe(704);
      expect(rounded(drawn), name).toEqual(rounded(asked));
    }
  });
}, 60_000);

function rounded(figures: unknown[] = []) {
  return figures
    .slice(-50)
    .map((each) => Object.entries(each ?? {}).map(([key, figure]) => `${key} ${Number(figure).toPrecision(8)}`));
}

function drawn(calcParams: number[]) {
  return { calcParams } as Indicator;
}

test('a price calculates only the last bars; another list or other periods calculate all', () => {
  const asked: number[] = [];
  const calc = tailCalc('MA', (bars) => {
    asked.push(bars.length);
    return bars.map(({ close }) => close);
  });
  const ma = drawn([5]);
  const bars = barsOf(1_000);
  expect(calc(bars, ma)).toHaveLength(1_000);
  bars.splice(-1, 1, { ...barAfter(bars.at(-1), 999 * MINUTE_MS), close: 42 });
  expect(calc(bars, ma)).toHaveLength(1_000);
  bars.push(barAfter(bars.at(-1), 1_000 * MINUTE_MS), barAfter(bars.at(-1), 1_001 * MINUTE_MS));
  expect(calc(bars, ma)).toEqual(bars.map(({ close }) => close));
  expect(asked).toEqual([1_000, 129, 131]);

  const older = [...barsOf(500), ...bars];
  expect(calc(older, ma)).toHaveLength(1_502);
  expect(calc(older, drawn([10]))).toHaveLength(1_502);
  expect(asked.slice(3)).toEqual([1_502, 1_502]);
});

test('running totals are always calculated in full', () => {
  const calc = (bars: KLineData[]) => bars;
  expect(tailCalc('OBV', calc)).toBe(calc);
  expect(tailCalc('SAR', calc)).toBe(calc);
});
