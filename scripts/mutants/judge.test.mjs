import { describe, expect, it } from 'vitest';
import { judgeMutants, patternOf } from './judge.mjs';

const TEST = 'a.test.ts';
const CAUGHT = `${TEST} › orders > are (1 + 1) [each] refused`;
/** @type {import('./areas.mjs').Mutant} */
const MUTANT = {
  area: 'server',
  file: 'a.ts',
  source: 'a < b',
  line: 1,
  was: '<',
  start: 2,
  end: 3,
  text: '<=',
  within: null,
};

describe('the test that caught a mutant earlier', () => {
  /** Judges one mutant; `fails` says which run finds it. @param {string} past @param {(only: string | null) => boolean} fails */
  async function judge(past, fails) {
    /** @type {[tests: string[], only: string | null][]} */
    const runs = [];
    const worker = {
      project: 'server',
      run: async (/** @type {import('./worker.mjs').Task[]} */ [task]) => {
        const { id, tests, only } = task ?? { id: 0, tests: [], only: null };
        runs.push([tests, only]);
        return { answers: [{ id, failed: fails(only) ? CAUGHT : null, ms: 1, slow: [] }], hung: null };
      },
    };
    const map = {
      testsOf: () => [TEST, 'b.test.ts'],
      stepsOf: (/** @type {string[]} */ tests) => tests.map((test) => [test]),
      msOf: () => 1,
      addKill: () => undefined,
    };
    /** @type {string[]} */
    const states = [];
    const decide = (/** @type {unknown} */ _, /** @type {{ state: string }} */ { state }) => states.push(state);
    // @ts-expect-error only these parts of the two are used
    await judgeMutants([MUTANT], map, worker, Infinity, decide, () => past);
    return { runs, states };
  }

  it('runs alone and first', async () => {
    expect(await judge(CAUGHT, () => true)).toEqual({ runs: [[[TEST], patternOf(CAUGHT)]], states: ['caught'] });
  });

  it('is one of all tests when it no longer catches it', async () => {
    const found = await judge(CAUGHT, (only) => only === null);
    expect(found).toEqual({
      runs: [
        [[TEST], patternOf(CAUGHT)],
        [[TEST], null],
      ],
      states: ['caught'],
    });
    expect(await judge(CAUGHT, () => false)).toMatchObject({ runs: { length: 3 }, states: ['survived'] });
  });

  it('does not run when it is no longer one of the tests', async () => {
    expect((await judge('gone.test.ts › x', () => true)).runs).toEqual([[[TEST], null]]);
  });

  it('is found by its name as Vitest matches it', () => {
    expect(new RegExp(patternOf(CAUGHT)).test('orders are (1 + 1) [each] refused')).toBe(true);
    expect(new RegExp(patternOf(CAUGHT)).test('orders are (1 + 1) [each] refused twice')).toBe(false);
  });
});
