// @vitest-environment happy-dom
import { listTransfers } from '@candor/contract/calls/wallet';
import { beforeEach, expect, test, vi } from 'vitest';
import { downloadStatement, nameOf } from './download-statement.ts';
import type { StatementFormat } from './download-statement.ts';
import { NO_FILTER } from './statement-filter.ts';

/** What the browser was asked to save. */
let saved: { name: string; file: Blob }[];
let asked: { url: URL; init: RequestInit }[];

/** A server that gives this answer. */
function serving(answer: () => Response): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ url: new URL(address, 'https://candor.example'), init });
    return await Promise.resolve(answer());
  });
}

function csv(): Response {
  return new Response('time,amount\r\n', {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="own.csv"' },
  });
}

async function download(signal = new AbortController().signal, format: StatementFormat = 'csv'): Promise<void> {
  await downloadStatement({ ...NO_FILTER, types: ['fee'] }, format, 'zh-Hant', signal);
}

beforeEach(() => {
  [saved, asked] = [[], []];
  let made = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = file as Blob;
    return 'blob:candor';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.href === 'blob:candor') saved.push({ name: this.download, file: made });
  });
});

test('the file of this filter is saved, in the language, with the session and without cookies', async () => {
  serving(csv);
  await download();
  expect(asked.map(({ url }) => [url.pathname, url.search])).toEqual([[listTransfers.path, '?format=csv&type=fee']]);
  const { headers, credentials } = asked[0]?.init ?? {};
  expect(headers).toMatchObject({ Authorization: expect.stringMatching(/^Bearer /), 'Accept-Language': 'zh-Hant' });
  expect(credentials).toBe('omit');
  expect(saved.map(({ name }) => name)).toEqual(['own.csv']);
  expect(await saved[0]?.file.text()).toBe('time,amount\r\n');
});

test.each([
  ['a refusal', () => Response.json({ code: 429, msg: '', error: 'RATE_LIMITED' }, { status: 429 }), 'RATE_LIMITED'],
  ['a refusal with status 200', () => Response.json({ code: 403, msg: '', error: 'FORBIDDEN' }), 'FORBIDDEN'],
  ['a page of something between', () => new Response('<html></html>', { status: 502 }), 'UNKNOWN_ERROR'],
  ['no answer', unreachable, 'NETWORK_ERROR'],
])('%s saves nothing', async (_, answer, key) => {
  serving(answer);
  await expect(download()).rejects.toMatchObject({ key });
  expect(saved).toEqual([]);
});

test('the file keeps the name from the server, unless that is not a plain file name', () => {
  expect(nameOf('attachment; filename="candor-practice-2026-11-21.csv"')).toBe('candor-practice-2026-11-21.csv');
  expect(nameOf('attachment; filename="../../x"')).toBeUndefined();
  expect(nameOf(null)).toBeUndefined();
});

function unreachable(): never {
  throw new TypeError('connection refused');
}

test('a PDF is taken for a PDF alone, and has a name of its own where the server says none', async () => {
  serving(() => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }));
  await download(undefined, 'pdf');
  expect(asked[0]?.url.searchParams.get('format')).toBe('pdf');
  expect(saved.map(({ name }) => name)).toEqual(['candor-statement.pdf']);
  serving(csv);
  await expect(download(undefined, 'pdf')).rejects.toMatchObject({ key: 'UNKNOWN_ERROR' });
});
