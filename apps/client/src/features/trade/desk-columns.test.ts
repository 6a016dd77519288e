import { expect, test } from 'vitest';
import { readColumns } from './desk-columns.ts';

const OPEN = { isListFolded: false, isLastClosed: false };

test.each([
  [undefined, OPEN],
  [null, OPEN],
  ['x', OPEN],
  [{ isListFolded: 'yes' }, OPEN],
  [{ isListFolded: true }, { isListFolded: true, isLastClosed: false }],
  [{ isLastClosed: true }, { isListFolded: false, isLastClosed: true }],
])('stored columns %j', (kept, columns) => {
  expect(readColumns(kept)).toEqual(columns);
});
