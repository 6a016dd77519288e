import { randomUUID } from 'node:crypto';
import { bookTransfersView, trialBalanceView } from '@candor/contract/console-books';
import { membersView } from '@candor/contract/console-members';
import { complaintView } from '@candor/contract/complaints';
import { dataLinkView, ownDataOfMemberView, ownDataView } from '@candor/contract/own-data';
import type { OwnDataView } from '@candor/contract/own-data';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import { amountOf, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, transfersSql, tried } from '../../testing/attacks.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { BANK } from '../../testing/deposit-site.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { makePhoto } from '../../testing/pictures.ts';
import { readZip } from '../../testing/read-zip.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { CHECKS } from '../../services/checks/checks.ts';
import { keepFiles } from '../../services/files/file-store.ts';
import { writeTransfers } from '../../services/ledger/ledger.ts';
import { openFile, sealFile } from '../../services/files/sealed-files.ts';
import { sealPiece } from '../../services/files/sealed-pieces.ts';
import { sealCard } from '../../services/verification/verification-of-member.ts';
import { closeAccounts, eraseClosed, forgetClosed } from './close-accounts.ts';
import { endDataFiles, makeDataFile } from './make-data-file.ts';
import { claimRequest, keepRequest } from './own-data-store.ts';
import type { DueRequest } from './own-data-store.ts';

let server: TestServer;
let desk: TestConsole;
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  desk = await startTestConsole(server);
});
afterAll(async () => {
  await desk.stop();
  await server.stop();
});
beforeEach(async () => {
  memberId = await makeMember(server.ownerPool, '1000');
  token = await makeSession(server.pool, memberId);
  await own('update session set confirmed_at = clock_timestamp() where member_id = $1');
});

/** As the owner of the database, about the member. */
async function own(text: string): Promise<Record<string, unknown>[]> {
  return (await server.ownerPool.query<Record<string, unknown>>(text, [memberId.toString()])).rows;
}

/** Puts so much into the wallet of the live site, or takes it out. */
async function putIn(by: bigint): Promise<void> {
  const [house, member] = [
    houseAccount('house', 'cash', TEST_CURRENCY.code),
    memberAccount('funds', memberId, 'cash', TEST_CURRENCY.code),
  ];
  await writeTransfers(server.ownerPool, [
    {
      debit: by > 0n ? house : member,
      credit: by > 0n ? member : house,
      amount: money(by > 0n ? by : -by),
      type: by > 0n ? 'manualAdd' : 'manualDeduct',
      phase: 'single',
      refType: 'test',
      refId: randomUUID(),
    },
  ]);
}

async function send(method: 'GET' | 'POST' | 'DELETE', path: string, as = token): Promise<TestAnswer> {
  return await server.call(method, path, { token: as });
}

async function view(): Promise<OwnDataView> {
  return ownDataView.parse((await send('GET', '/api/account/data')).body.data);
}

function worker() {
  return { ...server.worker, sealKey: server.worker.secrets.seal };
}

async function claim(): Promise<DueRequest> {
  const due = await claimRequest(server.worker.pool);
  if (due === undefined) throw new Error('nobody waits');
  return due;
}

async function make(): Promise<void> {
  await makeDataFile(worker(), await claim(), 7);
}

async function linkOf({ file }: OwnDataView, as = token): Promise<TestAnswer> {
  return await send('POST', `/api/account/data/${file?.id ?? ''}/link`, as);
}

async function events(): Promise<unknown[]> {
  return (await own('select kind from security_event where member_id = $1 order by id')).map(({ kind }) => kind);
}

/** Returns its number. */
async function complain(text: string): Promise<string> {
  const { body } = await server.call('POST', '/api/support/complaints', {
    token,
    key: randomUUID(),
    body: { topic: 'service', text },
  });
  return complaintView.parse(body.data).id;
}

async function addPicture(purpose: 'avatar' | 'supportPicture'): Promise<string> {
  const { context } = server;
  const sealed = await sealFile(
    { pool: context.pool, privateFiles: context.privateFiles, sealKey: context.secrets.seal },
    { memberId, purpose, bytes: await makePhoto() },
  );
  if (!sealed.ok) throw new Error(sealed.error);
  await keepFiles(server.ownerPool, [sealed.value]);
  return sealed.value;
}

describe('everything about a member', () => {
  it('is asked for once, made by the worker, told, and holds what was sealed as they wrote it', async () => {
    const { holderSealed, numberSealed } = sealCard(server.context.secrets.seal, memberId, {
      holder: '王小明',
      number: '6222021234567890128',
    });
    await server.ownerPool.query(
      `insert into bank_card (member_id, holder_sealed, number_sealed, number_mark, bank)
       values ($1::bigint, $2, $3, sha256(convert_to('own data ' || $1::bigint, 'UTF8')), 'ICBC')`,
      [memberId.toString(), holderSealed, numberSealed],
    );
    const picture = await addPicture('supportPicture');
    const complaint = await complain('nobody answered');
    await server.call('POST', `/api/support/complaints/${complaint}/replies`, {
      token,
      key: randomUUID(),
      body: { text: 'still nobody' },
    });
    expect(ownDataView.parse((await send('POST', '/api/account/data')).body.data).file?.state).toBe('asked');
    expect((await send('POST', '/api/account/data')).body.code).toBe(200);
    await make();
    const ready = await view();
    expect(ready.file).toMatchObject({ state: 'ready', bytes: expect.any(Number) });
    expect(await events()).toEqual(['dataAsked', 'dataReady']);
    expect(
      await own(`select state from member_message where member_id = $1 and kind = 'security' order by id`),
    ).toEqual([{ state: 'dataAsked' }, { state: 'dataReady' }]);
    const { path } = dataLinkView.parse((await linkOf(ready)).body.data);
    const answer = await server.http.app.inject({ method: 'GET', url: path });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const files = new Map(readZip(answer.rawPayload).map(({ name, bytes }) => [name, bytes.toString()]));
    const parsed = (name: string): unknown => JSON.parse(files.get(name) ?? 'null');
    expect(parsed('bankCard.json')).toMatchObject([{ holder: '王小明', number: '6222021234567890128' }]);
    expect(parsed('account.json')).toMatchObject([{ username: expect.stringMatching(/^test_/), realName: null }]);
    expect(parsed('transfers.json')).toMatchObject([{ type: 'practiceGrant', account: 'funds' }]);
    expect(parsed('complaints.json')).toMatchObject([
      { number: Number(complaint), text: 'nobody answered', state: 'received' },
    ]);
    expect(parsed('complaintSteps.json')).toMatchObject([
      { step: 1, kind: 'received' },
      { step: 2, kind: 'replied', text: 'still nobody' },
    ]);
    expect(files.get('transfers.csv')).toMatch(/^\uFEFFid,at,account,/);
    expect(files.has(`pictures/supportPicture-${picture}.jpg`)).toBe(true);
    expect([...files.values()].join('\n')).not.toContain('password');
  });

  it('needs a confirmation, and is given to its member alone', async () => {
    await send('POST', '/api/account/data');
    await make();
    const ready = await view();
    const other = await makeMember(server.ownerPool);
    const stranger = await makeSession(server.pool, other);
    await server.ownerPool.query('update session set confirmed_at = clock_timestamp() where member_id = $1', [
      other.toString(),
    ]);
    expect((await linkOf(ready, stranger)).body.error).toBe('DATA_FILE_GONE');
    const { path } = dataLinkView.parse((await linkOf(ready)).body.data);
    const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    expect((await send('GET', wrong)).body.error).toBe('DATA_FILE_GONE');
    await own(`update data_request set link_until = now() - interval '1 second' where member_id = $1`);
    expect((await send('GET', path)).body.error).toBe('DATA_FILE_GONE');
    // Nor is a link longer than the file.
    await own(`update data_request set link_until = now() + interval '1 minute', ready_at = now() - interval '2 days',
      until = now() - interval '1 second' where member_id = $1`);
    expect((await send('GET', path)).body.error).toBe('DATA_FILE_GONE');
    expect((await linkOf(ready)).body.error).toBe('DATA_FILE_GONE');
    expect(await endDataFiles(server.worker)).toBe(1);
    await own('update session set confirmed_at = null where member_id = $1');
    expect((await linkOf(ready)).body.error).toBe('CONFIRMATION_REQUIRED');
    expect((await send('POST', '/api/account/data')).body.error).toBe('CONFIRMATION_REQUIRED');
  });

  it('is made once a day, and erased when its time is over', async () => {
    await send('POST', '/api/account/data');
    await make();
    expect((await send('POST', '/api/account/data')).body.error).toBe('DATA_ASKED_TODAY');
    expect((await view()).nextFileAt).not.toBeNull();
    const { file } = await view();
    await own(
      `update data_request set asked_at = now() - interval '8 days', ready_at = now() - interval '8 days',
         until = now() - interval '1 day' where member_id = $1`,
    );
    expect(await endDataFiles(server.worker)).toBe(1);
    expect(await view()).toMatchObject({ file: { state: 'gone' }, nextFileAt: null });
    expect(await server.worker.privateFiles.read(`${file?.id.slice(0, 2)}/${file?.id}.1`)).toBeNull();
  });

  it('is read by the worker only while the member waits for it', async () => {
    await send('POST', '/api/account/data');
    await make();
    const { file } = await view();
    await expect(
      server.worker.pool.query(`select from member_data($1, 'account', '', 10)`, [file?.id]),
    ).rejects.toThrow('DATA_REFUSED');
  });
});

describe('a file whose worker was killed', () => {
  /** A try that wrote one piece, and then nothing more. */
  async function lostTry(): Promise<DueRequest> {
    const lost = await claim();
    await keepRequest(server.worker.pool, lost, lost.tries);
    await sealPiece(worker(), lost, { number: lost.tries, bytes: Buffer.from('half') });
    return lost;
  }

  async function letTimePass(): Promise<void> {
    await own('update data_request set next_at = now() where member_id = $1');
  }

  it('is made by the next try, and the lost one writes nothing more', async () => {
    await send('POST', '/api/account/data');
    const lost = await lostTry();
    expect(await claimRequest(server.worker.pool)).toBeUndefined();
    await letTimePass();
    const next = await claim();
    await expect(makeDataFile(worker(), lost, 7)).rejects.toThrow('another try');
    await makeDataFile(worker(), next, 7);
    const { path } = dataLinkView.parse((await linkOf(await view())).body.data);
    const { rawPayload } = await server.http.app.inject({ method: 'GET', url: path });
    expect(readZip(rawPayload).map(({ name }) => name)).toContain('account.json');
  });

  it('has failed after five tries, leaves nothing behind, and may be asked for again', async () => {
    await send('POST', '/api/account/data');
    const { file } = await view();
    const pieces: string[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      await lostTry();
      pieces.push(`${file?.id.slice(0, 2)}/${file?.id}.${tries}`);
      await letTimePass();
    }
    expect(await claimRequest(server.worker.pool)).toBeUndefined();
    expect(await endDataFiles(server.worker)).toBe(1);
    expect(await Promise.all(pieces.map(async (name) => await server.worker.privateFiles.read(name)))).toEqual(
      pieces.map(() => null),
    );
    expect(await view()).toMatchObject({ file: { state: 'failed' }, nextFileAt: null });
    expect((await send('POST', '/api/account/data')).body.code).toBe(200);
    await make();
    expect((await view()).file?.state).toBe('ready');
  });
});

describe('an account', () => {
  const ask = async (body: { giveUp?: string } = {}) =>
    await server.call('POST', '/api/account/closing', { token, body });
  const later = async (days: number) =>
    await untriggered(
      `update member_closing set closed_at = now() - make_interval(days => ${days}, secs => 60) where member_id = $1`,
    );

  it('is closed on its day, unless the member takes it back', async () => {
    expect(ownDataView.parse((await ask()).body.data).closing).not.toBeNull();
    expect(await closeAccounts(server.worker)).toBe(0);
    expect(ownDataView.parse((await send('DELETE', '/api/account/closing')).body.data).closing).toBeNull();
    await ask();
    expect(await listed('closing')).toContain(memberId.toString());
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(1);
    expect([await listed('closing'), await listed('closed')].map((ids) => ids.includes(memberId.toString()))).toEqual([
      false,
      true,
    ]);
    expect((await send('GET', '/api/account/data')).body.code).toBe(401);
    expect(await own('select login_allowed from member where id = $1')).toEqual([{ login_allowed: false }]);
    expect(await events()).toEqual(['closingAsked', 'closingStopped', 'closingAsked']);
  });

  it('with something open is not closed, at its day either', async () => {
    await ask();
    await expireClosing();
    await own('update member set frozen = true where id = $1');
    expect(await closeAccounts(server.worker)).toBe(0);
    await own('update member set frozen = false where id = $1');
    expect(await closeAccounts(server.worker)).toBe(0);
    await own(`update member_closing set looked_at = now() - interval '2 hours' where member_id = $1`);
    expect(await closeAccounts(server.worker)).toBe(1);
  });

  it('that waits for money to be settled is refused, and says for what', async () => {
    const deposit = await server.call('POST', '/api/wallet/deposits', {
      token,
      key: randomUUID(),
      body: BANK,
    });
    expect(deposit.body.code, deposit.text).toBe(200);
    expect((await view()).blockers).toEqual(['DEPOSITS']);
    expect((await ask()).body.error).toBe('CLOSING_BLOCKED');
    await expect(
      server.pool.query('insert into member_closing (member_id, due_at) values ($1, now())', [memberId.toString()]),
    ).rejects.toThrow('NOT_SETTLED');
  });

  it('with less than the smallest withdrawal is closed when the member gives it up, by its amount', async () => {
    const rest = 3n;
    const given = async () =>
      await own(`select amount, wallet from transfer where member_id = $1 and type = 'givenUp'`);
    const smallest = (await own('select min from withdrawal_rule where $1 <> 0'))[0]?.['min'];
    const wishOf = (amount: unknown) =>
      `insert into member_closing (member_id, due_at, give_up) values (${memberId}, now(), ${String(amount)})`;

    // As much as can be withdrawn is no rest.
    await putIn(BigInt(String(smallest)));
    expect(await view()).toMatchObject({ blockers: ['MONEY'], rest: null });
    expect((await ask({ giveUp: amountOf(BigInt(String(smallest))) })).body.error).toBe('CLOSING_BLOCKED');
    expect(await refusalOf(server.pool, wishOf(smallest))).toBe('NOT_SETTLED');
    await putIn(rest - BigInt(String(smallest)));

    expect(await view()).toMatchObject({ blockers: ['MONEY'], rest: { amount: amountOf(rest) } });
    expect((await ask()).body.error).toBe('CLOSING_BLOCKED');
    // Something comes after the look of the call, and before that of the database.
    const owner = await server.ownerPool.connect();
    try {
      await owner.query('begin; lock table member_closing in share mode');
      const answer = ask({ giveUp: amountOf(rest) });
      await expect
        .poll(async () => await own(`select from pg_stat_activity where wait_event_type = 'Lock' and $1 <> 0`))
        .toHaveLength(1);
      await putIn(1n);
      await owner.query('commit');
      expect((await answer).body.error).toBe('CLOSING_BLOCKED');
      await putIn(-1n);
    } finally {
      owner.release(true);
    }
    for (const other of [rest - 1n, rest + 1n]) {
      expect((await ask({ giveUp: amountOf(other) })).body.error).toBe('CLOSING_BLOCKED');
      expect(await refusalOf(server.pool, wishOf(other))).toBe('NOT_SETTLED');
    }
    const asked = ownDataView.parse((await ask({ giveUp: amountOf(rest) })).body.data);
    expect(asked).toMatchObject({ blockers: [], closing: { giveUp: amountOf(rest) } });

    // It is theirs until the day, and nobody moves it before.
    const [wish] = await own('select id from member_closing where member_id = $1 and stopped_at is null');
    const move = transfersSql({
      type: 'givenUp',
      amount: money(rest),
      wallet: 'cash',
      debit: ['funds', memberId],
      credit: ['house', null],
      refType: 'closing',
      refId: String(wish?.['id']),
    });
    const { worker: jobs, http, console: operators } = server.pools;
    expect(await refusalOf(jobs, move)).toBe('NO_REASON');
    for (const pool of [http, operators]) expect(await refusalOf(pool, move)).toBe('NOT_ALLOWED');
    expect(await tried(server.pool, `update member_closing set give_up = 1 where member_id = ${memberId}`)).toBe(
      '42501',
    );

    // Something came: that was not given up.
    await putIn(1n);
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(0);
    expect(await given()).toEqual([]);
    expect((await view()).blockers).toEqual(['MONEY']);
    await putIn(-1n);
    await own(`update member_closing set looked_at = now() - interval '2 hours' where member_id = $1`);
    expect(await closeAccounts(server.worker)).toBe(1);
    expect(await given()).toEqual([{ amount: rest, wallet: 'cash' }]);
    expect(await own(`select posted from account where member_id = $1 and wallet = 'cash' and kind = 'funds'`)).toEqual(
      [{ posted: 0n }],
    );
    const reader = await desk.operator('support');
    const { body } = await desk.call('GET', `/api/console/members/${memberId}/own-data`, { token: reader.token });
    expect(ownDataOfMemberView.parse(body.data).ended?.gaveUp).toBe(amountOf(rest));

    // The books have it on a line of its own: it was not won from an order.
    const { token: cashier } = await desk.operator('cashier');
    const books = trialBalanceView.parse((await desk.call('GET', '/api/console/books', { token: cashier })).body.data);
    const lines = books.wallets.find(({ wallet }) => wallet === 'cash')?.lines;
    expect(lines?.find(({ line }) => line === 'givenUp')).toMatchObject({ balance: amountOf(rest), entries: 1 });
    expect(lines?.map(({ line }) => line)).not.toContain('house');
    const found = await desk.call('GET', '/api/console/books/transfers?line=givenUp', { token: cashier });
    expect(bookTransfersView.parse(found.body.data).items.map(({ type }) => type)).toEqual(['givenUp']);
  });

  it('where nothing is left of what was given up gives up nothing', async () => {
    await putIn(3n);
    await ask({ giveUp: amountOf(3n) });
    await putIn(-3n);
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(1);
    const reader = await desk.operator('support');
    const { body } = await desk.call('GET', `/api/console/members/${memberId}/own-data`, { token: reader.token });
    expect(ownDataOfMemberView.parse(body.data).ended).toMatchObject({ gaveUp: null });
    const check = CHECKS.find(({ name }) => name === 'given-up-as-asked');
    expect((await server.ownerPool.query(check?.sql ?? '')).rows).toEqual([]);
  });

  it('that is closed loses what need not stay, later its identity, and never its transfers', async () => {
    const picture = await addPicture('supportPicture');
    const avatar = await addPicture('avatar');
    await server.ownerPool.query(
      'update member set avatar_file = $2, email = $3, real_name_sealed = $4 where id = $1',
      [memberId.toString(), avatar, 'someone@example.com', Buffer.from('sealed')],
    );
    await server.pool.query('insert into name_mark (mark, member_id) values ($1, $2)', [
      Buffer.alloc(32, 1),
      memberId.toString(),
    ]);
    await server.call('POST', '/api/support/messages', { token, body: { text: 'my address is 1 High Street' } });
    const before = await own('select * from transfer where member_id = $1 order by id');
    await ask();
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(1);
    expect(await eraseClosed(server.worker, 30)).toBe(0);
    await later(31);
    const untouched = await fingerprints();
    expect(await eraseClosed(server.worker, 30)).toBe(1);
    expect(await changedSince(untouched)).toEqual([
      'file',
      'member',
      'member_closing',
      'member_mark',
      'member_message',
      'security_event',
      'support_message',
    ]);
    expect(
      await own(
        'select phone, email, nickname, avatar_file, real_name_sealed is null as anonymous from member where id = $1',
      ),
    ).toEqual([{ phone: `gone/${memberId}`, email: null, nickname: '', avatar_file: null, anonymous: false }]);
    expect(await own('select from security_event where member_id = $1')).toEqual([]);
    const { context } = server;
    const opened = await openFile(
      { privateFiles: context.privateFiles, sealKey: context.secrets.seal },
      { id: picture, purpose: 'supportPicture' },
    );
    expect(opened).toBeNull();
    expect(await own('select text from support_message where member_id = $1')).toEqual([{ text: '—' }]);
    expect(await forgetClosed(server.worker, 1_826)).toBe(0);
    await later(1_827);
    const kept = await fingerprints();
    expect(await forgetClosed(server.worker, 1_826)).toBe(1);
    expect(await changedSince(kept)).toEqual(['member', 'member_closing', 'name_mark']);
    expect(await own('select from name_mark where member_id = $1')).toEqual([]);
    expect(await own('select real_name_sealed from member where id = $1')).toEqual([{ real_name_sealed: null }]);
    expect(await own('select * from transfer where member_id = $1 order by id')).toEqual(before);
    const operator = await desk.operator('support');
    const seen = await desk.call('GET', `/api/console/members/${memberId}/own-data`, { token: operator.token });
    expect(ownDataOfMemberView.parse(seen.body.data).ended).toMatchObject({
      erasedAt: expect.any(String),
      forgottenAt: expect.any(String),
    });
  });

  it('that is erased leaves no file of its data and, once forgotten, no words of operators about a person', async () => {
    await send('POST', '/api/account/data');
    await make();
    const { path } = dataLinkView.parse((await linkOf(await view())).body.data);
    const { id } = await desk.operator('support');
    const written = [memberId.toString(), id.toString()];
    await server.ownerPool.query(
      `insert into member_note (member_id, operator_id, text) values ($1, $2, 'Mr Wang, 1 High Street')`,
      written,
    );
    await server.ownerPool.query(
      `insert into member_restriction (member_id, kind, restricted, reason, operator_id) values ($1, 'trading', true, 'Mr Wang called', $2)`,
      written,
    );
    await ask();
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(1);
    await later(31);
    expect(await eraseClosed(server.worker, 30)).toBe(1);
    expect((await server.http.app.inject({ method: 'GET', url: path })).json()).toMatchObject({
      error: 'DATA_FILE_GONE',
    });
    expect(await endDataFiles(server.worker)).toBe(1);
    await later(1_827);
    expect(await forgetClosed(server.worker, 1_826)).toBe(1);
    expect(await own('select from member_note where member_id = $1')).toEqual([]);
    expect(await own('select kind, reason from member_restriction where member_id = $1')).toEqual([
      { kind: 'trading', reason: '—' },
    ]);
  });

  it('that is erased keeps of a complaint its number, topic, dates and outcome, once it is answered', async () => {
    const complaint = await complain('my address is 1 High Street');
    await ask();
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(1);
    await later(31);
    expect(await eraseClosed(server.worker, 30)).toBe(0);
    const { token: operator } = await desk.operator('support');
    await desk.call('POST', `/api/console/complaints/${complaint}/answer`, {
      token: operator,
      key: randomUUID(),
      body: { decision: 'upheld', text: 'We write to 1 High Street.' },
    });
    expect(await eraseClosed(server.worker, 30)).toBe(1);
    expect(await own('select id::text, topic, text, state, decision from complaint where member_id = $1')).toEqual([
      { id: complaint, topic: 'service', text: '—', state: 'answered', decision: 'upheld' },
    ]);
    expect(
      await own(
        `select s.kind, s.text from complaint_step s join complaint c on c.id = s.complaint_id
         where c.member_id = $1 and s.text is not null`,
      ),
    ).toEqual([{ kind: 'answered', text: '—' }]);
  });

  it('that is erased while its file is being made gets none', async () => {
    await send('POST', '/api/account/data');
    const due = await claim();
    await ask();
    await expireClosing();
    expect(await closeAccounts(server.worker)).toBe(1);
    await later(31);
    expect(await eraseClosed(server.worker, 30)).toBe(1);
    await expect(makeDataFile(worker(), due, 7)).rejects.toThrow('another try');
    expect(await endDataFiles(server.worker)).toBe(1);
    expect(await own('select status from data_request where member_id = $1')).toEqual([{ status: 'failed' }]);
  });

  /** What is in each table, but for news on their way to devices. */
  async function fingerprints(): Promise<Map<string, unknown>> {
    const { rows } = await server.ownerPool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname <> 'outbox'`,
    );
    const found = new Map<string, unknown>();
    for (const { name } of rows) {
      const all = await server.ownerPool.query<{ hash: string }>(
        `select md5(string_agg(x::text, '|' order by x::text)) as hash from "${name}" x`,
      );
      found.set(name, all.rows[0]?.hash);
    }
    return found;
  }

  async function changedSince(before: ReadonlyMap<string, unknown>): Promise<string[]> {
    const now = await fingerprints();
    return [...now.keys()].filter((name) => now.get(name) !== before.get(name)).toSorted();
  }

  /** The members that operators find with this state. */
  async function listed(state: 'closing' | 'closed'): Promise<string[]> {
    const operator = await desk.operator('support');
    const { body } = await desk.call('GET', `/api/console/members?restriction=${state}`, { token: operator.token });
    return membersView.parse(body.data).items.map(({ id }) => id);
  }

  /** Its day has come. */
  async function expireClosing(): Promise<void> {
    await untriggered(
      `update member_closing set asked_at = now() - interval '8 days', due_at = now() - interval '1 second'
       where member_id = $1 and stopped_at is null`,
    );
  }

  /** A wish stays as it was made, by a trigger; the owner may turn it off. */
  async function untriggered(text: string): Promise<void> {
    await server.ownerPool.query('alter table member_closing disable trigger keep_member_closing');
    await own(text);
    await server.ownerPool.query('alter table member_closing enable trigger keep_member_closing');
  }
});
