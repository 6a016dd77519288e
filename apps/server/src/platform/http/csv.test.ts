import { expect, test } from 'vitest';
import { CSV_START, csvLine } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+86', "'+86"],
  ['-1+1', "'-1+1"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['a"b', '"a""b"'],
  ['plain', 'plain'],
  ['-3.50', '-3.50'],
])('cell %j is written as %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('cells are parted by commas', () => {
  expect(csvLine(['a', '', 'b'])).toBe('a,,b\r\n');
});

test('a file begins with the byte order mark of UTF-8', () => {
  expect([...new TextEncoder().encode(CSV_START)]).toEqual([0xef, 0xbb, 0xbf]);
});
