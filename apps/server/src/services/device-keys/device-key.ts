import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { isSoundPoint } from '@candor/proof/sound-point';
import { Refused } from '../../platform/http/http-app.ts';

/**
 * Public keys of devices, as bytes: an uncompressed P-256 point (65), or an Ed25519 key (32). Browsers make P-256 keys that
 * no script can read; the other kind is for pages without encryption, which get no keys from the browser.
 */
const POINT_BYTES = 65;

/** The key in a login or registration. @throws Refused if it is no key, or one that anyone can sign for */
export function readDeviceKey(text: string | undefined): Buffer | null {
  if (text === undefined) return null;
  const raw = Buffer.from(text, 'base64url');
  try {
    keyOf(raw);
    if (raw.length !== POINT_BYTES && !isSoundPoint(raw)) throw new Error('anyone can sign for this key');
    return raw;
  } catch {
    throw new Refused('FIELD_INVALID', { fields: { deviceKey: 'FIELD_INVALID' } });
  }
}

/** Whether the owner of this key signed the text. The signature is base64url, of 64 bytes. */
export function isSignedBy(raw: Buffer, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  return raw.length === POINT_BYTES
    ? verify('sha256', Buffer.from(text), { key: keyOf(raw), dsaEncoding: 'ieee-p1363' }, bytes)
    : verify(null, Buffer.from(text), keyOf(raw), bytes);
}

const verifyOnPool = promisify(verify);

/** The same, on another thread. The signature has 64 bytes. */
export async function isSignedByApart(raw: Buffer, text: string, signature: Buffer): Promise<boolean> {
  return raw.length === POINT_BYTES
    ? await verifyOnPool('sha256', Buffer.from(text), { key: keyOf(raw), dsaEncoding: 'ieee-p1363' }, signature)
    : isSoundPoint(signature.subarray(0, raw.length)) &&
        (await verifyOnPool(null, Buffer.from(text), keyOf(raw), signature));
}

/** @throws Error if the bytes are no key */
function keyOf(raw: Buffer): KeyObject {
  const part = (from: number, to: number) => raw.subarray(from, to).toString('base64url');
  const jwk =
    raw.length === POINT_BYTES
      ? { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) }
      : { kty: 'OKP', crv: 'Ed25519', x: part(0, 32) };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
