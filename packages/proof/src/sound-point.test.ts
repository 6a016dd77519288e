import { expect, it } from 'vitest';
import { fromHex, toHex } from './encoding.ts';
import { assembleNote, keyHashInput, parseVerifierKey, verifierKeyText, verifyNote } from './signed-note.ts';
import { isSoundPoint } from './sound-point.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';

/** https://eprint.iacr.org/2020/1244 (Taming the many EdDSAs): the eight points, and their other encodings. */
const WEAK = [
  ['order 1', '0100000000000000000000000000000000000000000000000000000000000000'],
  ['order 2', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['order 4', '0000000000000000000000000000000000000000000000000000000000000000'],
  ['order 4, the other point', '0000000000000000000000000000000000000000000000000000000000000080'],
  ['order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['order 8, the second', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
  ['order 8, the third', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ['order 8, the fourth', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'],
  ['order 1 with a sign', '0100000000000000000000000000000000000000000000000000000000000080'],
  ['order 2 with a sign', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
  ['the field prime as 0', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['one above the field for 1', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['the greatest number for 18', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
] as const;

function point(hex: string) {
  return fromHex(hex) ?? new Uint8Array();
}

const signer = await testSigner();

it.each(WEAK)('%s is refused in a key and in a signature', async (_, hex) => {
  const publicKey = point(hex);
  expect(isSoundPoint(publicKey)).toBe(false);
  const keyHash = toHex((await webCrypto.sha256(keyHashInput('candor', publicKey))).slice(0, 4));
  const text = verifierKeyText({ name: 'candor', keyHash, publicKey });
  expect(await parseVerifierKey(text, webCrypto)).toEqual({ ok: false, error: 'KEY_MALFORMED' });
  const note = assembleNote('x\n', signer.key, Uint8Array.of(...publicKey, ...new Uint8Array(32)));
  const takesAll = { ...webCrypto, verifyEd25519: () => Promise.resolve(true) };
  expect(await verifyNote(note, [signer.key], takesAll)).toEqual({ ok: false, error: 'SIGNATURE_WRONG' });
});

it('any other point of the right length is accepted', () => {
  const { publicKey } = signer.key;
  expect(isSoundPoint(publicKey)).toBe(true);
  expect(isSoundPoint(publicKey.slice(1))).toBe(false);
  // One below the last point of small order, and one above the last of those in between.
  expect(isSoundPoint(point(`eb${'ff'.repeat(30)}7f`))).toBe(true);
  expect(isSoundPoint(point(`02${'00'.repeat(31)}`))).toBe(true);
});
