import { randomUUID } from 'node:crypto';
import { LANGUAGES } from '@candor/contract/languages';
import { minor } from '@candor/domain/testing/test-currency';
import { expect, test } from 'vitest';
import { familiesOf } from '../../platform/pdf/pdf-font.ts';
import { startWalletSite } from '../../testing/wallet-site.ts';
import { PDF_LINES_MAX, sheetsOf } from './statement-file.ts';
import { STATEMENT_WORDS } from './statement-words.ts';
import type { StatementRow } from './wallet-store.ts';

const { site, write } = startWalletSite();

async function download(query = '', language = 'en') {
  const answer = await site.server.http.app.inject({
    url: `/api/wallet/transfers?format=pdf${query}`,
    headers: { authorization: `Bearer ${site.token}`, 'accept-language': language },
  });
  return { ...answer, status: answer.statusCode, bytes: answer.rawPayload };
}

function pagesOf(bytes: Buffer): number {
  return bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test.each(LANGUAGES)('the statement is a PDF in %s, with as many sheets as its lines need', async (language) => {
  const one = await download('', language);
  expect([one.status, one.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(one.headers['content-disposition']).toMatch(/filename="candor-practice-\d{4}-\d\d-\d\d\.pdf"$/);
  expect(one.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesOf(one.bytes)).toBe(1);
  await write(...Array.from({ length: 60 }, () => ({ amount: minor('1') })));
  expect(pagesOf((await download('', language)).bytes)).toBe(3);
  expect(pagesOf((await download('&type=fee', language)).bytes)).toBe(1);
});

test('more lines than anybody prints are refused in words', async () => {
  const drafts = Array.from({ length: PDF_LINES_MAX }, () => ({ amount: minor('1') }));
  // With the first practice money it is one too many.
  await write(...drafts);
  const refused = await site.server.call('GET', '/api/wallet/transfers?format=pdf', { token: site.token });
  expect(refused.body).toMatchObject({ error: 'STATEMENT_TOO_LONG', params: { max: PDF_LINES_MAX } });
  expect((await download('&type=manualDeduct')).status).toBe(200);
});

test('one member has one statement drawn at a time', async () => {
  await write(...Array.from({ length: 300 }, () => ({ amount: minor('1') })));
  const statuses = (await Promise.all([download(), download()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429]);
  expect((await download()).status).toBe(200);
});

const FILTER = { memberId: 1n, wallet: 'practice', currency: 'CNY' } as const;
const AT = Date.parse('2026-03-01T04:00:00Z');

function row(amount: bigint, balanceAfter: bigint): StatementRow {
  const ref = { refType: 'test', refId: 'r1', reason: null } as const;
  return { id: randomUUID(), seq: 1n, type: 'manualDeduct', amount, balanceAfter, at: AT, ...ref };
}

test('the sheets begin with the oldest line, and opening, in and out add up to closing', () => {
  const { site: ofSite, clock } = site.server.context;
  const rows = [
    row(minor('7'), minor('1000008')),
    row(-minor('10'), minor('1000001')),
    row(minor('1'), minor('1000011')),
  ];
  const given = { rows, closing: minor('1000008'), member: 'ann' };
  const period = { fromMs: Date.parse('2026-02-28T16:00:00Z'), toMs: Date.parse('2026-03-01T16:00:00Z') };
  const sheets = sheetsOf({ site: ofSite, clock }, { ...FILTER, ...period }, given, 'en');
  expect(sheets.sums).toEqual([
    ['Opening balance', '1,000,010.00'],
    ['Total in', '+8.00'],
    ['Total out', '−10.00'],
    ['Closing balance', '1,000,008.00'],
  ]);
  expect(sheets.lines.map(({ moment, amount }) => [moment, amount])).toEqual([
    ['2026-03-01 12:00:00', '+1.00'],
    ['2026-03-01 12:00:00', '−10.00'],
    ['2026-03-01 12:00:00', '+7.00'],
  ]);
  expect(Object.fromEntries(sheets.facts)).toMatchObject({
    Member: 'ann',
    Account: 'Practice · Funds',
    Period: '2026-03-01 00:00 – 2026-03-01 23:59',
    Lines: '3',
  });
  const part = sheetsOf({ site: ofSite, clock }, { ...FILTER, types: ['fee'] }, given, 'en');
  expect(part.sums.map(([name]) => name)).toEqual(['Total in', 'Total out']);
  expect(part.note).toBe(STATEMENT_WORDS.en.sheet.isPart);
});

test.each(LANGUAGES)('every word of the sheets in %s has a font of its own', (language) => {
  const words = JSON.stringify(STATEMENT_WORDS[language]) + STATEMENT_WORDS[language].sheet.page(1, 2);
  const strangers = [...new Set(words)].filter((character) => familiesOf(character) === 'sans-serif');
  expect(strangers).toEqual([]);
});
