import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SOCKET_PORT } from './placement.ts';

export const OWNER_ROLE = 'candor_owner';
export const DATABASE = 'candor';

/** How clients reach the database. A Unix socket needs no password: its folder's permissions protect it. */
export type Endpoint = { kind: 'socket'; socketDir: string } | { kind: 'tcp'; port: number; password: string };

/** Windows has no folder permissions that could protect a socket: it uses a random local port and a password. */
export async function localPortEndpoint(dataDir: string): Promise<Endpoint> {
  const path = join(dataDir, 'postgres-password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return { kind: 'tcp', port: await findFreePort(), password: readFileSync(path, 'utf8') };
}

/** A URL that `pg` accepts. The port is always set, because otherwise PGPORT in the environment would win. */
export function urlOf(endpoint: Endpoint, role: string, database = DATABASE): string {
  if (endpoint.kind === 'tcp')
    return `postgresql://${role}:${endpoint.password}@127.0.0.1:${endpoint.port}/${database}`;
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(endpoint.socketDir)}&port=${SOCKET_PORT}`;
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
