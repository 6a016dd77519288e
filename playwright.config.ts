import { defineConfig, devices } from '@playwright/test';

// Set by scripts/test.mjs: the Chromium it found, and where it wants to count what ran.
const chromiumPath = process.env['CHROMIUM_PATH'];
const jsonFile = process.env['PLAYWRIGHT_JSON_FILE'];
const isCi = process.env['CI'] !== undefined;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  // Browser journeys mostly wait for whole seconds of the platform's clock: three at a time fit two cores.
  workers: 3,
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
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
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
  ],
});
