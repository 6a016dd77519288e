import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/**
 * @typedef {object} Changes
 * @property {string} since what they are compared with, in words
 * @property {string} base the commit
 * @property {readonly string[]} files that are there
 * @property {readonly string[]} fresh those of them that git does not know yet
 * @property {readonly string[]} removed
 */

/**
 * What differs from the common ancestor with main: commits, the index, the working tree, and new files.
 * @param {string} root
 * @returns {Promise<Changes | null>} null where there is no repository, as in an unpacked archive
 */
export async function changedFiles(root) {
  if ((await git(root, 'rev-parse', '--verify', 'HEAD')).code !== 0) return null;
  const { since, base } = await forkPoint(root);
  const changed = await listOf(root, 'diff', '--name-only', '-z', '--no-renames', base);
  const fresh = await listOf(root, 'ls-files', '--others', '--exclude-standard', '-z');
  const all = [...new Set([...changed, ...fresh])].sort();
  const isThere = (/** @type {string} */ name) => existsSync(join(root, name));
  return { since, base, files: all.filter(isThere), fresh, removed: all.filter((name) => !isThere(name)) };
}

/**
 * Every file of the repository, also new ones.
 * @param {string} root
 */
export async function filesOf(root) {
  const names = await listOf(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  return names.filter((name) => existsSync(join(root, name)));
}

/**
 * Whether a line with an import or an export was added or removed. Without one, no rule about imports can be broken.
 * @param {string} root
 * @param {Changes} changes
 * @param {readonly string[]} files
 */
export async function doImportsDiffer(root, { base, fresh, removed }, files) {
  if (files.length === 0 && removed.length === 0) return false;
  if (removed.length > 0 || files.some((name) => fresh.includes(name))) return true;
  const { output } = await git(root, 'diff', '--unified=0', '--no-renames', base, '--', ...files);
  return /^[+-].*\b(import|export|from)\b/m.test(output);
}

/**
 * On main itself, what was not pushed is compared.
 * @param {string} root
 */
async function forkPoint(root) {
  const branch = (await git(root, 'branch', '--show-current')).output.trim();
  for (const main of branch === 'main' ? ['origin/main'] : ['main', 'origin/main']) {
    const { code, output } = await git(root, 'merge-base', 'HEAD', main);
    if (code === 0) return { since: main, base: output.trim() };
  }
  return { since: 'the last commit', base: 'HEAD' };
}

/**
 * @param {string} root
 * @param {...string} args
 */
async function listOf(root, ...args) {
  return (await git(root, ...args)).output.split('\0').filter((name) => name !== '');
}

/**
 * @param {string} root
 * @param {...string} args
 */
async function git(root, ...args) {
  return await run('git', ['-C', root, ...args], { quiet: true });
}
