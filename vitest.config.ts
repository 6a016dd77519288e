import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { claimRunFolder } from './scripts/lib/run-folder.ts';
import { strayErrors } from './scripts/lib/stray-errors.ts';

// Vitest itself says this. Others only read what is configured here.
if (process.env['VITEST'] !== undefined) claimRunFolder();

// Where scripts/test.mjs wants to count what ran.
const jsonFile = process.env['VITEST_JSON_FILE'];
/** On a shared machine a whole server may stall for a moment. What passes at the second try is shown with `retry x1`. */
const retry = process.env['CI'] === undefined ? 0 : 1;
/** Most files wait for a database or a clock: two at a time also fit two cores. */
const WORKERS = Math.min(8, Math.max(2, availableParallelism()));
const ALONE = ['e2e/faults/role-processes.test.ts', 'e2e/faults/void-attack.test.ts'];

export default defineConfig({
  test: {
    reporters: jsonFile === undefined ? ['default'] : ['default', 'json', strayErrors(jsonFile)],
    ...(jsonFile === undefined ? {} : { outputFile: { json: jsonFile } }),
    // A build server must not pass because a filter or a glob found nothing, or because someone left `.only` in.
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    setupFiles: ['scripts/lib/patient-waits.ts'],
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: WORKERS,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // On a busy machine a quick test may stall for seconds. A limit costs time only in a test that fails.
          testTimeout: 120_000,
          // Files that touch the DOM say so: `// @vitest-environment happy-dom`.
          environment: 'node',
          include: [
            'packages/**/*.test.{ts,tsx,mjs}',
            'apps/{client,console}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          // Each file has its own database and server. Loading the whole server again for each would double the time.
          isolate: false,
          testTimeout: 120_000,
          retry,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          include: ['e2e/faults/**/*.test.ts'],
          exclude: ALONE,
          // Whole servers, after everything else. They mostly wait, so three at a time fit two cores.
          sequence: { groupOrder: 1 },
          maxWorkers: Math.min(4, WORKERS + 1),
          hookTimeout: 240_000,
          retry,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults-alone',
          environment: 'node',
          include: ALONE,
          // These count the seconds without a tick: nothing else may run beside them.
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          hookTimeout: 240_000,
          retry,
        },
      },
    ],
  },
});
