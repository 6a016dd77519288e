import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { nodePath, ROOT } from './project.mjs';
import { run } from './run.mjs';

/** Both apps are built with these, so a change of one of them makes both stale. */
const SHARED = [
  'packages/api-client',
  'packages/chart',
  'packages/contract',
  'packages/domain',
  'packages/proof',
  'packages/ui',
  'scripts/lib/browsers.ts',
  'scripts/lib/vite-browsers.ts',
  'scripts/lib/vite-calls.ts',
  'scripts/lib/vite-compress.ts',
  'scripts/lib/vite-texts.ts',
  'package-lock.json',
];
const LEFT_OUT = new Set(['node_modules', 'dist', '.cache']);

/** The apps that a browser loads. */
export const APPS = ['client', 'console'];

/**
 * True when an app was built from other sources than the current ones.
 * @param {string} app
 */
export function isStale(app) {
  if (!existsSync(join(ROOT, 'apps', app, 'dist', 'index.html')) || !existsSync(stampOf(app))) return true;
  return readFileSync(stampOf(app), 'utf8') !== sourcesHash(app);
}

/**
 * Builds an app into its folder dist.
 * @param {string} app
 * @param {{ quiet?: boolean }} [options]
 */
export async function buildApp(app, { quiet = false } = {}) {
  const hash = sourcesHash(app);
  const stamp = stampOf(app);
  rmSync(stamp, { force: true });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await run(nodePath(), [vite, 'build', '--logLevel', 'warn'], { cwd: join(ROOT, 'apps', app), quiet });
  if (result.code === 0) {
    mkdirSync(join(stamp, '..'), { recursive: true });
    writeFileSync(stamp, hash);
  }
  return result;
}

/** @param {string} app */
function stampOf(app) {
  return join(ROOT, '.cache', `${app}-build`);
}

/** @param {string} app */
function sourcesHash(app) {
  const hash = createHash('sha256');
  for (const path of [`apps/${app}`, ...SHARED].flatMap((source) => filesIn(join(ROOT, source)))) {
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
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}
