/*
 * Verifies ECDSA signatures with P-256 (FIPS 186-5, 6.4.2), for pages that get no cryptography from the browser. It takes
 * what browsers take: an uncompressed point, then r and s of 32 bytes each. Low S is not demanded, because browsers sign with
 * either. It must never be used to sign.
 */

import { p256 } from '@noble/curves/nist.js';

const DIGEST_BYTES = 32;
const SIGNATURE_BYTES = 64;
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;

/** @param digest SHA-256 of the message */
export function verifyP256(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  // The library takes compressed points and longer digests too.
  if (publicKey.length !== POINT_BYTES || publicKey[0] !== UNCOMPRESSED) return false;
  if (digest.length !== DIGEST_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  try {
    return p256.verify(signature, digest, publicKey, { format: 'compact', lowS: false, prehash: false });
  } catch {
    // Not a point of the curve.
    return false;
  }
}
