import { expect, test } from 'vitest';
import { readTypedDate } from './typed-date.ts';

test.each([
  ['2026-3-9', '2026-03-09'],
  [' 2026/03/09 ', '2026-03-09'],
  ['2026.3.9', '2026-03-09'],
  ['2026年3月9日', '2026-03-09'],
  ['20260309', '2026-03-09'],
  ['２０２６－０３－０９', '2026-03-09'],
  ['2026-02-30', null],
  ['9.3.2026', null],
  ['03/09/2026', null],
  ['', null],
])('%j is read as %j', (typed, date) => {
  expect(readTypedDate(typed)).toBe(date);
});
