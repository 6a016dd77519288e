import { availableParallelism } from 'node:os';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { isInterrupted, run } from './run.mjs';

/**
 * A check that passes or fails as one: a command, or a function.
 * @typedef {{ name: string, command: string, args: readonly string[] }} CommandStep
 * @typedef {{ name: string, action: () => Promise<{ code: number, output: string }> }} ActionStep
 * @typedef {CommandStep | ActionStep} Step
 */

/** What the compiler knows from the run before is kept here: the second run takes a quarter of the time. */
const TYPES_CACHE = join(ROOT, '.cache', 'types');

/** @type {readonly CommandStep[]} */
export const TYPE_STEPS = [
  types('server, e2e, bench', '.'),
  types('client', 'apps/client'),
  types('console', 'apps/console'),
  types('packages', 'packages'),
];

/** @type {CommandStep} */
export const FORMAT_STEP = { name: 'format', command: 'oxfmt', args: ['--check', '.'] };
/** @type {CommandStep} */
export const ARCHITECTURE_STEP = { name: 'architecture', command: 'node', args: ['scripts/check-architecture.mjs'] };
/** @type {CommandStep} */
export const UNUSED_STEP = { name: 'unused code', command: 'knip', args: [] };

/**
 * After the builds: it reads them.
 * @type {CommandStep}
 */
export const BROWSERS_STEP = { name: 'oldest browsers', command: 'node', args: ['scripts/check-browsers.mjs'] };

/**
 * The checks that run no product code. Each counts as one. Add a check here; long ones first, because several run at a
 * time.
 * @type {readonly Step[]}
 */
export const STATIC_STEPS = [lintStep([]), ...TYPE_STEPS, ARCHITECTURE_STEP, UNUSED_STEP, FORMAT_STEP];

/** @param {readonly string[]} files none for all */
export function lintStep(files) {
  return { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', ...files] };
}

/**
 * Runs steps beside each other, as many as the machine has cores, also after one failed.
 * @param {readonly Step[]} steps
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps) {
  const waiting = [...steps];
  let passed = 0;
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined && !isInterrupted(); step = waiting.shift()) {
      const isGood = await runStep(step);
      passed += Number(isGood);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return { passed, failed: steps.length - passed };
}

/**
 * Runs one step quietly and prints its name, result and time. Prints its output only when it failed.
 * @param {Step} step
 * @returns {Promise<boolean>} whether it passed
 */
export async function runStep(step) {
  const startedAt = performance.now();
  const { code, output } = 'action' in step ? await step.action() : await run(step.command, step.args, { quiet: true });
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output.trimEnd().replace(/^/gm, '    '));
  return code === 0;
}

/**
 * @param {string} name
 * @param {string} project the folder of a tsconfig.json
 * @returns {CommandStep}
 */
function types(name, project) {
  mkdirSync(TYPES_CACHE, { recursive: true });
  const known = join(TYPES_CACHE, `${name.replace(/\W+/g, '-')}.tsbuildinfo`);
  return { name: `types: ${name}`, command: 'tsc', args: ['-p', project, '--incremental', '--tsBuildInfoFile', known] };
}
