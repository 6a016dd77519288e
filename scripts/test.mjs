/**
 * `npm test [-- static build tests e2e]`: runs every check, on a fresh clone too. The last line is always
 * `N passed, N failed`; static steps and the client's build count as one each.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './lib/chromium.mjs';
import { APPS, buildApp } from './lib/client-build.mjs';
import { DECIMALS_ARGS, MONEY_TESTS, OTHER_DECIMALS } from './lib/decimals.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { cacheCompiledCode, checkNodeVersion, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { runStaticSteps, runStep } from './lib/steps.mjs';
import { countPlaywright, countVitest } from './lib/test-counts.mjs';

const REPORTS = join(ROOT, '.cache', 'test-reports');
const STAGES = { static: runStaticSteps, tests: runTests, build: runBuild, e2e: runBrowserTests };
/** Stages of one line run at the same time: most of their steps use a single core. */
const ORDER = [['static', 'build'], ['tests'], ['e2e']];

checkNodeVersion();
cacheCompiledCode();
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const names = [];
try {
  await installWhatIsMissing();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const chosen = chosenStages();
  for (const together of ORDER) {
    const stages = together.filter((name) => chosen.includes(name));
    for (const counts of await Promise.all(stages.map((name) => STAGES[name]()))) {
      total.passed += counts.passed;
      total.failed += counts.failed;
      names.push(...(counts.names ?? []));
    }
  }
} catch (error) {
  console.error(error);
  total.failed += 1;
}
// Again at the end, where they are found: the output of a whole run is long.
for (const name of names) console.log(name.replace(`${ROOT}/`, ''));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function chosenStages() {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(STAGES, name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(STAGES).join(', ')}.`);
  return names.length === 0 ? Object.keys(STAGES) : names;
}

async function runTests() {
  const counts = await runVitest('vitest.json', ['run']);
  for (const decimals of OTHER_DECIMALS) {
    console.log(`\nTests of money with ${decimals} decimals`);
    const more = await runVitest(`decimals-${decimals}.json`, [...DECIMALS_ARGS, ...MONEY_TESTS], {
      TEST_CURRENCY_DECIMALS: decimals,
    });
    counts.passed += more.passed;
    counts.failed += more.failed;
    counts.names?.push(...(more.names ?? []));
  }
  return counts;
}

/**
 * @param {string} report
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function runVitest(report, args, env = {}) {
  const reportFile = join(REPORTS, report);
  const { code } = await run('vitest', args, { env: { ...env, VITEST_JSON_FILE: reportFile } });
  return countVitest(reportFile, code);
}

async function runBuild() {
  let passed = 0;
  for (const app of APPS) passed += Number(await runStep(`${app} build`, () => buildApp(app, { quiet: true })));
  return { passed, failed: APPS.length - passed };
}

async function runBrowserTests() {
  const chromium = await findChromium();
  if (chromium === null) {
    console.log('✗ browser tests: there is no Chromium. Install one, or name it with CHROMIUM_PATH.');
    return { passed: 0, failed: 1 };
  }
  const reportFile = join(REPORTS, 'playwright.json');
  const { code } = await run('playwright', ['test'], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_FILE: reportFile },
  });
  return countPlaywright(reportFile, code);
}
