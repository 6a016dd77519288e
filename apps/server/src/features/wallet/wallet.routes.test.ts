import { randomUUID } from 'node:crypto';
import { memberView } from '@candor/contract/identity';
import { earningsView } from '@candor/contract/wallet';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { expect, test } from 'vitest';
import { localDateAt } from '@candor/domain/market/local-time';
import { nothingLeft } from '../../testing/nothing-left.ts';
import { amount, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import {
  databaseNow,
  makeCashOrder,
  makeMember,
  makeProduct,
  makeSession,
  makeTicks,
  writePast,
} from '../../testing/factories.ts';
import { uuidV7 } from '../../platform/ids/ids.ts';
import { selectResults } from './wallet-store.ts';
import { startWalletSite } from '../../testing/wallet-site.ts';

const { site, get, moneyNow, statement, reset, own, write } = startWalletSite();

test.each([
  ['GET', '/api/index/member'],
  ['GET', '/api/user/money'],
  ['GET', '/api/wallet/transfers'],
  ['GET', '/api/wallet/transfers?format=csv'],
  ['POST', '/api/wallet/practice/reset'],
] as const)('%s %s needs a session', async (method, path) => {
  for (const as of [undefined, 'x'.repeat(43)]) {
    const answer = await site.server.call(method, path, {
      ...(as === undefined ? {} : { token: as }),
      key: randomUUID(),
    });
    expect(answer.body).toMatchObject({ code: 401, error: 'SESSION_INVALID' });
  }
});

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
  const poor = await makeSession(site.server.pool, await makeMember(site.server.ownerPool, '0'));
  expect(await moneyNow(poor)).toMatchObject({ usermoney: amount('0'), available: amount('0') });
  expect((await statement('', poor)).items).toEqual([]);
});

test('the stake of an open order is not in the total and shows beside it', async () => {
  const product = await makeProduct(site.server.ownerPool, 'OPENUSD');
  const nowMs = await databaseNow(site.server.pool);
  await makeTicks(site.server, product, [{ at: Math.floor(nowMs / 1000) * 1000, price: 10_000 }]);
  await makeCashOrder(site.server.ownerPool, site.memberId, product);
  const body = { product, direction: 'up', durationSec: 60, stake: amount('250') };
  expect(
    (await site.server.call('POST', '/api/trade/orders', { token: site.token, key: randomUUID(), body })).body.code,
  ).toBe(200);
  expect(await moneyNow()).toMatchObject({
    usermoney: amount('99750'),
    available: amount('99750'),
    openStake: amount('250'),
  });
  expect((await reset()).body.data).toMatchObject({ usermoney: amount('100000'), openStake: amount('250') });
  const stranger = await makeSession(site.server.pool, await makeMember(site.server.pool));
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
  const iso = (ms: number) => new Date(ms).toISOString();
  const entry = Math.floor(atMs / 1000) * 1000 - 10_000;
  const id = uuidV7(entry);
  const stake = { refType: 'order', refId: id, amount: minor('100') };
  const funds = memberAccount('funds', site.memberId, wallet, TEST_CURRENCY.code);
  const escrow = houseAccount('escrow', wallet, TEST_CURRENCY.code);
  const house = houseAccount('house', wallet, TEST_CURRENCY.code);
  await write(
    { ...stake, debit: funds, credit: escrow, type: 'orderStake' },
    { ...stake, debit: escrow, credit: house, type: 'orderClose' },
    ...(won ? [{ ...stake, debit: house, credit: funds, amount: minor('185'), type: 'orderPayout' as const }] : []),
  );
  await writePast(
    site.server.ownerPool,
    `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec, terms_version,
       submitted_at, accepted_at, entry_at, closes_at, document_version)
     values ($1, $2, $8, 'TESTUSD', 'up', $6, 0, 8500, $7, 5, 1, $3, $3, $4, $5, 2)`,
    [id, site.memberId, iso(entry - 500), iso(entry), iso(entry + 5_000), minor('100'), minor('185'), wallet],
  );
  await writePast(
    site.server.ownerPool,
    `insert into settlement (order_id, member_id, outcome, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price, profit, credited, settled_at)
     values ($1, $2, $3, 1, $4, 100, 2, $5, $6, $7, $8, $9)`,
    [
      id,
      site.memberId,
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
  await makeProduct(site.server.ownerPool, 'TESTUSD');
  const zone = site.server.context.site.timeZone;
  const today = Date.parse(`${localDateAt(zone, site.server.context.clock.now())}T00:00:00+08:00`);
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
  const stranger = await makeSession(site.server.pool, await makeMember(site.server.pool));
  expect((await get('/api/index/member', stranger)).body.data).toMatchObject({
    userInfo: { yesterday_count: amount('0'), today_count: amount('0') },
  });
  // The entries of a date add up to its figure, page by page.
  const date = localDateAt(zone, today - 1);
  const first = earningsView.parse((await get(`/api/wallet/earnings?date=${date}&limit=1`)).body.data);
  const rest = earningsView.parse(
    (await get(`/api/wallet/earnings?date=${date}&limit=1&cursor=${first.nextCursor}`)).body.data,
  );
  expect(first).toMatchObject({ date, total: amount('-200'), expected: amount('0'), interest: [] });
  const entries = [...first.orders, ...rest.orders];
  expect(entries.map((order) => [order.amount, order.settledAt])).toEqual([
    [amount('-100'), new Date(today - 1).toISOString()],
    [amount('-100'), new Date(today - day).toISOString()],
  ]);
  expect(rest.nextCursor).toBeNull();
  expect(earningsView.parse((await get(`/api/wallet/earnings?date=${date}`, stranger)).body.data).orders).toEqual([]);
  for (const wrong of ['2026-02-30', '1969-12-31', 'today', ''])
    expect((await get(`/api/wallet/earnings?date=${wrong}`)).body.code).toBe(400);
  const filter = { memberId: site.memberId, wallet: 'practice', fromMs: today - day, splitMs: today - 1 } as const;
  expect(
    await selectResults(site.server.pool, nothingLeft, { ...filter, toMs: today }),
    'the end is not included',
  ).toEqual({
    yesterday: minor('-100'),
    today: minor('-100'),
  });
  // These orders have no ticks. They are removed again, so that the check of all money at the end judges only real
  // orders.
  await site.server.ownerPool.query('delete from settlement where member_id = $1', [site.memberId]);
  await site.server.ownerPool.query('delete from trade_order where member_id = $1', [site.memberId]);
});
