import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * Migrations are append-only: every database that ran one keeps its hash, and refuses the file when it changed. So the hash
 * of each is recorded beside them, in the form of `sha256sum`, and no command of ours ever changes a recorded line.
 */
export const MIGRATIONS = join(ROOT, 'apps', 'server', 'migrations');
const LIST = 'SHA256SUMS';

/**
 * @param {string} [folder]
 * @returns {{ changed: string[], gone: string[], fresh: string[], misplaced: string[] }} names of migrations: changed since
 *   they were recorded, recorded but not there, not recorded yet, and of these the ones that do not come after all others
 */
export function compareMigrations(folder = MIGRATIONS) {
  const recorded = recordedHashes(folder);
  const files = migrationFiles(folder);
  const last = [...recorded.keys()].toSorted().at(-1) ?? '';
  const fresh = files.filter((name) => !recorded.has(name));
  return {
    changed: files.filter((name) => recorded.has(name) && recorded.get(name) !== hashOf(folder, name)),
    gone: [...recorded.keys()].filter((name) => !files.includes(name)),
    fresh,
    misplaced: fresh.filter((name) => name < last),
  };
}

/** Adds the hashes of new migrations to the list. @param {string} [folder] @returns {string[]} their names */
export function recordFresh(folder = MIGRATIONS) {
  const { fresh } = compareMigrations(folder);
  const lines = [...recordedHashes(folder), ...fresh.map((name) => [name, hashOf(folder, name)])];
  writeFileSync(join(folder, LIST), lines.map(([name, hash]) => `${hash}  ${name}\n`).join(''));
  return fresh;
}

/** @param {string} folder */
function migrationFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** @param {string} folder @returns {Map<string, string>} hash by name */
function recordedHashes(folder) {
  const text = readdirSync(folder).includes(LIST) ? readFileSync(join(folder, LIST), 'utf8') : '';
  return new Map([...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, hash = '', name = '']) => [name, hash]));
}

/** @param {string} folder @param {string} name */
function hashOf(folder, name) {
  return createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
}
