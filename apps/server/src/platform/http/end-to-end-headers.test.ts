import { expect, it } from 'vitest';
import { endToEndHeaders, headersToPassOn } from './end-to-end-headers.ts';

const caller = { ip: '203.0.113.9', protocol: 'https', host: 'site.example' };

it.each([
  [{ connection: 'close, X-Secret', 'x-secret': '1', 'x-kept': '2' }, { 'x-kept': '2' }],
  [{ connection: ' x-a ,,x-b', 'x-a': '1', 'x-b': '2' }, {}],
  [{ connection: 'Host', host: 'site.example' }, { host: 'site.example' }],
  [{ 'keep-alive': 'a', te: 'b', trailer: 'c', upgrade: 'd', 'proxy-connection': 'e', 'http2-settings': 'f' }, {}],
  [{ 'proxy-authenticate': 'a', 'proxy-authorization': 'b', expect: '100-continue' }, {}],
  [{ 'set-cookie': ['a=1', 'b=2'], gone: undefined }, { 'set-cookie': ['a=1', 'b=2'] }],
])('of %o are passed on: %o', (headers, passed) => {
  expect(endToEndHeaders(headers)).toEqual(passed);
});

it('no client says how long the body is, or whose call it is', () => {
  const headers = {
    connection: 'content-length, transfer-encoding, x-forwarded-for',
    'content-length': '5',
    'transfer-encoding': 'chunked',
    forwarded: 'for=198.51.100.1',
    'x-forwarded-for': '198.51.100.1',
    'x-forwarded-port': '1',
    'x-forwarded_for': '198.51.100.1',
    'x-not-forwarded': 'yes',
  };
  expect(headersToPassOn({ ...caller, headers })).toEqual({
    'x-not-forwarded': 'yes',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'site.example',
  });
});

it("an answer's length stays, whatever its Connection names", () => {
  expect(endToEndHeaders({ connection: 'content-length', 'content-length': '5' })).toEqual({ 'content-length': '5' });
});
