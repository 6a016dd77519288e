/**
 * `npm run mutants [-- --area domain] [--file part-of-a-path] [--sample 100] [--seed 1] [--jobs 1] [--minutes 5] [--fresh]`
 *
 * Plants one bug after the other into a copy of the tree and runs the tests that reach it, until the first fails. Fails
 * when fewer than 95 % are caught, without those that mutants/survivors.json lists with a reason.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { AREAS, mutantsOf, mutatedSource, testsOf } from './mutants/areas.mjs';
import { makeScratchTree } from './mutants/scratch.mjs';
import { hashOf, TestMap } from './mutants/test-map.mjs';
import { WorkerHandle } from './mutants/worker-handle.mjs';

/** @typedef {import('./mutants/areas.mjs').Mutant} Mutant */
/** @typedef {{ mutant: Mutant, tests: string[], steps: string[][] | null }} Judged */
/** @typedef {{ state: 'caught' | 'types' | 'timeout' | 'survived', by: string, tests: string }} Verdict */

const CAUGHT_MIN = 0.95;
const CACHE = join(ROOT, '.cache', 'mutants');
const RESULTS = join(CACHE, 'results.json');
/** How many mutants of pure code run at the same time, in one run of Vitest. */
const TOGETHER = 60;
/** The id of the task that changes nothing. */
const CONTROL = 0;
/** The mark of a survivor that compiles. */
const TYPED = 'compiles';
const TYPES = { domain: 'packages', proof: 'packages', contract: 'packages', server: '.', sql: null };

const { values: options } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    file: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
const areas = /** @type {(keyof typeof AREAS)[]} */ (options.area ?? Object.keys(AREAS));
const endsAt = options.minutes === undefined ? Infinity : Date.now() + Number(options.minutes) * 60_000;
const excuses = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants', 'survivors.json'), 'utf8'));
/** @type {Map<string, Verdict>} */
const results = new Map(
  !options.fresh && existsSync(RESULTS) ? Object.entries(JSON.parse(readFileSync(RESULTS, 'utf8'))) : [],
);
/** @type {Map<string, TestMap>} */
const maps = new Map();
const trees = Array.from({ length: Number(options.jobs) }, makeScratchTree);
let isGood = true;
try {
  for (const area of areas) {
    if (!Object.hasOwn(AREAS, area)) throw new Error(`Unknown area ${area}: ${Object.keys(AREAS).join(', ')}.`);
    isGood = (await runArea(area)) && isGood;
  }
} finally {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;

/** @param {keyof typeof AREAS} area */
async function runArea(area) {
  const { project, suite } = /** @type {{ project: 'unit' | 'server', suite: string }} */ (AREAS[area]);
  const mutants = sampled(mutantsOf(area, options.file ?? null));
  if (mutants.length === 0) return true;
  const map = maps.get(suite) ?? new TestMap(project, suite);
  maps.set(suite, map);
  await map.learn(testsOf(area), trees[0]);
  /** @type {Map<Mutant, Verdict>} */
  const verdicts = new Map();
  /** @type {Judged[]} */
  const queue = [];
  for (const mutant of mutants) {
    const known = knownVerdict(mutant, map);
    if (known === null) queue.push({ mutant, tests: map.testsOf(mutant.file, mutant.within), steps: null });
    else verdicts.set(mutant, known);
  }
  await Promise.all(
    trees.map(async (tree) => {
      const worker = new WorkerHandle(tree, project);
      try {
        await judgeAll(queue, map, worker, project === 'unit' ? TOGETHER : 1, (mutant, verdict) => {
          verdicts.set(mutant, verdict);
          results.set(keyOf(mutant), verdict);
          if (verdicts.size % 50 === 0) save();
        });
      } finally {
        await worker.stop();
      }
    }),
  );
  const survivors = [...verdicts].filter(([, { state, by }]) => state === 'survived' && by !== TYPED);
  await checkTypes(
    survivors.map(([mutant]) => mutant),
    trees[0],
    (mutant, fails) => {
      const verdict = /** @type {Verdict} */ ({
        ...verdicts.get(mutant),
        ...(fails ? { state: 'types' } : { by: TYPED }),
      });
      verdicts.set(mutant, verdict);
      results.set(keyOf(mutant), verdict);
    },
  );
  save();
  return report(area, mutants.length, verdicts);
}

/** @param {Mutant[]} mutants @returns {Mutant[]} */
function sampled(mutants) {
  if (options.sample === undefined) return mutants;
  const order = (/** @type {Mutant} */ one) => hash(`${options.seed} ${one.file} ${one.start} ${one.end} ${one.text}`);
  const chosen = new Set(mutants.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, Number(options.sample)));
  return mutants.filter((one) => chosen.has(one));
}

/** @param {Mutant} mutant @param {TestMap} map @returns {Verdict | null} */
function knownVerdict(mutant, map) {
  const verdict = results.get(keyOf(mutant));
  if (verdict === undefined) return null;
  const tests = verdict.state === 'caught' ? [testIn(verdict.by)] : map.testsOf(mutant.file, mutant.within);
  return verdict.tests === hashOfAll(tests) ? verdict : null;
}

/**
 * Takes mutants from the queue, `size` at a time, and runs their tests step by step until one fails.
 * @param {Judged[]} queue @param {TestMap} map @param {WorkerHandle} worker @param {number} size
 * @param {(mutant: Mutant, verdict: Verdict) => void} decide
 */
async function judgeAll(queue, map, worker, size, decide) {
  /** @type {Judged[]} */
  let active = [];
  for (;;) {
    while (active.length < size && queue.length > 0 && Date.now() < endsAt) {
      const judged = /** @type {Judged} */ (queue.shift());
      judged.steps = map.stepsOf(judged.tests);
      if (judged.steps.length > 0) active.push(judged);
      else decide(judged.mutant, { state: 'survived', by: '', tests: '' });
    }
    if (active.length === 0) return;
    const tasks = active.map(({ mutant, steps }, id) => ({
      id: id + 1,
      file: mutant.file,
      content: mutatedSource(mutant),
      tests: /** @type {string[][]} */ (steps).shift() ?? [],
    }));
    const slowest = Math.max(...tasks.map(({ tests }) => tests.reduce((sum, test) => sum + map.msOf(test), 0)));
    // One task has no mutant: were the tests red by themselves, every mutant would seem caught.
    const [first] = tasks;
    const control = { ...first, id: CONTROL, content: active[0].mutant.source };
    const { answers, hung } = await worker.run(size === 1 ? tasks : [control, ...tasks], 20_000 + 5 * slowest);
    const red = answers.find(({ id, failed }) => id === CONTROL && failed !== null);
    if (red !== undefined) throw new Error(`Without a mutant it fails too: ${red.failed}`);
    /** @type {Judged[]} */
    const left = [];
    for (const [index, judged] of active.entries()) {
      const { tests } = /** @type {{ tests: string[] }} */ (tasks[index]);
      const own = answers.filter(({ id }) => id === index + 1);
      const failed = own.find((one) => one.failed !== null)?.failed ?? null;
      if (failed !== null) {
        map.addKill(testIn(failed), judged.mutant.file);
        decide(judged.mutant, { state: 'caught', by: failed, tests: hashOfAll([testIn(failed)]) });
      } else if (own.length === (size === 1 ? 1 : tests.length)) {
        if (judged.steps?.length === 0)
          decide(judged.mutant, { state: 'survived', by: '', tests: hashOfAll(judged.tests) });
        else left.push(judged);
      } else if (hung === index + 1) {
        decide(judged.mutant, { state: 'timeout', by: tests.join(', '), tests: hashOfAll(judged.tests) });
      } else {
        // Another one hung before its turn.
        judged.steps?.unshift(tests);
        left.push(judged);
      }
    }
    active = left;
  }
}

/**
 * Asks the compiler about survivors, one of each file at a time: what does not compile cannot be committed.
 * @param {Mutant[]} survivors @param {string} tree @param {(mutant: Mutant, fails: boolean) => void} decide
 */
async function checkTypes(survivors, tree, decide) {
  const left = survivors.filter(({ area }) => TYPES[area] !== null);
  while (left.length > 0) {
    const round = [...new Map(left.map((mutant) => [mutant.file, mutant])).values()];
    for (const mutant of round) writeFileSync(join(tree, mutant.file), mutatedSource(mutant));
    const config = /** @type {string} */ (TYPES[round[0]?.area ?? 'server']);
    const { output } = await run('tsc', ['-p', config, '--pretty', 'false'], { cwd: tree, quiet: true });
    for (const mutant of round) {
      writeFileSync(join(tree, mutant.file), mutant.source);
      decide(mutant, output.includes(`${mutant.file}(`));
      left.splice(left.indexOf(mutant), 1);
    }
  }
}

/** @param {keyof typeof AREAS} area @param {number} count @param {Map<Mutant, Verdict>} verdicts */
function report(area, count, verdicts) {
  const survivors = [...verdicts].filter(([, { state }]) => state === 'survived').map(([mutant]) => mutant);
  const open = survivors.filter((mutant) => excuseOf(mutant) === undefined);
  const of = (/** @type {string} */ state) => [...verdicts.values()].filter((one) => one.state === state).length;
  const counted = verdicts.size - (survivors.length - open.length);
  const share = counted === 0 ? 1 : 1 - open.length / counted;
  console.log(
    `${area}: ${count} mutants, ${verdicts.size} run; caught ${of('caught')} by tests, ${of('types')} by types, ` +
      `${of('timeout')} by time; survived ${survivors.length}, ${survivors.length - open.length} of them listed; ` +
      `${(share * 100).toFixed(1)} % caught`,
  );
  for (const mutant of open) console.log(`  survived: ${describeMutant(mutant)}`);
  const caught = [...verdicts].filter(([, { state }]) => state !== 'survived').map(([mutant]) => mutant);
  for (const mutant of caught) {
    const excuse = excuseOf(mutant);
    if (excuse !== undefined && !survivors.some((one) => excuseOf(one) === excuse)) {
      console.log(`  no longer a survivor, strike it from the list: ${describeMutant(mutant)}`);
    }
  }
  return share >= CAUGHT_MIN;
}

/** @param {Mutant} mutant */
function excuseOf(mutant) {
  const line = lineOf(mutant);
  return excuses.find(
    (/** @type {{ file: string, line: string, was?: string, becomes?: string }} */ one) =>
      mutant.file === one.file &&
      line === one.line &&
      (one.was === undefined || one.was === mutant.was) &&
      (one.becomes === undefined || one.becomes === mutant.text),
  );
}

/** @param {Mutant} mutant */
function lineOf(mutant) {
  return (mutant.source.split('\n')[mutant.line - 1] ?? '').trim();
}

/** @param {Mutant} mutant */
function describeMutant(mutant) {
  const short = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${mutant.file}:${mutant.line}  ${short(mutant.was)} → ${short(mutant.text) || '(nothing)'}    | ${short(lineOf(mutant))}`;
}

/** @param {string} by "<file> › <test>" */
function testIn(by) {
  return by.split(' › ')[0] ?? '';
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

function save() {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(RESULTS, JSON.stringify(Object.fromEntries(results)));
}
