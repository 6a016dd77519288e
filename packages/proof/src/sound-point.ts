/**
 * Which points are taken in keys and signatures. Implementations of Ed25519 differ over points of small order, under which
 * one signature fits any text, and over points that are not written in the one canonical way: some take them, some do
 * not. Both are refused before any port is asked, so that whoever verifies comes to the same verdict.
 */
import { toHex } from './encoding.ts';

const POINT_BYTES = 32;
const SIGN_BIT = 1n << 255n;
const FIELD = (1n << 255n) - 19n;

/** y of the eight points whose order divides 8; the sign bit tells those of the same y apart. */
const SMALL_ORDER = new Set([
  0n,
  1n,
  FIELD - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
]);

/** Says nothing about whether the bytes are a point of the curve at all: with one that is not, nothing verifies. */
export function isSoundPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  const y = BigInt(`0x${toHex(bytes.toReversed())}`) % SIGN_BIT;
  return y < FIELD && !SMALL_ORDER.has(y);
}
