import { createHmac, createSecretKey } from 'node:crypto';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';

/**
 * Same key and body: the first answer again. Same key, other body: refused. The fingerprint is an HMAC under a secret
 * of the server, so that a stored row reveals nothing about the body to a reader of the table.
 */
export interface Fingerprints {
  of: (body: unknown) => Buffer;
}

export function createFingerprints(secret: Buffer): Fingerprints {
  // With the bytes instead of a key object, Node makes the key again for every call, which is several times slower.
  const key = createSecretKey(secret);
  return {
    of: (body) => createHmac('sha256', key).update(canonicalJson(body)).digest(),
  };
}

/**
 * JSON with the members of every object in code point order, so that bodies with the same meaning give the same text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The request's Idempotency-Key in lower case. Refuses a key that is missing or not a UUID. */
export function requireIdempotencyKey(request: HttpRequest): string {
  const key = header(request, 'idempotency-key');
  if (key === undefined) throw new Refused('IDEMPOTENCY_KEY_REQUIRED');
  if (!UUID.test(key)) throw new Refused('IDEMPOTENCY_KEY_INVALID');
  return key.toLowerCase();
}
