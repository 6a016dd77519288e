import { header, Refused } from './http-app.ts';
import type { HttpRequest } from './http-app.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The request's Idempotency-Key in lower case. Refuses a key that is missing or not a UUID. */
export function requireIdempotencyKey(request: HttpRequest): string {
  const key = header(request, 'idempotency-key');
  if (key === undefined) throw new Refused('IDEMPOTENCY_KEY_REQUIRED');
  if (!UUID.test(key)) throw new Refused('IDEMPOTENCY_KEY_INVALID');
  return key.toLowerCase();
}
