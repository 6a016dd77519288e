import { expect, it } from 'vitest';
import { assert, AssertionError } from './assert.ts';
import { err, ok } from './result.ts';

it('separates a value from an error', () => {
  expect(ok(5)).toEqual({ ok: true, value: 5 });
  expect(err('NOPE')).toEqual({ ok: false, error: 'NOPE' });
});

it('throws a named error on a broken invariant, and otherwise nothing', () => {
  expect(() => assert(false, 'broken')).toThrow(new AssertionError('broken'));
  expect(new AssertionError('broken').name).toBe('AssertionError');
  expect(() => assert(0, 'broken')).toThrow(AssertionError);
  expect(() => assert('anything', 'fine')).not.toThrow();
});
