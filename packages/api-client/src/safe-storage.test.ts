// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { clearStored, readStored, readStoredList, writeStored } from './safe-storage.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('what is written is read until it is removed, or all is cleared', () => {
  writeStored('a', '1');
  writeStored('b', '2');
  expect([readStored('a'), readStored('b')]).toEqual(['1', '2']);
  writeStored('a', null);
  expect([readStored('a'), readStored('b')]).toEqual([null, '2']);
  clearStored();
  expect([readStored('b'), localStorage.length]).toEqual([null, 0]);
});

test('a browser that refuses local storage stops nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  writeStored('a', '1');
  clearStored();
  expect([readStored('a'), readStoredList('a')]).toEqual([null, []]);
});
