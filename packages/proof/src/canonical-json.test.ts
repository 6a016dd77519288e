import { AssertionError } from '@candor/domain/assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, parseCanonicalJson } from './canonical-json.ts';
import type { JsonValue } from './canonical-json.ts';

const key = fc.string({ unit: 'grapheme' }).filter((text) => text !== '__proto__');
const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('canonicalJson', () => {
  // RFC 8785, section 3.2.3: keys by UTF-16 code units.
  it('sorts keys as RFC 8785 does', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  });

  it('escapes only what must be escaped', () => {
    expect(canonicalJson('\u20ac$\u000f\nA\'B"\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/"');
  });

  it('is read back as the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(parseCanonicalJson(canonicalJson(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it('writes an object whose keys are sorted as it writes any other', () => {
    fc.assert(
      fc.property(fc.dictionary(key, json, { maxKeys: 6 }), (object) => {
        const sorted = Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
        const reversed = Object.fromEntries(Object.entries(sorted).reverse());
        expect(canonicalJson(sorted)).toBe(canonicalJson(reversed));
      }),
    );
    expect(canonicalJson({ a: -0, b: 'ö\n', c: null, d: true })).toBe('{"a":0,"b":"ö\\n","c":null,"d":true}');
  });

  it.each<[string, JsonValue]>([
    ['a fraction', 0.5],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a number that is not exact', 2 ** 53],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate as a key', { '\ud800': 1 }],
    ['the key __proto__', JSON.parse('{"__proto__":1}') as JsonValue],
    ['undefined', { a: undefined } as unknown as JsonValue],
    ['a value that is not JSON', undefined as unknown as JsonValue],
  ])('%s has no text', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(AssertionError);
    expect(() => canonicalJson([value])).toThrow(AssertionError);
    expect(() => canonicalJson({ a: value })).toThrow(AssertionError);
  });

  it.each([
    ['lists', '[', ']', ''],
    ['objects', '{"a":', '}', '1'],
  ])('sixteen nested %s have a text, and one more has none', (_, open, close, inner) => {
    const nested = (depth: number) => open.repeat(depth) + inner + close.repeat(depth);
    expect(parseCanonicalJson(nested(16))).toEqual({ ok: true, value: JSON.parse(nested(16)) });
    expect(canonicalJson(JSON.parse(nested(16)))).toBe(nested(16));
    expect(parseCanonicalJson(nested(17))).toEqual({ ok: false, error: 'NOT_CANONICAL' });
    expect(() => canonicalJson(JSON.parse(nested(17)))).toThrow(AssertionError);
  });
});

describe('parseCanonicalJson refuses', () => {
  it.each([
    ['white space', '{"a": 1}'],
    ['white space at the end', '{"a":1}\n'],
    ['keys in another order', '{"b":1,"a":2}'],
    ['a key given twice', '{"a":1,"a":1}'],
    ['a needless escape', String.raw`"\u0041"`],
    ['another way to write a number', '1e2'],
    ['a needless fraction', '1.0'],
    ['minus zero', '-0'],
    ['a fraction', '0.5'],
    ['an integer that is not exact', '9007199254740993'],
    ['an escaped lone surrogate', String.raw`"\ud800"`],
    ['the key __proto__', '{"__proto__":{}}'],
    ['the name NaN', 'NaN'],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
    ['endless nesting', '['.repeat(200_000)],
    ['deep nesting', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['deep nesting of objects', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
  ])('%s', (_, text) => {
    expect(parseCanonicalJson(text)).toEqual({ ok: false, error: 'NOT_CANONICAL' });
  });
});
