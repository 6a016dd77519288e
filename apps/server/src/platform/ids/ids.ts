import { randomBytes, randomUUID } from 'node:crypto';

/**
 * A UUID version 7 (RFC 9562): time-ordered, so rows written together are close together in an index. Its random bits are
 * those of a UUID version 4, of which the system keeps some in advance.
 */
export function uuidV7(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The same random bits under another moment. */
export function atMoment(id: string, ms: number): string {
  return `${uuidV7(ms).slice(0, 15)}${id.slice(15)}`;
}

/** 256 bits from the system's generator, as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
