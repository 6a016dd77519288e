import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const NODE_MAJOR_MIN = 24;
const SCRIPT_NODE_MAJOR_MIN = 20;
const IS_WINDOWS = process.platform === 'win32';
const BIN = join(ROOT, 'node_modules', '.bin');

/** Exits with a clear message when even these scripts cannot run. */
export function checkNodeVersion() {
  if (majorOf(process.version) >= SCRIPT_NODE_MAJOR_MIN) return;
  console.error(`Candor needs Node ${SCRIPT_NODE_MAJOR_MIN} or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}

/** The path of a Node that can run the product: this one, or the one that npm installed if this one is too old. */
export function nodePath() {
  if (majorOf(process.version) >= NODE_MAJOR_MIN) return process.execPath;
  const bundled = bundledNodePath();
  if (existsSync(bundled)) return bundled;
  throw new Error(
    `Node ${NODE_MAJOR_MIN} is missing: this is ${process.version} and ${bundled} is not there. Run "npm ci".`,
  );
}

/** Where npm puts the Node of the package `node`. */
export function bundledNodePath() {
  return join(ROOT, 'node_modules', 'node', 'bin', IS_WINDOWS ? 'node.exe' : 'node');
}

/** The environment for child processes: the commands of installed packages come first. */
export function childEnvironment(extra = {}) {
  const separator = IS_WINDOWS ? ';' : ':';
  const node = existsSync(bundledNodePath()) ? nodePath() : process.execPath;
  return { ...process.env, PATH: [dirname(node), BIN, process.env.PATH].join(separator), ...extra };
}

/**
 * Lets every Node process that is started from here store its compiled modules. Tests start many servers, of four
 * processes each: with the cache a process loads its modules in half of the time.
 */
export function cacheCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache', 'compiled');
}

/** @param {string} version such as v24.1.0 */
export function majorOf(version) {
  return Number(version.replace(/^v/, '').split('.')[0]);
}
