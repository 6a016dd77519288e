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
const SIGNATURE_BYTES = 64;
/** Some megabytes. */
const KEPT_MAX = 4_096;

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
  if (raw.length !== POINT_BYTES) return verify(null, Buffer.from(text), keptKeyOf(raw), bytes);
  return bytes.length === SIGNATURE_BYTES && verify('sha256', Buffer.from(text), keptKeyOf(raw), derOf(bytes));
}

const verifyOnPool = promisify(verify);

/** The same, on another thread. The signature has 64 bytes. */
export async function isSignedByApart(raw: Buffer, text: string, signature: Buffer): Promise<boolean> {
  return raw.length === POINT_BYTES
    ? await verifyOnPool('sha256', Buffer.from(text), keptKeyOf(raw), derOf(signature))
    : isSoundPoint(signature.subarray(0, raw.length)) &&
        (await verifyOnPool(null, Buffer.from(text), keptKeyOf(raw), signature));
}

/**
 * The two numbers of a P-256 signature as DER (SEQUENCE of two INTEGERs, RFC 3279). Node turns the short form into it as
 * well, but takes four times as long for it, on the thread that answers requests.
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

function keptKeyOf(raw: Buffer): KeyObject {
  const name = raw.toString('latin1');
  const key = kept.get(name) ?? keyOf(raw);
  kept.delete(name);
  kept.set(name, key);
  const [oldest] = kept.size > KEPT_MAX ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  return key;
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
