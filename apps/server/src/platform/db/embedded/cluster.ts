import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Binaries } from './binaries.ts';
import { childEnvironment } from './child-environment.ts';
import { boundLogins, type LoginBounds } from '../bound-logins.ts';
import type { Role } from '../roles.ts';
import { DATABASE, OWNER_ROLE } from './endpoint.ts';
import { CLUSTER_NAME, type Placement } from './placement.ts';
import { scramVerifier } from './scram.ts';

/**
 * Creates a new, empty database. It is built next to its final place and moved there when complete, so a crash leaves
 * nothing that looks like a database.
 */
export async function createCluster(dataDir: string, placement: Placement, binaries: Binaries): Promise<void> {
  const { dataFolder, user } = placement;
  const draft = `${dataFolder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user !== null) chownSync(draft, user.uid, user.gid);
  await run(binaries.initdb, initdbArguments(draft), placement);
  renameSync(draft, dataFolder);
  const entry = join(dataDir, CLUSTER_NAME);
  if (entry !== dataFolder) symlinkSync(dataFolder, entry);
}

/**
 * Creates the database and the server's logins if they are missing, and gives the logins their bounds and new passwords. The
 * logins own nothing, and reach no other database.
 * @param ownerUrl of the database `postgres`
 */
export async function ensureDatabase(
  ownerUrl: string,
  passwordOf: Readonly<Record<Role, string>>,
  bounds?: LoginBounds,
): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    for (const name of ['postgres', 'template1']) await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await boundLogins(client, (role) => scramVerifier(passwordOf[role]), bounds);
  } finally {
    await client.end();
  }
}

function initdbArguments(folder: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${OWNER_ROLE}`,
    '--encoding=UTF8',
    // Postgres' built-in provider sorts the same on every machine; a libc update cannot corrupt its indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    // Nobody gets in until access.ts says who.
    '--auth=reject',
  ];
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
