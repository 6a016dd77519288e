import { expect, test } from 'vitest';
import { readChartCells, shownCells, withActive, withLayout, withPeriod } from './chart-cells.ts';

const CODES = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'EURUSD'];
const FIRST = readChartCells(undefined);

function codesOf(...args: Parameters<typeof shownCells>): string[] {
  return shownCells(...args).map(({ code }) => code);
}

test('at first there is one chart, of the product in the address', () => {
  expect(codesOf(FIRST, 'ETHUSDT', CODES)).toEqual(['ETHUSDT']);
});

test('more charts show products that no other shows, each with its own period', () => {
  const four = withLayout(FIRST, 4, 'ETHUSDT');
  expect(codesOf(four, 'ETHUSDT', CODES)).toEqual(['ETHUSDT', 'BTCUSDT', 'SOLUSDT', 'BNBUSDT']);
  expect(new Set(shownCells(four, 'ETHUSDT', CODES).map(({ interval }) => interval)).size).toBe(4);
  expect(codesOf(four, 'ETHUSDT', ['ETHUSDT'])).toEqual(['ETHUSDT', 'ETHUSDT', 'ETHUSDT', 'ETHUSDT']);
});

test('a new product in the address changes the active cell alone', () => {
  const two = withLayout(FIRST, 2, 'BTCUSDT');
  const picked = withActive(two, 1, shownCells(two, 'BTCUSDT', CODES));
  expect(codesOf(picked, 'ETHUSDT', CODES)).toEqual(['BTCUSDT', 'ETHUSDT']);
  expect(codesOf(picked, 'EURUSD', CODES)).toEqual(['BTCUSDT', 'EURUSD']);
});

test('the cell that was active keeps its product when another is picked', () => {
  const two = withLayout(FIRST, 2, 'SOLUSDT');
  const shown = shownCells(two, 'SOLUSDT', CODES);
  const picked = withActive(two, 1, shown);
  expect(codesOf(picked, shown[1]?.code ?? '', CODES)).toEqual(['SOLUSDT', 'BTCUSDT']);
});

test('fewer charts: the active one stays', () => {
  const four = withLayout(FIRST, 4, 'BTCUSDT');
  const last = withActive(four, 3, shownCells(four, 'BTCUSDT', CODES));
  const two = withLayout(last, 2, 'BNBUSDT');
  expect(two.active).toBe(0);
  expect(shownCells(two, 'BNBUSDT', CODES)[0]).toMatchObject({ code: 'BNBUSDT', interval: '1h' });
  expect(codesOf(withLayout(two, 1, 'BNBUSDT'), 'BNBUSDT', CODES)).toEqual(['BNBUSDT']);
});

test('a period belongs to one cell', () => {
  const four = withPeriod(withLayout(FIRST, 4, 'BTCUSDT'), 2, { interval: '1d', kind: 'line' });
  expect(shownCells(four, 'BTCUSDT', CODES).map(({ interval }) => interval)).toEqual(['1m', '5m', '1d', '1h']);
});

test.each([
  [null, 1, 0],
  [{ layout: 3, active: 2 }, 1, 0],
  [{ layout: 2, active: 3 }, 2, 0],
  [{ layout: 4, active: 3, cells: [{ code: 7 }, null] }, 4, 3],
])('a stored value %j', (kept, layout, active) => {
  const read = readChartCells(kept);
  expect([read.layout, read.active, read.cells.length]).toEqual([layout, active, 4]);
});

test('what was kept is read as it was', () => {
  const state = withPeriod(withLayout(FIRST, 2, 'ETHUSDT'), 1, { interval: '4h', kind: 'candle' });
  expect(readChartCells(structuredClone(state))).toEqual(state);
});
