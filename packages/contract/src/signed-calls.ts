/*
 * Calls of members that a thief with a stolen token could use against them are signed by the device that logged in: they move
 * money, change what guards it, or speak in the member's name. What is signed, and how the header says it, is here for both
 * sides.
 */

/** `1.<time, epoch ms>.<nonce>.<signature>`. Nonce and signature are base64url, of 16 and 64 bytes. */
export const DEVICE_SIGNATURE_HEADER = 'Device-Signature';

export interface SignedCall {
  readonly method: string;
  /** With its query, as it is sent. */
  readonly path: string;
  /** SHA-256 of the body's bytes as they are sent, also of a form; lower-case hex. A call without a body has that of no bytes. */
  readonly bodyHash: string;
  /** In lower case; empty for a call without one. */
  readonly idempotencyKey: string;
  readonly timeMs: number;
  readonly nonce: string;
}

/** The text that is signed. No part can hold a line break, so two different calls never have the same text. */
export function textOfCall({ method, path, bodyHash, idempotencyKey, timeMs, nonce }: SignedCall): string {
  return ['candor call 1', method, path, bodyHash, idempotencyKey, timeMs, nonce].join('\n');
}

export function deviceSignature({ timeMs, nonce }: Pick<SignedCall, 'timeMs' | 'nonce'>, signature: string): string {
  return `1.${timeMs}.${nonce}.${signature}`;
}

/** The parts of the header; null for text that is no signature. */
export function readDeviceSignature(text: string): { timeMs: number; nonce: string; signature: string } | null {
  const [, time, nonce, signature] = /^1\.(\d{13})\.([\w-]{22})\.([\w-]{86})$/.exec(text) ?? [];
  if (time === undefined || nonce === undefined || signature === undefined) return null;
  return { timeMs: Number(time), nonce, signature };
}
