import { expect, test } from 'vitest';
import { csvHead, csvLine, csvRow } from './statement-csv.ts';

test('a line has the columns of the head; signed amounts stay numbers', () => {
  const row = csvRow({
    id: '0199a000-0000-7000-8000-000000000001',
    type: 'orderStake',
    amount: '-100.00',
    balanceAfter: '99900.00',
    wallet: 'practice',
    at: '2026-11-21T10:00:00.000Z',
    refType: 'order',
    refId: 'o1',
  });
  expect(csvHead()).toBe('\uFEFFat,type,amount,balanceAfter,wallet,refType,refId,id\r\n');
  expect(row).toBe(
    '2026-11-21T10:00:00.000Z,orderStake,-100.00,99900.00,practice,order,o1,0199a000-0000-7000-8000-000000000001\r\n',
  );
});

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
])('the cell %j is written %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});
