/*
 * SHA-256 and Ed25519 that come with the app, for browsers that have neither. Loaded only there.
 *
 * It is as strict as the browsers' own, so that a receipt has the same verdict everywhere: S must be below the order of
 * the group, and R is compared byte for byte with the result of the equation without the cofactor. The library's own
 * `verify` multiplies by the cofactor and would accept signatures that browsers refuse. Points of small order are
 * refused, as WebCrypto requires.
 */

import { Point } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { toHex } from '@candor/proof/encoding';
import { isSoundPoint } from '@candor/proof/sound-point';
import { verifyP256 } from './verify-p256.ts';

const SIGNATURE_BYTES = 64;
const { n: ORDER } = Point.CURVE();

export const bundledCrypto: ProofCrypto = {
  sha256: (bytes) => Promise.resolve(sha256(bytes)),
  verifyEd25519: (publicKey, message, signature) => {
    try {
      return Promise.resolve(verify(publicKey, message, signature));
    } catch {
      // Not a point of the curve, or a wrong length.
      return Promise.resolve(false);
    }
  },
  verifyP256: (publicKey, message, signature) => Promise.resolve(verifyP256(publicKey, sha256(message), signature)),
};

/**
 * RFC 8032, 5.1.7: R = [S]B − [k]A. The library throws if S is too high. Nothing here is secret, so the time may vary.
 */
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
