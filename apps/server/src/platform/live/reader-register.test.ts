import { expect, test } from 'vitest';
import { createReaderRegister, GRACE_MS } from './reader-register.ts';

interface Reader {
  address: string;
  openedAtMs: number;
  session: undefined;
}

/** Tries to connect from each address, and returns how many got a place. */
function connectAll(addresses: readonly string[], bounds: Partial<Record<'all' | 'anonymous', number>> = {}): number {
  const register = createReaderRegister<Reader>({
    all: 1_000,
    anonymous: 400,
    perAddress: 16,
    anonymousPerAddress: 8,
    perMember: 20,
    ...bounds,
  });
  let placed = 0;
  for (const address of addresses) {
    if (register.findPlace(address, 0).refused !== undefined) continue;
    register.add({ address, openedAtMs: 0, session: undefined });
    placed += 1;
  }
  return placed;
}

test('a /48 holds no more sockets than its share, however many /64s it has', () => {
  const subnets = Array.from({ length: 2_000 }, (_, subnet) => `2001:db8:1:${subnet.toString(16)}::1`);
  expect(connectAll(subnets)).toBe(8 * 8);
});

test('a /56 and an IPv4 /24 have a share too', () => {
  const subnets = Array.from({ length: 256 }, (_, subnet) => `2001:db8:1:${subnet.toString(16)}::1`);
  expect(connectAll(subnets)).toBe(8 * 3);
  const neighbours = Array.from({ length: 255 }, (_, host) => `203.0.113.${host}`);
  expect(connectAll(neighbours)).toBe(8 * 8);
});

test('no block takes more than half of all places', () => {
  const neighbours = Array.from({ length: 255 }, (_, host) => `203.0.113.${host}`);
  expect(connectAll(neighbours, { anonymous: 40 })).toBe(20);
});

test('a full block loses its oldest socket that may go, and others keep theirs', () => {
  const register = createReaderRegister<Reader>({
    all: 1_000,
    anonymous: 400,
    perAddress: 2,
    anonymousPerAddress: 2,
    perMember: 20,
  });
  const open = (address: string, openedAtMs: number): Reader => {
    const reader = { address, openedAtMs, session: undefined };
    register.add(reader);
    return reader;
  };
  open('203.0.114.1', 0);
  const oldest = open('203.0.113.1', 1);
  open('203.0.113.1', 2);
  expect(register.findPlace('203.0.113.1', 2)).toEqual({ refused: 429 });
  expect(register.findPlace('203.0.113.1', GRACE_MS + 5)).toEqual({ instead: oldest });
  register.remove(oldest);
  expect(register.findPlace('203.0.113.1', 2)).toEqual({ instead: undefined });
});
