import { expect, test } from 'vitest';
import { minor } from '../testing/test-currency.ts';
import { awayNews, resultsSince, toldUntil } from './away-results.ts';
import type { SettledResult } from './away-results.ts';

function result(id: string, settledAtMs: number, profit: string): SettledResult {
  return { id, settledAtMs, profit: minor(profit) };
}

const RESULTS = [result('c', 3_000, '85'), result('b', 2_000, '-100'), result('a', 1_000, '0')];

test('what settled before the moment is old, what settled in it or later may be new', () => {
  expect(resultsSince(RESULTS, 2_000).map(({ id }) => id)).toEqual(['c', 'b']);
  expect(resultsSince(RESULTS, 3_001)).toEqual([]);
});

test('the moment moves to the newest result, wherever it stands, and never back', () => {
  expect(toldUntil([...RESULTS].toReversed(), 500)).toBe(3_000);
  expect(toldUntil(RESULTS, 9_000)).toBe(9_000);
  expect(toldUntil([], 9_000)).toBe(9_000);
});

test('the news count the results and add up what they brought', () => {
  expect(awayNews(RESULTS, true)).toEqual({ count: 3, profit: minor('-15') });
  expect(awayNews([], true)).toBeNull();
});

test('a sum of which results are missing is not said', () => {
  expect(awayNews(RESULTS, false)).toEqual({ count: 3, profit: null });
});
