import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Binaries } from './binaries.ts';
import { childEnvironment } from './child-environment.ts';
import { ROLES, roleName } from '../roles.ts';
import { DATABASE, OWNER_ROLE, urlOf, type Endpoint } from './endpoint.ts';
import { CLUSTER_NAME, type Placement } from './placement.ts';

/**
 * Creates a new, empty database. It is built next to its final place and moved there when complete, so a crash leaves
 * nothing that looks like a database.
 */
export async function createCluster(
  dataDir: string,
  placement: Placement,
  endpoint: Endpoint,
  binaries: Binaries,
): Promise<void> {
  const { dataFolder, user } = placement;
  const draft = `${dataFolder}.new`;
  const passwordFile = `${dataFolder}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user !== null) chownSync(draft, user.uid, user.gid);
  if (endpoint.kind === 'tcp') writeFileSync(passwordFile, endpoint.password, { mode: 0o600 });
  try {
    await run(binaries.initdb, initdbArguments(draft, endpoint, passwordFile), placement);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, dataFolder);
  const entry = join(dataDir, CLUSTER_NAME);
  if (entry !== dataFolder) symlinkSync(dataFolder, entry);
}

/** Creates the database and the server's logins if they are missing. The logins own nothing. */
export async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  const client = new Client({ connectionString: urlOf(endpoint, OWNER_ROLE, 'postgres') });
  await client.connect();
  try {
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    for (const name of ROLES.map(roleName)) {
      const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
      if (roles.rowCount === 0) await client.query(`CREATE ROLE ${name} NOSUPERUSER NOCREATEDB NOCREATEROLE`);
      const password = endpoint.kind === 'tcp' ? `PASSWORD ${client.escapeLiteral(endpoint.password)}` : '';
      await client.query(`ALTER ROLE ${name} LOGIN ${password}`);
    }
  } finally {
    await client.end();
  }
}

function initdbArguments(folder: string, endpoint: Endpoint, passwordFile: string): string[] {
  const common = [
    `--pgdata=${folder}`,
    `--username=${OWNER_ROLE}`,
    '--encoding=UTF8',
    // Postgres' built-in provider sorts the same on every machine; a libc update cannot corrupt its indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ];
  return endpoint.kind === 'socket'
    ? [...common, '--auth-local=trust', '--auth-host=reject']
    : [...common, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
}

function run(command: string, args: readonly string[], { user }: Placement): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: '/',
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...user,
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`initdb failed (exit code ${code}):\n${output.trim()}`));
    });
  });
}
