/**
 * Which file uses which, read from the texts of the sources. It knows more than imports: a path in a text, such as
 * `new URL('../../migrations/', import.meta.url)`, is a use too. It may see too much, and never has to be complete: what it
 * misses, `npm test` runs.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const CODE = /\.(ts|tsx|mjs|cjs)$/;
/** Texts that may be paths: relative ones, those of our packages, and what stands in `new URL('…', import.meta.url)`. */
const PATHS = /new URL\(\s*(['"`])((?!\w+:)[^'"`\n]+)\1|(['"`])((?:\.{1,2}(?:\/[^'"`\n]*)?|@candor\/[^'"`\n]+))\3/g;
const PACKAGE = /^@candor\/([\w-]+)\/(.+)$/;
const ENDINGS = ['', '.ts', '.tsx', '.mjs'];
/** A text that names the whole repository, or all apps, says nothing about what is used there. */
const FOLDER_DEPTH_MIN = 3;

/**
 * @typedef {object} ImportGraph
 * @property {ReadonlyMap<string, ReadonlySet<string>>} usersOf the files that use a file
 * @property {readonly { folder: string, user: string }[]} folders files that use all of a folder
 */

/**
 * @param {string} root
 * @param {readonly string[]} files paths from the root
 * @param {readonly string[]} [removed] files that are gone, and may still be used
 * @returns {ImportGraph}
 */
export function readImportGraph(root, files, removed = []) {
  const known = new Set([...files, ...removed]);
  /** @type {Map<string, Set<string>>} */
  const usersOf = new Map();
  const folders = [];
  for (const user of files) {
    if (!CODE.test(user)) continue;
    for (const text of pathsIn(readFileSync(join(root, user), 'utf8'))) {
      const place = resolve(user, text);
      const endings = text.endsWith('/') ? [] : ENDINGS;
      const file = endings.map((ending) => `${place}${ending}`).find((path) => known.has(path));
      if (file !== undefined) usersOf.set(file, (usersOf.get(file) ?? new Set()).add(user));
      else if (isFolder(root, place)) folders.push({ folder: `${place}/`, user });
    }
  }
  return { usersOf, folders };
}

/**
 * Every file that uses one of these, directly or through others, with the number of steps to it.
 * @param {ImportGraph} graph
 * @param {readonly string[]} changed
 * @returns {Map<string, number>}
 */
export function distancesFrom({ usersOf, folders }, changed) {
  const distances = new Map(changed.map((file) => [file, 0]));
  let edge = [...changed];
  for (let steps = 1; edge.length > 0; steps += 1) {
    const next = edge.flatMap((file) => [
      ...(usersOf.get(file) ?? []),
      // Who reads a folder depends on what is in it, not on what that uses.
      ...(steps === 1 ? folders.filter(({ folder }) => file.startsWith(folder)).map(({ user }) => user) : []),
    ]);
    edge = [...new Set(next)].filter((file) => !distances.has(file));
    for (const file of edge) distances.set(file, steps);
  }
  return distances;
}

/**
 * The paths that a source names, up to their first placeholder or wildcard.
 * @param {string} source
 */
function pathsIn(source) {
  return [...source.matchAll(PATHS)].map(([, , url, , path]) => (url ?? path ?? '').replace(/(\$\{|\*|\?).*$/, ''));
}

/**
 * @param {string} user
 * @param {string} text
 */
function resolve(user, text) {
  const inPackage = PACKAGE.exec(text);
  if (inPackage !== null) return `packages/${inPackage[1]}/src/${inPackage[2]}`;
  return posix.join(dirname(user), text).replace(/\/$/, '');
}

/**
 * @param {string} root
 * @param {string} place
 */
function isFolder(root, place) {
  if (place.split('/').length < FOLDER_DEPTH_MIN) return false;
  return statSync(join(root, place), { throwIfNoEntry: false })?.isDirectory() === true;
}
