import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { nodePath, ROOT } from './project.mjs';
import { run } from './run.mjs';

const CLIENT = join(ROOT, 'apps', 'client');
const SOURCES = [
  'apps/client',
  'packages/api-client',
  'packages/chart',
  'packages/contract',
  'packages/domain',
  'packages/proof',
  'packages/ui',
  'package-lock.json',
];
const LEFT_OUT = new Set(['node_modules', 'dist', '.cache']);
const STAMP = join(ROOT, '.cache', 'client-build');

/** True when the client was built from other sources than the current ones. */
export function isClientStale() {
  if (!existsSync(join(CLIENT, 'dist', 'index.html')) || !existsSync(STAMP)) return true;
  return readFileSync(STAMP, 'utf8') !== sourcesHash();
}

/**
 * Builds the client into apps/client/dist.
 * @param {{ quiet?: boolean }} [options]
 */
export async function buildClient({ quiet = false } = {}) {
  const hash = sourcesHash();
  rmSync(STAMP, { force: true });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await run(nodePath(), [vite, 'build', '--logLevel', 'warn'], { cwd: CLIENT, quiet });
  if (result.code === 0) {
    mkdirSync(join(STAMP, '..'), { recursive: true });
    writeFileSync(STAMP, hash);
  }
  return result;
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesIn(join(ROOT, source)))) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (path.endsWith('package-lock.json')) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}
