import { expect, test } from 'vitest';
import { nextImportant, readShown, SHOWN_MAX, withShown } from './important-rules.ts';

test('the first one that did not come up here before is next', () => {
  expect(nextImportant(['c', 'b', 'a'], ['c'])).toBe('b');
  expect(nextImportant(['a'], ['a'])).toBeUndefined();
  expect(nextImportant([], [])).toBeUndefined();
});

test('what came up is kept once, and no more than a bounded number', () => {
  expect(withShown(['a', 'b'], 'a')).toEqual(['b', 'a']);
  const many = Array.from({ length: SHOWN_MAX }, (_, n) => `${n}`);
  expect(withShown(many, 'new')).toHaveLength(SHOWN_MAX);
  expect(withShown(many, 'new').at(-1)).toBe('new');
});

test.each([
  [{ ann: ['a'], ben: ['b'] }, 'ann', ['a']],
  [{ ann: ['a', 7, null] }, 'ann', ['a']],
  [{ ann: 'a' }, 'ann', []],
  [{}, 'constructor', []],
  [null, 'ann', []],
  ['a', 'ann', []],
])('of what is kept (%j), the account %s has %j', (kept, account, own) => {
  expect(readShown(kept, account)).toEqual(own);
});
