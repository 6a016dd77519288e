import { expect, test } from 'vitest';
import { blocksOf, limitAddress, networkOf } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::5', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['2001::5:6:7:8:9:a', '2001:0:5:6::/64'],
  ['::5:6:7:8:9:a', '0:0:5:6::/64'],
  ['0:00:000:0000:1:2:3:4', '0:0:0:0::/64'],
  ['FE80::1%Eth0', 'fe80:0:0:0::/64'],
  // What is no address stays as it is.
  ['203.0.113.7 and more', '203.0.113.7 and more'],
  ['2001:db8:1', '2001:db8:1'],
  ['', ''],
])('%s counts as %s', (ip, counted) => {
  expect(limitAddress(ip)).toBe(counted);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.250', '203.0.113.0/24'],
  ['203.0.114.7', '203.0.114.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::5', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['2001::5:6:7:8:9:a', '2001:0:5::/48'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:23ff:aaaa:bbbb:cccc:dddd', ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
  ['2001:db8:1:7::1', ['2001:db8:1:7::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
  ['unknown', ['unknown']],
  ['', ['']],
])('%s counts in all of its blocks', (ip, keys) => {
  expect(blocksOf(ip).map(({ key }) => key)).toEqual(keys);
});

test('a larger block may use more than a smaller one, and no two blocks of an address have one key', () => {
  for (const ip of ['203.0.113.7', '2001:db8:1:7::1', '::1', 'x']) {
    const blocks = blocksOf(ip);
    expect(blocks[0].share).toBe(1);
    expect(blocks.map(({ share }) => share)).toEqual(blocks.map(({ share }) => share).toSorted((a, b) => a - b));
    expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
  }
});

test('a whole /48 is 65,536 blocks of /64, 256 of /56 and one of /48', () => {
  const seen = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (let subnet = 0; subnet < 65_536; subnet += 1)
    for (const [size, { key }] of blocksOf(`2001:db8:1:${subnet.toString(16)}::1`).entries()) seen[size]?.add(key);
  expect(seen.map(({ size }) => size)).toEqual([65_536, 256, 1]);
});
