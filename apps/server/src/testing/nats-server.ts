import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '../platform/db/roles.ts';
import { freePort, makeCertificate } from './postgres-pair.ts';
import { untilOpen } from './until-open.ts';

const CONFIG = fileURLToPath(new URL('../../../../deploy/nats.conf', import.meta.url));
/** With what ends a word in the language of its settings, and one that is a number there. */
const PASSWORDS: Readonly<Record<Role, string>> = {
  http: 'secret;http',
  feed: '34987e77',
  worker: 'secret-worker}',
  console: 'secret#console',
};

/** Whether nats-server and openssl are on this machine (on Debian: apt-get install nats-server openssl). */
export function hasNatsServer(): boolean {
  return ['nats-server --version', 'openssl version'].every((line) => {
    const [command = '', argument = ''] = line.split(' ');
    return spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;
  });
}

export interface NatsServer {
  readonly port: number;
  readonly urlOf: (role: Role) => string;
  /** Through another port of this machine. */
  readonly urlAt: (role: Role, port: number) => string;
  /** PEM. */
  readonly ca: string;
  readonly start: () => Promise<void>;
  /** Ends it as a lost machine ends. */
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A real nats-server with deploy/nats.conf, on a free port of this machine. It does not run before `start`. */
export async function makeNatsServer(): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-nats-'));
  const port = await freePort();
  const certificate = makeCertificate(folder);
  if (certificate === undefined) throw new Error('openssl made no certificate');
  const config = join(folder, 'nats.conf');
  writeFileSync(
    config,
    readFileSync(CONFIG, 'utf8')
      .replace('port: 4222', `listen: "127.0.0.1:${port}"`)
      .replace('/etc/candor/nats/server.pem', certificate)
      .replace('/etc/candor/nats/server.key', join(folder, 'server.key')),
  );
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const urlAt = (role: Role, at: number): string =>
    `tls://${role}:${encodeURIComponent(PASSWORDS[role])}@localhost:${at}`;
  return {
    port,
    urlOf: (role) => urlAt(role, port),
    urlAt,
    ca: readFileSync(certificate, 'utf8'),
    start: async () => {
      child = spawn('nats-server', ['-c', config], { stdio: 'ignore', env: { ...process.env, ...quotedPasswords() } });
      await untilOpen(port);
    },
    kill,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As docs/operations.md sets them: in double quotes. */
function quotedPasswords(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PASSWORDS).map(([role, password]) => [`NATS_${role.toUpperCase()}_PASSWORD`, `"${password}"`]),
  );
}
