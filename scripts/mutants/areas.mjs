import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/project.mjs';
import { migrationEdits } from './sql-mutants.mjs';
import { typescriptEdits } from './typescript-mutants.mjs';

const SQL = 'sql';
const TESTS = /\.test\.(?:tsx?|mjs)$/;
const NOT_THE_PRODUCT = /\.test\.|\/testing\/|\/errors\/(?:en|zh-\w+)\.ts$/;

/**
 * What can be mutated, and which tests have to notice it. `suite` names the tests, `types` the folder whose tsconfig
 * includes the files.
 * @typedef {{ name: string, suite: string, project: 'unit' | 'server', files: RegExp, tests: RegExp, types: string | null }} Area
 * @typedef {{ area: string, file: string, source: string, line: number, was: string } & import('./typescript-mutants.mjs').Edit} Mutant
 */

/** @type {Area[]} */
export const AREAS = [
  {
    name: 'domain',
    suite: 'domain',
    project: 'unit',
    files: /^packages\/domain\/src\/.*\.ts$/,
    tests: /^packages\/domain\/src\//,
    types: 'packages',
  },
  {
    name: 'proof',
    suite: 'proof',
    project: 'unit',
    files: /^packages\/proof\/src\/.*\.ts$/,
    tests: /^packages\/proof\/src\//,
    types: 'packages',
  },
  {
    name: 'contract',
    suite: 'contract',
    project: 'unit',
    files: /^packages\/contract\/src\/.*\.ts$/,
    tests: /^packages\/contract\//,
    types: 'packages',
  },
  {
    name: 'server',
    suite: 'server',
    project: 'server',
    files: /^apps\/server\/src\/.*\.ts$/,
    tests: /^apps\/server\//,
    types: '.',
  },
  // SQL in statements and migrations: no compiler checks it.
  {
    name: SQL,
    suite: 'server',
    project: 'server',
    files: /^apps\/server\/(?:src\/.*(?:-store|\/ledger|\/db\/\w+|\/clock)\.ts|migrations\/.*\.sql)$/,
    tests: /^apps\/server\//,
    types: null,
  },
];

function treeFiles() {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  return list.toString().trim().split('\n').toSorted();
}

/** @param {Area} area */
export function testsOf(area) {
  return treeFiles().filter((file) => TESTS.test(file) && area.tests.test(file));
}

/** @param {Area} area @param {string | null} part only files whose path holds this @returns {Mutant[]} */
export function mutantsOf(area, part) {
  const files = treeFiles().filter((file) => area.files.test(file) && !NOT_THE_PRODUCT.test(file));
  const migrations = files.filter((file) => file.endsWith('.sql'));
  return files
    .filter((file) => part === null || file.includes(part))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      const bytes = Buffer.from(source);
      return editsOf(area, file, source, migrations).map((edit) => ({
        area: area.name,
        file,
        source,
        ...edit,
        line: bytes.toString('utf8', 0, edit.start).split('\n').length,
        was: bytes.toString('utf8', edit.start, edit.end),
      }));
    });
}

/** @param {Area} area @param {string} file @param {string} source @param {string[]} migrations */
function editsOf(area, file, source, migrations) {
  if (!file.endsWith('.sql')) return typescriptEdits(source).filter(({ sql = false }) => sql === (area.name === SQL));
  const later = migrations.filter((one) => one > file).map((one) => readFileSync(join(ROOT, one), 'utf8'));
  return migrationEdits(source, later.join('\n')).map(({ start, end, text }) => ({
    start: Buffer.byteLength(source.slice(0, start)),
    end: Buffer.byteLength(source.slice(0, end)),
    text,
    within: null,
    sql: true,
  }));
}

/** @param {Mutant} mutant the whole text of its file with the change */
export function mutatedSource({ source, start, end, text }) {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]).toString();
}
