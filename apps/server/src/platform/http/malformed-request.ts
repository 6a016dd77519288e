import type { IncomingHttpHeaders } from 'node:http';
import { isAddress } from './trusted-proxies.ts';

/** The longest path with its query. Real ones of this API stay below 1,000 characters. */
const TARGET_CHARS_MAX = 8_000;

/** A body has no meaning here, and what stands between client and server may not agree on where it ends. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);
const NO_BODY = { status: 400, reason: 'this method has no body' } as const;

export interface Malformed {
  status: 400 | 414;
  reason: string;
}

interface Arrived {
  readonly url: string;
  /** The client's address as Fastify found it. If it is no address, it came from a forwarded header. */
  readonly ip: string | undefined;
  readonly method: string;
  readonly headers: Readonly<Pick<IncomingHttpHeaders, 'content-length' | 'transfer-encoding'>>;
}

/** Finds requests that no honest client sends, before they reach a route, a file or a store. */
export function malformedRequest({ url, ip, method, headers }: Arrived): Malformed | undefined {
  if (url.length > TARGET_CHARS_MAX) return { status: 414, reason: 'the target is too long' };
  const path = url.replace(/\?.*$/s, '');
  if (!path.startsWith('/')) return { status: 400, reason: 'the target is not a path' };
  if (path.includes('//')) return { status: 400, reason: 'the path has an empty segment' };
  if (/%00|\\|%5c/i.test(path)) return { status: 400, reason: 'the path has a forbidden character' };
  if (WITHOUT_BODY.has(method) && hasBody(headers)) return NO_BODY;
  // Without one, the client has left.
  if (ip === undefined) return { status: 400, reason: 'the client has no address any more' };
  if (!isAddress(ip)) return { status: 400, reason: 'a forwarded header has no valid address' };
  return undefined;
}

/** The same for calls that are passed on, where no route takes a body of DELETE either. */
export function malformedToPassOn(request: Arrived): Malformed | undefined {
  return malformedRequest(request) ?? (request.method === 'DELETE' && hasBody(request.headers) ? NO_BODY : undefined);
}

function hasBody(headers: Arrived['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** A malformed request that was found later than that. It gets the same answer. */
export class MalformedRequest extends Error {
  override name = 'MalformedRequest';
  readonly statusCode: Malformed['status'];
  readonly reason: string;

  constructor({ status, reason }: Malformed) {
    super(reason);
    this.statusCode = status;
    this.reason = reason;
  }
}
