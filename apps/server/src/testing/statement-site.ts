import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { statementEntriesView, statementImported } from '@candor/contract/console-statements';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { beforeEach, expect } from 'vitest';
import { formOf } from './pictures.ts';
import { startWithdrawalSite } from './withdrawal-site.ts';

const PATH = '/api/console/statements';
export const COLUMNS = { date: 'Date', amount: 'Amount', reference: 'Ref', name: 'Name', note: 'Note' };
export const TODAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** A table of entries: amount, reference, name, note. */
export function table(...lines: readonly (readonly [string, string?, string?, string?])[]): string {
  return `Date,Amount,Ref,Name,Note\n${lines.map(([amount, ref = '', name = '', note = '']) => `${TODAY},"${amount}",${ref},${name},${note}`).join('\n')}\n`;
}

/** A site whose operators import statements, and whose member pays in and out. Each test has an account of its own. */
export function startStatementSite() {
  const { site, at, act } = startWithdrawalSite();
  let code: string;
  // It takes the channel over from the one before.
  beforeEach(async () => {
    code = `bank-${randomUUID().slice(0, 8)}`;
    await site.server.ownerPool.query(`alter table statement_account disable trigger user;
      update statement_account set channels = '{}', pays_out = false; alter table statement_account enable trigger user`);
    expect((await save()).body).toMatchObject({ code: 200, data: { code, columns: COLUMNS } });
  });

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, by = site.first) {
    return await site.console.call(method, `${PATH}${path}`, {
      token: by.token,
      ...(method === 'GET' ? {} : { key: randomUUID(), body }),
    });
  }

  async function save(more: object = {}, as = code, by = site.first) {
    const body = {
      name: 'Bank',
      number: '',
      currency: TEST_CURRENCY.code,
      decimals: TEST_CURRENCY.decimals,
      channels: ['bank'],
      paysOut: true,
      columns: COLUMNS,
      ...more,
    };
    return await call('PUT', `/accounts/${as}`, body, by);
  }

  async function send(text: string, by = site.first) {
    const { headers, payload } = formOf({ account: code, file: new TextEncoder().encode(text) });
    return await site.console.call('POST', `${PATH}/files`, { token: by.token, headers, body: payload });
  }

  async function imported(text: string) {
    const answer = await send(text);
    expect(answer.body.code, answer.text).toBe(200);
    return statementImported.parse(answer.body.data);
  }

  async function entries(query = '') {
    const { body } = await call('GET', `/entries?account=${code}${query}`);
    return statementEntriesView.parse(body.data).items;
  }

  /** A deposit that its member says is paid. */
  async function deposit(amount = '1000') {
    const made = await site.server.call('POST', '/api/wallet/deposits', {
      token: site.token,
      key: randomUUID(),
      body: { channel: 'bank', amount, currency: TEST_CURRENCY.code },
    });
    const view = depositView.parse(made.body.data);
    await site.server.call('POST', `/api/wallet/deposits/${view.id}/paid`, {
      token: site.token,
      key: randomUUID(),
      body: { payer: '王小明' },
    });
    return view;
  }

  return { site, at, act, call, save, send, imported, entries, deposit, code: () => code };
}
