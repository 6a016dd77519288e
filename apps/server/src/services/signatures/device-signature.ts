import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { isSoundPoint } from '@candor/proof/sound-point';

/**
 * Public keys of devices, as bytes: an uncompressed P-256 point (65), or an Ed25519 key (32). Browsers make P-256 keys that
 * no script can read; the other kind is for pages without encryption, which get no keys from the browser.
 */
export const POINT_BYTES = 65;
const SIGNATURE_BYTES = 64;
/** Some megabytes. */
const KEPT_MAX = 4_096;

const verifyAside = promisify(verify);

/**
 * Whether the owner of this key signed the text. It is checked on another thread.
 * @param signature 64 bytes; any others are none
 */
export async function isSignedBy(raw: Buffer, text: string, signature: Buffer): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false;
  return raw.length === POINT_BYTES
    ? await verifyAside('sha256', Buffer.from(text), keptKey(raw), derOf(signature))
    : isSoundPoint(signature.subarray(0, raw.length)) &&
        (await verifyAside(null, Buffer.from(text), keptKey(raw), signature));
}

/**
 * The two numbers of a P-256 signature as DER (SEQUENCE of two INTEGERs, RFC 3279). Node turns the short form into it as
 * well, but takes four times as long for it.
 * @param signature 64 bytes.
 */
function derOf(signature: Buffer): Buffer {
  const half = SIGNATURE_BYTES / 2;
  const numbers = [integerOf(signature.subarray(0, half)), integerOf(signature.subarray(half))].flat();
  const length = numbers.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.of(0x30, length), ...numbers]);
}

/** A positive number in as few bytes as it takes: no leading zero but the one that keeps it positive. */
function integerOf(bytes: Buffer): Buffer[] {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from += 1;
  const digits = bytes.subarray(from);
  return (digits[0] ?? 0) < 0x80
    ? [Buffer.of(0x02, digits.length), digits]
    : [Buffer.of(0x02, digits.length + 1, 0), digits];
}

/** Keys of devices that signed something lately, the newest last. To read a key again takes longer than to check with it. */
const kept = new Map<string, KeyObject>();

function keptKey(raw: Buffer): KeyObject {
  const name = raw.toString('latin1');
  const key = kept.get(name) ?? readKey(raw);
  kept.delete(name);
  kept.set(name, key);
  const [oldest] = kept.size > KEPT_MAX ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  return key;
}

/** @throws Error if the bytes are no public key */
export function readKey(raw: Buffer): KeyObject {
  const part = (from: number, to: number) => raw.subarray(from, to).toString('base64url');
  const jwk =
    raw.length === POINT_BYTES
      ? { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) }
      : { kty: 'OKP', crv: 'Ed25519', x: part(0, 32) };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
