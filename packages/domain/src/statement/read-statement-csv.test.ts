import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../text/csv.ts';
import { csvRows, dateIn, readStatementCsv, signedUnits } from './read-statement-csv.ts';
import type { StatementColumns } from './read-statement-csv.ts';
import { readSafely } from './statement.ts';

const OF = { currency: 'CNY', decimals: 2, account: '6222', timeZone: 'Asia/Shanghai' };

function read(text: string, columns: StatementColumns, of = OF) {
  return readSafely(() => readStatementCsv(text, columns, of));
}

describe('readStatementCsv', () => {
  it('reads a table of a Chinese bank, newest first, with its balances', () => {
    const text = [
      '交易日期,借方发生额,贷方发生额,余额,对方户名,摘要,流水号',
      '20261128,100.00,0.00,"1,150.00",王伟,提现 W9Z8Y7X6,A2',
      '20261127,,"250.00","1,250.00",林小雨,充值 K7P2QX4M,A1',
    ].join('\r\n');
    const columns = {
      date: '交易日期',
      debit: '借方发生额',
      credit: '贷方发生额',
      balance: '余额',
      name: '对方户名',
      note: '摘要',
      reference: '流水号',
    };
    expect(read(text, columns)).toMatchObject({
      ok: true,
      value: [
        {
          opening: 100_000n,
          closing: 115_000n,
          entries: [
            { bookedOn: '2026-11-27', amount: 25_000n, counterparty: '林小雨', bankRef: 'A1' },
            { bookedOn: '2026-11-28', amount: -10_000n, counterparty: '王伟', text: '提现 W9Z8Y7X6' },
          ],
        },
      ],
    });
  });

  it('reads comma decimals, semicolons and days first', () => {
    const text = 'Datum;Betrag;Verwendung\n28.11.2026;-1.234,56;"Two\nlines"\n29.11.2026;10,00;x\n';
    expect(read(text, { date: 'Datum', amount: 'Betrag', note: 'Verwendung', dates: 'dmy' })).toMatchObject({
      ok: true,
      value: [
        {
          opening: null,
          closing: null,
          entries: [
            { amount: -123_456n, text: 'Two lines' },
            { bookedOn: '2026-11-29', amount: 1_000n },
          ],
        },
      ],
    });
  });

  it('reads a chain: its hash, its address, and its moment as a date of the site', () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const text = `Txhash,From,Amount,DateTime (UTC)\n${hash},0xfeed,12.500000,2026-11-27 16:30:00 UTC\n`;
    const of = { ...OF, currency: 'USDT', decimals: 6 };
    const columns = { date: 'DateTime (UTC)', amount: 'Amount', reference: 'Txhash', name: 'From' };
    expect(read(text, columns, of)).toMatchObject({
      ok: true,
      value: [{ entries: [{ bookedOn: '2026-11-28', amount: 12_500_000n, bankRef: hash, counterparty: '0xfeed' }] }],
    });
  });

  const PLAIN = { date: 'Date', amount: 'Amount' };
  it.each([
    ['an ambiguous amount', 'Date,Amount\n2026-11-28,1.234\n', PLAIN, 'STATEMENT_AMOUNT', 2, 'Amount'],
    ['letters in an amount', 'Date,Amount\n2026-11-28,12a\n', PLAIN, 'STATEMENT_AMOUNT', 2, 'Amount'],
    ['a day that no month has', 'Date,Amount\n2026-02-30,1.00\n', PLAIN, 'STATEMENT_DATE', 2, 'Date'],
    ['days and months that could be either', 'Date,Amount\n01/02/2026,1.00\n', PLAIN, 'STATEMENT_DATE', 2, 'Date'],
    ['a column that is not there', 'Day,Amount\n2026-11-28,1.00\n', PLAIN, 'STATEMENT_COLUMNS', 1, 'Date'],
    ['a column that is there twice', 'Date,Date,Amount\n1,2,3\n', PLAIN, 'STATEMENT_COLUMNS', 1, 'Date'],
    ['a quote that does not end', 'Date,Amount\n"2026-11-28,1.00\n', PLAIN, 'STATEMENT_UNREADABLE', 2, ''],
    ['titles alone', 'Date,Amount\n', PLAIN, 'STATEMENT_EMPTY', 0, ''],
    [
      'a balance that does not follow',
      'Date,Amount,Left\n2026-11-28,1.00,5.00\n2026-11-29,1.00,7.00\n',
      { ...PLAIN, balance: 'Left' },
      'STATEMENT_STEP',
      3,
      '',
    ],
    [
      'money in and out at once',
      'Date,Out,In\n2026-11-28,1.00,2.00\n',
      { date: 'Date', debit: 'Out', credit: 'In' },
      'STATEMENT_AMOUNT',
      2,
      'In',
    ],
    [
      'another currency',
      'Date,Amount,Ccy\n2026-11-28,1.00,USD\n',
      { ...PLAIN, currency: 'Ccy' },
      'STATEMENT_CURRENCY',
      2,
      'Ccy',
    ],
  ])('refuses %s, and says where', (_, text, columns, key, line, field) => {
    expect(read(text, columns)).toEqual({ ok: false, error: { key, line, field } });
  });
});

describe('csvRows', () => {
  it('reads back whatever is written, at its line', () => {
    // What a spreadsheet would run gets a quote in front of it when it is written.
    const cell = fc
      .string({ maxLength: 12 })
      .filter((text) => !/^[\s=+\-@'＝＋－＠]|\r/.test(text) && text.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }), (rows) => {
        const text = csvLine(['a', 'b', 'c', 'd', 'e', 'f']) + rows.map((cells) => csvLine(cells)).join('');
        const read = csvRows(text);
        expect(read.slice(1).map(({ cells }) => cells)).toEqual(rows);
        const lines = text.split('\r\n');
        expect(read[1]?.line).toBe(2);
        expect(lines.length).toBeGreaterThan(rows.length);
      }),
    );
  });
});

describe('signedUnits', () => {
  it.each([
    ['-1,234.50', -123_450n],
    ['−12.00', -1_200n],
    ['12.00-', -1_200n],
    ['(12.00)', -1_200n],
    ['+12', 1_200n],
    ['0.10', 10n],
    ['12.5000000', 1_250n],
    ['--12', null],
    ['-12-', null],
    ['(12', null],
    ['', null],
    ['1e3', null],
    ['12.505', null],
  ])('reads %s as %s', (text, units) => {
    expect(signedUnits(text, 2)).toBe(units);
  });
});

describe('dateIn', () => {
  it.each([
    ['2026-11-28', undefined, '2026-11-28'],
    ['2026/1/2', undefined, '2026-01-02'],
    ['2026年11月28日', undefined, '2026-11-28'],
    ['2026-11-28 23:59:59', undefined, '2026-11-28'],
    ['2026-11-27T16:00:00Z', undefined, '2026-11-28'],
    ['2026-11-27T23:00:00-05:00', undefined, '2026-11-28'],
    ['1795795200', undefined, '2026-11-28'],
    ['28/11/2026', 'dmy', '2026-11-28'],
    ['11/28/2026', 'mdy', '2026-11-28'],
    ['11/28/2026', 'dmy', null],
    ['2026-11-28 10:00 CEST', undefined, null],
    ['28-11-26', 'dmy', null],
    ['', undefined, null],
  ] as const)('reads %s (%s) as %s', (text, order, date) => {
    expect(dateIn(text, order, 'Asia/Shanghai')).toBe(date);
  });
});
