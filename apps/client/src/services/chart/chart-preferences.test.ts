import { expect, test } from 'vitest';
import { readPreferences } from './chart-preferences.ts';

const DEFAULTS = { interval: '1m', kind: 'candle', indicators: { ma: true, vol: false } };

test.each([
  [undefined, DEFAULTS],
  ['1h', DEFAULTS],
  [{ interval: '2m', kind: 'bars', indicators: 'all' }, DEFAULTS],
  [{ indicators: null }, DEFAULTS],
  [
    { interval: '4h', kind: 'line', indicators: { ma: false, vol: 1 } },
    { interval: '4h', kind: 'line', indicators: { ma: false, vol: false } },
  ],
])('of %j is kept what fits', (kept, expected) => {
  expect(readPreferences(kept)).toEqual(expected);
});
