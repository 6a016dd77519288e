import { expect, it } from 'vitest';
import { productStatus } from './product-status.ts';

const open = { open: true, endsAt: 5 } as const;
const closed = { open: false, opensAt: 7 } as const;

it.each([
  [false, open, { status: 'trading', opensAt: null }],
  [false, closed, { status: 'closed', opensAt: 7 }],
  [false, { open: false, opensAt: null } as const, { status: 'closed', opensAt: null }],
  [true, open, { status: 'forbidden', opensAt: null }],
  [true, closed, { status: 'forbidden', opensAt: null }],
])('forbidden %s, session %o', (forbidden, session, expected) => {
  expect(productStatus({ forbidden, session })).toEqual(expected);
});
