/*
 * Where the worker may send messages. A device names its push service itself, so without this list a member could make the
 * server call any address, also inside its own network.
 */

/** The push services of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows; `*.` stands for any subdomain. */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** An entry of PUSH_HOSTS: a host name, also with `*.`, or for tests an http address of this machine. */
export function isPushHost(entry: string): boolean {
  return /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(entry) || /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(entry);
}

/** The host of an endpoint that may be called; null for any other. Only https on its own port, without a user name. */
export function pushHostOf(endpoint: string, hosts: readonly string[]): string | null {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (hosts.includes(url.origin)) return url.host;
  if (url.protocol !== 'https:' || url.port !== '') return null;
  const isListed = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname,
  );
  return isListed ? url.host : null;
}
