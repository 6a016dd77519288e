import { isAddress } from './trusted-proxies.ts';

/** The longest path with its query. Real ones of this API stay below 1,000 characters. */
const TARGET_CHARS_MAX = 8_000;

export interface Malformed {
  status: 400 | 414;
  reason: string;
}

/**
 * Finds requests that no honest client sends, before they reach a route, a file or a store. `address` is the client's
 * address as Fastify found it. If it is not a valid address, it came from a forwarded header.
 */
export function malformedRequest({ url, address }: { url: string; address: string }): Malformed | undefined {
  if (url.length > TARGET_CHARS_MAX) return { status: 414, reason: 'the target is too long' };
  const path = url.replace(/\?.*$/s, '');
  if (!path.startsWith('/')) return { status: 400, reason: 'the target is not a path' };
  if (path.includes('//')) return { status: 400, reason: 'the path has an empty segment' };
  if (/%00|\\|%5c/i.test(path)) return { status: 400, reason: 'the path has a forbidden character' };
  if (!isAddress(address)) return { status: 400, reason: 'a forwarded header has no valid address' };
  return undefined;
}
