/**
 * Which points are accepted in keys and signatures. Implementations of Ed25519 differ on two kinds of points: points of
 * small order, with which one signature fits any text, and points in a non-canonical encoding. Some accept them, some
 * do not. We refuse both before calling a port, so that every verifier gets the same verdict.
 */
import { toHex } from './encoding.ts';

const POINT_BYTES = 32;
const SIGN_BIT = 1n << 255n;
const FIELD = (1n << 255n) - 19n;

/** y of the eight points whose order divides 8. Points with the same y differ in the sign bit. */
const SMALL_ORDER = new Set([
  0n,
  1n,
  FIELD - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
]);

/** Does not check whether the bytes are a point of the curve: with bytes that are not, nothing verifies. */
export function isSoundPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  const y = BigInt(`0x${toHex(bytes.toReversed())}`) % SIGN_BIT;
  return y < FIELD && !SMALL_ORDER.has(y);
}
