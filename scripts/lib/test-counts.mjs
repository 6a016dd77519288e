import { existsSync, readFileSync } from 'node:fs';

/**
 * How a run ended. `names` says which tests failed, and which passed only at the second try.
 * @typedef {{ passed: number, failed: number, names?: string[] }} Counts
 */

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
  const names = report.testResults.flatMap(
    (
      /** @type {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} */ file,
    ) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      if (file.status === 'failed' && failed.length === 0) return [`✗ ${file.name}: did not load`];
      return failed.map(({ fullName }) => `✗ ${file.name}: ${fullName}`);
    },
  );
  const counts = { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles, names };
  return withExitCode(counts, exitCode);
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
  const names = (report.suites ?? []).flatMap(namesOfSuite);
  return withExitCode({ passed: expected + flaky, failed: unexpected, names }, exitCode);
}

/**
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ file: string, line: number, title: string, tests: { projectName: string, status: string }[] }} Spec
 */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function namesOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, projectName }) => `${status === 'flaky' ? '~' : '✗'} [${projectName}] ${file}:${line} ${title}`),
  );
  return [...own, ...suites.flatMap(namesOfSuite)];
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
