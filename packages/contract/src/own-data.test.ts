import { expect, test } from 'vitest';
import { wholeYears } from './own-data.ts';

test.each([
  [30, null],
  [364, null],
  [365, 1],
  [366, 1],
  [367, null],
  [1_826, 5],
  [1_827, 5],
  [1_828, null],
  [3_650, 10],
  [7_300, 20],
])('%i days are %s years', (days, years) => {
  expect(wholeYears(days)).toBe(years);
});
