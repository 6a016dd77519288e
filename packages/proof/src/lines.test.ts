import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHash, isLine, isoText, parseIso } from './lines.ts';

describe('moments', () => {
  it('are read back as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (atMs) => {
        expect(parseIso(isoText(atMs))).toBe(atMs);
      }),
    );
  });

  it('begin with 1970', () => {
    expect(isoText(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(parseIso('1970-01-01T00:00:00.000Z')).toBe(0);
  });

  it.each([
    '2026-02-30T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000+00:00',
    '2026-01-01T00:00:00.000Z\n',
    '1969-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    '',
  ])('%j is invalid', (text) => {
    expect(parseIso(text)).toBeNull();
  });
});

it.each(['', 'a\nb', 'a\r', '\u0000', '\u001f', '\u007f', '\ud800'])('%j is not one line', (text) => {
  expect(isLine(text)).toBe(false);
});

it('a hash is 64 hex digits and nothing else', () => {
  const hash = '0123456789abcdef'.repeat(4);
  expect(isHash(hash)).toBe(true);
  const others = [`0${hash}`, `${hash}0`, `\n${hash}`, `${hash}\n`, hash.slice(1), hash.toUpperCase(), ''];
  expect(others.filter((text) => isHash(text))).toEqual([]);
});

it('a blank and what is beyond ASCII may be on a line', () => {
  for (const text of [' ', '~', '\u0080', '\u4e2d', '\ud83d\ude00']) expect(isLine(text)).toBe(true);
});
