import { expect, test, vi } from 'vitest';
import { INDICATORS, missingFor, offered, shownOf, toggled } from './indicators.ts';

test('every indicator of the library can be chosen', async () => {
  // The library needs a window when it loads.
  vi.stubGlobal('window', globalThis);
  const { getSupportedIndicators } = await import('klinecharts');
  expect(INDICATORS.toSorted()).toEqual(getSupportedIndicators().toSorted());
});

test('one press turns an indicator on, the next one off', () => {
  expect(toggled(['MA'], 'RSI', 3)).toEqual(['MA', 'RSI']);
  expect(toggled(['MA', 'RSI'], 'MA', 3)).toEqual(['RSI']);
});

test('one pane too many replaces the oldest one', () => {
  expect(toggled(['VOL', 'MA', 'MACD', 'KDJ'], 'RSI', 3)).toEqual(['MA', 'MACD', 'KDJ', 'RSI']);
  expect(toggled(['VOL', 'MACD', 'KDJ'], 'EMA', 3)).toEqual(['VOL', 'MACD', 'KDJ', 'EMA']);
});

test('a phone shows the newest panes of a desktop selection', () => {
  const chosen = ['MA', 'VOL', 'MACD', 'KDJ', 'RSI'] as const;
  expect(shownOf(chosen, 3)).toEqual(['MA', 'MACD', 'KDJ', 'RSI']);
  expect(shownOf(chosen, 6)).toEqual(chosen);
});

test('the most used come first, and used indicators are no longer under "more"', () => {
  expect(offered('main', {}).first).toEqual(['MA', 'EMA', 'BOLL', 'SAR']);
  const { first, more } = offered('main', { BOLL: 2, BBI: 5 });
  expect(first).toEqual(['BBI', 'BOLL', 'MA', 'EMA', 'SAR']);
  expect(more).toEqual(['SMA', 'AVP']);
});

test.each([
  ['VOL', true, null],
  ['VOL', false, 'volume'],
  ['OBV', false, 'volume'],
  ['RSI', false, null],
  ['AVP', true, 'turnover'],
] as const)('%s with volume known: %j lacks %j', (name, volumeKnown, missing) => {
  expect(missingFor(name, volumeKnown)).toBe(missing);
});
