import { describe, expect, test } from 'vitest';
import { isPermissionPattern, permits, permitsAll, permitsAny } from './permission.ts';

describe('a permission', () => {
  test.each([
    [['cashier:deposit:review'], 'cashier:deposit:review', true],
    [['cashier:deposit:read'], 'cashier:deposit:review', false],
    [['cashier:*:*'], 'cashier:withdrawal:payout', true],
    [['cashier:*:*'], 'ledger:adjustment:make', false],
    [['*:*:read'], 'audit:log:read', true],
    [['*:*:read'], 'member:profile:freeze', false],
    [['*:*:*'], 'member:profile:freeze', true],
    [['*'], 'member:profile:freeze', false],
    [['*:*'], 'member:profile:freeze', false],
    [['*:*:*:*'], 'member:profile:freeze', false],
    [[], 'member:profile:freeze', false],
    // What is asked for is one permission and no pattern: else a route that asks for `*` would be open to less.
    [['*:*:*'], '*:*:*', false],
    [['cashier:deposit:review'], 'cashier:deposit:*', false],
    [['*:*:*'], '', false],
    [['*:*:*'], 'cashier:deposit', false],
  ])('held as %j covers %s: %s', (held, asked, expected) => {
    expect(permits(held, asked)).toBe(expected);
  });

  test('any-of needs one, all-of needs each and at least one', () => {
    const held = ['cashier:*:*', 'audit:log:read'];
    expect(permitsAny(held, ['identity:card:read', 'audit:log:read'])).toBe(true);
    expect(permitsAny(held, ['identity:card:read'])).toBe(false);
    expect(permitsAny(held, [])).toBe(false);
    expect(permitsAll(held, ['cashier:deposit:read', 'audit:log:read'])).toBe(true);
    expect(permitsAll(held, ['cashier:deposit:read', 'identity:card:read'])).toBe(false);
    expect(permitsAll(held, ['audit:log:read'])).toBe(true);
    expect(permitsAll(held, [])).toBe(false);
  });
});

test.each([
  ['a:b:c', true],
  ['*:*:read', true],
  ['a:b', false],
  ['a:b:c:d', false],
  ['a:B:c', false],
  ['a::c', false],
  ['a:b*:c', false],
])('%s is a pattern: %s', (text, expected) => {
  expect(isPermissionPattern(text)).toBe(expected);
});
