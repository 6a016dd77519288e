import { expect, test } from 'vitest';
import { groupsOf, withGroup } from './permission-groups.ts';

test('permissions stand under their areas', () => {
  const groups = groupsOf(['audit:log:read', 'cashier:deposit:read', 'cashier:deposit:review', 'audit:log:read']);
  expect(groups.map(({ area, permissions }) => [area, permissions.length])).toEqual([
    ['audit', 2],
    ['cashier', 2],
  ]);
});

test('all of a group or none of it leaves the others alone', () => {
  expect(withGroup(['a:x', 'b:x'], ['b:x', 'b:y'], true)).toEqual(['a:x', 'b:x', 'b:y']);
  expect(withGroup(['a:x', 'b:x'], ['b:x', 'b:y'], false)).toEqual(['a:x']);
});
