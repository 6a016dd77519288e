/**
 * `npm test [-- static build tests e2e]`: runs every check, on a fresh clone too. The last line is always
 * `N passed, N failed`; static steps and the builds of the apps count as one each. Before it stand the time of each stage, what
 * failed, and what passed only at a later try.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from './lib/chromium.mjs';
import { APPS, buildApp } from './lib/client-build.mjs';
import { DECIMALS_ARGS, MONEY_TESTS, OTHER_DECIMALS } from './lib/decimals.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { cacheCompiledCode, checkNodeVersion, ROOT } from './lib/project.mjs';
import { run, stopCommandsOnSignal } from './lib/run.mjs';
import { BROWSERS_STEP, runSteps, STATIC_STEPS } from './lib/steps.mjs';
import { addCounts, countPlaywright, countVitest, NO_COUNTS } from './lib/test-counts.mjs';
import { keepTestTimes } from './lib/test-times.mjs';

const REPORTS = join(ROOT, '.cache', 'test-reports');
const BUILD_STEPS = APPS.map((app) => ({ name: `${app} build`, action: () => buildApp(app, { quiet: true }) }));
/**
 * The stages, in this order: what each runs uses all cores. Steps are in lib/steps.mjs, tests in vitest.config.ts and
 * playwright.config.ts.
 */
const STAGES = ['static', 'build', 'tests', 'decimals', 'e2e'];
/** Pure packages: no test changes what another one sees, so files share a process, and none has to be started for each. */
const PURE = ['domain', 'contract', 'proof'].map((name) => `packages/${name}/`);
/** A name on the command line, and the stages it stands for. */
const CHOICES = { static: ['static'], build: ['build'], tests: ['tests', 'decimals'], e2e: ['e2e'] };

checkNodeVersion();
cacheCompiledCode();
let total = NO_COUNTS;
/** @type {string[]} */
const times = [];
stopCommandsOnSignal(() => {
  total = addCounts(total, { passed: 0, failed: 1, names: ['✗ The run was interrupted.'] });
});
const startedAt = performance.now();
try {
  const chosen = chosenStages();
  await timed('install', installWhatIsMissing);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  // A browser that is missing is fetched while the steps run.
  const browsers = chosen.includes('e2e') ? findBrowsers() : null;
  const steps = [...(chosen.includes('build') ? BUILD_STEPS : []), ...(chosen.includes('static') ? STATIC_STEPS : [])];
  if (steps.length > 0) await stage('static and build', () => runSteps(steps));
  if (chosen.includes('build')) await stage('built scripts and styles', () => runSteps([BROWSERS_STEP]));
  if (chosen.includes('tests')) {
    const others = PURE.flatMap((folder) => ['--exclude', `${folder}**`]);
    await stage('tests of pure packages', () =>
      runVitest('pure.json', ['run', '--project', 'unit', '--no-isolate', ...PURE]),
    );
    await stage('all other tests', () => runVitest('vitest.json', ['run', ...others]));
  }
  if (chosen.includes('decimals')) {
    for (const decimals of OTHER_DECIMALS)
      await stage(`${decimals} decimals`, () =>
        runVitest(`decimals-${decimals}.json`, [...DECIMALS_ARGS, ...MONEY_TESTS], {
          TEST_CURRENCY_DECIMALS: decimals,
        }),
      );
  }
  if (browsers !== null) await stage('journeys', async () => await runJourneys(await browsers));
} catch (error) {
  console.error(error);
  total = addCounts(total, { passed: 0, failed: 1 });
}
// Again at the end, where they are found: the output of a whole run is long.
console.log(`\n${times.join('\n')}\n${seconds(startedAt)} s in all`);
for (const name of total.names) console.log(name.replace(`${ROOT}/`, ''));
console.log(`${total.again} passed only at a later try`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** @returns {string[]} */
function chosenStages() {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(CHOICES, name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(CHOICES).join(', ')}.`);
  return names.length === 0 ? STAGES : names.flatMap((name) => CHOICES[name]);
}

/**
 * @param {string} name
 * @param {() => Promise<import('./lib/test-counts.mjs').Counts>} action
 */
async function stage(name, action) {
  const counts = await timed(name, action);
  total = addCounts(total, counts);
}

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
async function timed(name, action) {
  const from = performance.now();
  try {
    return await action();
  } finally {
    times.push(`${seconds(from).padStart(7)} s ${name}`);
  }
}

/** @param {number} from */
function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}

/**
 * @param {string} report
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function runVitest(report, args, env = {}) {
  const reportFile = join(REPORTS, report);
  const { code } = await run('vitest', args, { env: { ...env, VITEST_JSON_FILE: reportFile } });
  keepTestTimes(reportFile);
  return countVitest(reportFile, code);
}

async function findBrowsers() {
  const chromium = await findChromium();
  return { chromium, shell: chromium === null ? null : await findHeadlessShell() };
}

/** @param {Awaited<ReturnType<typeof findBrowsers>>} browsers */
async function runJourneys({ chromium, shell }) {
  if (chromium === null) {
    console.log('✗ browser tests: there is no Chromium. Install one, or name it with CHROMIUM_PATH.');
    return { passed: 0, failed: 1 };
  }
  const reportFile = join(REPORTS, 'playwright.json');
  const { code } = await run('playwright', ['test'], {
    env: {
      CHROMIUM_PATH: chromium,
      ...(shell === null ? {} : { CHROMIUM_SHELL_PATH: shell }),
      PLAYWRIGHT_JSON_FILE: reportFile,
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(ROOT, '.cache', 'playwright'),
    },
  });
  return countPlaywright(reportFile, code);
}
