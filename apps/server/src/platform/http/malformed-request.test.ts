import { expect, test } from 'vitest';
import { malformedRequest } from './malformed-request.ts';

const address = '203.0.113.9';

test.each(['/', '/api/market/products/BTCUSDT', '/a?x=//%00\\'])('%s passes', (url) => {
  expect(malformedRequest({ url, address })).toBeUndefined();
});

test.each([
  ['//[', 400],
  ['/a//b', 400],
  ['/%00', 400],
  ['/a\\b', 400],
  ['/a%5Cb', 400],
  ['*', 400],
  ['http://a/', 400],
])('%s is answered with %i', (url, status) => {
  expect(malformedRequest({ url, address })?.status).toBe(status);
});

test.each(['', 'junk', 'x'.repeat(90)])('the address "%s" is invalid', (wrong) => {
  expect(malformedRequest({ url: '/', address: wrong })?.status).toBe(400);
});

test('a target has at most 8,000 characters', () => {
  expect(malformedRequest({ url: `/${'x'.repeat(7_999)}`, address })).toBeUndefined();
  expect(malformedRequest({ url: `/${'x'.repeat(8_000)}`, address })?.status).toBe(414);
});
