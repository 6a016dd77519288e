/** Which tests `npm run check` runs, and which it leaves to `npm test`. */
import { dirname } from 'node:path';

const TEST = /\.test\.(ts|tsx|mjs)$/;
/** These read the whole tree, and are quick. */
const GUARDS = [
  'scripts/error-keys.test.mjs',
  'scripts/spec-coverage.test.mjs',
  'scripts/security-requirements.test.mjs',
  'scripts/docs.test.mjs',
];
/** Whole servers under load: never in a minute. */
const WHOLE_SITES = /^e2e\//;
/** A proof that takes longer is left to the whole run, unless it is what was changed. */
const SLOW_SEC = 12;
/** What starting a file costs besides its tests. */
const START_SEC = 0.6;
/** A first database of a run, with all migrations. */
const FIRST_DATABASE_SEC = 8;
/** What a test file takes that this machine has never run. */
const UNKNOWN_SEC = { server: 3, screen: 2, rule: 1 };

/**
 * @typedef {object} Chosen
 * @property {string[]} tests
 * @property {string[]} slow left out because each takes long
 * @property {number} far how many were left out because nearer ones fill the time
 */

/**
 * Takes the nearest related tests first, and of equally near ones the quickest, until the time is used up.
 * @param {ReadonlyMap<string, number>} distances of files from what was changed
 * @param {readonly string[]} files every file
 * @param {(test: string) => number | undefined} secondsOf how long a test file took before
 * @param {number} secondsMax of work, on all workers together
 * @returns {Chosen}
 */
export function chooseTests(distances, files, secondsOf, secondsMax) {
  const related = relatedTests(distances, files);
  const estimate = (/** @type {string} */ test) => (secondsOf(test) ?? unknownSeconds(test)) + START_SEC;
  const ranked = [...related].sort(([a, near], [b, far]) => near - far || estimate(a) - estimate(b));
  /** @type {Chosen} */
  const chosen = { tests: [], slow: [], far: 0 };
  let left = secondsMax;
  for (const [test, distance] of ranked) {
    const isFirstOnDatabase = isServerTest(test) && !chosen.tests.some(isServerTest);
    const seconds = estimate(test) + (isFirstOnDatabase ? FIRST_DATABASE_SEC : 0);
    if (seconds <= left && (seconds - START_SEC <= SLOW_SEC || distance === 0)) {
      chosen.tests.push(test);
      left -= seconds;
    } else if (estimate(test) > SLOW_SEC) chosen.slow.push(test);
    else chosen.far += 1;
  }
  return chosen;
}

/**
 * @param {ReadonlyMap<string, number>} distances
 * @param {readonly string[]} files
 */
function relatedTests(distances, files) {
  const tests = files.filter((file) => TEST.test(file) && !WHOLE_SITES.test(file));
  const related = new Map([...distances].filter(([file]) => TEST.test(file) && !WHOLE_SITES.test(file)));
  if (distances.size > 0) for (const guard of GUARDS) if (tests.includes(guard)) related.set(guard, 0);
  // What nothing imports, such as a text or a picture, is often read by a test beside it.
  for (const [file, distance] of distances) {
    if (distance > 0 || /\.(ts|tsx|mjs)$/.test(file)) continue;
    for (const test of tests.filter((one) => dirname(one) === dirname(file)))
      if (!related.has(test)) related.set(test, 1);
  }
  return related;
}

/** @param {string} test */
function isServerTest(test) {
  return test.startsWith('apps/server/');
}

/** @param {string} test */
function unknownSeconds(test) {
  if (isServerTest(test)) return UNKNOWN_SEC.server;
  return test.endsWith('.tsx') ? UNKNOWN_SEC.screen : UNKNOWN_SEC.rule;
}
