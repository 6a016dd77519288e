/**
 * `npm run check`: what a change needs before a commit, within a minute. It looks at what differs from main, committed or not:
 * format, types, lint, boundaries, unused code, and the tests that are nearest by imports. It says what it left to
 * `npm test`. It installs nothing and needs no network.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { changedFiles, doImportsDiffer, filesOf } from './lib/changed-files.mjs';
import { chooseTests } from './lib/choose-tests.mjs';
import { distancesFrom, readImportGraph } from './lib/import-graph.mjs';
import { isInstalled } from './lib/install.mjs';
import { cacheCompiledCode, checkNodeVersion, ROOT } from './lib/project.mjs';
import { run, stopCommandsOnSignal } from './lib/run.mjs';
import {
  ARCHITECTURE_STEP,
  FORMAT_STEP,
  lintStep,
  runStep,
  runSteps,
  STATIC_STEPS,
  TYPE_STEPS,
  UNUSED_STEP,
} from './lib/steps.mjs';
import { countVitest } from './lib/test-counts.mjs';
import { keepTestTimes, readTestTimes } from './lib/test-times.mjs';

const REPORT = join(ROOT, '.cache', 'check-report.json');
/** Work on tests, by each core. Beside it come the start of Vitest and the other steps. */
const TEST_SEC_PER_CORE = 20;
const SOURCE = /\.(ts|tsx|mjs|cjs)$/;
/** What these say concerns every file. */
const RULES =
  /^(\.oxlintrc\.json|\.dependency-cruiser\.cjs|knip\.json|package(-lock)?\.json)$|(^|\/)tsconfig[^/]*\.json$/;

checkNodeVersion();
cacheCompiledCode();
stopCommandsOnSignal(() => console.log('Interrupted.'));
const startedAt = performance.now();
const { passed, failed } = await check();
console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @returns {Promise<{ passed: number, failed: number }>} */
async function check() {
  if (!isInstalled(ROOT)) {
    console.log('✗ Packages are missing, or are not those of package-lock.json. Run "npm ci".');
    return { passed: 0, failed: 1 };
  }
  const changes = await changedFiles(ROOT);
  if (changes === null) {
    console.log('This is no git repository: everything is checked but tests. For those, run "npm test".');
    return await runSteps(STATIC_STEPS);
  }
  const all = [...changes.files, ...changes.removed];
  console.log(`${all.length} files differ from ${changes.since}.`);
  const [steps, tests] = await Promise.all([runSteps(await stepsFor(changes)), runTests(changes, all)]);
  return { passed: steps.passed + tests.passed, failed: steps.failed + tests.failed };
}

/** @param {import('./lib/changed-files.mjs').Changes} changes */
async function stepsFor(changes) {
  const sources = changes.files.filter((file) => SOURCE.test(file));
  const isRuleChanged = changes.files.some((file) => RULES.test(file));
  const doDiffer = isRuleChanged || (await doImportsDiffer(ROOT, changes, sources));
  const isTyped = [...changes.files, ...changes.removed].some((file) => /\.(ts|tsx|json)$/.test(file));
  return [
    ...(isRuleChanged || sources.length > 0 ? [lintStep(isRuleChanged ? [] : sources)] : []),
    ...(isTyped ? TYPE_STEPS : []),
    ...(doDiffer || sources.length > 0 ? [doDiffer ? ARCHITECTURE_STEP : rulesOfFiles(sources)] : []),
    ...(doDiffer ? [UNUSED_STEP] : []),
    FORMAT_STEP,
  ];
}

/** @param {readonly string[]} files */
function rulesOfFiles(files) {
  return { ...ARCHITECTURE_STEP, args: [...ARCHITECTURE_STEP.args, '--files', ...files] };
}

/**
 * @param {import('./lib/changed-files.mjs').Changes} changes
 * @param {readonly string[]} changed
 */
async function runTests({ removed }, changed) {
  const files = await filesOf(ROOT);
  const distances = distancesFrom(readImportGraph(ROOT, files, removed), changed);
  const times = readTestTimes();
  const cores = Math.max(2, availableParallelism());
  const { tests, slow, far } = chooseTests(distances, files, (test) => times.get(test), cores * TEST_SEC_PER_CORE);
  tellWhatIsLeft(slow, far, changed);
  if (tests.length === 0) return { passed: 0, failed: 0 };
  mkdirSync(dirname(REPORT), { recursive: true });
  rmSync(REPORT, { force: true });
  let counts = { passed: 0, failed: 1 };
  await runStep({
    name: `tests of ${tests.length} files`,
    action: async () => {
      const result = await run('vitest', ['run', ...tests], { env: { VITEST_JSON_FILE: REPORT }, quiet: true });
      counts = countVitest(REPORT, result.code);
      return result;
    },
  });
  keepTestTimes(REPORT);
  return counts;
}

/**
 * @param {readonly string[]} slow
 * @param {number} far
 * @param {readonly string[]} changed
 */
function tellWhatIsLeft(slow, far, changed) {
  const journeys = changed.filter((file) => file.startsWith('e2e/'));
  if (slow.length > 0) console.log(`Left to "npm test", each takes long: ${slow.join(' ')}`);
  if (far > 0)
    console.log(`Left to "npm test": ${far} more test files that use what changed, by more steps or slower.`);
  if (journeys.length > 0) console.log(`Left to "npm test", journeys and faults: ${journeys.join(' ')}`);
}
