import { isIP } from 'node:net';

const ADDRESS = /^(nats|tls):\/\/(?:([^:@/]+)(?::([^@/]*))?@)?([^@/]+)\/?$/;
const SERVER = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<name>[^:[\]]+))(?::\d{1,5})?$/;

/** @throws Error that does not repeat the URL: it may hold a password */
export function natsServers(url: string): { servers: readonly string[]; user?: string; pass?: string; isTls: boolean } {
  const [, scheme, user, pass, list] = ADDRESS.exec(url) ?? [];
  const servers = list?.split(',') ?? [];
  const hosts = servers.map((server) => SERVER.exec(server)?.groups).map((found) => found?.['six'] ?? found?.['name']);
  if (hosts.length === 0 || hosts.includes(undefined))
    throw new Error('nats:// or tls://, a login, and hosts with their ports, separated by commas');
  const isTls = scheme === 'tls';
  // The driver would look for `localhost` in the certificate of an address.
  if (isTls && hosts.some((host) => isIP(host ?? '') !== 0))
    throw new Error('with tls:// a host is a name, as its certificate has it, and no address');
  return { servers, ...(user === undefined ? {} : { user: decoded(user), pass: decoded(pass ?? '') }), isTls };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Its cause would repeat nothing, but the text is a secret.
    throw new Error('a % in the login of the news is written %25');
  }
}
