import { networkOf } from '../../platform/http/client-address.ts';
import { header } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';

/** Where a call came from, as its member sees it later: the browser, and the network without the last part of the address. */
export interface Place {
  readonly device: string;
  readonly address: string;
}

export function placeOf(request: HttpRequest): Place {
  return placeFrom(header(request, 'user-agent') ?? '', request.ip);
}

export function placeFrom(userAgent: string, ip: string): Place {
  return { device: userAgent.slice(0, 300), address: networkOf(ip).slice(0, 64) };
}
