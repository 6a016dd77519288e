import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import type { Project } from '@playwright/test';
import { HAS_SHELL, PICTURE_BROWSER, QUICK_BROWSER } from './e2e/support/browser.ts';

// Set by scripts/test.mjs, which wants to count what ran.
const jsonFile = process.env['PLAYWRIGHT_JSON_FILE'];
const isCi = process.env['CI'] !== undefined;
const cores = Math.max(2, availableParallelism());

/** Pictures of screens, drawn from recorded answers (e2e/screens.pictures.ts). Nothing is waited for. */
export const PICTURES: Project = {
  name: 'pictures',
  testMatch: '*.pictures.ts',
  fullyParallel: true,
  snapshotPathTemplate: 'e2e/pictures/kept/{arg}{ext}',
  use: PICTURE_BROWSER,
};

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  // Journeys also wait for whole seconds of the platform's clock: five at a time fit two cores, three with whole browsers.
  workers: Math.min(10, HAS_SHELL ? 2 * cores + 1 : cores + 1),
  // On a shared machine a browser may stall for a moment; what passes at a later try is shown as flaky, and named at the end.
  retries: isCi ? 2 : 0,
  // A build server may be slow for a while: limits are long there. They cost time only in a test that fails.
  timeout: isCi ? 150_000 : 60_000,
  expect: { timeout: isCi ? 25_000 : 10_000 },
  reporter: jsonFile === undefined ? 'list' : [['list'], ['json', { outputFile: jsonFile }]],
  use: {
    browserName: 'chromium',
    // Recording costs time in every test: only a second try is recorded. Elsewhere use `--trace on`.
    trace: 'on-first-retry',
    ...QUICK_BROWSER,
  },
  projects: [
    // Journeys that are the same on every screen are made once. These come first: the console's are the longest of all, and
    // at the end two of three workers would wait for them.
    {
      name: 'desktop',
      testIgnore: '*.phone.spec.ts',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'mobile',
      grepInvert: /@desktop/,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 375, height: 812 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      },
    },
    PICTURES,
  ],
});
