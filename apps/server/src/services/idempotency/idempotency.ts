import { createHmac, createSecretKey } from 'node:crypto';

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
