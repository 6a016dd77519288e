import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/project.mjs';
import { mutantsOfFile } from './areas.mjs';

/**
 * @typedef {import('./areas.mjs').Mutant} Mutant
 * @typedef {{ file: string, line: string, was?: string, becomes?: string, reason: string }} Excuse `line` is the text of
 *   the line, so it is found after edits; without `was` and `becomes` it means every change of that line
 */

/** The survivors that no test can or must notice. @returns {Excuse[]} */
export function readExcuses() {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));
}

/** @param {Excuse} excuse @param {Mutant} mutant */
export function isExcused({ file, line, was, becomes }, mutant) {
  return (
    mutant.file === file &&
    lineOf(mutant) === line &&
    (was === undefined || was === mutant.was) &&
    (becomes === undefined || becomes === mutant.text)
  );
}

/** Excuses for a change that nobody can make any more: the file, the line or the place in it is gone. @param {readonly Excuse[]} excuses */
export function staleExcuses(excuses) {
  /** @type {Map<string, Mutant[]>} */
  const known = new Map();
  return excuses.filter((excuse) => {
    const mutants = known.get(excuse.file) ?? (existsSync(join(ROOT, excuse.file)) ? mutantsOfFile(excuse.file) : []);
    known.set(excuse.file, mutants);
    return !mutants.some((mutant) => isExcused(excuse, mutant));
  });
}

/** The line on which it makes its change. @param {Mutant} mutant */
export function lineOf(mutant) {
  return (mutant.source.split('\n')[mutant.line - 1] ?? '').trim();
}
