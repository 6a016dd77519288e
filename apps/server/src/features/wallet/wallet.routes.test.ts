import { randomUUID } from 'node:crypto';
import { memberView, moneyView } from '@candor/contract/identity';
import type { TransfersView } from '@candor/contract/wallet';
import { transfersView } from '@candor/contract/wallet';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { MemberKind } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '../../platform/db/transaction.ts';
import { lockMembers, writeTransfers } from '../../services/ledger/ledger.ts';
import { localDateAt } from '@candor/domain/market/local-time';
import { amount, amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import {
  databaseNow,
  makeCashOrder,
  makeMember,
  makeOtherMoney,
  makeProduct,
  makeSession,
  makeTicks,
  writePast,
} from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { selectResults } from './wallet-store.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.stop();
});

beforeEach(async () => {
  memberId = await makeMember(server.pool);
  await makeOtherMoney(server.ownerPool, memberId);
  token = await makeSession(server.pool, memberId);
});

async function get(path: string, as = token) {
  return await server.call('GET', path, { token: as, language: 'en' });
}

async function moneyNow(as = token) {
  return moneyView.parse((await get('/api/user/money', as)).body.data);
}

async function statement(query = '', as = token): Promise<TransfersView> {
  return transfersView.parse((await get(`/api/wallet/transfers${query}`, as)).body.data);
}

async function reset(key: string = randomUUID(), as = token) {
  return await server.call('POST', '/api/wallet/practice/reset', { token: as, key, language: 'en' });
}

function own(kind: MemberKind) {
  return memberAccount(kind, memberId, 'practice', TEST_CURRENCY.code);
}

function house(kind: 'clearing' | 'grants') {
  return houseAccount(kind, 'practice', TEST_CURRENCY.code);
}

async function write(...drafts: Partial<TransferDraft>[]) {
  return await withTransaction(server.ownerPool, async (db) => {
    await lockMembers(db, [memberId]);
    return await writeTransfers(
      db,
      drafts.map((draft) => ({
        debit: own('funds'),
        credit: house('clearing'),
        amount: minor('100'),
        type: 'manualDeduct',
        phase: 'single',
        refType: 'test',
        refId: 'r1',
        ...draft,
      })),
    );
  });
}

test.each([
  ['GET', '/api/index/member'],
  ['GET', '/api/user/money'],
  ['GET', '/api/wallet/transfers'],
  ['GET', '/api/wallet/transfers?format=csv'],
  ['POST', '/api/wallet/practice/reset'],
] as const)('%s %s needs a session', async (method, path) => {
  for (const as of [undefined, 'x'.repeat(43)]) {
    const answer = await server.call(method, path, { ...(as === undefined ? {} : { token: as }), key: randomUUID() });
    expect(answer.body).toMatchObject({ code: 401, error: 'SESSION_INVALID' });
  }
});

// Money --------------------------------------------------------------------------------------------------------------

test('the total is the available, held, invested and saved money', async () => {
  await write(
    { phase: 'pending', id: randomUUID(), type: 'withdraw', amount: minor('1000') },
    { credit: own('invested'), type: 'investment', amount: minor('20000') },
    { credit: own('savings'), type: 'savingsIn', amount: minor('300') },
  );
  expect(await moneyNow()).toEqual({
    usermoney: amount('100000'),
    available: amount('78700'),
    held: amount('1000'),
    invested: amount('20000'),
    savings: amount('300'),
    openStake: amount('0'),
    wallet: 'practice',
    currency: TEST_CURRENCY.code,
  });
  expect(memberView.parse((await get('/api/index/member')).body.data).userInfo.invest_count).toBe(amount('20300'));
});

test('a member who never had money has a total of zero', async () => {
  const poor = await makeSession(server.pool, await makeMember(server.ownerPool, '0'));
  expect(await moneyNow(poor)).toMatchObject({ usermoney: amount('0'), available: amount('0') });
  expect((await statement('', poor)).items).toEqual([]);
});

test('the stake of an open order is not in the total and shows beside it', async () => {
  const product = await makeProduct(server.ownerPool, 'OPENUSD');
  const nowMs = await databaseNow(server.pool);
  await makeTicks(server, product, [{ at: Math.floor(nowMs / 1000) * 1000, price: 10_000 }]);
  await makeCashOrder(server.ownerPool, memberId, product);
  const body = { product, direction: 'up', durationSec: 60, stake: amount('250') };
  expect((await server.call('POST', '/api/trade/orders', { token, key: randomUUID(), body })).body.code).toBe(200);
  expect(await moneyNow()).toMatchObject({
    usermoney: amount('99750'),
    available: amount('99750'),
    openStake: amount('250'),
  });
  expect((await reset()).body.data).toMatchObject({ usermoney: amount('100000'), openStake: amount('250') });
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  expect(await moneyNow(stranger)).toMatchObject({ openStake: amount('0') });
});

test.each([
  ['wallet=practice', 200, undefined],
  ['wallet=cash', 500, 'WALLET_UNAVAILABLE'],
  ['wallet=escrow', 400, 'FIELD_INVALID'],
  ['wallet=cash&wallet=practice', 400, 'FIELD_INVALID'],
  ['memberId=1', 400, 'FIELD_UNKNOWN'],
  ['__proto__=x', 400, 'FIELD_UNKNOWN'],
])('money?%s: %i %s', async (query, code, error) => {
  const { body } = await get(`/api/user/money?${query}`);
  expect([body.code, body.error]).toEqual([code, error]);
});

/** An order that looks settled at a given moment, with a net result; the wallet's money is moved to match. */
async function settledAt(atMs: number, won: boolean, wallet: 'practice' | 'cash' = 'practice') {
  const id = randomUUID();
  const iso = (ms: number) => new Date(ms).toISOString();
  const entry = Math.floor(atMs / 1000) * 1000 - 10_000;
  const stake = { refType: 'order', refId: id, amount: minor('100') };
  const funds = memberAccount('funds', memberId, wallet, TEST_CURRENCY.code);
  const escrow = houseAccount('escrow', wallet, TEST_CURRENCY.code);
  const house = houseAccount('house', wallet, TEST_CURRENCY.code);
  await write(
    { ...stake, debit: funds, credit: escrow, type: 'orderStake' },
    { ...stake, debit: escrow, credit: house, type: 'orderClose' },
    ...(won ? [{ ...stake, debit: house, credit: funds, amount: minor('185'), type: 'orderPayout' as const }] : []),
  );
  await writePast(
    server.ownerPool,
    `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
       submitted_at, accepted_at, entry_at, closes_at)
     values ($1, $2, $8, 'TESTUSD', 'up', $6, 0, 8500, $7, 5, 1, $3, $3, $4, $5)`,
    [id, memberId, iso(entry - 500), iso(entry), iso(entry + 5_000), minor('100'), minor('185'), wallet],
  );
  await writePast(
    server.ownerPool,
    `insert into settlement (order_id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited, settled_at)
     values ($1, $2, $3, 1, $4, 100, 2, $5, $6, $7, $8, $9)`,
    [
      id,
      memberId,
      won ? 'won' : 'lost',
      iso(entry),
      iso(entry + 5_000),
      won ? 200 : 50,
      won ? minor('85') : minor('-100'),
      won ? minor('185') : 0n,
      iso(atMs),
    ],
  );
}

test('earnings are the net results of the site’s business dates, of this member only', async () => {
  await makeProduct(server.ownerPool, 'TESTUSD');
  const zone = server.context.site.timeZone;
  const today = Date.parse(`${localDateAt(zone, server.context.clock.now())}T00:00:00+08:00`);
  const day = 86_400_000;
  await settledAt(today, true);
  await settledAt(today - 1, false);
  await settledAt(today - day, false);
  await settledAt(today - day - 1, true);
  // Of the other wallet: no figure of this one.
  await settledAt(today, false, 'cash');
  await settledAt(today - 1, true, 'cash');
  expect(memberView.parse((await get('/api/index/member')).body.data).userInfo).toEqual({
    invest_count: amount('0'),
    yesterday_count: amount('-200'),
    today_count: amount('85'),
  });
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  expect((await get('/api/index/member', stranger)).body.data).toMatchObject({
    userInfo: { yesterday_count: amount('0'), today_count: amount('0') },
  });
  const filter = { memberId, wallet: 'practice', fromMs: today - day, splitMs: today - 1 } as const;
  expect(await selectResults(server.pool, { ...filter, toMs: today }), 'the end is not included').toEqual({
    yesterday: minor('-100'),
    today: minor('-100'),
  });
  // These orders have no ticks. They are removed again, so that the check of all money at the end judges only real
  // orders.
  await server.ownerPool.query('delete from settlement where member_id = $1', [memberId]);
  await server.ownerPool.query('delete from trade_order where member_id = $1', [memberId]);
});

// Statement ----------------------------------------------------------------------------------------------------------

test('lines have the member’s sign, newest first, each with the balance after it', async () => {
  const hold = randomUUID();
  const held = { type: 'withdraw', amount: minor('500'), refType: 'withdrawal', refId: 'w1' } as const;
  await write({ type: 'manualDeduct', amount: minor('10') });
  await write({ debit: house('clearing'), credit: own('funds'), type: 'recharge', amount: minor('7') });
  await write({ ...held, phase: 'pending', id: hold });
  await write({ ...held, phase: 'post', pendingId: hold });
  const { items, nextCursor } = await statement();
  expect(items.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter])).toEqual([
    ['withdraw', amount('-500'), amount('99497')],
    ['recharge', amount('7'), amount('99997')],
    ['manualDeduct', amount('-10'), amount('99990')],
    ['practiceGrant', amount('100000'), amount('100000')],
  ]);
  expect(nextCursor).toBeNull();
  expect(items[0]).toMatchObject({ refType: 'withdrawal', refId: 'w1', wallet: 'practice' });
});

test('a released hold has no line', async () => {
  const hold = randomUUID();
  await write({ phase: 'pending', id: hold, type: 'withdraw' });
  await write({ phase: 'void', pendingId: hold, type: 'withdraw' });
  expect((await statement()).items.map(({ type }) => type)).toEqual(['practiceGrant']);
});

test('pages have no gap and no overlap while new lines arrive', async () => {
  for (let i = 0; i < 7; i += 1) await write({ refId: `n${i}` });
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 10; page += 1) {
    const answer: TransfersView = await statement(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...answer.items.map(({ type, refId }) => (type === 'practiceGrant' ? 'grant' : refId)));
    cursor = answer.nextCursor;
    await write({ refId: 'later' });
  }
  expect(seen).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0', 'grant']);
});

test('type and time narrow the list; from is included, to is not', async () => {
  await write({ type: 'fee' });
  const { items } = await statement('?type=fee');
  expect(items.map(({ type }) => type)).toEqual(['fee']);
  const at = items[0]?.at ?? '';
  const next = new Date(Date.parse(at) + 1).toISOString();
  expect((await statement(`?type=fee&from=${at}&to=${next}`)).items).toHaveLength(1);
  expect((await statement(`?to=${at}`)).items.map(({ type }) => type)).toEqual(['practiceGrant']);
  expect((await statement('?from=2020-01-01&to=2020-01-02')).items).toEqual([]);
  expect(
    (await statement(`?from=${localDateAt(server.context.site.timeZone, server.context.clock.now())}`)).items,
  ).toHaveLength(2);
});

test('a line exactly at a bound: from includes it, to does not', async () => {
  const [id] = await write({ type: 'fee' });
  const at = '2026-03-01T12:00:00.000Z';
  // Times in answers end at the millisecond. Only a line that is exactly there shows where the bounds are.
  await writePast(server.ownerPool, 'update transfer set at = $1 where id = $2', [at, id]);
  const fees = async (query: string) => (await statement(`?type=fee&${query}`)).items.length;
  expect([await fees(`from=${at}`), await fees('from=2026-03-01T12:00:00.001Z')]).toEqual([1, 0]);
  expect([await fees(`to=${at}`), await fees('to=2026-03-01T12:00:00.001Z')]).toEqual([0, 1]);
});

test('the statement covers the funds: savings and investments are one line there, and their own accounts have none', async () => {
  await write({ credit: own('savings'), type: 'savingsIn' }, { credit: own('invested'), type: 'investment' });
  expect((await statement()).items.map(({ type }) => type)).toEqual(['investment', 'savingsIn', 'practiceGrant']);
});

test('several types give the lines of each of them', async () => {
  for (const type of ['fee', 'interest', 'manualAdd'] as const) await write({ type });
  expect((await statement('?type=interest,fee')).items.map(({ type }) => type)).toEqual(['interest', 'fee']);
});

test("a member never sees another member's lines", async () => {
  await write({ refId: 'private' });
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  expect((await statement('', stranger)).items.map(({ type }) => type)).toEqual(['practiceGrant']);
  expect((await get('/api/wallet/transfers?format=csv', stranger)).text).not.toContain('private');
});

test.each([
  ['type=orderClose', 400],
  ['type=', 400],
  ['type=fee,orderClose', 400],
  ['type=fee,', 400],
  ['from=2026-02-30', 400],
  ['from=yesterday', 400],
  ['cursor=-1', 400],
  ['cursor=1e5', 400],
  ['cursor=99999999999999999999', 400],
  ['refId=1', 400],
  ['refId=', 400],
  ['limit=1000', 400],
  ['format=xml', 400],
  ['wallet=cash', 500],
  ['memberId=1', 400],
])('transfers?%s: %i', async (query, code) => {
  expect((await get(`/api/wallet/transfers?${query}`)).body.code).toBe(code);
  expect((await get(`/api/wallet/transfers?format=csv&${query}`)).body.code).toBe(code);
});

test('the CSV statement is a file with every line, and no cell that a spreadsheet would run', async () => {
  await write({ refId: '=HYPERLINK("https://example.org","x")' });
  await write(...Array.from({ length: 1_200 }, (_, n) => ({ amount: money(1n), refId: `n${n}` })));
  const answer = await get('/api/wallet/transfers?format=csv');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="candor-practice-${localDateAt(server.context.site.timeZone, server.context.clock.now())}.csv"`,
    'cache-control': 'no-store',
  });
  const lines = answer.text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFTime (UTC),Type,Amount,Balance after,Wallet,Belongs to,Reference,Transfer');
  expect(lines).toHaveLength(1 + 1_202 + 1);
  expect(new Set(lines).size).toBe(lines.length);
  const left = minor('99900') - 1_200n;
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Manual deduct,/);
  expect(lines[1]).toContain(`,${amountOf(-1n)},${amountOf(left)},Practice,test,n1199,`);
  expect(answer.text).toContain(`"'=HYPERLINK(""https://example.org"",""x"")"`);
});

test('the file is in the language of Accept-Language', async () => {
  const head = async (language?: string) =>
    (
      await server.call('GET', '/api/wallet/transfers?format=csv', {
        token,
        ...(language === undefined ? {} : { language }),
      })
    ).text.split('\r\n');
  expect((await head())[0]).toContain('变动后余额');
  const traditional = await head('zh-TW,en;q=0.5');
  expect(traditional[0]).toContain('異動後餘額');
  expect(traditional[1]).toContain(',模擬資金發放,');
});

test('refId selects the lines of one thing, in any spelling of the id, and never those of other members', async () => {
  const [asked, other] = [randomUUID(), randomUUID()];
  await write({ refId: asked, type: 'orderStake' }, { refId: other, type: 'orderStake' });
  await write({ debit: house('clearing'), credit: own('funds'), refId: asked, type: 'orderRefund' });
  const types = async (query: string, as = token) => (await statement(query, as)).items.map(({ type }) => type);
  expect(await types(`?refId=${asked}`)).toEqual(['orderRefund', 'orderStake']);
  expect(await types(`?refId=${asked.toUpperCase()}&type=orderStake`)).toEqual(['orderStake']);
  expect(await types(`?refId=${randomUUID()}`)).toEqual([]);
  expect((await get(`/api/wallet/transfers?refId=${asked}&format=csv`)).text).not.toContain(other);
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  expect(await types(`?refId=${asked}`, stranger)).toEqual([]);
});

// Practice reset -----------------------------------------------------------------------------------------------------

test('a reset adds the missing amount in one transfer', async () => {
  await write({ amount: money(minor('40000') + 1n) });
  expect((await reset()).body).toMatchObject({
    code: 200,
    data: { available: amount('100000'), usermoney: amount('100000') },
  });
  expect((await statement('?type=practiceReset')).items).toMatchObject([
    { amount: amountOf(minor('40000') + 1n), balanceAfter: amount('100000') },
  ]);
});

test('a reset takes away the surplus', async () => {
  await write({ debit: house('clearing'), credit: own('funds'), type: 'manualAdd', amount: minor('5') });
  expect((await reset()).body).toMatchObject({ data: { available: amount('100000') } });
  expect((await statement('?type=practiceReset')).items).toMatchObject([
    { amount: amount('-5'), balanceAfter: amount('100000') },
  ]);
});

test('a reset at the starting balance moves nothing', async () => {
  expect((await reset()).body).toMatchObject({ code: 200, data: { available: amount('100000') } });
  expect((await statement('?type=practiceReset')).items).toEqual([]);
});

test('holds, savings and holdings stay', async () => {
  await write(
    { phase: 'pending', id: randomUUID(), type: 'withdraw', amount: minor('1000') },
    { credit: own('savings'), type: 'savingsIn', amount: minor('300') },
  );
  expect((await reset()).body.data).toMatchObject({
    available: amount('100000'),
    held: amount('1000'),
    savings: amount('300'),
    usermoney: amount('101300'),
  });
});

test('the same key repeats the first answer and moves nothing; eight calls at once move money once', async () => {
  await write({ amount: minor('70') });
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, async () => await reset(key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  await write({ amount: minor('30') });
  expect((await reset(key.toUpperCase())).text).toBe(answers[0]?.text);
  expect(await moneyNow()).toMatchObject({ available: amount('99970') });
  expect((await statement('?type=practiceReset')).items).toHaveLength(1);
});

test('simultaneous resets with different keys also end at the starting balance', async () => {
  await write({ amount: minor('70') });
  await Promise.all(Array.from({ length: 8 }, async () => await reset()));
  expect(await moneyNow()).toMatchObject({ available: amount('100000') });
  expect((await statement('?type=practiceReset')).items).toHaveLength(1);
});

test("one member's key is separate from another's", async () => {
  const key = randomUUID();
  await reset(key);
  const other = await makeMember(server.ownerPool, '5');
  const otherToken = await makeSession(server.pool, other);
  expect((await reset(key, otherToken)).body).toMatchObject({ code: 200 });
  expect(await moneyNow(otherToken)).toMatchObject({ available: amount('100000') });
});

test('a reset without a valid key, or with a body, is refused', async () => {
  const path = '/api/wallet/practice/reset';
  expect((await server.call('POST', path, { token })).body).toMatchObject({
    code: 400,
    error: 'IDEMPOTENCY_KEY_REQUIRED',
  });
  expect((await reset('1')).body.code).toBe(400);
  const withBody = async (body: unknown) => (await server.call('POST', path, { token, key: randomUUID(), body })).body;
  expect(await withBody({ amount: amount('1000000') })).toMatchObject({ code: 400, error: 'FIELD_UNKNOWN' });
  expect(await withBody({})).toMatchObject({ code: 200 });
});

/** Makes something to reset: an amount leaves the wallet. */
async function loseSome(): Promise<void> {
  await write({});
}

test('practice money can be reset five times in 24 hours, counted by the ledger and its clock', async () => {
  for (let done = 1; done <= 5; done += 1) {
    await loseSome();
    expect((await reset()).body.code).toBe(200);
  }
  expect((await reset()).body.code, 'where nothing is to be moved it stays allowed').toBe(200);
  await loseSome();
  const before = (await statement()).items.length;
  const refused = await reset();
  expect(refused.body).toMatchObject({
    code: 429,
    error: 'PRACTICE_RESET_LIMIT',
    msg: 'Practice money can be reset 5 times in 24 hours. Please try again in 24 h.',
  });
  expect(refused.body['retryAfterSec']).toBeGreaterThan(86_300);
  expect((await statement()).items).toHaveLength(before);

  const first = memberId;
  memberId = await makeMember(server.pool);
  const others = await makeSession(server.pool, memberId);
  await loseSome();
  expect((await reset(randomUUID(), others)).body.code, 'each member has their own').toBe(200);
  expect((await statement('?type=practiceReset', others)).items).toHaveLength(1);
  memberId = first;

  await server.ownerPool.query(
    `update transfer set at = at - interval '24 hours' where id = (
       select id from transfer where type = 'practiceReset' and ref_id = $1 order by at limit 1)`,
    [memberId.toString()],
  );
  expect((await reset()).body.code, 'a day after the first').toBe(200);
  await loseSome();
  expect((await reset()).body.error).toBe('PRACTICE_RESET_LIMIT');
});

test('of twenty resets at once with different keys, at most five pass', async () => {
  await loseSome();
  for (let done = 1; done <= 4; done += 1) {
    await reset();
    await loseSome();
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      await loseSome();
      return await reset();
    }),
  );
  const moved = (await statement('?type=practiceReset')).items;
  expect(moved).toHaveLength(5);
  expect(answers.filter(({ body }) => body.error === 'PRACTICE_RESET_LIMIT').length).toBeGreaterThan(0);
});

test('a refused reset can be retried with its key once a reset is free again', async () => {
  for (let done = 1; done <= 5; done += 1) {
    await loseSome();
    await reset();
  }
  await loseSome();
  const key = randomUUID();
  expect((await reset(key)).body.error).toBe('PRACTICE_RESET_LIMIT');
  await server.ownerPool.query(`update transfer set at = at - interval '25 hours' where ref_id = $1`, [
    memberId.toString(),
  ]);
  expect((await reset(key)).body.code).toBe(200);
});

test('the member gets an event about a reset', async () => {
  await write({});
  const received: string[] = [];
  const unsubscribe = server.context.bus.subscribe('me', (messages) => received.push(JSON.stringify(messages)));
  await reset();
  await expect.poll(() => received.join()).toContain(`{"memberId":"${memberId}","d":{"type":"money"}}`);
  unsubscribe();
});
