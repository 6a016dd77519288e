/*
 * SHA-256 and Ed25519 that come with the app, for browsers that give neither. Loaded only there.
 *
 * As strict as the browsers' own, so that a receipt has one verdict everywhere: S must lie below the order of the group,
 * and R is compared byte for byte with what the equation without the cofactor gives. The library's own `verify` multiplies
 * by the cofactor and would take signatures that browsers refuse. Points of small order are refused, as WebCrypto asks.
 */

import { Point } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { toHex } from '@candor/proof/encoding';
import { isSoundPoint } from '@candor/proof/sound-point';

const SIGNATURE_BYTES = 64;
const { n: ORDER } = Point.CURVE();

export const bundledCrypto: ProofCrypto = {
  sha256: (bytes) => Promise.resolve(sha256(bytes)),
  verifyEd25519: (publicKey, message, signature) => {
    try {
      return Promise.resolve(verify(publicKey, message, signature));
    } catch {
      // No point of the curve, or of another length.
      return Promise.resolve(false);
    }
  },
};

/** RFC 8032, 5.1.7: R = [S]B − [k]A. The library throws on an S that is too high. Nothing is secret, so time may differ. */
function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (!isSoundPoint(publicKey) || !isSoundPoint(r)) return false;
  const key = Point.fromBytes(publicKey);
  const k = littleEndian(sha512(Uint8Array.from([...r, ...publicKey, ...message]))) % ORDER;
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k));
  return toHex(expected.toBytes()) === toHex(r);
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes.toReversed())}`);
}
