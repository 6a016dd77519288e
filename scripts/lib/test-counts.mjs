import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Counts of a Vitest run. A file that does not load, a missing report and an error outside tests each count as one
 * failure: a run that ended badly is never green.
 * @param {string} reportFile
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === null) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  return withExitCode({ passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles }, exitCode);
}

/**
 * Counts of a Playwright run. A test that passed only at the second try counts as passed and is shown as flaky.
 * @param {string} reportFile
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, flaky, unexpected } = report.stats;
  return withExitCode({ passed: expected + flaky, failed: unexpected }, exitCode);
}

/**
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
function withExitCode(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
