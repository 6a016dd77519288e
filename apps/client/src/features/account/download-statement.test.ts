import { expect, test } from 'vitest';
import { nameOf } from './download-statement.ts';

test('the file keeps the name from the server, unless that is not a plain file name', () => {
  expect(nameOf('attachment; filename="candor-practice-2026-11-21.csv"')).toBe('candor-practice-2026-11-21.csv');
  expect(nameOf('attachment; filename="../../x"')).toBe('candor-statement.csv');
  expect(nameOf(null)).toBe('candor-statement.csv');
});
