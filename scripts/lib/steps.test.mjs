import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSteps } from './steps.mjs';

beforeEach(() => vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

/** @param {string} name @param {number} code @param {number} ms */
function step(name, code, ms = 0) {
  return { name, action: async () => await sleep(ms, { code, output: `said by ${name}` }) };
}

test('steps that run beside each other are all counted', async () => {
  const steps = [step('a', 0, 20), step('b', 0, 10), step('c', 0, 5), step('d', 0)];
  expect(await runSteps(steps)).toEqual({ passed: 4, failed: 0 });
});

test('a step that fails is counted, shows what it said, and the others run all the same', async () => {
  expect(await runSteps([step('a', 1), step('b', 0), step('c', 2)])).toEqual({ passed: 1, failed: 2 });
  const shown = vi.mocked(console.log).mock.calls.flat().join('\n');
  expect(shown).toContain('said by a');
  expect(shown).toContain('✓ b');
  expect(shown).not.toContain('said by b');
});

test('a command that does not exist fails', async () => {
  expect(await runSteps([{ name: 'none', command: 'no-such-command-here', args: [] }])).toEqual({
    passed: 0,
    failed: 1,
  });
});
