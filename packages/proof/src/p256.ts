/**
 * Verifies ECDSA signatures with P-256 (FIPS 186-5, 6.4.2), for pages that get no cryptography from the browser. Everything
 * here is public, so it may take longer for some numbers than for others. It must never be used to sign.
 */
import { toHex } from './encoding.ts';

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const BASE: Point = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
];
const NUMBER_BYTES = 32;
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;

/** x / z², y / z³. The point at infinity has z = 0. */
type Point = readonly [x: bigint, y: bigint, z: bigint];

const INFINITY: Point = [1n, 1n, 0n];

/** @param digest SHA-256 of the message */
export function verifyP256(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  const key = readPoint(publicKey);
  if (key === null || digest.length !== NUMBER_BYTES || signature.length !== 2 * NUMBER_BYTES) return false;
  const [r, s] = [numberOf(signature.subarray(0, NUMBER_BYTES)), numberOf(signature.subarray(NUMBER_BYTES))];
  if (!isScalar(r) || !isScalar(s)) return false;
  const inverse = inverseOf(s, N);
  const [u1, u2] = [(numberOf(digest) * inverse) % N, (r * inverse) % N];
  const [x, , z] = sumOfMultiples(u1, BASE, u2, key);
  if (z === 0n) return false;
  const toAffine = inverseOf(z, P);
  return ((x * toAffine * toAffine) % P) % N === r;
}

/** Whether a number can stand in a signature. */
function isScalar(number: bigint): boolean {
  return number > 0n && number < N;
}

/** Null for bytes that are no point of the curve. The curve has no points of small order. */
function readPoint(bytes: Uint8Array): Point | null {
  if (bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return null;
  const [x, y] = [numberOf(bytes.subarray(1, 1 + NUMBER_BYTES)), numberOf(bytes.subarray(1 + NUMBER_BYTES))];
  const isOnCurve = x < P && y < P && mod(y * y - (x * x * x - 3n * x + B)) === 0n;
  return isOnCurve ? [x, y, 1n] : null;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

/** a·one + b·other, both multiplied in the same walk over the bits. */
function sumOfMultiples(a: bigint, one: Point, b: bigint, other: Point): Point {
  const both = add(one, other);
  let sum = INFINITY;
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    sum = double(sum);
    const [inA, inB] = [(a >> bit) & 1n, (b >> bit) & 1n];
    if (inA === 1n || inB === 1n) sum = add(sum, inA === 0n ? other : inB === 0n ? one : both);
  }
  return sum;
}

function double(point: Point): Point {
  const [x, y, z] = point;
  if (z === 0n) return INFINITY;
  const [yy, zz] = [(y * y) % P, (z * z) % P];
  const [s, m] = [(4n * x * yy) % P, (3n * (x - zz) * (x + zz)) % P];
  const newX = mod(m * m - 2n * s);
  return [newX, mod(m * (s - newX) - 8n * yy * yy), (2n * y * z) % P];
}

function add(one: Point, other: Point): Point {
  const [x1, y1, z1] = one;
  const [x2, y2, z2] = other;
  if (z1 === 0n) return other;
  if (z2 === 0n) return one;
  const [zz1, zz2] = [(z1 * z1) % P, (z2 * z2) % P];
  const [u1, u2] = [(x1 * zz2) % P, (x2 * zz1) % P];
  const [s1, s2] = [(y1 * zz2 * z2) % P, (y2 * zz1 * z1) % P];
  if (u1 === u2) return s1 === s2 ? double(one) : INFINITY;
  const [h, r] = [mod(u2 - u1), mod(s2 - s1)];
  const hh = (h * h) % P;
  const [hhh, v] = [(h * hh) % P, (u1 * hh) % P];
  const x = mod(r * r - hhh - 2n * v);
  return [x, mod(r * (v - x) - s1 * hhh), (h * z1 * z2) % P];
}

function mod(number: bigint, modulus: bigint = P): bigint {
  const rest = number % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** By Euclid's algorithm, of a number between 0 and the modulus. */
function inverseOf(number: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, number];
  let [before, now] = [0n, 1n];
  while (next !== 0n) {
    const times = rest / next;
    [rest, next] = [next, rest - times * next];
    [before, now] = [now, before - times * now];
  }
  return mod(before, modulus);
}
