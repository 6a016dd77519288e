/** A setup file for Vitest. After the first failure in a test file its other tests are skipped: the bug is caught. */
import { afterEach, beforeEach, expect } from 'vitest';

/** Files share this module, so each is remembered by its path. @type {Set<string | undefined>} */
const failed = new Set();

beforeEach(({ skip }) => {
  if (failed.has(expect.getState().testPath)) skip();
});
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed.add(expect.getState().testPath);
});
