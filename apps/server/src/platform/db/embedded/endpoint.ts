import { createServer } from 'node:net';
import { SOCKET_PORT } from './placement.ts';

export const OWNER_ROLE = 'candor_owner';
export const DATABASE = 'candor';

/** How clients reach the database. */
export type Endpoint = { kind: 'socket'; socketDir: string } | { kind: 'tcp'; port: number };

/** Windows has no folder permissions that could protect a socket: it uses a random local port. */
export async function localPortEndpoint(): Promise<Endpoint> {
  return { kind: 'tcp', port: await findFreePort() };
}

/**
 * A URL that `pg` accepts. The port is always set, because otherwise PGPORT in the environment would win.
 * @param password of characters that need no escape in a URL
 */
export function urlOf(endpoint: Endpoint, role: string, password: string, database = DATABASE): string {
  if (endpoint.kind === 'tcp') return `postgresql://${role}:${password}@127.0.0.1:${endpoint.port}/${database}`;
  return `postgresql://${role}:${password}@/${database}?host=${encodeURIComponent(endpoint.socketDir)}&port=${SOCKET_PORT}`;
}

/** The server settings that make it listen there and nowhere else. */
export function listenSettings(endpoint: Endpoint): Record<string, string> {
  if (endpoint.kind === 'tcp') return { listen_addresses: '127.0.0.1', port: String(endpoint.port) };
  return { listen_addresses: '', unix_socket_directories: endpoint.socketDir, port: String(SOCKET_PORT) };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('There is no free port on 127.0.0.1.'));
      });
    });
  });
}
