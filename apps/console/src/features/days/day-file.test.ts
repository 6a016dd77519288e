import { expect, it } from 'vitest';
import { csvFile, dayRows } from './day-file.ts';
import type { DayWords } from './day-file.ts';

const WORDS: DayWords = {
  title: 'Report',
  date: 'Date',
  hash: 'Hash',
  state: 'Closed',
  signatures: ['=admin'],
  wallet: (wallet) => wallet,
  balances: ['Account', 'Opening', 'Debit', 'Credit', 'Closing'],
  liabilities: 'Owed',
  moves: ['Type', 'Account', 'Debit', 'Credit', 'Entries'],
  kind: (kind) => kind,
  type: (type) => type,
  channels: ['Channel', 'Amount', 'Deposits'],
  bank: ['Account', 'Currency', 'Matched', 'Open', 'In no statement'],
};

it('has each line of the report, to the cent, and runs nothing', async () => {
  const rows = dayRows(
    {
      date: '2026-11-28',
      state: 'closed',
      signatures: [],
      hash: 'ab'.repeat(32),
      channels: [],
      wallets: [
        {
          wallet: 'practice',
          lines: [{ kind: 'funds', opening: '1.00', debit: '2.00', credit: '4.50', closing: '3.50' }],
          moves: [{ type: 'recharge', kind: 'funds', debit: '0.00', credit: '4.50', entries: 1 }],
          liabilities: '3.50',
        },
      ],
    },
    undefined,
    WORDS,
  );
  expect(rows).toContainEqual([
    { text: 'funds' },
    { amount: '1.00' },
    { amount: '2.00' },
    { amount: '4.50' },
    { amount: '3.50' },
  ]);
  expect(rows).not.toContainEqual(expect.arrayContaining([{ text: 'Matched', isHead: true }]));
  const text = await csvFile(rows).text();
  expect(text).toContain('recharge,funds,0.00,4.50,1\r\n');
  expect(text).toContain(`'=admin`);
});
