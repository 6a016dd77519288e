import { describe, expect, it } from 'vitest';
import { clientAddress, isAddress, isProxyEntry, trustedProxies } from './trusted-proxies.ts';

describe('isProxyEntry', () => {
  it.each(['loopback', '10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1', '0.0.0.0/0', '10.0.0.1/32', '::1/128'])(
    'takes %s',
    (entry) => {
      expect(isProxyEntry(entry)).toBe(true);
    },
  );

  it.each([
    '',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0',
    '10.0.0.0/8 ',
  ])('refuses "%s"', (entry) => {
    expect(isProxyEntry(entry)).toBe(false);
  });
});

describe('trustedProxies', () => {
  const trusts = trustedProxies(['loopback', '10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.255.0.1', '::ffff:10.1.2.3', '192.0.2.7'])(
    'trusts %s',
    (address) => {
      expect(trusts(address)).toBe(true);
    },
  );

  it.each(['11.0.0.1', '192.0.2.8', '2001:db9::1', '', 'junk', 'x'.repeat(90), '::ffff:11.0.0.1', '127.0.0.1 '])(
    'does not trust "%s"',
    (address) => {
      expect(trusts(address)).toBe(false);
    },
  );

  it('trusts no address without an entry', () => {
    expect(trustedProxies([])('127.0.0.1')).toBe(false);
  });
});

describe('clientAddress', () => {
  const trusts = trustedProxies(['loopback', '10.0.0.0/8']);

  it.each([
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '203.0.113.9, 10.1.1.1', '203.0.113.9'],
    // The client's own text is left of the address the proxy saw.
    ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    ['127.0.0.1', ' , ', '127.0.0.1'],
  ])('%s with "%s" is %s', (remote, forwarded, address) => {
    expect(clientAddress(remote, forwarded, trusts)).toBe(address);
  });

  it.each([
    [undefined, undefined],
    ['127.0.0.1', 'junk'],
    ['127.0.0.1', 'x'.repeat(90)],
    ['127.0.0.1', `fe80::1%${'a'.repeat(90)}`],
  ])('%s with "%s" gives no address', (remote, forwarded) => {
    expect(clientAddress(remote, forwarded, trusts)).toBeUndefined();
  });
});

it('an address is no longer than its column in the database', () => {
  expect([isAddress('fe80::1%eth0'), isAddress(`fe80::1%${'a'.repeat(64)}`)]).toEqual([true, false]);
});
