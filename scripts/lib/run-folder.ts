/**
 * A test run makes its temporary files in a folder of its own, and leaves nothing behind, however it ends. Every process of the
 * run has this folder as its TMPDIR, so it can be found. `remove-run.mjs` waits in a process of its own until this one has
 * ended; then it ends what still runs and removes the folder. No handler of a signal could do that: Vitest and Playwright
 * have theirs, and nobody can handle SIGKILL.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REMOVER = join(import.meta.dirname, 'remove-run.mjs');
/** The path of a socket holds about 100 bytes, and a database adds 40 to this. */
const BASE_BYTES_MAX = 40;

/** Call it before anything of the run makes a temporary file. */
export function claimRunFolder(): void {
  if (process.platform === 'win32') return;
  const folder = mkdtempSync(join(baseFolder(), 'candor-run-'));
  // The user of the database may be another one than ours, and must be able to pass.
  chmodSync(folder, 0o711);
  const remover = spawn(process.execPath, [REMOVER, folder], {
    // Its own session: Ctrl-C in a terminal does not reach it.
    detached: true,
    // It sees the end of its input when this process ends.
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  remover.unref();
  if ('unref' in remover.stdin && typeof remover.stdin.unref === 'function') remover.stdin.unref();
  process.env['TMPDIR'] = folder;
}

function baseFolder(): string {
  return Buffer.byteLength(tmpdir()) > BASE_BYTES_MAX && existsSync('/tmp') ? '/tmp' : tmpdir();
}
