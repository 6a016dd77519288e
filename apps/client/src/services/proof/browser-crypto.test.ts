import { toHex, utf8 } from '@candor/proof/encoding';
import { expect, test } from 'vitest';
import { browserCrypto } from './browser-crypto.ts';

const { subtle } = globalThis.crypto;

/** The real one, with one function in its place. */
function subtleWith(changes: Partial<SubtleCrypto>): SubtleCrypto {
  return {
    ...changes,
    digest: subtle.digest.bind(subtle),
    importKey: changes.importKey ?? subtle.importKey.bind(subtle),
    verify: changes.verify ?? subtle.verify.bind(subtle),
  } as SubtleCrypto;
}

test('hashes, and takes a signature for what it signed and for nothing else', async () => {
  const crypto = await browserCrypto();
  if (!crypto.ok) throw new Error(crypto.error);
  expect(toHex(await crypto.value.sha256(utf8('abc')))).toMatch(/^ba7816bf8f01cfea/);
  const { publicKey, privateKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const key = new Uint8Array(await subtle.exportKey('raw', publicKey));
  const signature = new Uint8Array(await subtle.sign('Ed25519', privateKey, utf8('a\n')));
  expect(await crypto.value.verifyEd25519(key, utf8('a\n'), signature)).toBe(true);
  expect(await crypto.value.verifyEd25519(key, utf8('b\n'), signature)).toBe(false);
  expect(await crypto.value.verifyEd25519(key.slice(1), utf8('a\n'), signature)).toBe(false);
});

test('says why it cannot: no encryption, no Ed25519, or one that takes everything', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'NotSupportedError'));
  expect(await browserCrypto(subtleWith({ importKey: refuse }))).toEqual({ ok: false, error: 'old' });
  expect(await browserCrypto(subtleWith({ verify: async () => true }))).toEqual({ ok: false, error: 'old' });
});
