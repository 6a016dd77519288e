import { expect, test } from 'vitest';
import { readPreferences } from './chart-preferences.ts';

const DEFAULTS = { interval: '1m', kind: 'candle', indicators: ['MA'], uses: {}, zone: 'auto' };

test.each([
  [undefined, DEFAULTS],
  ['1h', DEFAULTS],
  [{ interval: '2m', kind: 'bars', indicators: 'all', uses: 7 }, DEFAULTS],
  [{ indicators: null, uses: null }, DEFAULTS],
  [
    { interval: '4h', kind: 'line', indicators: ['RSI', 'XYZ', 3, 'BOLL', 'RSI'], uses: { RSI: 2, BOLL: -1, XYZ: 9 } },
    { interval: '4h', kind: 'line', indicators: ['RSI', 'BOLL'], uses: { RSI: 2 }, zone: 'auto' },
  ],
  [{ indicators: [] }, { ...DEFAULTS, indicators: [] }],
  [{ indicators: { ma: false, vol: true, xyz: true } }, { ...DEFAULTS, indicators: ['VOL'] }],
  [{ indicators: { ma: false, vol: false } }, { ...DEFAULTS, indicators: [] }],
  [{ indicators: {} }, DEFAULTS],
  [{ indicators: { ma: 'yes' } }, DEFAULTS],
  [{ zone: 'Asia/Tokyo' }, { ...DEFAULTS, zone: 'Asia/Tokyo' }],
  [{ zone: 'Mars/Olympus' }, DEFAULTS],
])('of stored %j only valid parts are kept', (kept, expected) => {
  expect(readPreferences(kept)).toEqual(expected);
});
