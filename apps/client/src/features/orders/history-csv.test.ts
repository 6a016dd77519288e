import { expect, test } from 'vitest';
import { csvOf } from './history-csv.ts';

function cell(text: string) {
  return csvOf([[text]]).slice(1, -2);
}

test.each([
  ['比特币/USDT', '比特币/USDT'],
  ['-100.00', '-100.00'],
  ['+85.00', '+85.00'],
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\n=1+1', `"'\n=1+1"`],
  ['＝1+1', "'＝1+1"],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=a,"b"', `"'=a,""b"""`],
  ['', ''],
])('cell %j is written as %j', (text, written) => {
  expect(cell(text)).toBe(written);
});

test('a file starts with a byte order mark and ends every line', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['1', '2'],
    ]),
  ).toBe('\uFEFFa,b\r\n1,2\r\n');
});
