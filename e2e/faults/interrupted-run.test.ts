import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from './server-process.ts';

/* A run of tests that is interrupted leaves no database, no server and no folder behind (scripts/lib/run-folder.ts). */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
/** A test with a database of its own. */
const FILE = 'apps/server/src/platform/db/transaction.test.ts';

let base = '';

beforeEach(() => {
  // Short, because the path of a database's socket is.
  base = mkdtempSync(join(tmpdir(), 'cut-'));
  chmodSync(base, 0o711);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test.runIf(process.platform === 'linux')(
    `a run ended by ${signal} leaves nothing behind`,
    async () => {
      const run = spawn(process.execPath, [VITEST, 'run', '--project', 'server', FILE], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], TMPDIR: base },
        stdio: 'ignore',
      });
      const ended = once(run, 'exit');
      await until(() => processesIn(base).some(({ name }) => name === 'postgres'));
      run.kill(signal);
      await ended;
      await until(() => processesIn(base).length === 0 && readdirSync(base).length === 0, 40_000);
      expect([processesIn(base), readdirSync(base)]).toEqual([[], []]);
    },
    120_000,
  );
}

/** Those that work in the folder, or have a folder in it for their temporary files. */
function processesIn(folder: string): { pid: string; name: string }[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const isIn =
          readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TMPDIR=${folder}/`);
        return isIn ? [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }] : [];
      } catch {
        // It has ended.
        return [];
      }
    });
}
