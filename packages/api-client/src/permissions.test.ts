import { expect, test } from 'vitest';
import {
  hasAllPermissions,
  hasAllRoles,
  hasAnyPermission,
  hasAnyRole,
  hasPermission,
  hasRole,
  rolesOrDefault,
} from './permissions.ts';

test.each([
  [['a:b:c'], 'a:b:c', true],
  [['a:b:c'], 'a:b:d', false],
  [['*:*:*'], 'a:b:d', true],
  [[], 'a:b:c', false],
])('permissions %j hold %s: %s', (owned, asked, held) => {
  expect(hasPermission(owned, asked)).toBe(held);
});

test.each([
  [['member'], 'member', true],
  [['member'], 'cashier', false],
  [['admin'], 'cashier', true],
  [[], 'member', false],
])('roles %j hold %s: %s', (owned, asked, held) => {
  expect(hasRole(owned, asked)).toBe(held);
});

test('one of several, and all of several', () => {
  expect(hasAnyPermission(['a'], ['a', 'b'])).toBe(true);
  expect(hasAnyPermission(['c'], ['a', 'b'])).toBe(false);
  expect(hasAllPermissions(['a'], ['a', 'b'])).toBe(false);
  expect(hasAllPermissions(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(hasAllPermissions(['*:*:*'], ['a', 'b'])).toBe(true);
  expect([hasAllPermissions(['a'], ['a']), hasAllRoles(['x'], ['x'])]).toEqual([true, true]);
  expect(hasAnyRole(['x'], ['x', 'y'])).toBe(true);
  expect(hasAnyRole(['z'], ['x', 'y'])).toBe(false);
  expect(hasAllRoles(['x'], ['x', 'y'])).toBe(false);
  expect(hasAllRoles(['admin'], ['x', 'y'])).toBe(true);
});

test('an empty list is never granted', () => {
  expect([
    hasAnyPermission(['a'], []),
    hasAllPermissions(['*:*:*'], []),
    hasAnyRole(['admin'], []),
    hasAllRoles(['admin'], []),
  ]).toEqual([false, false, false, false]);
});

test('an empty role list becomes ROLE_DEFAULT', () => {
  expect(rolesOrDefault([])).toEqual(['ROLE_DEFAULT']);
  expect(rolesOrDefault(['member'])).toEqual(['member']);
});
