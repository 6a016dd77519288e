import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLine, isoText, parseIso } from './lines.ts';

describe('moments', () => {
  it('are read back as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (atMs) => {
        expect(parseIso(isoText(atMs))).toBe(atMs);
      }),
    );
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

it.each(['', 'a\nb', 'a\r', '\u0000', '\u007f', '\ud800'])('%j is not one line', (text) => {
  expect(isLine(text)).toBe(false);
});
