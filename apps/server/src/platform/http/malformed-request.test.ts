import { describe, expect, test } from 'vitest';
import { malformedRequest, malformedToPassOn } from './malformed-request.ts';

const honest = { ip: '203.0.113.9', method: 'POST', headers: {} };

test.each(['/', '/api/market/products/BTCUSDT', '/a?x=//%00\\'])('%s passes', (url) => {
  expect(malformedRequest({ ...honest, url })).toBeUndefined();
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
  expect(malformedRequest({ ...honest, url })).toEqual({ status: 400, reason });
});

test.each(['', 'junk', 'x'.repeat(90)])('the address "%s" is invalid', (wrong) => {
  expect(malformedRequest({ ...honest, url: '/', ip: wrong })?.status).toBe(400);
});

test('a target has at most 8,000 characters', () => {
  expect(malformedRequest({ url: `/${'x'.repeat(7_999)}`, ...honest })).toBeUndefined();
  expect(malformedRequest({ url: `/${'x'.repeat(8_000)}`, ...honest })?.status).toBe(414);
});

test('a client that has left has no address', () => {
  expect(malformedRequest({ ...honest, url: '/', ip: undefined })?.status).toBe(400);
});

describe.each([
  ['GET', malformedRequest],
  ['HEAD', malformedRequest],
  ['OPTIONS', malformedRequest],
  ['GET', malformedToPassOn],
  ['HEAD', malformedToPassOn],
  ['DELETE', malformedToPassOn],
])('%s', (method, find) => {
  test.each([
    { 'content-length': '1' },
    { 'content-length': 'x' },
    { 'transfer-encoding': 'chunked' },
    { 'transfer-encoding': '' },
    { 'content-length': '0', 'transfer-encoding': 'identity' },
  ])('with %o is refused', (headers) => {
    expect(find({ ...honest, url: '/', method, headers })).toEqual({
      status: 400,
      reason: 'this method has no body',
    });
  });

  test.each([{}, { 'content-length': '0' }])('with %o passes', (headers) => {
    expect(find({ ...honest, url: '/', method, headers })).toBeUndefined();
  });
});

test.each(['POST', 'PUT'])('%s has a body', (method) => {
  expect(malformedToPassOn({ ...honest, url: '/', method, headers: { 'content-length': '9' } })).toBeUndefined();
});

test('a DELETE that is not passed on may have one', () => {
  const headers = { 'content-length': '9' };
  expect(malformedRequest({ ...honest, url: '/', method: 'DELETE', headers })).toBeUndefined();
});
