import { run } from './run.mjs';

/** The checks that run no product code. Each counts as one. */
export const STATIC_STEPS = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'types: packages', command: 'tsc', args: ['-p', 'packages'] },
  { name: 'types: server, e2e, bench', command: 'tsc', args: ['-p', '.'] },
  { name: 'types: client', command: 'tsc', args: ['-p', 'apps/client'] },
  { name: 'types: console', command: 'tsc', args: ['-p', 'apps/console'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'architecture', command: 'node', args: ['scripts/check-architecture.mjs'] },
  { name: 'unused code', command: 'knip', args: [] },
];

/**
 * Runs one step quietly and prints its name, result and time. Prints its output only when it failed.
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string }>} action
 * @returns {Promise<boolean>} whether it passed
 */
export async function runStep(name, action) {
  const startedAt = performance.now();
  const { code, output } = await action();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd().replace(/^/gm, '    '));
  return code === 0;
}

/**
 * Runs all static steps, even after one failed.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runStaticSteps() {
  let passed = 0;
  for (const { name, command, args } of STATIC_STEPS) {
    if (await runStep(name, () => run(command, args, { quiet: true }))) passed += 1;
  }
  return { passed, failed: STATIC_STEPS.length - passed };
}
