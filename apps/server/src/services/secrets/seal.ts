import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/*
 * Names, numbers and pictures of members at rest: AES-256-GCM under the site's seal key. The layout is one byte of
 * version, 12 of nonce, 16 of tag, then the ciphertext.
 */

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** `purpose` says what the text is and whose: a sealed text that was moved to another row or column does not open. */
export function seal(key: Buffer, text: string, purpose: string): Buffer {
  return sealBytes(key, Buffer.from(text), purpose);
}

/** @throws Error when the key or the purpose is different, or a byte was changed. */
export function unseal(key: Buffer, sealed: Uint8Array, purpose: string): string {
  return unsealBytes(key, sealed, purpose).toString('utf8');
}

/** Like `seal`, for anything that is not text. */
export function sealBytes(key: Buffer, bytes: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the key or the purpose is different, or a byte was changed. */
export function unsealBytes(key: Buffer, sealed: Uint8Array, purpose: string): Buffer {
  if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) throw new Error('these bytes were not sealed');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
}
