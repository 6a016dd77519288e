import { STATEMENT_BYTES_MAX } from '@candor/domain/statement/statement';
import { describe, expect, it } from 'vitest';
import { readStatementFile } from './read-statement-file.ts';
import type { FileAccount } from './read-statement-file.ts';

const ACCOUNT: FileAccount = {
  currency: 'EUR',
  decimals: 2,
  number: 'DE89 3704 0044 0532 0130 00',
  lastDay: '2099-12-31',
  timeZone: 'Europe/Berlin',
  columns: null,
};

interface Told {
  readonly version?: string;
  readonly entries?: string;
  readonly closing?: string;
  readonly head?: string;
  readonly iban?: string;
}

/** A file of one statement as banks write it. */
function camt({ version = '08', entries = '', closing = '100.00', head = '', iban = 'DE89370400440532013000' }: Told) {
  const balance = (code: string, amount: string, on: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>` +
    `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S-1</Id><ElctrncSeqNb>231</ElctrncSeqNb>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', '100.00', '2026-11-27')}${balance('CLBD', closing, '2026-11-28')}
${entries}
</Stmt></BkToCstmrStmt></Document>`;
}

const OLD_ENTRY = `<Ntry><Amt Ccy="EUR">250.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-28</Dt></BookgDt><ValDt><Dt>2026-11-28</Dt></ValDt><AcctSvcrRef>BANK-1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>K7P2QX4M</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>Lin &amp; Xiaoyu</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>Deposit K7P2</Ustrd><Ustrd>QX4M</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

const NEW_ENTRY = OLD_ENTRY.replace('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')
  .replace('<Dbtr><Nm>', '<Dbtr><Pty><Nm>')
  .replace('</Nm></Dbtr>', '</Nm></Pty></Dbtr>');

async function read(text: string | Uint8Array, account: Partial<FileAccount> = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return await readStatementFile(bytes, { ...ACCOUNT, ...account });
}

const ENTRY = {
  bookedOn: '2026-11-28',
  valuedOn: '2026-11-28',
  amount: 25_050n,
  isReversal: false,
  bankRef: 'BANK-1',
  endToEndId: 'K7P2QX4M',
  counterparty: 'Lin & Xiaoyu',
  text: 'Deposit K7P2 QX4M',
};

describe('readStatementFile', () => {
  it.each([
    ['02', OLD_ENTRY],
    ['04', NEW_ENTRY.replaceAll(/<\/?Pty>/g, '')],
    ['08', NEW_ENTRY],
  ])('reads CAMT.053 of version %s', async (version, entries) => {
    expect(await read(camt({ version, entries, closing: '350.50' }))).toEqual({
      ok: true,
      value: [
        {
          account: 'DE89370400440532013000',
          currency: 'EUR',
          number: '231/S-1',
          opening: 10_000n,
          closing: 35_050n,
          entries: [ENTRY],
        },
      ],
    });
  });

  it('takes a batch apart whose details add up to it, and leaves one whole whose details do not', async () => {
    const detail = (amount: string, reference: string): string =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
    const batch = (second: string): string =>
      `<Ntry><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
       <BookgDt><DtTm>2026-11-28T09:00:00+01:00</DtTm></BookgDt>
       <NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${detail('20.00', 'AAAA1111')}${detail(second, 'BBBB2222')}</NtryDtls></Ntry>`;
    const apart = await read(camt({ entries: batch('30.00'), closing: '50.00' }));
    expect(apart.ok && apart.value[0]?.entries.map(({ amount, endToEndId }) => [amount, endToEndId])).toEqual([
      [-2_000n, 'AAAA1111'],
      [-3_000n, 'BBBB2222'],
    ]);
    const whole = await read(camt({ entries: batch('29.00'), closing: '50.00' }));
    expect(whole.ok && whole.value[0]?.entries.map(({ amount }) => amount)).toEqual([-5_000n]);
  });

  it('takes what is only expected for no entry, and says what takes another one back', async () => {
    const pending = NEW_ENTRY.replace('>BOOK<', '>PDNG<');
    const reversed = NEW_ENTRY.replace('CRDT', 'DBIT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    const answer = await read(camt({ entries: pending + NEW_ENTRY + reversed }));
    expect(answer.ok && answer.value[0]?.entries.map((entry) => [entry.amount, entry.isReversal])).toEqual([
      [25_050n, false],
      [-25_050n, true],
    ]);
  });

  const closing = '350.50';
  it.each([
    ['a balance that does not follow', camt({ entries: NEW_ENTRY }), 'STATEMENT_BALANCE', 0],
    ['another account', camt({ iban: 'DE02120300000000202051' }), 'STATEMENT_ACCOUNT', 0],
    ['a version that nobody has', camt({ version: '99' }), 'STATEMENT_VERSION', 2],
    [
      'another currency',
      camt({ entries: NEW_ENTRY.replace('Ccy="EUR"', 'Ccy="USD"'), closing }),
      'STATEMENT_CURRENCY',
      6,
    ],
    [
      'a day that no month has',
      camt({ entries: NEW_ENTRY.replace('2026-11-28', '2026-11-31'), closing }),
      'STATEMENT_DATE',
      7,
    ],
    [
      'an amount with an exponent',
      camt({ entries: NEW_ENTRY.replace('250.50', '2.5e2'), closing }),
      'STATEMENT_AMOUNT',
      6,
    ],
    ['half a file', camt({ entries: NEW_ENTRY, closing }).slice(0, 700), 'STATEMENT_UNREADABLE', 7],
    ['entities of its own', camt({ head: '<!DOCTYPE d [<!ENTITY a "b">]>' }), 'STATEMENT_UNREADABLE', 2],
    ['an entity that it does not have', camt({ entries: '<Ntry>&a;</Ntry>' }), 'STATEMENT_UNREADABLE', 6],
    ['depth', camt({ entries: '<Ntry>'.repeat(60) + '</Ntry>'.repeat(60) }), 'STATEMENT_TOO_LARGE', 6],
    ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"></html>', 'STATEMENT_VERSION', 1],
    ['nothing', ' \n ', 'STATEMENT_EMPTY', 0],
    ['a table of an account that has none', 'Date,Amount\n2026-11-28,1.00', 'STATEMENT_COLUMNS', 1],
  ])('refuses %s, and says where', async (_, text, key, line) => {
    expect(await read(text)).toMatchObject({ ok: false, error: { key, line } });
  });

  it('reads no more than it may hold, and no bytes that are no text', async () => {
    expect(await read(new Uint8Array(20 * 1_024 * 1_024))).toMatchObject({ error: { key: 'STATEMENT_TOO_LARGE' } });
    expect(await read(new Uint8Array(STATEMENT_BYTES_MAX))).toMatchObject({ error: { key: 'STATEMENT_UNREADABLE' } });
    expect(await read(new Uint8Array([0xff, 0xff, 0xff]))).toMatchObject({ error: { key: 'STATEMENT_UNREADABLE' } });
  });

  it('lets others have their turn while a large file is read, and reads no more of it than it may', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const answer = await read(camt({ entries: NEW_ENTRY.replace('250.50', '0.01').repeat(2_000), closing: '120.00' }));
    clearInterval(timer);
    expect(answer.ok).toBe(true);
    expect(turns).toBeGreaterThan(5);
    const wide = `<a ${Array.from({ length: 60 }, (_, at) => `b${at}=""`).join(' ')}/>`;
    expect(await read(camt({ entries: wide }))).toMatchObject({ error: { key: 'STATEMENT_TOO_LARGE' } });
    const days = 'Date,Amount\n'.concat('2026-11-28,1\n'.repeat(20_002));
    const columns = { date: 'Date', amount: 'Amount' };
    expect(await read(days, { columns })).toMatchObject({ error: { key: 'STATEMENT_TOO_LARGE', line: 20_002 } });
    const one = camt({});
    const [, statement = ''] = /(<Stmt>[\s\S]*<\/Stmt>)/.exec(one) ?? [];
    expect(await read(one.replace(statement, statement.repeat(1_001)))).toMatchObject({
      error: { key: 'STATEMENT_TOO_LARGE' },
    });
  });

  it('takes no entry of a day that has not come', async () => {
    const columns = { date: 'Date', amount: 'Amount', dates: 'mdy' as const };
    const text = 'Date,Amount\n05/12/2027,1\n';
    expect(await read(text, { columns, lastDay: '2026-12-06' })).toMatchObject({ error: { key: 'STATEMENT_DATE' } });
    expect(await read(text, { columns, lastDay: '2027-05-12' })).toMatchObject({ ok: true });
  });

  it('reads a large file within its bounds', async () => {
    const entries = NEW_ENTRY.replace('250.50', '0.01').repeat(14_000);
    const text = camt({ entries, closing: '240.00' });
    expect(text.length).toBeGreaterThan(5 * 1_024 * 1_024);
    const answer = await read(text);
    expect(answer.ok && answer.value[0]?.entries.length).toBe(14_000);
    const short =
      '<Ntry><Amt Ccy="EUR">0.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-28</Dt></BookgDt></Ntry>';
    const more = camt({ version: '02', entries: short.repeat(20_001), closing: '300.01' });
    expect(await read(more)).toMatchObject({ ok: false, error: { key: 'STATEMENT_TOO_LARGE' } });
  });

  it('reads the table of a Chinese bank in GB18030', async () => {
    // 日期,金额,户名 / 2026-11-28,"1,250.00",林小雨
    const bytes = Uint8Array.from([
      0xc8,
      0xd5,
      0xc6,
      0xda,
      0x2c,
      0xbd,
      0xf0,
      0xb6,
      0xee,
      0x2c,
      0xbb,
      0xa7,
      0xc3,
      0xfb,
      0x0d,
      0x0a,
      ...new TextEncoder().encode('2026-11-28,"1,250.00",'),
      0xc1,
      0xd6,
      0xd0,
      0xa1,
      0xd3,
      0xea,
      0x0d,
      0x0a,
    ]);
    const columns = { date: '日期', amount: '金额', name: '户名' };
    expect(await read(bytes, { number: '', columns })).toMatchObject({
      ok: true,
      value: [{ entries: [{ amount: 125_000n, counterparty: '林小雨' }] }],
    });
  });
});
