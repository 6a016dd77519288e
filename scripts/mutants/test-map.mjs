import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../lib/project.mjs';
import { WorkerHandle } from './worker-handle.mjs';

const CACHE = join(ROOT, '.cache', 'mutants');
/** The first steps are small: the test next to its file catches most mutants. */
const SLOW_MS = 4000;
const LEARN_MS_MAX = 300_000;

/**
 * @typedef {{ hash: string, ms: number, slow: string[], files: Record<string, { hash: string, ran: string[] }> }} Recorded
 */

/** The hash of a file of the working tree, or '' when there is none. */
export function hashOf(/** @type {string} */ file) {
  const path = join(ROOT, file);
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16) : '';
}

/** What record-coverage.mjs wrote about `of`. @param {string} folder @param {string} of @returns {Recorded['files']} */
function readFolder(folder, of) {
  for (const name of readdirSync(folder)) {
    const { test, files } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (test !== of) continue;
    return Object.fromEntries(Object.entries(files).map(([file, ran]) => [file, { hash: hashOf(file), ran }]));
  }
  throw new Error(`Nothing was recorded about ${of}.`);
}

/** Knows which test files run which functions. A record is kept until the test or the code it runs changes. */
export class TestMap {
  /** @readonly @type {Map<string, Recorded>} */
  #recorded = new Map();
  #chosen = new Set();
  /** @readonly @type {Map<string, number>} kills by "<test> <file>" of this run */
  #kills = new Map();

  /**
   * @param {'unit' | 'server'} project @param {string} suite the name of what it learns
   * @param {boolean} namesTests then a record is kept until the test itself changes
   */
  constructor(project, suite, namesTests = false) {
    this.namesTests = namesTests;
    this.project = project;
    this.cacheFile = join(CACHE, `tests-${suite}.json`);
    if (existsSync(this.cacheFile)) {
      this.#recorded = new Map(Object.entries(JSON.parse(readFileSync(this.cacheFile, 'utf8'))));
    }
  }

  /**
   * Runs the test files that are unknown or have changed. A file that fails without a mutant is left out, and named.
   * @param {string[]} tests @param {string} tree @param {number} endsAt starts no file after this
   * @returns {Promise<boolean>} false when files are left for the next run
   */
  async learn(tests, tree, endsAt) {
    this.#chosen = new Set(tests);
    const unknown = tests.filter((test) => !this.#isFresh(test));
    for (const known of this.#recorded.keys()) if (hashOf(known) === '') this.#recorded.delete(known);
    if (unknown.length === 0) return true;
    console.log(`${unknown.length} test files run once, to record what they reach…`);
    const folder = mkdtempSync(join(tmpdir(), 'candor-coverage-'));
    const worker = new WorkerHandle(tree, this.project, { coverage: folder });
    try {
      for (const test of unknown) {
        if (Date.now() >= endsAt) return false;
        this.#recorded.delete(test);
        const { answers } = await worker.run(
          [{ id: 1, file: null, content: null, tests: [test], only: null }],
          LEARN_MS_MAX,
        );
        const [answer] = answers;
        if (answer === undefined || answer.failed !== null) {
          console.log(`! skipped, it fails without a mutant: ${answer?.failed ?? test}`);
          continue;
        }
        this.#recorded.set(test, {
          hash: hashOf(test),
          ms: answer.ms,
          slow: answer.slow,
          files: readFolder(folder, test),
        });
        this.#save();
      }
      return true;
    } finally {
      await worker.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #save() {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(this.cacheFile, JSON.stringify(Object.fromEntries(this.#recorded)));
  }

  /**
   * The tests named for the mutant, or those that run its function, or load its file if that is unknown; likely killers
   * first.
   * @param {Pick<import('./areas.mjs').Mutant, 'file' | 'within' | 'tests'>} mutant @returns {string[]}
   */
  testsOf({ file, within, tests }) {
    if (tests !== undefined) return tests.filter((test) => this.#chosen.has(test) && this.#recorded.has(test));
    const beside = file.replace(/\.\w+$/, '.test.');
    const reaching = [...this.#recorded].filter(
      ([test, { files }]) => this.#chosen.has(test) && (files[file] !== undefined || file.endsWith('.sql')),
    );
    const exact = reaching.filter(([, { files }]) => within !== null && files[file]?.ran.includes(within));
    return (exact.length > 0 ? exact : reaching)
      .map(([test, { ms, files }]) => ({
        test,
        ms,
        rank:
          (test.startsWith(beside) ? 1e6 : 0) +
          1000 * (this.#kills.get(`${test} ${file}`) ?? 0) +
          10 * (files[file]?.ran.length ?? 0) -
          ms / 100,
      }))
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ test }) => test);
  }

  /** @param {string[]} tests @returns {string[][]} in steps: the first alone, slow ones one by one at the end */
  stepsOf(tests) {
    const [first, ...others] = tests;
    const isSlow = (/** @type {string} */ test) => this.msOf(test) > SLOW_MS;
    const fast = others.filter((test) => !isSlow(test));
    const steps = first === undefined ? [] : [[first]];
    for (let from = 0, size = 3; from < fast.length; from += size, size = 12) steps.push(fast.slice(from, from + size));
    return [...steps, ...others.filter(isSlow).map((test) => [test])];
  }

  /** Names of tests that would take longer than all others together. With a database most take long: all stay. */
  slowTests() {
    return this.project === 'unit' ? [...this.#recorded.values()].flatMap(({ slow }) => slow) : [];
  }

  /** @param {string} test */
  msOf(test) {
    return this.#recorded.get(test)?.ms ?? 0;
  }

  /** @param {string} test @param {string} file */
  addKill(test, file) {
    const key = `${test} ${file}`;
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  /** @param {string} test */
  #isFresh(test) {
    const recorded = this.#recorded.get(test);
    if (recorded === undefined || recorded.hash !== hashOf(test)) return false;
    return this.namesTests || Object.entries(recorded.files).every(([file, { hash }]) => hashOf(file) === hash);
  }
}
