import { randomUUID } from 'node:crypto';
import { memberDetailView, membersView } from '@candor/contract/console-members';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { reasonText } from '@candor/contract/reason-texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { tried } from '../../testing/attacks.ts';
import { makeMember, makeProduct, makeSession } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { joinMembers } from '../../testing/test-operator.ts';

const PASSWORD = 'correct horse battery';

let server: TestServer;
let consoleSite: TestConsole;
let admin: { id: bigint; token: string };
let passwordHash: string;
let memberId: bigint;
let username: string;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  admin = await consoleSite.operator('owner');
  passwordHash = await createPasswords().hash(PASSWORD);
  await makeProduct(server.ownerPool);
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  const { rows } = await server.ownerPool.query<{ username: string }>(
    'update member set password_hash = $2 where id = $1 returning username',
    [memberId, passwordHash],
  );
  username = rows[0]?.username ?? '';
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function search(query: string) {
  return membersView.parse(
    (await consoleSite.call('GET', `/api/console/members?${query}`, { token: admin.token })).body.data,
  ).items;
}

async function detail() {
  return memberDetailView.parse(
    (await consoleSite.call('GET', `/api/console/members/${memberId}`, { token: admin.token })).body.data,
  );
}

async function freeze(restricted: boolean, token = admin.token, id = memberId) {
  const body = restricted
    ? { restricted, reason: 'SECURITY_CHECK', note: '疑似盗号' }
    : { restricted, reason: 'CHECK_DONE' };
  return (await consoleSite.call('POST', `/api/console/members/${id}/freeze`, { token, body })).body;
}

async function forbid(kind: string, restricted: boolean) {
  const body = { kind, restricted, reason: 'MEMBER_ASKED', note: 'asked for it' };
  return (await consoleSite.call('POST', `/api/console/members/${memberId}/forbid`, { token: admin.token, body })).body;
}

async function logIn(language: Language = 'zh-Hans') {
  const headers = { 'accept-language': language };
  return (await server.call('POST', '/api/login/login', { body: { username, pwd: PASSWORD }, headers })).body;
}

describe('a member', () => {
  it('is found by username, phone, invite code and id, and by nothing less', async () => {
    const { rows } = await server.ownerPool.query<{ phone: string; code: string }>(
      `update member set phone = '+861381234' || lpad(id::text, 4, '0') where id = $1 returning phone, invite_code as code`,
      [memberId],
    );
    const [row] = rows;
    for (const q of [
      username,
      username.slice(0, 9).toUpperCase(),
      row?.phone,
      row?.phone.slice(3),
      row?.code.toLowerCase(),
      memberId.toString(),
    ])
      expect(
        (await search(`q=${encodeURIComponent(q ?? '')}`)).map(({ id }) => id),
        q,
      ).toContain(memberId.toString());
    for (const q of ['nobody', '%', '_', row?.phone.slice(0, -1)])
      expect(
        (await search(`q=${encodeURIComponent(q ?? '')}`)).map(({ id }) => id),
        q,
      ).not.toContain(memberId.toString());
  });

  it('is shown masked, with money, sessions, transfers and what was forbidden', async () => {
    await makeSession(server.pool, memberId);
    const seen = await detail();
    expect(seen.phone).toContain('****');
    expect(seen.money.available).toMatch(/^100000/);
    expect(seen.sessions).toHaveLength(1);
    expect(seen.transfers.map(({ type }) => type)).toEqual(['practiceGrant']);
    expect(seen.history).toEqual([]);
    const { text } = await consoleSite.call('GET', `/api/console/members/${memberId}`, { token: admin.token });
    expect(text).not.toMatch(/password|hash|token/i);
  });

  it('is shown with documents, card, money in and out, open stakes and what colleagues wrote', async () => {
    const support = await consoleSite.operator('support');
    const token = await makeSession(server.pool, memberId);
    const deposit = { channel: 'bank', amount: '1000', currency: server.context.site.currency.code };
    const opened = await server.call('POST', '/api/wallet/deposits', { token, key: randomUUID(), body: deposit });
    expect(opened.body.code, opened.text).toBe(200);
    const path = `/api/console/members/${memberId}/notes`;
    const body = { text: 'Called: knows the payer.' };
    expect((await consoleSite.call('POST', path, { token: support.token, body })).body.code).toBe(200);
    const auditor = await consoleSite.operator('auditor');
    expect((await consoleSite.call('POST', path, { token: auditor.token, body })).body.error).toBe('FORBIDDEN');
    const own = `/api/console/members/${support.id}/notes`;
    expect((await consoleSite.call('POST', own, { token: support.token, body })).body.error).toBe('ITEM_OWN');
    expect(await detail()).toMatchObject({
      verification: 'none',
      card: null,
      deposits: [{ kind: 'bank', status: 'recharging' }],
      withdrawals: [],
      openOrders: [],
      notes: [{ text: 'Called: knows the payer.' }],
    });
    expect(await tried(consoleSite.context.pool, `update member_note set text = 'x'`)).toBe('42501');
    expect(await tried(consoleSite.context.pool, 'delete from member_note')).toBe('42501');
  });

  it('who does not exist is not found', async () => {
    expect((await consoleSite.call('GET', '/api/console/members/999999999', { token: admin.token })).body.error).toBe(
      'MEMBER_NOT_FOUND',
    );
    expect((await freeze(true, admin.token, 999_999_999n)).error).toBe('MEMBER_NOT_FOUND');
  });
});

describe('a frozen member', () => {
  it('loses every session at once, and reads a neutral text at the login until it is lifted', async () => {
    const token = await makeSession(server.pool, memberId);
    expect((await server.call('GET', '/api/user/money', { token })).body.code).toBe(200);
    expect((await freeze(true)).code).toBe(200);
    expect((await server.call('GET', '/api/user/money', { token })).body).toMatchObject({
      code: 401,
      error: 'SESSION_FROZEN_BECAUSE',
      params: { because: 'BECAUSE_SECURITY_CHECK' },
    });
    for (const language of LANGUAGES) {
      const answer = await logIn(language);
      expect(answer).toMatchObject({
        code: 403,
        error: 'ACCOUNT_FROZEN_BECAUSE',
        msg: reasonText('frozen', 'SECURITY_CHECK', language),
      });
      expect(JSON.stringify(answer)).not.toContain('盗');
    }
    expect((await search('restriction=frozen')).map(({ id }) => id)).toContain(memberId.toString());
    expect((await freeze(false)).code).toBe(200);
    expect((await logIn()).code).toBe(200);
    // What ended does not come back, and its reason holds no more.
    expect((await server.call('GET', '/api/user/money', { token })).body.error).toBe('SESSION_INVALID');
    expect((await detail()).history.map(({ restricted, reason, note }) => [restricted, reason, note])).toEqual([
      [false, 'CHECK_DONE', null],
      [true, 'SECURITY_CHECK', '疑似盗号'],
    ]);
  });

  it('who is an operator too, of an older release, keeps the console: that is another account', async () => {
    const operator = await consoleSite.operator('cashier');
    await joinMembers(server.ownerPool, operator.id);
    expect((await freeze(true, admin.token, operator.id)).code).toBe(200);
    expect((await consoleSite.call('GET', '/api/console/me', { token: operator.token })).body.code).toBe(200);
  });

  it('is audited in the chain, by the one transaction', async () => {
    await freeze(true);
    const { rows } = await server.ownerPool.query(
      `select actor_id as actor, command, detail, seq is not null as chained from audit where subject_id = $1`,
      [memberId.toString()],
    );
    const detailOf = { reason: 'SECURITY_CHECK', note: '疑似盗号' };
    expect(rows).toEqual([{ actor: admin.id, command: 'member/frozen/forbid', detail: detailOf, chained: true }]);
  });
});

describe('a restriction', () => {
  it('of trading refuses the next order, and is lifted again', async () => {
    const token = await makeSession(server.pool, memberId);
    const order = async () =>
      (
        await server.call('POST', '/api/trade/orders', {
          token,
          key: crypto.randomUUID(),
          body: { product: 'TESTUSD', direction: 'up', durationSec: 5, stake: '10' },
        })
      ).body;
    expect((await forbid('trading', true)).code).toBe(200);
    const refused = await order();
    expect(refused).toMatchObject({
      error: 'TRADING_FORBIDDEN_BECAUSE',
      msg: reasonText('trading', 'MEMBER_ASKED', 'zh-Hans'),
    });
    expect(JSON.stringify(refused)).not.toContain('asked for it');
    // A product that is stopped is stopped for everyone: that is what the member reads then.
    await server.ownerPool.query(`update product set forbidden = true where code = 'TESTUSD'`);
    expect((await order()).error).toBe('TRADING_FORBIDDEN');
    await server.ownerPool.query(`update product set forbidden = false where code = 'TESTUSD'`);
    expect((await forbid('trading', false)).code).toBe(200);
    expect((await order()).error).not.toContain('TRADING_FORBIDDEN');
  });

  it('of withdrawals shows on the member’s row', async () => {
    await forbid('withdrawal', true);
    const { rows } = await server.ownerPool.query('select withdrawal_allowed as allowed from member where id = $1', [
      memberId,
    ]);
    expect(rows).toEqual([{ allowed: false }]);
    expect((await detail()).restrictions).toEqual(['withdrawal']);
  });

  it('that holds already changes nothing; of many at once, one counts', async () => {
    const answers = await Promise.all([1, 2, 3].map(async () => (await freeze(true)).error ?? 'done'));
    expect(answers.toSorted()).toEqual(['RESTRICTION_UNCHANGED', 'RESTRICTION_UNCHANGED', 'done']);
    expect((await detail()).history).toHaveLength(1);
  });

  it.each([
    ['without a reason', { restricted: true }, { reason: 'REASON_REQUIRED' }],
    ['with words for a reason', { restricted: true, reason: 'Suspected fraud' }, { reason: 'REASON_REQUIRED' }],
    ['with a reason of its end', { restricted: true, reason: 'CHECK_DONE' }, { reason: 'REASON_REQUIRED' }],
    ['for another reason without a note', { restricted: true, reason: 'OTHER', note: ' ' }, { note: 'NOTE_REQUIRED' }],
  ])('%s is refused', async (_, body, fields) => {
    const answer = await consoleSite.call('POST', `/api/console/members/${memberId}/freeze`, {
      token: admin.token,
      body,
    });
    expect(answer.body).toMatchObject({ code: 400, fields });
  });

  it('is never an operator’s own', async () => {
    const [other] = [await consoleSite.operator('owner')];
    await joinMembers(server.ownerPool, other.id);
    expect((await freeze(true, other.token, other.id)).error).toBe('ITEM_OWN');
    expect(
      await tried(
        consoleSite.context.pool,
        `insert into member_restriction (member_id, kind, restricted, reason, operator_id) values (${other.id}, 'trading', true, 'x', ${other.id})`,
      ),
    ).toBe('23514');
  });

  it.each([
    ['freeze by hand', `update member set frozen = true`],
    ['unfreeze by hand', `update member set frozen = false`],
    [
      'name a time',
      `insert into member_restriction (member_id, kind, restricted, reason, operator_id, at) values (1, 'frozen', true, 'x', 2, now())`,
    ],
    ['change a reason', `update member_restriction set code = 'OTHER'`],
    ['change a note', `update member_restriction set reason = 'y'`],
    ['remove a reason', `delete from member_restriction`],
    ['change a password', `update member set password_hash = 'x'`],
    ['make an operator', `insert into operator (username, roles) values ('intruder', '{owner}')`],
    ['give an operator a role', `update operator set roles = '{owner}'`],
    ['make a role', `insert into role values ('super', '{*:*:*}')`],
    ['widen a role', `update role set permissions = '{*:*:*}'`],
    [
      'open a session of a member',
      `insert into session (member_id, token_hash, expires_at) values (1, sha256('x'), now())`,
    ],
    ['read the tokens of members', 'select token_hash from session'],
    ['write a balance', 'update account set posted = 1'],
    ['place an order', 'insert into trade_order (id) values (gen_random_uuid())'],
    ['change a settlement', 'update settlement set profit = 1'],
  ])('is all the console’s login may do: it cannot %s', async (_, sql) => {
    expect(await tried(consoleSite.context.pool, sql)).toBe('42501');
  });
});

describe('sessions of a member', () => {
  it('are ended one by one or all at once, and no one else’s', async () => {
    const other = await makeMember(server.pool);
    const foreign = await makeSession(server.pool, other);
    const tokens = [await makeSession(server.pool, memberId), await makeSession(server.pool, memberId)];
    const [first] = (await detail()).sessions;
    const end = async (query: string) =>
      (await consoleSite.call('DELETE', `/api/console/members/${memberId}/sessions${query}`, { token: admin.token }))
        .body;
    expect(await end(`?session=${first?.id}`)).toMatchObject({ data: { ended: 1 } });
    expect(await end('')).toMatchObject({ data: { ended: 1 } });
    expect((await end('')).error).toBe('SESSION_NOT_FOUND');
    for (const token of tokens)
      expect((await server.call('GET', '/api/user/money', { token })).body.error).toBe('SESSION_INVALID');
    expect((await server.call('GET', '/api/user/money', { token: foreign })).body.code).toBe(200);
  });
});
