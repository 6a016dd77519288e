import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, fromHex, fromUtf8, textHash, toBase64, toHex, utf8 } from './encoding.ts';
import { webCrypto } from './testing/web-crypto.ts';

const bytes = fc.uint8Array({ maxLength: 80 });

describe('base64', () => {
  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('%j is %j', (text, base64) => {
    expect(toBase64(utf8(text))).toBe(base64);
    expect(fromBase64(base64)).toEqual(utf8(text));
  });

  it('is read back as written', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(fromBase64(toBase64(value))).toEqual(Uint8Array.from(value));
      }),
    );
  });

  it.each(['Zh==', 'Zm9=', 'Zg', 'Zg=', 'Zg===', 'Z', '=', 'Zm9v\n', ' Zm9v', 'Zm9v Zm9v', 'Zm-_', 'Zg==Zg=='])(
    '%j is refused',
    (text) => {
      expect(fromBase64(text)).toBeNull();
    },
  );

  it('no two texts give the same bytes', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9+/]{2,6}={0,2}$/);
    fc.assert(
      fc.property(text, (one) => {
        const read = fromBase64(one);
        fc.pre(read !== null);
        expect(toBase64(read ?? new Uint8Array())).toBe(one);
      }),
    );
  });
});

describe('hex', () => {
  it('is read back as written', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(fromHex(toHex(value))).toEqual(Uint8Array.from(value));
      }),
    );
  });

  it.each(['0', 'AB', 'zz', '0x', ' 00', '00\n'])('%j is refused', (text) => {
    expect(fromHex(text)).toBeNull();
  });
});

describe('UTF-8', () => {
  it('keeps a byte order mark', () => {
    expect(fromUtf8(utf8('\ufeff{}'))).toBe('\ufeff{}');
  });

  it('refuses invalid bytes', () => {
    expect(fromUtf8(Uint8Array.of(0x7b, 0xff, 0x7d))).toBeNull();
  });
});

it('a text has the same hash as from sha256sum', async () => {
  expect(await textHash('abc', webCrypto)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
