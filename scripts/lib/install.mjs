import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledNodePath, majorOf, NODE_MAJOR_MIN, ROOT } from './project.mjs';
import { run } from './run.mjs';

/** Installs packages of package-lock.json that are missing or different, and Node if this one is too old. */
export async function installWhatIsMissing() {
  if (!isInstalled(ROOT)) {
    console.log('Installing packages (npm ci). The first time this takes a minute or two.');
    // Build tools require a newer Node than the machine's; they run on the Node that is installed here.
    await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (majorOf(process.version) < NODE_MAJOR_MIN && !existsSync(bundledNodePath())) {
    // npm may be configured to run no install scripts; then Node has to be fetched separately.
    console.log(`Installing Node ${NODE_MAJOR_MIN}; this machine has ${process.version}.`);
    await npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
  }
}

/**
 * Compares what npm says it installed with what the lock file requires. File times are not reliable: a checkout changes
 * them, and npm writes the two files in either order.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || found === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/')) return true;
    const there = found[path];
    if (there === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> | null}
 */
function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/** @param {readonly string[]} args */
async function npm(args) {
  const script = process.env.npm_execpath;
  const isNpmScript = script !== undefined && /npm-cli\.c?js$/.test(script);
  const { code } = isNpmScript ? await run(process.execPath, [script, ...args]) : await run('npm', args);
  if (code !== 0) throw new Error(`npm ${args[0]} failed.`);
}
