import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/run.mjs';
import { mutatedSource } from './areas.mjs';

/**
 * @typedef {import('./areas.mjs').Mutant} Mutant
 * @typedef {{ mutant: Mutant, tests: string[], steps: string[][], past: string | null }} Candidate `steps` are the tests
 *   still to be run; `past` is the one that caught it in an earlier run, and runs alone before them
 * @typedef {{ state: 'caught' | 'timeout' | 'survived', by: string, tests: string[] }} Decision `by` is the test that
 *   failed; `tests` are those the decision depends on
 */

/** How many mutants of pure code run together in one run of Vitest. */
const TOGETHER = 60;
/** The id of the task that changes nothing. */
const CONTROL = 0;
const SILENT_MS_MIN = 20_000;

/** The path of the test file in `<file> › <test>`. @param {string} failed */
export function testIn(failed) {
  return failed.split(' › ')[0] ?? '';
}

/** Matches the name of the test in `<file> › <test>`. Vitest lists its groups with ' > ' and matches them with ' '. */
export function patternOf(/** @type {string} */ failed) {
  const name = failed.slice(testIn(failed).length + ' › '.length).replaceAll(' > ', ' ');
  return `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}

/**
 * Takes mutants from the queue and runs their tests step by step until one fails.
 * @param {Mutant[]} queue @param {import('./test-map.mjs').TestMap} map
 * @param {import('./worker-handle.mjs').WorkerHandle} worker @param {number} endsAt no new mutant after this
 * @param {(mutant: Mutant, decision: Decision) => void} decide
 * @param {(mutant: Mutant) => string | null} pastCatch what caught it in an earlier run, as in `Decision.by`
 */
export async function judgeMutants(queue, map, worker, endsAt, decide, pastCatch) {
  const size = worker.project === 'unit' ? TOGETHER : 1;
  /** @type {Candidate[]} */
  let active = [];
  for (;;) {
    while (active.length < size && Date.now() < endsAt) {
      const mutant = queue.shift();
      if (mutant === undefined) break;
      const tests = map.testsOf(mutant);
      const caught = worker.project === 'server' ? pastCatch(mutant) : null;
      const past = caught !== null && tests.includes(testIn(caught)) ? caught : null;
      if (tests.length > 0) active.push({ mutant, tests, steps: map.stepsOf(tests), past });
      else decide(mutant, { state: 'survived', by: '', tests });
    }
    if (active.length === 0) return;
    active = await runStep(active, map, worker, decide);
  }
}

/**
 * Runs the next step of every candidate; returns those that are not decided.
 * @param {Candidate[]} active @param {import('./test-map.mjs').TestMap} map
 * @param {import('./worker-handle.mjs').WorkerHandle} worker
 * @param {(mutant: Mutant, decision: Decision) => void} decide
 */
async function runStep(active, map, worker, decide) {
  const tasks = active.map(({ mutant, steps, past }, index) => ({
    id: index + 1,
    file: mutant.file,
    content: mutatedSource(mutant),
    tests: past === null ? (steps[0] ?? []) : [testIn(past)],
    only: past === null ? (mutant.only ?? null) : patternOf(past),
  }));
  // One task has no mutant: if the tests failed without one, every mutant would seem caught.
  const controls =
    worker.project === 'unit'
      ? tasks.slice(0, 1).map(({ tests }) => ({ id: CONTROL, file: null, content: null, tests, only: null }))
      : [];
  const slowestMs = Math.max(...tasks.map(({ tests }) => tests.reduce((sum, test) => sum + map.msOf(test), 0)));
  const { answers, hung } = await worker.run([...controls, ...tasks], SILENT_MS_MIN + 5 * slowestMs);
  const red = answers.find(({ id, failed }) => id === CONTROL && failed !== null);
  if (red !== undefined) throw new Error(`It fails even without a mutant: ${red.failed}`);
  if (hung === CONTROL) throw new Error(`It does not end even without a mutant: ${tasks[0]?.tests.join(' ')}`);

  /** @type {Candidate[]} */
  const left = [];
  for (const [index, candidate] of active.entries()) {
    const { mutant, tests, steps } = candidate;
    const own = answers.filter(({ id }) => id === index + 1);
    const failed = own.find((one) => one.failed !== null)?.failed ?? null;
    if (failed !== null) {
      map.addKill(testIn(failed), mutant.file);
      decide(mutant, { state: 'caught', by: failed, tests: [testIn(failed)] });
    } else if (own.length > 0 && own.length >= answersOf(worker, steps[0])) {
      if (candidate.past === null) steps.shift();
      candidate.past = null;
      if (steps.length === 0) decide(mutant, { state: 'survived', by: '', tests });
      else left.push(candidate);
    } else if (hung === index + 1) decide(mutant, { state: 'timeout', by: '', tests });
    // Another candidate hung before this one ran.
    else left.push(candidate);
  }
  return left;
}

/** In a joint run each test file answers separately.
 * @param {import('./worker-handle.mjs').WorkerHandle} worker @param {string[]} [step] */
function answersOf(worker, step = []) {
  return worker.project === 'unit' ? step.length : 1;
}

/**
 * Checks survivors with the compiler, one of each file at a time: code that does not compile cannot be committed.
 * @param {Mutant[]} survivors @param {string} config the folder of their tsconfig @param {string} tree
 * @param {(mutant: Mutant) => void} refuse called with those that do not compile
 */
export async function checkTypes(survivors, config, tree, refuse) {
  const left = new Set(survivors);
  while (left.size > 0) {
    const round = new Map([...left].map((mutant) => [mutant.file, mutant]));
    for (const [file, mutant] of round) writeFileSync(join(tree, file), mutatedSource(mutant));
    const { output } = await run('tsc', ['-p', config, '--pretty', 'false'], { cwd: tree, quiet: true });
    for (const [file, mutant] of round) {
      writeFileSync(join(tree, file), mutant.source);
      if (output.includes(`${file}(`)) refuse(mutant);
      left.delete(mutant);
    }
  }
}
