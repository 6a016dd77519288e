import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { roleName, ROLES } from '../roles.ts';
import { DATABASE, OWNER_ROLE, type Endpoint } from './endpoint.ts';
import type { Placement } from './placement.ts';
import { childEnvironment } from './child-environment.ts';
import { removeDeadLockFiles, SETTINGS, type Postmaster } from './postmaster.ts';
import { scramVerifier } from './scram.ts';

/**
 * Who may log in, and how (pg_hba.conf). Written before every start, so that a data folder that lets
 * everyone in is closed too. Each role reaches the site's database alone, and everybody proves who they are.
 */
export function writeAccess({ dataFolder, user }: Placement, endpoint: Endpoint, more: readonly string[]): void {
  const path = join(dataFolder, 'pg_hba.conf');
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, accessText(endpoint, more), { mode: 0o600, flush: true });
  if (user !== null) chownSync(draft, user.uid, user.gid);
  renameSync(draft, path);
}

function accessText({ kind }: Endpoint, more: readonly string[]): string {
  const roles = ROLES.map(roleName).join(',');
  const lines = [[DATABASE, roles].join(' '), `all ${OWNER_ROLE}`, ...more].map((who) =>
    kind === 'socket' ? `local ${who} scram-sha-256` : `host ${who} 127.0.0.1/32 scram-sha-256`,
  );
  const rest = ['local all all reject', 'local replication all reject', 'host all all all reject'];
  return `# Written anew at each start of the server.\n${[...lines, ...rest].join('\n')}\n`;
}

/** A database recovers from a crash in minutes, which the first process to open it does; on a busy machine it takes far longer. */
const MS_MAX = 3_600_000;

/**
 * Gives the owner a new password in a database that is not running, without asking for the old one: single-user mode, for
 * which the data folder is enough. Nothing else can connect meanwhile.
 */
export async function setOwnerPassword(postmaster: Postmaster, password: string): Promise<void> {
  const { binaries, placement, settings } = postmaster;
  removeDeadLockFiles(postmaster);
  const all = { ...SETTINGS, ...settings, exit_on_error: 'on' };
  const child = spawn(
    binaries.postgres,
    [
      '--single',
      '-j',
      '-D',
      placement.dataFolder,
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      'postgres',
    ],
    { cwd: '/', env: childEnvironment(), windowsHide: true, timeout: MS_MAX, ...placement.user },
  );
  let said = '';
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  // If it ends before it reads, its exit says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(
    `alter role ${OWNER_ROLE} login superuser password '${scramVerifier(password)}' valid until 'infinity';\n\n`,
  );
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      // What it says may quote the statement, and with it the verifier.
      else
        reject(
          new Error(
            `The owner's password could not be set (${signal ?? code}):\n${said.replaceAll(/SCRAM-SHA-256\S+/g, '…')}`,
          ),
        );
    });
  });
}
