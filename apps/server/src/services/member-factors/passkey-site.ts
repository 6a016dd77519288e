import { isIP } from 'node:net';
import { header } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';

/** The page that asks, as browsers name it. A passkey belongs to the host name of the page it was made on. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * The page a call comes from, if it is one of the site's and its address can have passkeys. With no HOSTS, the site's page is
 * the one at the address that was called. A wrong Host header gains nothing: a passkey signs the host name that the browser
 * saw, and it is compared with the one the passkey was made for.
 */
export function passkeySite(request: HttpRequest, hosts: readonly string[]): PasskeySite | undefined {
  const origin = header(request, 'origin') ?? '';
  const page = URL.parse(origin);
  if (page === null || page.origin !== origin || !/^https?:$/.test(page.protocol)) return undefined;
  const isOwn =
    hosts.length === 0 ? page.host === request.host : hosts.some((host) => URL.parse(host)?.origin === origin);
  // Browsers make no passkey for a bare address.
  return isOwn && isIP(page.hostname.replaceAll(/[[\]]/g, '')) === 0 ? { rpId: page.hostname, origin } : undefined;
}
