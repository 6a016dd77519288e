import { spawn } from 'node:child_process';
import { childEnvironment } from './child-environment.ts';
import { OWNER_ROLE } from './endpoint.ts';
import { SETTINGS, removeDeadLockFiles, type Postmaster } from './postmaster.ts';
import { scramVerifier } from './scram.ts';

/** As long as a database may take to recover from a crash, which the first process to open it does. */
const MS_MAX = 300_000;

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
