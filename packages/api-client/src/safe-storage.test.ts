// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readStoredList, writeStored } from './safe-storage.ts';

test.each([
  ['["a","b"]', ['a', 'b']],
  ['["a",1,null,["b"],{}]', ['a']],
  ['{"a":1}', []],
  ['"a"', []],
  ['not JSON', []],
])('a stored list of names is read with what is a name in it: %s', (stored, names) => {
  writeStored('list', stored);
  expect(readStoredList('list')).toEqual(names);
});

test('a list that was never stored is empty', () => {
  expect(readStoredList('another')).toEqual([]);
});
