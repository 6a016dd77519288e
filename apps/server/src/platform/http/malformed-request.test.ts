import { expect, test } from 'vitest';
import { malformedRequest } from './malformed-request.ts';

const address = '203.0.113.9';

test.each(['/', '/api/market/products/BTCUSDT', '/a?x=//%00\\'])('%s passes', (url) => {
  expect(malformedRequest({ url, address })).toBeUndefined();
});

test.each([
  ['//[', 'the path has an empty segment'],
  ['/a//b', 'the path has an empty segment'],
  ['/%00', 'the path has a forbidden character'],
  ['/a\\b', 'the path has a forbidden character'],
  ['/a%5Cb', 'the path has a forbidden character'],
  ['*', 'the target is not a path'],
  ['http://a/', 'the target is not a path'],
])('%s is refused: %s', (url, reason) => {
  expect(malformedRequest({ url, address })).toEqual({ status: 400, reason });
});

test.each(['', 'junk', 'x'.repeat(90)])('the address "%s" is invalid', (wrong) => {
  expect(malformedRequest({ url: '/', address: wrong })?.status).toBe(400);
});

test('a target has at most 8,000 characters', () => {
  expect(malformedRequest({ url: `/${'x'.repeat(7_999)}`, address })).toBeUndefined();
  expect(malformedRequest({ url: `/${'x'.repeat(8_000)}`, address })?.status).toBe(414);
});
