import { defineConfig, devices } from '@playwright/test';
import type { Options } from './e2e/support/fixtures.ts';
import base from './playwright.config.ts';

/** Every size that the client is made for, and the largest letters; see e2e/screens.matrix.ts. */
export default defineConfig<Options>({
  ...base,
  testMatch: '*.matrix.ts',
  timeout: 600_000,
  retries: 0,
  projects: [
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 } },
    {
      name: 'small-phone',
      use: { ...devices['Pixel 7'], viewport: { width: 320, height: 568 }, deviceScaleFactor: 1 },
    },
    // A small phone on its side, under the bar of its browser.
    {
      name: 'low',
      use: { ...devices['Pixel 7'], viewport: { width: 640, height: 360 }, deviceScaleFactor: 1 },
    },
    { name: 'sideways', use: { ...devices['Pixel 7'], viewport: { width: 844, height: 390 }, deviceScaleFactor: 1 } },
    { name: 'tablet', use: { ...devices['Pixel 7'], viewport: { width: 820, height: 1180 }, deviceScaleFactor: 1 } },
    {
      name: 'large-letters',
      use: { ...devices['Pixel 7'], viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
      metadata: { textPercent: 200 },
    },
    {
      name: 'care',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, care: 'on' },
    },
    {
      name: 'care-sideways',
      use: { ...devices['Pixel 7'], viewport: { width: 844, height: 390 }, deviceScaleFactor: 1, care: 'on' },
    },
    { name: 'small-laptop', use: { viewport: { width: 1024, height: 768 } } },
    // A window of 1280×800 whose owner zooms to 200 %.
    { name: 'zoomed', use: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
    { name: 'laptop', use: { viewport: { width: 1280, height: 720 } } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
});
