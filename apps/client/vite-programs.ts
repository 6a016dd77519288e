import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const PACK = fileURLToPath(new URL('../../scripts/pack-proof.mjs', import.meta.url));

/** Its name never changes; it says which file has the programs. */
export const PROGRAMS = 'candor-proof.json';

/**
 * Puts the programs that check the site from outside (`npm run pack:proof`) beside the client, and what a page says of them:
 * the file's name, bytes and SHA-256. No page loads either before it shows them, and the app does not keep them.
 */
export function programsToServe(): Plugin {
  return {
    name: 'candor-programs',
    apply: 'build',
    async generateBundle() {
      const folder = await mkdtemp(join(tmpdir(), 'candor-programs-'));
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [PACK, folder]);
        const path = stdout.trim();
        const source = await readFile(path);
        const file = basename(path);
        const sha256 = createHash('sha256').update(source).digest('hex');
        this.emitFile({ type: 'asset', fileName: file, source });
        const about = JSON.stringify({ file, bytes: source.length, sha256 });
        this.emitFile({ type: 'asset', fileName: PROGRAMS, source: `${about}\n` });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}
