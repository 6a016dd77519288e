/**
 * Texts and bytes. Every encoding here has exactly one text for the same bytes, and the readers refuse any other text.
 * Otherwise somebody could change a text without changing its meaning.
 */
import type { ProofCrypto } from './crypto-port.ts';

/** All platforms have these globals. They are declared here because this package depends on no platform. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const HEX = /^(?:[0-9a-f]{2})*$/;
const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Null if the bytes are not UTF-8. A byte order mark stays in the text like any other character. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Null for anything except pairs of lower-case digits. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!HEX.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/** Standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const bits = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    text += BASE64_DIGITS.charAt(bits >> 18) + BASE64_DIGITS.charAt((bits >> 12) & 63);
    text += BASE64_DIGITS.charAt((bits >> 6) & 63) + BASE64_DIGITS.charAt(bits & 63);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return missing === 0 ? text : text.slice(0, -missing) + '='.repeat(missing);
}

/** Null for any text that toBase64 does not write, including one with unused bits set. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!BASE64.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | BASE64_DIGITS.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = (bits >> count) & 0xff;
  }
  return toBase64(bytes) === text ? bytes : null;
}

/** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
export async function textHash(text: string, crypto: ProofCrypto): Promise<string> {
  return toHex(await crypto.sha256(utf8(text)));
}
