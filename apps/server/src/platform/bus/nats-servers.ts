const ADDRESS = /^(nats|tls):\/\/(?:([^:@/]+)(?::([^@/]*))?@)?([^@/]+)\/?$/;

/** @throws Error that does not repeat the URL: it may hold a password */
export function natsServers(url: string): { servers: readonly string[]; user?: string; pass?: string; isTls: boolean } {
  const [, scheme, user, pass, list] = ADDRESS.exec(url) ?? [];
  const servers = list?.split(',') ?? [];
  if (servers.length === 0 || !servers.every((server) => /^(?:\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::\d{1,5})?$/.test(server)))
    throw new Error('nats:// or tls://, a login, and hosts with their ports, separated by commas');
  return {
    servers,
    ...(user === undefined ? {} : { user: decodeURIComponent(user), pass: decodeURIComponent(pass ?? '') }),
    isTls: scheme === 'tls',
  };
}
