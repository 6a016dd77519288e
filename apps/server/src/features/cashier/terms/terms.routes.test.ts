import { randomUUID } from 'node:crypto';
import { depositChannelsView, depositView, inviteView, withdrawalTermsView } from '@candor/contract/cashier';
import { termsChangesView, termsChangeView, termsView } from '@candor/contract/console-terms';
import type { ChannelTermsBody, TermsView, WithdrawalTermsBody } from '@candor/contract/console-terms';
import { readInvite, readWithdrawalTerms } from '@candor/contract/calls/cashier';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tried } from '../../../testing/attacks.ts';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { acting, inName, letAct } from '../../../testing/test-operator.ts';

type TestOperator = Awaited<ReturnType<TestConsole['operator']>>;

let server: TestServer;
let consoleSite: TestConsole;
let admin: TestOperator;
let cashier: TestOperator;
let memberToken: string;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  admin = await consoleSite.operator('owner');
  cashier = await consoleSite.operator('cashier');
});
beforeEach(async () => {
  memberToken = await makeSession(server.pool, await makeMember(server.pool));
  // A proposal of another test would stand in the way.
  await server.ownerPool.query(
    `update cashier_change set status = 'withdrawn', checker = maker where status = 'proposed'`,
  );
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function terms(): Promise<TermsView> {
  return termsView.parse((await consoleSite.call('GET', '/api/console/terms', { token: admin.token })).body.data);
}

async function channel(code: string) {
  const found = (await terms()).channels.find((one) => one.code === code);
  if (found === undefined) throw new Error(`no channel ${code}`);
  return found;
}

/** The terms of a channel as they are sent, with changes. */
async function channelBody(code: string, changes: Partial<ChannelTermsBody> = {}) {
  const { version, terms: now } = await channel(code);
  const { kind: _kind, network: _network, ...body } = now;
  return { subject: 'channel', code, base: version, terms: { ...body, ...changes }, reason: 'a new account' };
}

async function ruleBody(changes: Partial<WithdrawalTermsBody> = {}) {
  const { version, terms: now } = (await terms()).withdrawals;
  return { subject: 'withdrawals', base: version, terms: { ...now, ...changes }, reason: 'costs have changed' };
}

async function propose(body: object, by = admin, key: string = randomUUID()) {
  return (await consoleSite.call('POST', '/api/console/terms/changes', { token: by.token, key, body })).body;
}

async function proposed(body: object): Promise<string> {
  const answer = await propose(body);
  expect(answer.error).toBeUndefined();
  return termsChangeView.parse(answer.data).id;
}

async function decide(id: string, approve: boolean, by = cashier, reason?: string) {
  const body = { approve, ...(reason === undefined ? {} : { reason }) };
  const path = `/api/console/terms/changes/${id}/decision`;
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function memberChannels() {
  const { body } = await server.call('GET', '/api/wallet/deposit-channels', { token: memberToken });
  return depositChannelsView.parse(body.data).items;
}

async function openDeposit(code: string, asset: string) {
  const body = { channel: code, amount: '1000', currency: asset };
  const answer = await server.call('POST', '/api/wallet/deposits', { token: memberToken, key: randomUUID(), body });
  return depositView.parse(answer.body.data);
}

describe('terms', () => {
  it('hold for members as soon as another operator approved them, and leave what runs as it was', async () => {
    const running = await openDeposit('bank', TEST_CURRENCY.code);
    const details = { bank: 'ICBC', holder: 'CANDOR', number: '6222 0000', branch: 'Main' };
    const id = await proposed(await channelBody('bank', { details, arrivalMinutes: 45, proofRequired: true }));
    expect((await channel('bank')).open).toBe(id);
    expect((await memberChannels()).find(({ code }) => code === 'bank')?.arrivalMinutes).toBe(30);

    const { version } = await channel('bank');
    expect(await decide(id, true)).toMatchObject({ data: { status: 'approved', checker: { id: `${cashier.id}` } } });
    expect(await channel('bank')).toMatchObject({ version: version + 1, open: null, terms: { details } });
    expect((await memberChannels()).find(({ code }) => code === 'bank')).toMatchObject({
      arrivalMinutes: 45,
      proofRequired: true,
    });
    const next = await openDeposit('bank', TEST_CURRENCY.code);
    expect(next.instructions).toEqual(details);

    const { body } = await server.call('GET', `/api/wallet/deposits/${running.id}`, { token: memberToken });
    expect(depositView.parse(body.data)).toMatchObject({ instructions: running.instructions, arrivalMinutes: 30 });
    const paid = { token: memberToken, key: randomUUID(), body: { payer: 'Li' } };
    expect((await server.call('POST', `/api/wallet/deposits/${running.id}/paid`, paid)).body.code).toBe(200);
    // Only what began after the change needs its proof.
    const unproven = { ...paid, key: randomUUID() };
    const refused = (await server.call('POST', `/api/wallet/deposits/${next.id}/paid`, unproven)).body;
    expect(Object.keys(refused.fields ?? {})).toEqual(['proof']);
  });

  it('say from which amount on two operators credit, and how far an amount may be; the audit log names them', async () => {
    const guards = { secondFrom: amount('500'), farRate: '0.0500', boundRate: '0.2000' };
    const id = await proposed(await channelBody('bank', guards));
    expect(await decide(id, true, admin)).toMatchObject({ error: 'SECOND_OPERATOR_NEEDED' });
    expect((await channel('bank')).terms).not.toMatchObject(guards);
    expect((await decide(id, true)).code).toBe(200);
    expect((await channel('bank')).terms).toMatchObject(guards);
    const { rows } = await server.ownerPool.query<{ changed: string }>(
      `select detail ->> 'changed' as changed from audit where command = 'console/terms/approve' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ changed: 'boundRate farRate secondFrom' }]);
    for (const [field, wrong] of [
      ['secondFrom', { secondFrom: amount('100001') }],
      ['farRate', { farRate: '0.3000' }],
      ['boundRate', { boundRate: '10.0001' }],
    ] as const)
      expect((await propose(await channelBody('bank', wrong))).fields).toHaveProperty(field);
  });

  it('of withdrawals do the same', async () => {
    const id = await proposed(await ruleBody({ feeRate: '0.0200', arrivalHours: 48 }));
    expect((await decide(id, true)).code).toBe(200);
    const { body } = await server.call('GET', readWithdrawalTerms.path, { token: memberToken });
    expect(withdrawalTermsView.parse(body.data)).toMatchObject({ feeRate: '0.0200', arrivalHours: 48 });
  });

  it('of rewards do the same, count up, and make sense', async () => {
    const { version, terms: now } = (await terms()).rewards;
    const body = (changes: object) => ({
      subject: 'rewards',
      base: version,
      terms: { ...now, ...changes },
      reason: 'costs',
    });
    expect(await propose(body({ turnoverRate: '0.5000' }))).toMatchObject({
      fields: { turnoverRate: 'FIELD_INVALID' },
    });
    expect(await propose(body({ amount: '-1' }))).toMatchObject({ fields: { 'terms.amount': 'AMOUNT_INVALID' } });
    expect((await propose(body({ dayMax: 0 }))).error).toBe('FIELD_INVALID');
    const wanted = { amount: amount('20'), turnoverRate: '25.0000', dayMax: 3 };
    const id = await proposed(body(wanted));
    expect((await decide(id, true, admin)).error).toBe('SECOND_OPERATOR_NEEDED');
    expect((await terms()).rewards).toMatchObject({ version, open: id, terms: now });
    expect((await decide(id, true)).code).toBe(200);
    expect((await terms()).rewards).toMatchObject({ version: version + 1, open: null, terms: wanted });
    const { body: own } = await server.call('GET', readInvite.path, { token: memberToken });
    expect(inviteView.parse(own.data)).toMatchObject({ reward: amount('20'), turnoverRate: '25.0000', dayMax: 3 });
  });

  it('of withdrawals change as a whole, and count up', async () => {
    const before = (await terms()).withdrawals;
    const changes = {
      min: amount('150'),
      max: amount('40000'),
      dailyMax: amount('90000'),
      feeRate: '0.0300',
      feeMin: amount('3'),
      feeMax: amount('45'),
      cardRequired: !before.terms.cardRequired,
      identityRequired: !before.terms.identityRequired,
      arrivalHours: 72,
    };
    expect((await decide(await proposed(await ruleBody(changes)), true)).code).toBe(200);
    expect((await terms()).withdrawals).toMatchObject({ version: before.version + 1, terms: changes });
    expect((await decide(await proposed(await ruleBody(before.terms)), true)).code).toBe(200);
    expect((await terms()).withdrawals.terms).toEqual(before.terms);
  });

  it('make a new channel for bank transfers and coins, and none that credits by itself', async () => {
    const { terms: coin } = await channel('usdt-trc20');
    const { kind: _kind, network: _network, ...body } = coin;
    const wanted = { subject: 'channel', base: 0, reason: 'another address', terms: { ...body, position: 9 } };
    const id = await proposed({ ...wanted, code: 'usdt-two', kind: 'usdt', network: 'trc20' });
    expect((await decide(id, true)).code).toBe(200);
    expect((await memberChannels()).map(({ code }) => code)).toContain('usdt-two');
    expect(await propose({ ...wanted, code: 'online-two', kind: 'online' })).toMatchObject({
      fields: { kind: 'FIELD_INVALID' },
    });
    expect(await propose({ ...wanted, code: 'usdt-three', kind: 'usdt' })).toMatchObject({
      fields: { network: 'FIELD_INVALID' },
    });
  });

  it('switch a channel off for new deposits alone', async () => {
    const running = await openDeposit('usdt-erc20', 'USDT');
    expect((await decide(await proposed(await channelBody('usdt-erc20', { active: false })), true)).code).toBe(200);
    expect((await memberChannels()).map(({ code }) => code)).not.toContain('usdt-erc20');
    const paid = { token: memberToken, key: randomUUID(), body: { txid: `0x${'a'.repeat(64)}` } };
    expect((await server.call('POST', `/api/wallet/deposits/${running.id}/paid`, paid)).body.code).toBe(200);
    await decide(await proposed(await channelBody('usdt-erc20', { active: true })), true);
  });

  it.each<[string, Partial<ChannelTermsBody>, string, string]>([
    ['a price of the account currency', { rate: '1.1000' }, 'rate', 'FIELD_INVALID'],
    ['a maximum below the minimum', { max: '1' }, 'max', 'AMOUNT_INVALID'],
    ['an account without a holder', { details: { bank: 'ICBC', number: '1' } }, 'holder', 'CHANNEL_DETAIL_REQUIRED'],
    [
      'an address at a bank',
      { details: { bank: 'ICBC', holder: 'C', number: '1', address: 'x' } },
      'address',
      'FIELD_INVALID',
    ],
  ])('that make no sense are refused at their field: %s', async (_, changes, field, key) => {
    expect(await propose(await channelBody('bank', changes))).toMatchObject({ error: key, fields: { [field]: key } });
  });

  it.each([
    // One letter of a real address is wrong: the checksum says so.
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    '0x000000000000000000000000000000000000dEaD',
  ])('with an address that is none are refused: %s', async (address) => {
    expect(await propose(await channelBody('usdt-trc20', { details: { address } }))).toMatchObject({
      error: 'CHANNEL_ADDRESS_INVALID',
    });
  });

  it.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeBed', 'CHANNEL_ADDRESS_CASE'],
    [`0x${'0'.repeat(40)}`, 'CHANNEL_ADDRESS_NOBODY'],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'CHANNEL_ADDRESS_TOKEN'],
  ])('with an address where money would be lost are refused: %s', async (address, error) => {
    expect(await propose(await channelBody('usdt-erc20', { details: { address } }))).toMatchObject({
      error,
      fields: { address: error },
    });
  });

  it('with an address copied with what nobody sees are those of the address', async () => {
    const address = '\u202D０x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\u200B\u202C';
    const made = await propose(await channelBody('usdt-erc20', { details: { address } }));
    const { id, terms } = termsChangeView.parse(made.data);
    expect(terms).toMatchObject({ details: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } });
    expect((await decide(id, false, cashier, 'a test')).code).toBe(200);
  });

  it('of withdrawals leave something of every withdrawal', async () => {
    expect(await propose(await ruleBody({ feeMin: amount('100'), feeMax: amount('100') }))).toMatchObject({
      fields: { feeMin: 'AMOUNT_INVALID' },
    });
    expect(await propose(await ruleBody({ feeRate: '1' }))).toMatchObject({ fields: { feeRate: 'FIELD_INVALID' } });
  });
});

describe('a proposal', () => {
  it('needs another operator, a change, and to be the only one', async () => {
    expect((await propose(await channelBody('bank'))).error).toBe('TERMS_UNCHANGED');
    const body = await channelBody('bank', { position: 7 });
    const id = await proposed(body);
    expect((await propose(body)).error).toBe('TERMS_CHANGE_OPEN');
    expect((await decide(id, true, admin)).error).toBe('SECOND_OPERATOR_NEEDED');
    expect(await decide(id, false)).toMatchObject({ error: 'REASON_REQUIRED', fields: { reason: 'REASON_REQUIRED' } });
    expect((await decide(id, false, cashier, 'why?')).code).toBe(200);
    expect((await decide(id, true)).error).toBe('TERMS_CHANGE_DECIDED');
    expect((await propose(body, cashier)).error).toBe('FORBIDDEN');
  });

  it('to older terms is refused, and so is an approval of what is old by now', async () => {
    const seen = await channelBody('bank', { position: 6 });
    expect((await decide(await proposed(await channelBody('bank', { position: 5 })), true)).code).toBe(200);
    expect((await propose(seen)).error).toBe('TERMS_CHANGE_OLD');
    const id = await proposed(await channelBody('bank', { position: 4 }));
    await server.ownerPool.query(`update deposit_channel set version = version + 1 where code = 'bank'`);
    expect((await decide(id, true)).error).toBe('TERMS_CHANGE_OLD');
    const body = { token: admin.token, key: randomUUID(), body: {} };
    expect((await consoleSite.call('POST', `/api/console/terms/changes/${id}/withdraw`, body)).body.code).toBe(200);
  });

  it('made twice at once, or decided twice at once, has one effect', async () => {
    const body = await channelBody('bank', { position: 3 });
    const both = await Promise.all([propose(body), propose(body)]);
    expect(both.map(({ error }) => error ?? 'OK').toSorted()).toEqual(['OK', 'TERMS_CHANGE_OPEN']);
    const id = (await channel('bank')).open ?? '';
    const { version } = await channel('bank');
    const other = await consoleSite.operator('cashier');
    const decided = await Promise.all([decide(id, true), decide(id, true, other), decide(id, false, other, 'no')]);
    expect(decided.filter(({ code }) => code === 200)).toHaveLength(1);
    expect((await channel('bank')).version - version).toBeLessThanOrEqual(1);
  });

  it('is listed with both terms, counted, and in the chain of the audit', async () => {
    const id = await proposed(await channelBody('bank', { position: 2 }));
    const list = await consoleSite.call('GET', '/api/console/terms/changes?status=proposed', { token: cashier.token });
    const [line] = termsChangesView.parse(list.body.data).items;
    expect(line).toMatchObject({ id, terms: { position: 2 }, maker: { id: `${admin.id}` } });
    expect(line?.before).toMatchObject({ kind: 'bank' });
    const counters = await consoleSite.call('GET', '/api/console/counters', { token: cashier.token });
    expect(counters.body.data).toMatchObject({ terms: 1 });
    await decide(id, true);
    const { rows } = await server.ownerPool.query(
      `select command, seq is not null as chained, detail ->> 'changed' as changed from audit where subject_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { command: 'console/terms/propose', chained: true, changed: 'position' },
      { command: 'console/terms/approve', chained: true, changed: 'position' },
    ]);
  });
});

describe('the database', () => {
  it.each([
    ['the address of a channel', `update deposit_channel set details = '{}'`],
    ['the rate of a channel', 'update deposit_channel set rate = 1'],
    ['the fee of withdrawals', 'update withdrawal_rule set fee_rate = 1'],
    ['what is proposed', `update cashier_change set terms = '{}'`],
    ['what was there before', `update cashier_change set before = null`],
    ['the maker', 'update cashier_change set maker = 1'],
    ['that it was proposed', 'delete from cashier_change'],
  ])('lets no role change %s by itself', async (_, sql) => {
    expect(await tried(consoleSite.context.pool, sql)).toBe('42501');
    expect(await tried(server.pool, sql)).toBe('42501');
  });

  it('keeps maker and checker apart and operators, a decision final, and takes only whole terms', async () => {
    const id = await proposed(await channelBody('bank', { position: 12 }));
    const memberId = await makeMember(server.pool);
    const { pool } = consoleSite.context;
    const approve = (by: bigint) =>
      inName(`update cashier_change set status = 'approved', checker = ${by} where id = '${id}'`, cashier.id);
    await letAct(server.ownerPool, admin.id, cashier.id);
    expect(await tried(pool, approve(admin.id))).toBe('23514');
    expect(await tried(pool, approve(memberId))).toBe('CD012');
    expect(await tried(pool, approve(cashier.id))).toBe('done');
    const insert = (values: string) =>
      `${acting(admin.id)}; insert into cashier_change (id, subject, base, terms, reason, maker) select gen_random_uuid(), ${values}, 'x', ${admin.id}`;
    const now = `cashier_terms('channel/usdt-trc20')`;
    const { rows } = await server.ownerPool.query<{ terms: object }>(`select ${now} as terms`);
    const text = (changes: object) => `'${JSON.stringify({ ...rows[0]?.terms, ...changes })}'`;
    const { version } = await channel('usdt-trc20');
    expect(await tried(pool, insert(`'channel/usdt-trc20', ${version}, ${text({ position: 1 })}`))).toBe('done');
    expect(await tried(pool, insert(`'channel/usdt-trc20', ${version}, '{}'`))).toBe('CD012');
    expect(await tried(pool, insert(`'channel/usdt-trc20', ${version}, ${text({ more: 1 })}`))).toBe('CD012');
    expect(await tried(pool, insert(`'channel/usdt-trc20', ${version}, ${text({ position: undefined })}`))).toBe(
      'CD012',
    );
    expect(await tried(pool, insert(`'channel/usdt-trc20', ${version + 1}, ${text({})}`))).toBe('CD012');
    expect(await tried(pool, insert(`'channel/usdt-trc20', ${version}, ${text({ network: 'erc20' })}`))).toBe('CD012');
    expect(await tried(pool, insert(`'channel/fresh', 0, ${text({ kind: 'practice', network: null })}`))).toBe('CD012');
    await decide(id, false, cashier, 'no');
    expect(await tried(pool, approve(cashier.id))).toBe('CD012');
  });
});
