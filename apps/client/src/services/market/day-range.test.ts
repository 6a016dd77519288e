import { expect, test } from 'vitest';
import { dayRange, withPrice } from './day-range.ts';

function candle(h: string, l: string, v: string | null) {
  return { t: '2026-11-21T10:00:00.000Z', o: l, h, l, c: h, v };
}

test('high and low keep the text in which they were published', () => {
  expect(dayRange([candle('9.50', '9.10', '1.5'), candle('10.00', '9.90', '0.25')])).toEqual({
    high: '10.00',
    low: '9.10',
    volume: '1.75',
  });
});

test('one bar without a volume makes the sum unknown', () => {
  expect(dayRange([candle('2', '1', '1'), candle('2', '1', null)])?.volume).toBeNull();
});

test('without bars there is no range', () => {
  expect(dayRange([])).toBeNull();
});

test.each([
  ['11.00', '11.00', '9.00'],
  ['8.00', '10.00', '8.00'],
  ['9.50', '10.00', '9.00'],
  [null, '10.00', '9.00'],
])('at %s the range is %s to %s', (price, high, low) => {
  expect(withPrice({ high: '10.00', low: '9.00', volume: null }, price)).toMatchObject({ high, low });
});
