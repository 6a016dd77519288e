import { randomUUID } from 'node:crypto';
import {
  statementAccountsView,
  statementDayView,
  statementEntry,
  statementFilesView,
  statementThingsView,
} from '@candor/contract/console-statements';
import { beforeEach, describe, expect, it } from 'vitest';
import { tried } from '../../testing/attacks.ts';
import { formOf } from '../../testing/pictures.ts';
import { acting, letAct } from '../../testing/test-operator.ts';
import { startStatementSite, table, TODAY } from '../../testing/statement-site.ts';
import { units } from '../../testing/withdrawal-site.ts';
import { eraseStatementFiles } from './erase-statement-files.ts';

/** Statements at the console: what is taken in, what is certain, what an operator says, and what the books have beside it. */
const statements = startStatementSite();
const { site, at, act, call, save, send, imported, entries, deposit } = statements;
const PATH = '/api/console/statements';

let code: string;
beforeEach(() => {
  code = statements.code();
});

describe('a file', () => {
  it('is taken in once, whole, and matches what it names', async () => {
    const { reference, id } = await deposit();
    const text = table([units(1000n), 'B1', '王小明', `pay ${reference}`], [`-${units(3n)}`, 'B2', 'BANK', 'fee']);
    const { file, matched } = await imported(text);
    expect(matched).toBe(1);
    expect(file).toMatchObject({ account: code, bytes: Buffer.byteLength(text), erasedAt: null });
    expect(file.statements).toMatchObject([{ entries: 2, opening: null, gap: null, firstOn: TODAY }]);
    const [open, paid] = (await entries()).toSorted((a, b) => a.state.localeCompare(b.state)).toReversed();
    expect(open).toMatchObject({ state: 'open', amount: `-${units(3n)}`, match: null });
    expect(paid).toMatchObject({
      state: 'matched',
      counterparty: '王小明',
      match: { thing: { kind: 'deposit', id, reference, amount: units(1000n) }, by: null },
    });
    expect((await send(text)).body).toMatchObject({ code: 409, error: 'STATEMENT_KNOWN' });
    const longer = `${text}${TODAY},1,,,later\n`;
    expect((await send(longer)).body).toMatchObject({ code: 409, error: 'STATEMENT_OVERLAPS' });
    const listed = statementFilesView.parse((await call('GET', `/files?account=${code}`)).body.data);
    expect(listed.items.map((each) => each.id)).toEqual([file.id]);
    const original = await call('GET', `/files/${file.id}/original`);
    expect(original.text).toBe(text);
    expect(await entries(`&thing=${id}`)).toHaveLength(1);
    expect(await entries('&q=fee')).toHaveLength(1);
    expect(await entries('&state=open')).toHaveLength(1);
  });

  it('is refused as a whole, with the line that is to blame', async () => {
    const answer = await send(table([units(1n)], ['x']));
    expect(answer.body).toMatchObject({ error: 'STATEMENT_AMOUNT', fields: { file: 'STATEMENT_AMOUNT' } });
    expect(answer.body.msg).toContain('3');
    expect(await entries()).toEqual([]);
    const nowhere = formOf({ account: 'nothing', file: new TextEncoder().encode('x') });
    const lost = await site.console.call('POST', `${PATH}/files`, {
      token: site.first.token,
      headers: nowhere.headers,
      body: nowhere.payload,
    });
    expect(lost.body).toMatchObject({ error: 'STATEMENT_ACCOUNT_NOT_FOUND' });
  });

  it('says the gap to the balance before it', async () => {
    await save({ columns: { date: 'Date', amount: 'Amount', balance: 'Left' } });
    await imported(`Date,Amount,Left\n2026-01-05,1,10\n`);
    const { file } = await imported(`Date,Amount,Left\n2026-01-06,1,12\n`);
    expect(file.statements[0]).toMatchObject({ opening: units(11n), closing: units(12n), gap: units(1n) });
  });

  it('goes with its days, and with it who paid', async () => {
    const { file } = await imported(table([units(7n), 'B', 'Somebody', 'words']));
    const deps = { ...site.server.context, pool: site.server.ownerPool };
    expect(await eraseStatementFiles(deps, 1)).toBe(0);
    await site.server.ownerPool.query(
      `update statement_file set imported_at = now() - interval '2 days' where id = '${file.id}'`,
    );
    expect(await eraseStatementFiles(deps, 1)).toBe(1);
    expect((await entries())[0]).toMatchObject({ counterparty: null, text: null, amount: units(7n) });
    expect((await call('GET', `/files/${file.id}/original`)).body).toMatchObject({ error: 'NOT_FOUND' });
  });
});

describe('an entry', () => {
  it('is matched by an operator from what is suggested, undone, and explained', async () => {
    const { id, reference } = await deposit();
    await imported(table([units(1000n), 'B9', '王小明'], [units(5n), 'B8', 'Nobody']));
    const [five, thousand] = (await entries()).toSorted((a, b) => a.amount.length - b.amount.length);
    if (five === undefined || thousand === undefined) throw new Error('two were imported');
    const seen = statementEntry.parse((await call('GET', `/entries/${thousand.id}`)).body.data);
    expect(seen.suggestions).toMatchObject([{ by: 'name', thing: { kind: 'deposit', id, reference } }]);
    const body = { kind: 'deposit', thing: id };
    expect((await call('POST', `/entries/${five.id}/match`, body)).body.error).toBe('STATEMENT_UNEQUAL');
    const done = await call('POST', `/entries/${thousand.id}/match`, body);
    expect(done.body, done.text).toMatchObject({
      code: 200,
      data: { state: 'matched', match: { by: { id: String(site.first.id) } }, suggestions: [] },
    });
    expect((await call('POST', `/entries/${thousand.id}/match`, body)).body.error).toBe('STATEMENT_MATCHED');
    expect((await call('POST', `/entries/${thousand.id}/undo`, {}, site.second)).body).toMatchObject({
      data: { state: 'open', match: null },
    });
    expect((await call('POST', `/entries/${thousand.id}/undo`, {})).body.error).toBe('STATEMENT_OPEN');
    const explain = `/entries/${five.id}/explain`;
    expect((await call('POST', explain, { code: 'other' })).body.error).toBe('NOTE_REQUIRED');
    expect((await call('POST', explain, { code: 'interest' })).body).toMatchObject({
      data: { state: 'explained', match: { code: 'interest', note: null, thing: null } },
    });
    const { rows } = await site.server.ownerPool.query<{ command: string }>(
      `select command from audit where subject_type = 'statementMatch' and detail ->> 'account' = '${code}' order by id`,
    );
    expect(rows.map(({ command }) => command)).toEqual([
      'console/statements/match',
      'console/statements/undo',
      'console/statements/explain',
    ]);
    expect((await call('GET', `/entries/${randomUUID()}`)).body.error).toBe('STATEMENT_ENTRY_NOT_FOUND');
  });

  it('may be a withdrawal that was paid, and another its return', async () => {
    const withdrawal = await at('approved');
    const ref = `PAY/${randomUUID().slice(-12)}`;
    await act(site.first, withdrawal, 'payout', { version: 4, step: 'sent', payoutRef: ref });
    expect((await imported(table([`-${units(198n)}`, ref, '王小明']))).matched).toBe(1);
    const back = { version: 5, step: 'returning', reason: 'BANK_REFUSED', note: 'closed' };
    await act(site.first, withdrawal, 'payout', back);
    await act(site.second, withdrawal, 'payout', { version: 6, step: 'returned' });
    expect((await imported(table([units(198n), 'B', '', `RETURN OF ${ref.replaceAll('/', '')}`]))).matched).toBe(1);
    const kinds = (await entries()).map(({ match }) => match?.thing?.kind).toSorted();
    expect(kinds).toEqual(['return', 'withdrawal']);
  });

  it('adds up to its thing with others that name it', async () => {
    const { reference } = await deposit();
    const { matched } = await imported(
      table([units(400n), 'P1', '', reference], [units(600n), 'P2', '', `${reference} rest`]),
    );
    expect(matched).toBe(2);
    const [one] = await entries();
    expect((await call('POST', `/entries/${one?.id}/undo`, {})).body).toMatchObject({ data: { state: 'open' } });
    expect((await entries('&state=open')).length).toBe(2);
  });
});

describe('the books beside it', () => {
  it('are told to the cent, by account and by date, both ways', async () => {
    const withdrawal = await at('approved');
    await act(site.first, withdrawal, 'payout', { version: 4, step: 'sent', payoutRef: randomUUID() });
    await imported(table([units(5n), 'B8'], [`-${units(2n)}`, 'B7']));
    const things = statementThingsView.parse((await call('GET', `/things?account=${code}`)).body.data).items;
    expect(things).toContainEqual(
      expect.objectContaining({ kind: 'withdrawal', id: withdrawal.id, amount: `-${units(198n)}`, account: code }),
    );
    const day = statementDayView.parse((await call('GET', `/days/${TODAY}`)).body.data);
    const own = day.items.find(({ account }) => account === code);
    expect(own).toMatchObject({ open: { count: 2, amount: units(3n) }, matched: { count: 0, amount: units(0n) } });
    expect(own?.unproved.count).toBeGreaterThan(0);
    const accounts = statementAccountsView.parse((await call('GET', '/accounts')).body.data);
    expect(accounts.items.find((each) => each.code === code)).toMatchObject({ open: { count: 2 }, lastOn: TODAY });
    expect(accounts.channels.map((channel) => channel.code)).toContain('bank');
  });
});

describe('an account', () => {
  it('shares no channel, and never changes what it counts in', async () => {
    expect((await save({}, 'another')).body).toMatchObject({ error: 'STATEMENT_CHANNELS' });
    expect((await save({ currency: 'USDT' })).body).toMatchObject({ error: 'STATEMENT_CHANNELS' });
    expect((await save({ columns: { date: 'Date' } })).body).toMatchObject({ error: 'STATEMENT_COLUMNS' });
    expect((await save({ name: 'New name' })).body).toMatchObject({ data: { name: 'New name' } });
  });
});

describe('the database', () => {
  const ID = randomUUID();
  const COMMIT = 'set constraints all immediate';
  async function attack(...sql: string[]): Promise<string> {
    return await tried(site.console.context.pool, acting(site.first.id), ...sql, COMMIT);
  }
  function entry(id = ID): string {
    return `select record_act('console/statements/match', 'statementMatch', '${id}', '{}')`;
  }

  it('takes no match whose sum differs, none twice, and changes no entry', async () => {
    await letAct(site.server.ownerPool, site.first.id);
    const { id } = await deposit();
    const { file } = await imported(table([units(999n), 'A1'], [units(1000n), 'A2']));
    const [less, equal] = (await entries()).toSorted((a, b) => a.amount.length - b.amount.length);
    const match = (on: string) =>
      `insert into statement_match (id, account, kind, deposit_id, operator_id) values ('${on}', '${code}', 'deposit', '${id}', ${site.first.id})`;
    const of = (entryId: string | undefined, on = ID) =>
      `update statement_entry set match_id = '${on}' where id = '${entryId}'`;
    expect(await attack(match(ID), of(less?.id), entry())).toBe('CD361');
    expect(await attack(match(ID), entry()), 'with nothing').toBe('CD361');
    expect(await attack(match(ID), of(equal?.id), entry())).toBe('done');
    expect(await attack(match(ID), of(equal?.id)), 'without an entry in the audit').toBe('CD303');
    const other = randomUUID();
    expect(await attack(match(ID), of(equal?.id), match(other), entry(), entry(other))).toBe('23505');
    expect(await attack(`update statement_entry set amount = 1 where id = '${less?.id}'`)).toBe('42501');
    expect(await attack(`delete from statement_entry where id = '${less?.id}'`)).toBe('42501');
    expect(await attack(`update statement_file set erased_at = now() where id = '${file.id}'`)).toBe('42501');
    await call('POST', `/entries/${equal?.id}/match`, { kind: 'deposit', thing: id });
    expect(await attack(`update statement_entry set match_id = null where id = '${equal?.id}'`)).toBe('CD361');
  });
});
