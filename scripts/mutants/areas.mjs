import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/project.mjs';
import { plantedBugs } from './planted-sql.mjs';
import { migrationEdits } from './sql-mutants.mjs';
import { typescriptEdits } from './typescript-mutants.mjs';

const SQL = 'sql';
const PLANTED = 'planted';
const MIGRATION = /^apps\/server\/migrations\/.*\.sql$/;
const TESTS = /\.test\.(?:tsx?|mjs)$/;
const NOT_THE_PRODUCT = /\.test\.|\/testing\/|\/errors\/(?:en|zh-\w+)\.ts$/;

/**
 * What can be mutated, and which tests have to notice it. `suite` names the tests, `types` the folder whose tsconfig
 * includes the files.
 * @typedef {{ name: string, suite: string, project: 'unit' | 'server', files: RegExp, tests: RegExp, types: string | null, namesTests?: boolean, isPart?: boolean }} Area
 *   `namesTests`: each mutant names its tests, so nobody asks what they run; `isPart`: of another area, so it runs only when named
 * @typedef {{ area: string, file: string, source: string, line: number, was: string, tests?: string[], only?: string } & import('./typescript-mutants.mjs').Edit} Mutant
 *   `tests`, and `only` as a pattern of their names, are given for bugs planted by hand
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
  // Of the server, what every member depends on: connections, processes and jobs, sessions, commands and the ledger, orders and
  // their settlement, and the feed.
  {
    name: 'shell',
    suite: 'server',
    project: 'server',
    files:
      /^apps\/server\/src\/(?:platform\/(?:bus|clock|collections|http|jobs|live|processes)|services\/(?:commands|idempotency|ledger|outbox|sessions)|features\/market\/feed|features\/trading\/(?:place-|placement-|settle|trading\.jobs))/,
    tests: /^apps\/server\//,
    types: '.',
    isPart: true,
  },
  // SQL in statements and migrations: no compiler checks it.
  {
    name: SQL,
    suite: 'server',
    project: 'server',
    files: /^apps\/server\/(?:src\/.*(?:-store|\/ledger|\/db\/\w+|\/clock)\.ts|migrations\/.*\.sql)$/,
    // schema.test.ts notices any change of the schema, and so would say nothing about the tests of what it does.
    tests: /^apps\/server\/(?!src\/app\/schema\.test\.ts)/,
    types: null,
  },
  // What the database guards, one bug after the other chosen by hand: planted-sql.mjs.
  {
    name: PLANTED,
    suite: PLANTED,
    project: 'server',
    files: MIGRATION,
    tests: /^apps\/server\//,
    types: null,
    namesTests: true,
  },
  {
    name: 'api-client',
    suite: 'api-client',
    project: 'unit',
    files: /^packages\/api-client\/src\/.*\.ts$/,
    tests: /^packages\/api-client\/src\//,
    types: 'apps/client',
  },
];

function treeFiles() {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  return list.toString().trim().split('\n').toSorted();
}

/** @param {Area} area @param {Mutant[]} mutants the tests that may notice one of these */
export function testsOf(area, mutants) {
  const named = area.name === PLANTED ? new Set(mutants.flatMap(({ tests = [] }) => tests)) : null;
  return treeFiles().filter((file) => TESTS.test(file) && area.tests.test(file) && (named?.has(file) ?? true));
}

/** @param {Area} area @param {RegExp | null} part only files whose path matches this @returns {Mutant[]} */
export function mutantsOf(area, part) {
  const files = treeFiles().filter((file) => area.files.test(file) && !NOT_THE_PRODUCT.test(file));
  const migrations = files.filter((file) => file.endsWith('.sql'));
  if (area.name === PLANTED) {
    const sources = migrations.map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));
    return plantedBugs(sources)
      .filter(({ file }) => part === null || part.test(file))
      .map(({ file, source, ...edit }) => toMutant(area, file, source, edit));
  }
  return files
    .filter((file) => part === null || part.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return editsOf(area, file, source, migrations).map((edit) => toMutant(area, file, source, edit));
    });
}

/** Every change that is made in this file. @param {string} file @returns {Mutant[]} */
export function mutantsOfFile(file) {
  return AREAS.filter(({ files, isPart = false }) => !isPart && files.test(file)).flatMap((area) =>
    mutantsOf(area, new RegExp(`^${RegExp.escape(file)}$`)),
  );
}

/**
 * @param {Area} area @param {string} file @param {string} source
 * @param {import('./typescript-mutants.mjs').Edit & { tests?: string[], only?: string }} edit @returns {Mutant}
 */
function toMutant(area, file, source, edit) {
  const bytes = Buffer.from(source);
  const line = bytes.toString('utf8', 0, edit.start).split('\n').length;
  return { area: area.name, file, source, ...edit, line, was: bytes.toString('utf8', edit.start, edit.end) };
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
