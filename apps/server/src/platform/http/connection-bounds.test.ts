import { expect, test } from 'vitest';
import { socketBoundsOf } from '../live/socket-bounds.ts';
import { connectionBounds, parseDescriptorLimit, readDescriptorLimit } from './connection-bounds.ts';

test.each([256, 1_024, 4_096, 65_536, 1_048_576])(
  'with %i descriptors every kind of connection gets its share',
  (descriptors) => {
    const { http, httpPerAddress, sockets } = connectionBounds(descriptors);
    expect(http + sockets).toBeLessThanOrEqual(descriptors - Math.min(200, descriptors / 2));
    expect(http).toBeGreaterThanOrEqual(16);
    expect(sockets).toBeGreaterThanOrEqual(http);
    expect(httpPerAddress).toBeLessThan(http);
    const bounds = socketBoundsOf(sockets);
    expect(bounds.anonymousPerAddress).toBeLessThan(bounds.perAddress);
    expect(bounds.anonymous).toBeLessThan(bounds.all);
    expect(bounds.perAddress).toBeLessThan(bounds.all);
  },
);

test('a very large limit is not used up', () => {
  expect(connectionBounds(1_048_576)).toEqual({ http: 4_000, httpPerAddress: 256, sockets: 20_000 });
});

test('even a process that may open almost nothing has room for a few', () => {
  expect(connectionBounds(200)).toEqual({ http: 16, httpPerAddress: 8, sockets: 32 });
});

test('an address gets a fourth of the plain connections, rounded down', () => {
  expect(connectionBounds(1_024)).toEqual({ http: 274, httpPerAddress: 68, sockets: 550 });
});

test('the limit is the soft limit of this process', () => {
  expect(
    parseDescriptorLimit('Max processes  1 1 p\nMax open files            4096                 524288    files\n'),
  ).toBe(4_096);
  expect(parseDescriptorLimit('Max open files            unlimited  unlimited  files\n')).toBe(1_024);
  expect(readDescriptorLimit()).toBeGreaterThanOrEqual(256);
});
