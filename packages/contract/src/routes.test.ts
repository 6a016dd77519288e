import { expect, test } from 'vitest';
import { PATHS, patternOf } from './routes.ts';

test('an id cannot leave its path segment', () => {
  expect(PATHS.order('../../console')).toBe('/api/trade/orders/..%2F..%2Fconsole');
  expect(PATHS.product('BTC?x=1#y')).toBe('/api/market/products/BTC%3Fx%3D1%23y');
});

test('a route path for the router has its placeholder', () => {
  expect(patternOf(PATHS.receipt, 'id')).toBe('/api/trade/orders/:id/receipt');
  expect(patternOf(PATHS.candles, 'code')).toBe('/api/market/products/:code/candles');
});
