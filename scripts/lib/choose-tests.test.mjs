import { expect, test } from 'vitest';
import { chooseTests } from './choose-tests.mjs';

const GUARD = 'scripts/error-keys.test.mjs';
const NEAR = 'packages/domain/src/near.test.ts';
const FAR = 'packages/domain/src/far.test.ts';
const SLOW = 'packages/proof/src/slow.test.ts';
const FILES = [GUARD, NEAR, FAR, SLOW, 'apps/server/src/a.test.ts', 'e2e/faults/kill.test.ts', 'e2e/trade.spec.ts'];
/** @type {Record<string, number>} */
const SECONDS = { [GUARD]: 0.1, [NEAR]: 1, [FAR]: 1, [SLOW]: 30 };

/** @param {[string, number][]} distances @param {number} secondsMax */
function choose(distances, secondsMax) {
  return chooseTests(new Map(distances), FILES, (test) => SECONDS[test], secondsMax);
}

test('nothing changed, nothing runs', () => {
  expect(choose([], 60)).toEqual({ tests: [], slow: [], far: 0 });
});

test('the nearest run first, until the time is used up', () => {
  const distances = /** @type {[string, number][]} */ ([
    ['packages/domain/src/a.ts', 0],
    [FAR, 3],
    [NEAR, 1],
  ]);
  expect(choose(distances, 60).tests).toEqual([GUARD, NEAR, FAR]);
  expect(choose(distances, 2.5)).toEqual({ tests: [GUARD, NEAR], slow: [], far: 1 });
});

test('a slow proof is left, and named, unless it is itself what changed', () => {
  expect(
    choose(
      [
        ['packages/proof/src/a.ts', 0],
        [SLOW, 1],
      ],
      60,
    ),
  ).toEqual({ tests: [GUARD], slow: [SLOW], far: 0 });
  expect(choose([[SLOW, 0]], 60).tests).toContain(SLOW);
  expect(choose([[SLOW, 0]], 20)).toMatchObject({ tests: [GUARD], slow: [SLOW] });
});

test('journeys and whole sites are never chosen', () => {
  expect(
    choose(
      [
        ['e2e/faults/kill.test.ts', 0],
        ['e2e/trade.spec.ts', 0],
      ],
      60,
    ).tests,
  ).toEqual([GUARD]);
});

test('the first test on a database pays for the database', () => {
  expect(choose([['apps/server/src/a.test.ts', 0]], 8)).toMatchObject({ tests: [GUARD], far: 1 });
  expect(choose([['apps/server/src/a.test.ts', 0]], 15).tests).toContain('apps/server/src/a.test.ts');
});

test('a text that nothing imports has the tests beside it', () => {
  expect(choose([['packages/domain/src/rules.md', 0]], 60).tests).toEqual([GUARD, NEAR, FAR]);
});
