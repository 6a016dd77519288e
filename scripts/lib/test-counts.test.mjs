import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { strayErrors } from './stray-errors.ts';
import { addCounts, countPlaywright, countVitest, NO_COUNTS } from './test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'candor-counts-'));
const file = join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

function report(content) {
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const green = { numPassedTests: 3, numFailedTests: 0, testResults: [{ status: 'passed', assertionResults: [] }] };

test('a passing run counts its tests', () => {
  expect(countVitest(report(green), 0)).toMatchObject({ passed: 3, failed: 0, names: [] });
  expect(countPlaywright(report({ stats: { expected: 2, flaky: 1, unexpected: 0 } }), 0)).toMatchObject({
    passed: 3,
    failed: 0,
  });
});

test('each failed test counts, and a file that does not load counts as one', () => {
  const failed = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] };
  const broken = { status: 'failed', assertionResults: [] };
  const content = { numPassedTests: 3, numFailedTests: 2, testResults: [failed, broken] };
  expect(countVitest(report(content), 1)).toMatchObject({ passed: 3, failed: 3 });
  expect(countPlaywright(report({ stats: { expected: 2, flaky: 0, unexpected: 4 } }), 1)).toMatchObject({
    passed: 2,
    failed: 4,
  });
});

test('what passed only at a later try is counted, beside what passed', () => {
  const once = { fullName: 'one holds', status: 'passed', failureMessages: [] };
  const twice = { fullName: 'two holds', status: 'passed', failureMessages: ['Error: too late'] };
  const content = {
    ...green,
    testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [once, twice] }],
  };
  expect(countVitest(report(content), 0)).toEqual({
    passed: 3,
    failed: 0,
    again: 1,
    names: ['~ a.test.ts: two holds (Error: too late)'],
  });
  expect(countPlaywright(report({ stats: { expected: 1, flaky: 2, unexpected: 0 } }), 0)).toMatchObject({ again: 2 });
});

test('counts of stages are added', () => {
  const first = addCounts(NO_COUNTS, { passed: 2, failed: 1, again: 1, names: ['~ a'] });
  expect(addCounts(first, { passed: 3, failed: 0 })).toEqual({ passed: 5, failed: 1, again: 1, names: ['~ a'] });
});

test('what failed is named, and so is what passed only at the second try', () => {
  const failed = {
    name: 'a.test.ts',
    status: 'failed',
    assertionResults: [
      { fullName: 'one holds', status: 'failed', failureMessages: ['Error: 1 is not 2'] },
      { fullName: 'two holds', status: 'passed' },
    ],
  };
  const broken = { name: 'b.test.ts', status: 'failed', message: 'no such file\nat b', assertionResults: [] };
  const units = { numPassedTests: 1, numFailedTests: 1, testResults: [failed, broken] };
  expect(countVitest(report(units), 1).names).toEqual([
    '✗ a.test.ts: one holds (Error: 1 is not 2)',
    '✗ b.test.ts: did not load, or a hook failed: no such file | at b',
  ]);

  const spec = (line, status) => ({
    file: 'c.spec.ts',
    line,
    title: 'goes on',
    tests: [{ projectName: 'mobile', status }],
  });
  const suites = [{ specs: [spec(1, 'expected'), spec(2, 'flaky')], suites: [{ specs: [spec(3, 'unexpected')] }] }];
  expect(countPlaywright(report({ stats: { expected: 1, flaky: 1, unexpected: 1 }, suites }), 1).names).toEqual([
    '~ [mobile] c.spec.ts:2 goes on',
    '✗ [mobile] c.spec.ts:3 goes on',
  ]);
});

test('an error outside of tests is named', async () => {
  await strayErrors(file).onTestRunEnd(
    [],
    [{ name: 'TypeError', message: 'nobody caught it', stack: 'x\n    at run (/app/a.ts:3:1)' }],
  );
  expect(countVitest(report(green), 1).names).toEqual([
    '✗ outside of tests: TypeError: nobody caught it (at run (/app/a.ts:3:1))',
  ]);
  await strayErrors(file).onTestRunEnd([], []);
  expect(countVitest(report(green), 1).names).toHaveLength(1);
  expect(countVitest(report(green), 0).names).toEqual([]);
  const errors = [{ message: 'the server did not start\nat x' }];
  const content = { stats: { expected: 1, flaky: 0, unexpected: 0 }, errors };
  expect(countPlaywright(report(content), 1).names).toEqual(['✗ outside of tests: the server did not start | at x']);
});

test('a run that ended badly never passes', () => {
  expect(countVitest(report(green), 1)).toMatchObject({ passed: 3, failed: 1 });
  expect(countVitest(join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright(report({ stats: { expected: 0, flaky: 0, unexpected: 0 } }), 1)).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(countPlaywright(join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});

test('tests that say why they did not run are counted by their reason', () => {
  const skipped = (description) => ({
    file: 'c.spec.ts',
    line: 1,
    title: 'looks so',
    tests: [{ projectName: 'pictures', status: 'skipped', annotations: [{ type: 'skip', description }] }],
  });
  const suites = [{ specs: [skipped('other letters')], suites: [{ specs: [skipped('other letters'), skipped()] }] }];
  const content = { stats: { expected: 1, flaky: 0, unexpected: 0 }, suites };
  expect(countPlaywright(report(content), 0)).toMatchObject({
    passed: 1,
    failed: 0,
    names: ['- 2 tests did not run: other letters'],
  });
});
