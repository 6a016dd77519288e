import { networkOf } from '../../platform/http/client-address.ts';
import { header } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';

/** Where a call came from, as its member sees it later: the browser, and the network without the last part of the address. */
export interface RequestOrigin {
  readonly device: string;
  readonly address: string;
}

export function requestOriginOf(request: HttpRequest): RequestOrigin {
  return requestOriginFrom(header(request, 'user-agent') ?? '', request.ip);
}

export function requestOriginFrom(userAgent: string, ip: string): RequestOrigin {
  return { device: userAgent.slice(0, 300), address: networkOf(ip).slice(0, 64) };
}
