import { expect, test } from 'vitest';
import { CSV_START, csvLine } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+86', "'+86"],
  ['-1+1', "'-1+1"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\n=1+1', `"'\n=1+1"`],
  ['\r=1', `"'\r=1"`],
  ['\nplain', `"'\nplain"`],
  ['＝1+1', "'＝1+1"],
  ['＋86', "'＋86"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  [' =1', "' =1"],
  ['\uFEFF=1', "'\uFEFF=1"],
  ['\u200B\u3000=1', "'\u200B\u3000=1"],
  ['+85.00', "'+85.00"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['a"b', '"a""b"'],
  ['plain', 'plain'],
  ['-3.50', '-3.50'],
])('cell %j is written as %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('a figure with a plus is a number where figures are signed, and nothing else with a plus is', () => {
  expect(csvLine(['+85.00', '-3', '+86 1', '+cmd'], true)).toBe("+85.00,-3,'+86 1,'+cmd\r\n");
});

test('cells are parted by commas', () => {
  expect(csvLine(['a', '', 'b'])).toBe('a,,b\r\n');
});

test('a file begins with the byte order mark of UTF-8', () => {
  expect(encodeURIComponent(CSV_START)).toBe('%EF%BB%BF');
});
