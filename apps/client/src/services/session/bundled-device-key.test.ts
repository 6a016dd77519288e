import { expect, test } from 'vitest';
import { bundledDeviceCrypto } from './bundled-device-key.ts';

test('what the app’s own code signs, any Ed25519 accepts', async () => {
  const { secret, publicKey } = await bundledDeviceCrypto.newKey();
  const stored: unknown = structuredClone(secret);
  const text = new TextEncoder().encode('a call');
  const signature = await bundledDeviceCrypto.sign(stored, text);
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify']);
  const accepted = async (bytes: Uint8Array<ArrayBuffer>) =>
    await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), bytes);
  expect([publicKey.length, signature.length]).toEqual([32, 64]);
  expect(await accepted(text)).toBe(true);
  expect(await accepted(new TextEncoder().encode('another call'))).toBe(false);
});

test('it has the browser’s SHA-256', async () => {
  const bytes = new TextEncoder().encode('a body');
  const own = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  expect(await bundledDeviceCrypto.sha256(bytes)).toEqual(own);
});

test('a key of the browser is not signed with', async () => {
  await expect(bundledDeviceCrypto.sign({}, new Uint8Array())).rejects.toThrow('not a key of this app');
});
