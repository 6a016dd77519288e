import { describe, expect, it } from 'vitest';
import type { JsonValue } from './canonical-json.ts';
import { bool, count, listOf, nullOr, objectOf, oneOf, partOf, text } from './shape.ts';

describe('a field', () => {
  const named = { constructor: text, toString: text };

  it('is one of the value itself, never one that every object inherits', () => {
    const anything = { toString: () => 'read' };
    expect(partOf(anything)({ toString: 1 })).toEqual({ toString: 'read' });
    expect(partOf(anything)({})).toBeUndefined();
    expect(objectOf(anything)({ other: 1 })).toBeUndefined();
    expect(objectOf(named)({ constructor: 'a', toString: 'b' })).toEqual({ constructor: 'a', toString: 'b' });
  });

  it('may not be missing, and only in a part may there be more', () => {
    const [whole, part] = [objectOf({ a: text, b: bool }), partOf({ a: text, b: bool })];
    const more = { a: 'x', b: false, c: 1 };
    expect([whole({ a: 'x', b: false }), whole({ a: 'x' }), whole(more)]).toEqual([
      { a: 'x', b: false },
      undefined,
      undefined,
    ]);
    expect([part(more), part({ a: 'x' })]).toEqual([{ a: 'x', b: false }, undefined]);
  });

  it.each<[string, JsonValue]>([
    ['null', null],
    ['a list', []],
    ['a text', 'a'],
    ['a number', 0],
  ])('is not read of %s', (_, value) => {
    expect([objectOf({})(value), partOf({})(value)]).toEqual([undefined, undefined]);
  });
});

it('a count is a number from its first to its last value', () => {
  const read = count(1, 3);
  expect([0, 1, 3, 4, '1', null].map((value) => read(value))).toEqual([
    undefined,
    1,
    3,
    undefined,
    undefined,
    undefined,
  ]);
  expect([count(0)(2 ** 53 - 1), count(0)(2 ** 53)]).toEqual([2 ** 53 - 1, undefined]);
});

it('a list is read whole or not at all, up to its length', () => {
  const read = listOf(count(0), 2);
  expect([[], [1, 2], [1, 2, 3], [1, 'x'], 'x', null].map((value) => read(value))).toEqual([
    [],
    [1, 2],
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('a choice and what may be null are read as they are', () => {
  expect(['up', 'down', 1, null].map((value) => oneOf(['up', 1])(value))).toEqual(['up', undefined, 1, undefined]);
  expect([null, true, 'x'].map((value) => nullOr(bool)(value))).toEqual([null, true, undefined]);
});
