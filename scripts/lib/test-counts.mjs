import { existsSync, readFileSync } from 'node:fs';

/**
 * How a run ended. `again` of those that passed did so only at a later try: a fault of the test or of the product. `names` says
 * which failed (✗), which passed so (~), and why some did not run (-).
 * @typedef {{ passed: number, failed: number, again?: number, names?: string[] }} Counts
 */

/** @type {Required<Counts>} */
export const NO_COUNTS = { passed: 0, failed: 0, again: 0, names: [] };

/**
 * @param {Required<Counts>} all
 * @param {Counts} more
 * @returns {Required<Counts>}
 */
export function addCounts(all, { passed, failed, again = 0, names = [] }) {
  return {
    passed: all.passed + passed,
    failed: all.failed + failed,
    again: all.again + again,
    names: [...all.names, ...names],
  };
}

/**
 * Counts of a Vitest run. A file that does not load, a missing report and an error outside tests each count as one
 * failure: a run that ended badly is never green.
 * @param {string} reportFile
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === null)
    return { passed: 0, failed: 1, names: [`✗ ${reportFile} is missing: the run ended before its report`] };
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const names = report.testResults.flatMap((/** @type {VitestFile} */ file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0)
      return [`✗ ${file.name}: did not load, or a hook failed: ${onOneLine(file.message)}`];
    const again = file.assertionResults.filter(didPassAgain);
    return [
      ...failed.map(
        ({ fullName, failureMessages }) => `✗ ${file.name}: ${fullName} (${onOneLine(failureMessages?.[0])})`,
      ),
      ...again.map(
        ({ fullName, failureMessages }) => `~ ${file.name}: ${fullName} (${onOneLine(failureMessages?.[0])})`,
      ),
    ];
  });
  const again = report.testResults.flatMap((/** @type {VitestFile} */ file) =>
    file.assertionResults.filter(didPassAgain),
  ).length;
  const counts = { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles, again, names };
  return withExitCode(counts, exitCode, strayErrorsOf(reportFile));
}

/**
 * What stray-errors.ts kept of this run.
 * @param {string} reportFile
 */
function strayErrorsOf(reportFile) {
  const errors = readReport(`${reportFile}.stray.json`) ?? [];
  return errors.length > 0 ? errors.map(onOneLine) : ['no test failed, and it ended with another code than 0'];
}

/** @param {string} [text] */
function onOneLine(text = '') {
  return text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 400);
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestResult
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestResult[] }} VitestFile
 */

/**
 * The report keeps what went wrong at the tries before the one that passed.
 * @param {VitestResult} result
 */
function didPassAgain({ status, failureMessages = [] }) {
  return status === 'passed' && failureMessages.length > 0;
}

/**
 * Counts of a Playwright run. A test that passed only at a later try counts as passed, and in `again`.
 * @param {string} reportFile
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(reportFile, exitCode) {
  const report = readReport(reportFile);
  if (report === null)
    return { passed: 0, failed: 1, names: [`✗ ${reportFile} is missing: the run ended before its report`] };
  const { expected, flaky, unexpected } = report.stats;
  const names = [...(report.suites ?? []).flatMap(namesOfSuite), ...reasonsOfSkips(report.suites ?? [])];
  const errors = (report.errors ?? []).map((/** @type {{ message?: string }} */ { message }) => onOneLine(message));
  const reasons = errors.length > 0 ? errors : ['Playwright ended with another code than 0'];
  return withExitCode({ passed: expected + flaky, failed: unexpected, again: flaky, names }, exitCode, reasons);
}

/**
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ projectName: string, status: string, annotations?: Annotation[] }} SpecTest
 * @typedef {{ file: string, line: number, title: string, tests: SpecTest[] }} Spec
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
 * Tests that say why they did not run: nobody shall take their silence for an answer.
 * @param {readonly Suite[]} suites
 * @returns {string[]}
 */
function reasonsOfSkips(suites) {
  const reasons = skipsOf(suites);
  return [...new Set(reasons)].map(
    (reason) => `- ${reasons.filter((each) => each === reason).length} tests did not run: ${onOneLine(reason)}`,
  );
}

/**
 * @param {readonly Suite[]} suites
 * @returns {string[]}
 */
function skipsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .flatMap(({ tests }) => tests)
      .filter(({ status }) => status === 'skipped')
      .flatMap(({ annotations = [] }) => annotations)
      .flatMap(({ type, description }) => (type === 'skip' && description !== undefined ? [description] : [])),
    ...skipsOf(inner),
  ]);
}

/**
 * @param {Counts} counts
 * @param {number} exitCode
 * @param {string[]} reasons what may have ended the run, if no test did
 * @returns {Counts}
 */
function withExitCode(counts, exitCode, reasons) {
  if (exitCode === 0 || counts.failed > 0) return counts;
  return {
    ...counts,
    failed: 1,
    names: [...(counts.names ?? []), ...reasons.map((reason) => `✗ outside of tests: ${reason}`)],
  };
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
