import { randomUUID } from 'node:crypto';
import type { TransfersView } from '@candor/contract/wallet';
import { money } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { localDateAt } from '@candor/domain/market/local-time';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { makeMember, makeSession, writePast } from '../../testing/factories.ts';
import { startWalletSite } from '../../testing/wallet-site.ts';

const { site, get, statement, own, house, write } = startWalletSite();

test('lines have the member’s sign, newest first, each with the balance after it', async () => {
  const hold = randomUUID();
  const refId = randomUUID();
  const held = { type: 'withdraw', amount: minor('500'), refType: 'withdrawal', refId } as const;
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
  expect(items[0]).toMatchObject({ refType: 'withdrawal', refId, wallet: 'practice' });
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
    (await statement(`?from=${localDateAt(site.server.context.site.timeZone, site.server.context.clock.now())}`)).items,
  ).toHaveLength(2);
});

test('a line exactly at a bound: from includes it, to does not', async () => {
  const [id] = await write({ type: 'fee' });
  const at = '2026-03-01T12:00:00.000Z';
  // Times in answers end at the millisecond. Only a line that is exactly there shows where the bounds are.
  await writePast(site.server.ownerPool, 'update transfer set at = $1 where id = $2', [at, id]);
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
  const stranger = await makeSession(site.server.pool, await makeMember(site.server.pool));
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
  ['site.memberId=1', 400],
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
    'content-disposition': `attachment; filename="candor-practice-${localDateAt(site.server.context.site.timeZone, site.server.context.clock.now())}.csv"`,
    'cache-control': 'no-store',
  });
  const lines = answer.text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFTime (UTC),Type,Amount,Balance after,Wallet,Belongs to,Reference,Transfer,Explanation');
  expect(lines).toHaveLength(2 + 1_202 + 2);
  expect(new Set(lines).size).toBe(lines.length);
  const left = minor('99900') - 1_200n;
  expect(lines[2]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Manual deduct,/);
  expect(lines[2]).toContain(`,${amountOf(-1n)},${amountOf(left)},Practice,test,n1199,`);
  expect(answer.text).toContain(`"'=HYPERLINK(""https://example.org"",""x"")"`);
});

test('the file is in the language of Accept-Language', async () => {
  const head = async (language?: string) =>
    (
      await site.server.call('GET', '/api/wallet/transfers?format=csv', {
        token: site.token,
        ...(language === undefined ? {} : { language }),
      })
    ).text.split('\r\n');
  expect((await head())[0]).toContain('变动后余额');
  const traditional = await head('zh-TW,en;q=0.5');
  expect(traditional[0]).toContain('異動後餘額');
  expect(traditional[1]).toContain(',期末餘額,');
  expect(traditional[2]).toContain(',模擬資金發放,');
});

test('the file has its balances at both ends, and none where lines are left out', async () => {
  const member = await makeSession(site.server.pool, await makeMember(site.server.pool));
  const linesOf = async (query: string) =>
    (await get(`/api/wallet/transfers?format=csv${query}`, member)).text.split('\r\n').slice(1, -1);
  const full = amountOf(minor('100000'));
  const [closing, grant, opening] = await linesOf('');
  expect(closing).toMatch(new RegExp(`^\\d{4}-[\\d-]+T[\\d:.]+Z,Closing balance,,${full},Practice,,,,$`));
  expect(grant).toContain(`Practice money granted,${full},${full},`);
  expect(opening).toBe(`,Opening balance,,${amountOf(0n)},Practice,,,,`);
  // A day on which nothing moved, before and after.
  const quiet = await linesOf('&from=2020-01-01&to=2020-01-02');
  expect(quiet.map((line) => line.split(',')[3])).toEqual([amountOf(0n), amountOf(0n)]);
  const later = await linesOf('&from=2099-01-01');
  expect(later.map((line) => line.split(',')[3])).toEqual([full, full]);
  // In zones ahead of UTC it begins before the epoch.
  expect(await linesOf('&from=1970-01-01')).toHaveLength(3);
  expect(await linesOf('&to=1970-01-01')).toHaveLength(2);
  expect(await linesOf('&type=fee')).toEqual([]);
});

test('refId selects the lines of one thing, in any spelling of the id, and never those of other members', async () => {
  const [asked, other] = [randomUUID(), randomUUID()];
  await write({ refId: asked, type: 'orderStake' }, { refId: other, type: 'orderStake' });
  await write({ debit: house('clearing'), credit: own('funds'), refId: asked, type: 'orderRefund' });
  const types = async (query: string, as = site.token) => (await statement(query, as)).items.map(({ type }) => type);
  expect(await types(`?refId=${asked}`)).toEqual(['orderRefund', 'orderStake']);
  expect(await types(`?refId=${asked.toUpperCase()}&type=orderStake`)).toEqual(['orderStake']);
  expect(await types(`?refId=${randomUUID()}`)).toEqual([]);
  expect((await get(`/api/wallet/transfers?refId=${asked}&format=csv`)).text).not.toContain(other);
  const stranger = await makeSession(site.server.pool, await makeMember(site.server.pool));
  expect(await types(`?refId=${asked}`, stranger)).toEqual([]);
});
