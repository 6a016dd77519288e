import { AssertionError } from '@candor/domain/assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64, toHex } from './encoding.ts';
import {
  assembleNote,
  COSIGNATURE,
  keyHashInput,
  keyText,
  noteLine,
  parseNote,
  parseVerifierKey,
  splitNote,
  verifierKeyText,
  verifyNote,
} from './signed-note.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';

const TEXT = 'candor-test-v1\none\n\nafter an empty line\n';
const signer = await testSigner();
const other = await testSigner();
const note = await signer.sign(TEXT);

/** The next base64 digit after this one: it differs at least in the lowest bit. */
function nextDigit(digit: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return digits[(digits.indexOf(digit) ^ 1) & 63] ?? '';
}

describe('the hash of a key', () => {
  it('is the start of SHA-256 over name, line feed, type and key', async () => {
    const publicKey = Uint8Array.from({ length: 32 }, (_, index) => index);
    const input = keyHashInput('candor', publicKey);
    expect(toHex(input)).toBe(`63616e646f720a01${toHex(publicKey)}`);
    const digest = toHex(await webCrypto.sha256(input)).slice(0, 8);
    const text = verifierKeyText({ name: 'candor', keyHash: digest, publicKey });
    expect(text).toBe(`candor+${digest}+${toBase64(Uint8Array.of(1, ...publicKey))}`);
    expect(await parseVerifierKey(text, webCrypto)).toEqual({
      ok: true,
      value: { name: 'candor', keyHash: digest, publicKey },
    });
  });
});

describe('the hash of a key of a witness', () => {
  it('covers the byte 4 in place of 1', () => {
    // C2SP tlog-cosignature: SHA-256(name || "\n" || 0x04 || public key).
    const publicKey = Uint8Array.from({ length: 32 }, (_, index) => index);
    expect(toHex(keyHashInput('w', publicKey, COSIGNATURE))).toBe(`770a04${toHex(publicKey)}`);
    const text = keyText({ name: 'w', keyHash: '1a2b3c4d', publicKey }, COSIGNATURE);
    expect(text).toBe(`w+1a2b3c4d+${toBase64(Uint8Array.of(4, ...publicKey))}`);
  });
});

describe('verifier keys', () => {
  const text = verifierKeyText(signer.key);

  it('are read back as written', async () => {
    expect(await parseVerifierKey(text, webCrypto)).toEqual({ ok: true, value: signer.key });
  });

  it.each([
    '',
    'candor',
    text.replace('candor', 'rodnac'),
    text.replace('candor', ''),
    text.replace('candor', 'can dor'),
    text.replace(/\+.{8}\+/, '+00000000+'),
    text.replace(/\+.{8}\+/, (hash) => hash.toUpperCase() + '0'),
    `${text}A`,
    `${text}\n`,
    text.slice(0, -4),
    `+${text}`,
    // The same key and hash, said to be of another kind: a key would have two texts.
    keyText(signer.key, COSIGNATURE),
    keyText({ ...signer.key, publicKey: signer.key.publicKey.slice(0, 31) }, 1),
    keyText({ ...signer.key, publicKey: Uint8Array.of(...signer.key.publicKey, 0) }, 1),
  ])('%j is refused', async (changed) => {
    expect(await parseVerifierKey(changed, webCrypto)).toEqual({ ok: false, error: 'KEY_MALFORMED' });
  });
});

describe('notes', () => {
  it('are valid under the key that signed them', async () => {
    expect(await verifyNote(note, [other.key, signer.key], webCrypto)).toEqual({
      ok: true,
      value: { text: TEXT, key: signer.key },
    });
  });

  it('are invalid under other keys', async () => {
    expect(await verifyNote(note, [other.key], webCrypto)).toEqual({ ok: false, error: 'KEY_UNKNOWN' });
    expect(await verifyNote(note, [], webCrypto)).toEqual({ ok: false, error: 'KEY_UNKNOWN' });
  });

  it('are invalid under another key that claims the same hash', async () => {
    const claimed = { ...other.key, keyHash: signer.key.keyHash };
    expect(await verifyNote(note, [claimed], webCrypto)).toEqual({ ok: false, error: 'SIGNATURE_WRONG' });
    expect((await verifyNote(note, [claimed, signer.key], webCrypto)).ok).toBe(true);
  });

  it('are invalid with any other text or signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: note.length - 1 }), fc.nat({ max: 6 }), async (index, bit) => {
        const flipped = String.fromCharCode(note.charCodeAt(index) ^ (1 << bit));
        const changed = note.slice(0, index) + flipped + note.slice(index + 1);
        expect((await verifyNote(changed, [signer.key], webCrypto)).ok).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['nothing', ''],
    ['no signature', TEXT],
    ['no empty line', note.replace('\n\n\u2014', '\n\u2014')],
    ['no line feed at the end', note.slice(0, -1)],
    ['one line feed more', `${note}\n`],
    ['a second signature', `${note}${note.slice(note.indexOf('\u2014'))}`],
    ['a hyphen for the dash', note.replace('\u2014', '-')],
    ['a control character', note.replace('one', 'o\u0000ne')],
    ['one blank more', note.replace('\u2014 ', '\u2014  ')],
    ['unused bits of base64', `${note.slice(0, -3)}${nextDigit(note.at(-3) ?? '')}=\n`],
  ])('are malformed with %s', async (_, changed) => {
    expect(await verifyNote(changed, [signer.key], webCrypto)).toEqual({ ok: false, error: 'NOTE_MALFORMED' });
  });

  it('are assembled in the form that is read', () => {
    const parsed = parseNote(note);
    const [signature] = parsed.ok ? parsed.value.signatures : [];
    expect(signature?.name).toBe('candor');
    expect(assembleNote(TEXT, signer.key, signature?.signature ?? new Uint8Array())).toBe(note);
  });

  it('may have one empty line for a text', async () => {
    expect(await verifyNote(await signer.sign('\n'), [signer.key], webCrypto)).toEqual({
      ok: true,
      value: { text: '\n', key: signer.key },
    });
  });

  it('may have lines of any length, with at least a byte after the hash of the key', () => {
    const body = Uint8Array.of(7);
    expect(splitNote(`a\n\n${noteLine(signer.key, body)}`)).toEqual({
      ok: true,
      value: { text: 'a\n', lines: [{ name: 'candor', keyHash: signer.key.keyHash, body }] },
    });
    for (const bytes of [0, 1, 4]) {
      const short = `a\n\n\u2014 candor ${toBase64(new Uint8Array(bytes))}\n`;
      expect(splitNote(short), `${bytes} bytes`).toEqual({ ok: false, error: 'NOTE_MALFORMED' });
    }
  });

  it('are not assembled from a text without a line feed or a short signature', () => {
    expect(() => assembleNote('no line feed', signer.key, new Uint8Array(64))).toThrow(AssertionError);
    expect(() => assembleNote('ok\n', signer.key, new Uint8Array(63))).toThrow(AssertionError);
  });
});
