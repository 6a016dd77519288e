/**
 * `npm run mutants [-- --area domain] [--file pattern] [--tests pattern] [--sample 100] [--seed 1] [--jobs 1] [--minutes 5] [--fresh]`
 *
 * Plants one bug after the other in a copy of the tree and runs the tests that reach it, until the first test fails.
 * Fails when tests catch fewer than 95 % of the bugs, not counting those that mutants/survivors.json lists with a
 * reason. docs/mutants.md says how to read the result.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './lib/project.mjs';
import { AREAS, mutantsOf, testsOf } from './mutants/areas.mjs';
import { isExcused, lineOf, readExcuses, staleExcuses } from './mutants/excuses.mjs';
import { checkTypes, judgeMutants, testIn } from './mutants/judge.mjs';
import { makeScratchTree } from './mutants/scratch.mjs';
import { hashOf, TestMap } from './mutants/test-map.mjs';
import { WorkerHandle } from './mutants/worker-handle.mjs';

/**
 * @typedef {import('./mutants/areas.mjs').Mutant} Mutant
 * @typedef {import('./mutants/areas.mjs').Area} Area
 * @typedef {{ state: 'caught' | 'types' | 'timeout' | 'survived', by: string, tests: string }} Verdict `tests` is the
 *   hash of the test files it depends on
 */

const CAUGHT_MIN = 0.95;
const SAVE_EVERY = 10;
const CACHE = join(ROOT, '.cache', 'mutants');
/** Marks a survivor that the compiler has checked. */
const COMPILES = 'compiles';

const { values: options } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    file: { type: 'string' },
    tests: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
const endsAt = options.minutes === undefined ? Infinity : Date.now() + Number(options.minutes) * 60_000;
const excuses = readExcuses();
const stale = staleExcuses(excuses);
if (stale.length > 0) {
  console.error(
    `Remove from mutants/survivors.json what nobody can change any more:\n${stale.map(({ file, line }) => `  ${file}: ${line}`).join('\n')}`,
  );
  process.exit(1);
}
/** The known results of the current area. @type {Map<string, Verdict>} */
let results = new Map();
/** @type {Map<string, TestMap>} */
const maps = new Map();
const trees = Array.from({ length: Number(options.jobs) }, makeScratchTree);
let isGood = true;
/** The area that runs now. @type {Area | null} */
let current = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  // Workers end when the channel to this process closes.
  process.on(signal, () => {
    if (current !== null) save(current);
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
    process.exit(1);
  });
}
try {
  for (const area of chosenAreas()) isGood = (await runArea(area)) && isGood;
} finally {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;

/** @returns {Area[]} */
function chosenAreas() {
  const unknown = (options.area ?? []).filter((name) => AREAS.every((area) => area.name !== name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. ${AREAS.map(({ name }) => name).join(', ')}`);
  return AREAS.filter(({ name, isPart = false }) => options.area?.includes(name) ?? !isPart);
}

/** @param {Area} area */
async function runArea(area) {
  results = readResults(area);
  current = area;
  const mutants = sampled(mutantsOf(area, options.file === undefined ? null : new RegExp(options.file)));
  if (mutants.length === 0) return true;
  const map = maps.get(area.suite) ?? new TestMap(area.project, area.suite, area.namesTests);
  maps.set(area.suite, map);
  const tests = testsOf(area, mutants).filter(
    (test) => options.tests === undefined || new RegExp(options.tests).test(test),
  );
  if (!(await map.learn(tests, trees[0] ?? '', endsAt))) {
    console.log(`${area.name}: no time left to record what the tests reach; the next run continues`);
    return true;
  }
  /** @type {Map<Mutant, Verdict>} */
  const verdicts = new Map();
  const keep = (/** @type {Mutant} */ mutant, /** @type {Verdict} */ verdict) => {
    verdicts.set(mutant, verdict);
    results.set(keyOf(mutant), verdict);
    if (verdicts.size % SAVE_EVERY === 0) save(area);
  };
  /** @type {Mutant[]} */
  const queue = [];
  for (const mutant of mutants) {
    const known = knownVerdict(mutant, map);
    if (known === null) queue.push(mutant);
    else verdicts.set(mutant, known);
  }
  await Promise.all(
    trees.map(async (tree) => {
      const worker = new WorkerHandle(tree, area.project, { skipped: map.slowTests() });
      try {
        await judgeMutants(
          queue,
          map,
          worker,
          endsAt,
          (mutant, { state, by, tests }) => keep(mutant, { state, by, tests: hashOfAll(tests) }),
          (mutant) => results.get(keyOf(mutant))?.by || null,
        );
      } finally {
        await worker.stop();
      }
    }),
  );
  if (area.types !== null) await askCompiler(verdicts, area.types, keep);
  save(area);
  return report(area, mutants.length, verdicts);
}

/** @param {Map<Mutant, Verdict>} verdicts @param {string} config @param {(mutant: Mutant, verdict: Verdict) => void} keep */
async function askCompiler(verdicts, config, keep) {
  const unasked = [...verdicts].filter(([, { state, by }]) => state === 'survived' && by !== COMPILES);
  const refused = new Set();
  await checkTypes(
    unasked.map(([mutant]) => mutant),
    config,
    trees[0] ?? '',
    (mutant) => refused.add(mutant),
  );
  for (const [mutant, verdict] of unasked) {
    keep(mutant, refused.has(mutant) ? { ...verdict, state: 'types' } : { ...verdict, by: COMPILES });
  }
}

/** @param {Mutant[]} mutants @returns {Mutant[]} */
function sampled(mutants) {
  if (options.sample === undefined) return mutants;
  const order = (/** @type {Mutant} */ one) => hash(`${options.seed} ${one.file} ${one.start} ${one.end} ${one.text}`);
  const chosen = new Set(mutants.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, Number(options.sample)));
  return mutants.filter((one) => chosen.has(one));
}

/** The earlier verdict, as long as the tests it depends on are the same. @param {Mutant} mutant @param {TestMap} map */
function knownVerdict(mutant, map) {
  const verdict = results.get(keyOf(mutant));
  if (verdict === undefined) return null;
  const tests = verdict.state === 'caught' ? [testIn(verdict.by)] : map.testsOf(mutant);
  return verdict.tests === hashOfAll(tests) ? verdict : null;
}

/** @param {Area} area @param {number} count @param {Map<Mutant, Verdict>} verdicts */
function report(area, count, verdicts) {
  const states = [...verdicts.values()].map(({ state }) => state);
  const of = (/** @type {string} */ state) => states.filter((one) => one === state).length;
  const survivors = [...verdicts].filter(([, { state }]) => state === 'survived').map(([mutant]) => mutant);
  const open = survivors.filter((mutant) => excuseOf(mutant) === undefined);
  const listed = survivors.length - open.length;
  const share = verdicts.size === listed ? 1 : 1 - open.length / (verdicts.size - listed);
  console.log(
    `${area.name}: ${count} mutants, ${verdicts.size} run; caught ${of('caught')} by tests, ${of('types')} by types, ` +
      `${of('timeout')} by time; survived ${survivors.length}, ${listed} of them listed; ${percent(share)} caught`,
  );
  for (const mutant of open) {
    const isReached = (maps.get(area.suite)?.testsOf(mutant).length ?? 0) > 0;
    console.log(`  survived${isReached ? '' : ', no test reaches it'}: ${describeMutant(mutant)}`);
  }
  if (verdicts.size === count) reportNeedlessExcuses(verdicts, survivors);
  return share >= CAUGHT_MIN;
}

/** @param {Map<Mutant, Verdict>} verdicts @param {Mutant[]} survivors */
function reportNeedlessExcuses(verdicts, survivors) {
  const needed = new Set(survivors.map(excuseOf));
  const needless = new Set([...verdicts.keys()].map(excuseOf).filter((excuse) => !needed.has(excuse)));
  for (const excuse of needless) {
    if (excuse !== undefined) console.log(`  caught now, remove it from the list: ${excuse.file}: ${excuse.line}`);
  }
}

/** @param {number} share */
function percent(share) {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

/** @param {Mutant} mutant */
function excuseOf(mutant) {
  return excuses.find((excuse) => isExcused(excuse, mutant));
}

/** @param {Mutant} mutant */
function describeMutant(mutant) {
  const short = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').slice(0, 90);
  const becomes = mutant.text === '' ? '(nothing)' : short(mutant.text);
  return `${mutant.file}:${mutant.line}  ${short(mutant.was)} → ${becomes}    | ${short(lineOf(mutant))}`;
}

/** @param {Mutant} mutant */
function keyOf({ area, file, source, start, end, text }) {
  return hash(`${area} ${file} ${hash(source)} ${start} ${end} ${text}`);
}

/** @param {string[]} tests */
function hashOfAll(tests) {
  return hash(tests.toSorted().map(hashOf).join(' '));
}

/** @param {string} text */
function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

/** @param {Area} area @returns {Map<string, Verdict>} */
function readResults(area) {
  const file = resultsFile(area);
  return new Map(!options.fresh && existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []);
}

/** @param {Area} area */
function save(area) {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(resultsFile(area), JSON.stringify(Object.fromEntries(results)));
}

/** @param {Area} area */
function resultsFile({ name }) {
  return join(CACHE, `results-${name}.json`);
}
