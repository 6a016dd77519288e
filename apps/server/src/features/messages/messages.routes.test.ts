import { messagesReadView, messagesView } from '@candor/contract/messages';
import { noticesNowView } from '@candor/contract/notices';
import { beforeAll, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startDepositSite, units } from '../../testing/deposit-site.ts';
import type { TestConsole } from '../../testing/test-console.ts';

const { site, post, act, taken } = startDepositSite();

let admin: Awaited<ReturnType<TestConsole['operator']>>;
beforeAll(async () => {
  admin = await site.console.operator('owner');
});

async function list(query = '', token = site.token) {
  return messagesView.parse((await site.server.call('GET', `/api/messages${query}`, { token })).body.data);
}

async function bell(): Promise<number> {
  const { body } = await site.server.call('GET', '/api/content/notices/now', { token: site.token });
  return noticesNowView.parse(body.data).messages;
}

async function told(): Promise<string[]> {
  return (await list()).items.map(({ kind, state }) => `${kind} ${state}`);
}

async function read(upTo: string, token = site.token): Promise<number> {
  const { body } = await site.server.call('POST', '/api/messages/read', { token, body: { upTo } });
  return messagesReadView.parse(body.data).unread;
}

it('a credited deposit and a rejected one are told, each with its amount and why', async () => {
  const first = await taken();
  await act(site.first, first, 'approve', { version: first.version, credited: '1000' });
  const second = await taken();
  await act(site.first, second, 'reject', { version: second.version, reason: 'PAYMENT_NOT_FOUND' });
  const { items, unread } = await list();
  expect(items).toMatchObject([
    { kind: 'deposit', state: 'rejected', subject: second.id, reason: 'PAYMENT_NOT_FOUND', unread: true },
    { kind: 'deposit', state: 'approved', subject: first.id, amount: units(1000n), reason: null, unread: true },
  ]);
  expect([unread, await bell()]).toEqual([2, 2]);
});

it('what is forbidden and allowed, an answer of customer service, and a limit are told', async () => {
  const restrict = async (restricted: boolean) =>
    await site.console.call('POST', `/api/console/members/${site.memberId}/forbid`, {
      token: admin.token,
      body: { kind: 'withdrawal', restricted, reason: restricted ? 'PAYMENT_CHECK' : 'CHECK_DONE' },
    });
  expect((await restrict(true)).body.code).toBe(200);
  expect((await restrict(false)).body.code).toBe(200);
  expect((await post('/api/support/messages', { text: '你好' })).body.code).toBe(200);
  const { rows } = await site.server.ownerPool.query<{ id: bigint }>(
    'select id from support_conversation where member_id = $1',
    [site.memberId.toString()],
  );
  const answer = async (text: string) =>
    await site.console.call('POST', `/api/console/support/conversations/${rows[0]?.id}/messages`, {
      token: admin.token,
      key: crypto.randomUUID(),
      body: { text },
    });
  expect((await answer('您好')).body.code).toBe(200);
  expect((await answer('请问有什么可以帮您？')).body.code).toBe(200);
  const limits = { limits: [{ kind: 'stake', period: 'day', amount: units(500n) }] };
  const limited = await site.server.call('PUT', '/api/account/limits', { token: site.token, body: limits });
  expect(limited.body.code, limited.text).toBe(200);
  // One message tells of both answers.
  expect(await told()).toEqual([
    'limit set',
    'support answered',
    'restriction withdrawalOff',
    'restriction withdrawalOn',
  ]);
});

it('an answer that was seen in the chat is no unread message', async () => {
  await post('/api/support/messages', { text: '你好' });
  const { rows } = await site.server.ownerPool.query<{ id: bigint }>(
    'select id from support_conversation where member_id = $1',
    [site.memberId.toString()],
  );
  const path = `/api/console/support/conversations/${rows[0]?.id}/messages`;
  await site.console.call('POST', path, { token: admin.token, key: crypto.randomUUID(), body: { text: '您好' } });
  expect(await bell()).toBe(1);
  const newest = await site.server.ownerPool.query<{ id: bigint }>('select max(id) as id from support_message');
  await post('/api/support/messages/read', { upTo: `${newest.rows[0]?.id}` });
  expect([await bell(), (await list()).items[0]?.unread]).toEqual([0, false]);
});

it('are read up to one of them, in pages, and by their member alone', async () => {
  for (const kind of ['newDevice', 'password', 'totpOn'])
    await site.server.ownerPool.query('insert into security_event (member_id, kind, device) values ($1, $2, $3)', [
      site.memberId.toString(),
      kind,
      'Firefox',
    ]);
  const page = await list('?limit=2');
  expect(page.items.map(({ state }) => state)).toEqual(['totpOn', 'password']);
  const rest = await list(`?limit=2&cursor=${page.nextCursor}`);
  expect([rest.items.map(({ state }) => state), rest.nextCursor]).toEqual([['newDevice'], null]);

  const other = await makeMember(site.server.pool);
  const stranger = await makeSession(site.server.pool, other);
  expect((await list('', stranger)).items).toEqual([]);
  expect(await read('999999999999', stranger)).toBe(0);
  expect(await bell()).toBe(3);

  expect(await read(page.items[1]?.id ?? '')).toBe(1);
  expect((await list()).items.map(({ unread }) => unread)).toEqual([true, false, false]);
  expect(await read('999999999999')).toBe(0);
});

it('are the newest five hundred of a kind: guesses of passwords push out no other message', async () => {
  await site.server.ownerPool.query(
    `insert into security_event (member_id, kind, device) select $1, case n when 1 then 'totpOn' else 'loginLocked' end, ''
     from generate_series(1, 502) n`,
    [site.memberId.toString()],
  );
  const { rows } = await site.server.ownerPool.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from member_message where member_id = $1 group by state order by state',
    [site.memberId.toString()],
  );
  expect(rows).toEqual([
    { state: 'loginLocked', count: 500 },
    { state: 'totpOn', count: 1 },
  ]);
  expect((await list()).unread).toBe(501);
});

it('are written by nobody', async () => {
  for (const text of [
    `insert into member_message (member_id, kind, state, subject) values (1, 'deposit', 'approved', 'x')`,
    `update member_message set state = 'rejected'`,
    `update member_message set read_at = null`,
    'delete from member_message',
    `select tell_member(1, 'deposit', 'approved', 'x', 1, null)`,
  ])
    await expect(site.server.pool.query(text), text).rejects.toThrow('permission denied');
});
