import fc from 'fast-check';
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
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['for=203.0.113.9', '203.0.113.9'],
    ['For="[2001:db8::1]:4711"', '2001:db8::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    [`fe80::1%${'a'.repeat(90)}`, 'fe80::1'],
    ['203.0.113.9,', '203.0.113.9'],
    [', ,203.0.113.9:80', '203.0.113.9'],
    ['unknown, 203.0.113.9', '203.0.113.9'],
    // Trusted as well: the proxy beyond it is read.
    ['203.0.113.9, [::ffff:10.0.0.2]:80', '203.0.113.9'],
    ['203.0.113.9, "10.0.0.2:99"', '203.0.113.9'],
  ])('"%s" is read as %s', (forwarded, address) => {
    expect(clientAddress('127.0.0.1', forwarded, trusts)).toBe(address);
  });

  it.each([
    ['unknown', '127.0.0.1'],
    ['junk', '127.0.0.1'],
    ['_hidden', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['x'.repeat(90), '127.0.0.1'],
    ['"203.0.113.9', '127.0.0.1'],
    ['[203.0.113.9]:80', '127.0.0.1'],
    ['[2001:db8::1', '127.0.0.1'],
    ['203.0.113.9:port', '127.0.0.1'],
    ['203.0.113', '127.0.0.1'],
    ['unix:', '127.0.0.1'],
    // What the proxy does not know, somebody before it cannot say.
    ['198.51.100.1, unknown', '127.0.0.1'],
    ['198.51.100.1, unknown, 10.0.0.3', '10.0.0.3'],
    ['"198.51.100.1, 203.0.113.9"', '127.0.0.1'],
  ])('"%s" names nobody: the connection of the last proxy that is known counts, %s', (forwarded, address) => {
    expect(clientAddress('127.0.0.1', forwarded, trusts)).toBe(address);
  });

  it('gives no address to a client that has left', () => {
    expect(clientAddress(undefined, undefined, trusts)).toBeUndefined();
    expect(clientAddress(undefined, '203.0.113.9', trusts)).toBeUndefined();
  });

  const octet = fc.nat({ max: 255 });
  const four = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
  const six = fc.ipV6();
  const written = fc.oneof(
    four,
    six,
    four.map((address) => `${address}:8080`),
    six.map((address) => `"[${address}]:8080"`),
    four.map((address) => `for=${address}`),
    fc.constantFrom('unknown', '', '_x', '10.0.0.1', '127.0.0.1:1', '"', '[', ']:', ':', '%', 'for=', '=,"'),
    fc.string(),
  );

  it('never throws, and gives an address that can be counted', () => {
    fc.assert(
      fc.property(fc.option(four, { nil: undefined }), fc.array(written), (remote, entries) => {
        const address = clientAddress(remote, entries.join(','), trusts);
        expect(address === undefined ? remote === undefined : isAddress(address)).toBe(true);
      }),
    );
  });

  it('whatever a stranger sends, the address that a trusted proxy saw counts, and without a proxy the connection', () => {
    fc.assert(
      fc.property(fc.array(written), four, (sent, stranger) => {
        fc.pre(!trusts(stranger));
        expect(clientAddress('127.0.0.1', [...sent, stranger].join(', '), trusts)).toBe(stranger);
        expect(clientAddress('127.0.0.1', [...sent, stranger, '10.0.0.9:1'].join(','), trusts)).toBe(stranger);
        expect(clientAddress('127.0.0.1', [...sent, 'unknown'].join(', '), trusts)).toBe('127.0.0.1');
        expect(clientAddress(stranger, sent.join(','), trusts)).toBe(stranger);
      }),
    );
  });
});

it('an address is no longer than its column in the database', () => {
  expect([isAddress('fe80::1%eth0'), isAddress(`fe80::1%${'a'.repeat(64)}`)]).toEqual([true, false]);
});
