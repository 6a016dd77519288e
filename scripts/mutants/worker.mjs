/**
 * One warm Vitest over a scratch tree, in its own process: `node worker.mjs <tree> <unit|server> <record|judge>
 * [name of a test to leave out]…`. It gets tasks by message, each a mutant with the tests to run, and answers each one
 * as soon as it knows the result.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createVitest } from 'vitest/node';

/**
 * @typedef {{ id: number, file: string | null, content: string | null, tests: string[], only: string | null }} Task
 *   without a file the tests run as they are; `only` matches the names of the tests that count
 * @typedef {{ id: number, failed: string | null, ms: number, slow: string[] }} Answer `failed` is '<test file> › <test>',
 *   `slow` names tests that take too long to run for every mutant
 */

const SLOW_TEST_MS = 8000;

const [tree = '', project = '', mode = '', ...skipped] = process.argv.slice(2);
const ENVIRONMENT = /^\/\/ @vitest-environment .*\n/;
const ENTRIES = join(tree, 'mutants');
const TAG = /\?mutant=(\d+)$/;
/** By tag. A tag is used only once, because Vite caches what it read under it. @type {Map<number, Task>} */
const tasks = new Map();
let lastTag = 0;
/** What runs now, by its path in Vitest. @type {Map<string, { id: number, test: string }>} */
const running = new Map();
const vitest = await warmVitest();
const [testProject] = vitest.projects;
if (testProject === undefined) throw new Error(`There is no project ${project}.`);

/** @type {Promise<void> | null} */
let ending = null;
// What Vitest itself throws says nothing about a mutant: it ends this worker.
process.on('message', (/** @type {Task[]} */ batch) => void runBatch(batch).catch(() => end(1)));
process.on('disconnect', () => void end(0));
// The terminal's Ctrl-C reaches this process too; its parent ends it in order.
process.on('SIGINT', () => undefined);
if (skipped.length > 0) {
  const names = skipped.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  vitest.setGlobalTestNamePattern(new RegExp(`^(?!.*(?:${names.join('|')})$)`));
}
say('ready');

/** @param {unknown} message for the process that started this one, as long as it is there */
function say(message) {
  if (process.connected) process.send?.(message);
}

/** Ends with the database stopped. @param {number} code of the process */
async function end(code) {
  ending ??= (async () => {
    killTests();
    await vitest.close().finally(() => process.exit(code));
  })();
  await ending;
}

/** Ends the processes in which Vitest runs tests: it would wait for one that spins, and its database would stay. */
function killTests() {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString();
  for (const [, child, parent, args = ''] of list.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)) {
    if (Number(parent) !== process.pid || !args.includes('vitest')) continue;
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** @param {Task[]} batch */
async function runBatch(batch) {
  if (project === 'unit' && mode !== 'record') await runTogether(batch);
  else for (const task of batch) say(await runAlone(task));
  say('done');
}

/**
 * For pure code: many mutants in one run of Vitest. Each test file is imported by its own entry. A tag on the import is
 * passed on to everything it imports, so every entry has its own modules. Starting a worker for each would cost four
 * times as much.
 * @param {Task[]} batch
 */
async function runTogether(batch) {
  mkdirSync(ENTRIES, { recursive: true });
  tasks.clear();
  running.clear();
  for (const task of batch) {
    lastTag += 1;
    tasks.set(lastTag, task);
    for (const test of task.tests) {
      const entry = join(ENTRIES, `${lastTag}-${running.size}.test.ts`);
      // Vitest reads the environment from the first comment of the entry, not of what it imports.
      const [environment = ''] = ENVIRONMENT.exec(readFileSync(join(tree, test), 'utf8')) ?? [];
      writeFileSync(entry, `${environment}import '${relative(ENTRIES, join(tree, test))}?mutant=${lastTag}';\n`);
      running.set(entry, { id: task.id, test });
    }
  }
  await vitest.runTestSpecifications(
    [...running.keys()].map((entry) => testProject.createSpecification(entry)),
    false,
  );
}

/** A task announced but never answered is the one that hangs. @param {import('vitest/node').TestModule} module */
function announce(module) {
  const entry = running.get(module.moduleId);
  if (entry !== undefined) say({ id: entry.id, started: entry.test });
}

/** Answers for an entry of `runTogether`. @param {import('vitest/node').TestModule} module */
function answerFor(module) {
  const entry = running.get(module.moduleId);
  // A module that was cancelled did not pass.
  if (entry === undefined || !['passed', 'failed'].includes(module.state())) return;
  const failed = module.state() === 'failed' ? `${entry.test} › ${firstFailed(module)}` : null;
  say({ id: entry.id, failed, ms: module.diagnostic().duration, slow: [] });
}

/** For code with a database or a process: writes the mutant into the tree. @param {Task} task @returns {Promise<Answer>} */
async function runAlone({ id, file, content, tests, only }) {
  const path = file === null ? null : join(tree, file);
  const original = path === null ? '' : readFileSync(path, 'utf8');
  /** @type {Answer} */
  const answer = { id, failed: null, ms: 0, slow: [] };
  try {
    if (path !== null) write(path, content ?? '');
    if (only !== null) vitest.setGlobalTestNamePattern(new RegExp(only));
    const paths = tests.map((one) => join(tree, one));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      paths.map((one) => testProject.createSpecification(one)),
      false,
    );
    // The list also contains modules of earlier runs.
    for (const module of testModules.filter(({ moduleId }) => paths.includes(moduleId))) {
      answer.ms += module.diagnostic().duration;
      for (const test of module.children.allTests()) {
        const { duration = 0 } = test.diagnostic() ?? {};
        if (duration <= SLOW_TEST_MS) continue;
        answer.slow.push(test.name);
        // Tests of pure code that take this long do not run for mutants, so they give nobody time to hang.
        if (project === 'unit') answer.ms -= duration;
      }
      if (module.state() === 'failed') answer.failed ??= `${relative(tree, module.moduleId)} › ${firstFailed(module)}`;
    }
    if (unhandledErrors.length > 0) answer.failed ??= `${tests[0]} › an error outside of tests`;
  } finally {
    if (only !== null) vitest.resetGlobalTestNamePattern();
    if (path !== null) write(path, original);
  }
  if (path?.endsWith('.sql') === true) await dropTemplates();
  return answer;
}

/** @param {string} path @param {string} content */
function write(path, content) {
  writeFileSync(path, content);
  vitest.invalidateFile(path);
}

/** @param {import('vitest/node').TestModule} module */
function firstFailed(module) {
  for (const test of module.children.allTests('failed')) return test.fullName;
  return 'the file itself';
}

async function warmVitest() {
  const { default: config } = await import(pathToFileURL(join(tree, 'vitest.config.ts')).href);
  const { projects, ...shared } = config.test;
  const { test } = projects.find((/** @type {{ test: { name: string } }} */ one) => one.test.name === project);
  const isTogether = project === 'unit' && mode !== 'record';
  return await createVitest(
    'test',
    {
      root: tree,
      config: false,
      watch: false,
      silent: true,
      // Its keys are the paths and what is on the disk. A new worker would get the mutants of an earlier one.
      fsModuleCache: false,
      // A test that hangs is ended from outside, and that must not take long.
      teardownTimeout: 3000,
      ...(isTogether || mode === 'record' ? {} : { bail: 1 }),
    },
    {
      plugins: isTogether ? [mutantModules()] : [],
      test: {
        ...shared,
        ...test,
        root: tree,
        reporters: [{ onTestModuleQueued: announce, onTestModuleEnd: answerFor }],
        ...(isTogether ? { include: ['mutants/*.test.ts'], isolate: false, pool: 'threads', maxWorkers: 1 } : {}),
        ...(isTogether ? { setupFiles: [join(import.meta.dirname, 'stop-at-failure.mjs')] } : {}),
        ...(mode === 'record' ? { setupFiles: [join(import.meta.dirname, 'record-coverage.mjs')] } : {}),
      },
    },
  );
}

/** @returns {import('vite').Plugin} */
function mutantModules() {
  return {
    name: 'candor-mutants',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const tag = TAG.exec(importer ?? '')?.[0];
      if (tag === undefined || importer === undefined) return null;
      const found = await this.resolve(source, importer.replace(TAG, ''), { ...options, skipSelf: true });
      return found === null || found.id.includes('node_modules') || !found.id.startsWith(tree) ? found : found.id + tag;
    },
    load(id) {
      const task = tasks.get(Number(TAG.exec(id)?.[1] ?? 0));
      if (task === undefined) return null;
      const path = id.replace(TAG, '');
      return relative(tree, path) === task.file ? task.content : readFileSync(path, 'utf8');
    },
  };
}

/** Each mutant of a migration makes its own template database. */
async function dropTemplates() {
  const client = new pg.Client({ connectionString: testProject.getProvidedContext().postgresOwnerUrl });
  await client.connect();
  const { rows } = await client.query(
    `select datname from pg_database where datname like 'template\\_%' or datname like 'test\\_%'`,
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}
