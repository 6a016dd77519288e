import { expect, test } from 'vitest';
import { socketBoundsOf } from './socket-bounds.ts';

test.each([
  [10_000, { anonymous: 2_500, perAddress: 512, anonymousPerAddress: 64 }],
  [1_000, { anonymous: 250, perAddress: 125, anonymousPerAddress: 31 }],
  [41, { anonymous: 10, perAddress: 16, anonymousPerAddress: 8 }],
  [4, { anonymous: 8, perAddress: 16, anonymousPerAddress: 8 }],
])('%i sockets are split', (all, bounds) => {
  expect(socketBoundsOf(all)).toEqual({ all, perMember: 20, ...bounds });
});
