import { describe, expect, it } from 'vitest';
import { canonicalJson, createFingerprints } from './idempotency.ts';

describe('canonicalJson', () => {
  it('does not depend on the order of object members, at any depth', () => {
    expect(canonicalJson({ b: [{ y: 1, x: null }], a: 'ü' })).toBe(canonicalJson({ a: 'ü', b: [{ x: null, y: 1 }] }));
  });

  it('is JSON, of every kind of value', () => {
    const text = '{"a":[1,"2",null,true],"b":{},"c":null}';
    expect(canonicalJson({ c: null, b: { left: undefined }, a: [1, '2', undefined, true] })).toBe(text);
    expect(JSON.parse(text)).toEqual({ a: [1, '2', null, true], b: {}, c: null });
  });

  it('gives different values different texts', () => {
    const texts = [{ a: '1' }, { a: 1 }, { a: ['1'] }, { a: null }, {}, { b: '1' }, [['a'], ['b']], [['a', 'b']]].map(
      canonicalJson,
    );
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('createFingerprints', () => {
  it('depends on the body and on the secret', () => {
    const [one, two] = [createFingerprints(Buffer.alloc(32, 1)), createFingerprints(Buffer.alloc(32, 2))];
    expect(one.of({ a: 1, b: 2 })).toEqual(one.of({ b: 2, a: 1 }));
    expect(one.of({ a: 1 })).not.toEqual(one.of({ a: 2 }));
    expect(one.of({ a: 1 })).not.toEqual(two.of({ a: 1 }));
  });
});
