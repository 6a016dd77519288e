import { randomUUID } from 'node:crypto';
import { withdrawalTermsView } from '@candor/contract/cashier';
import { securityView } from '@candor/contract/security';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../services/commands/run-commands.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { databaseNow, makeMember, makeSession } from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { changePassword, changeWithdrawPassword } from './change-password.ts';

const OLD = 'quiet Otter climbs';
const NEW = 'seven brave lanterns';
const OLD_PIN = '618034';
const NEW_PIN = '902741';

let server: TestServer;
let hashes: readonly [string, string];
let memberId: bigint;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  const passwords = createPasswords();
  hashes = [await passwords.hash(OLD), await passwords.hash(OLD_PIN)];
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  await server.ownerPool.query('update member set password_hash = $2, withdraw_password_hash = $3 where id = $1', [
    memberId.toString(),
    ...hashes,
  ]);
  token = await makeSession(server.pool, memberId);
});
afterAll(async () => await server.stop());

async function change(more: object = {}, key?: string, as = token): Promise<TestAnswer> {
  const body = { oldPwd: OLD, pwd: NEW, confirmPwd: NEW, ...more };
  return await server.call('POST', '/api/account/password', { token: as, body, ...(key === undefined ? {} : { key }) });
}

async function changePin(more: object = {}, key?: string): Promise<TestAnswer> {
  const body = { oldPwd: OLD_PIN, pwd: NEW_PIN, confirmPwd: NEW_PIN, ...more };
  return await server.call('POST', '/api/account/withdraw-password', {
    token,
    body,
    ...(key === undefined ? {} : { key }),
  });
}

async function read() {
  return securityView.parse((await server.call('GET', '/api/account/security', { token })).body.data);
}

async function textOf(column: 'username' | 'phone'): Promise<string> {
  const { rows } = await server.ownerPool.query<{ text: string }>(
    `select ${column} as text from member where id = $1`,
    [memberId.toString()],
  );
  return rows[0]?.text ?? '';
}

async function auditOf(): Promise<string[]> {
  const { rows } = await server.ownerPool.query<{ command: string }>(
    'select command from audit where actor_id = $1 order by id',
    [memberId.toString()],
  );
  return rows.map(({ command }) => command);
}

describe('the login password', () => {
  it('is changed with the old one; other sessions end, this one stays, and the member sees it', async () => {
    const other = await makeSession(server.pool, memberId);
    const strangers = await makeSession(server.pool, await makeMember(server.pool));
    expect((await change()).body).toMatchObject({ code: 200 });
    expect((await server.call('GET', '/api/index/userInfo', { token: other })).body.code).toBe(401);
    expect((await server.call('GET', '/api/index/userInfo', { token: strangers })).body.code).toBe(200);
    expect((await read()).events).toMatchObject([{ kind: 'password' }]);
    expect(await auditOf()).toEqual(['account/password/change']);
    const username = await textOf('username');
    const login = async (pwd: string) =>
      (await server.call('POST', '/api/login/login', { body: { username, pwd } })).body;
    expect(await login(NEW)).toMatchObject({ code: 200 });
    expect(await login(OLD)).toMatchObject({ error: 'LOGIN_FAILED' });
  });

  it('is not changed with a wrong one, and every problem is at its field', async () => {
    const errors = async (more: object) => (await change(more)).body.fields;
    expect(await errors({ oldPwd: 'wrong' })).toEqual({ oldPwd: 'OLD_PASSWORD_WRONG' });
    expect(await errors({ confirmPwd: 'other' })).toEqual({ confirmPwd: 'NEW_PASSWORDS_DIFFER' });
    expect(await errors({ pwd: OLD, confirmPwd: OLD })).toEqual({ pwd: 'PASSWORD_UNCHANGED' });
    expect(await errors({ pwd: 'abcdefgh1', confirmPwd: 'abcdefgh1' })).toEqual({ pwd: 'PASSWORD_SIMPLE' });
    expect(await errors({ pwd: 'p@ssw0rd1', confirmPwd: 'p@ssw0rd1' })).toEqual({ pwd: 'PASSWORD_COMMON' });
    const own = `${await textOf('username')}x`;
    expect(await errors({ pwd: own, confirmPwd: own })).toEqual({ pwd: 'PASSWORD_HAS_ACCOUNT' });
    expect(await auditOf()).toEqual([]);
    expect((await change()).body.code).toBe(200);
  });

  it('cannot be guessed by a stolen session: five tries at once and one after another count alike', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, async () => await change({ oldPwd: 'wrong' })));
    expect(tries.filter(({ body }) => body.error === 'OLD_PASSWORD_WRONG')).toHaveLength(5);
    expect((await change()).body, 'not even the right one').toMatchObject({ code: 429, error: 'ACCOUNT_LOCKED' });
    const again = await makeSession(server.pool, memberId);
    expect((await change({}, undefined, again)).body.error, 'another session').toBe('ACCOUNT_LOCKED');
    const username = await textOf('username');
    const login = await server.call('POST', '/api/login/login', { body: { username, pwd: OLD } });
    expect(login.body.code, 'the member can log in').toBe(200);
  });

  it('is changed once by two calls at once', async () => {
    const other = 'nine calm harbours';
    const both = await Promise.all([change(), change({ pwd: other, confirmPwd: other })]);
    expect(both.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual(['OK', 'OLD_PASSWORD_WRONG']);
    expect((await read()).events).toHaveLength(1);
  });

  it('is changed once by a call and its retry, which gets the same answer', async () => {
    const key = randomUUID();
    expect((await change({}, key)).body).toMatchObject({ code: 200 });
    expect((await change({}, key)).body).toMatchObject({ code: 200 });
    expect((await read()).events).toHaveLength(1);
    expect((await change()).body.error).toBe('OLD_PASSWORD_WRONG');
  });

  it('leaves no password in the database', async () => {
    await change({}, randomUUID());
    const { rows } = await server.ownerPool.query(
      `select row_to_json(i)::text as row from idempotency i union all select row_to_json(a)::text from audit a
       union all select row_to_json(e)::text from security_event e`,
    );
    for (const { row } of rows) expect(String(row)).not.toMatch(/lanterns|Otter/);
  });
});

describe('the withdraw password', () => {
  it('is changed with the old one, and the new one counts', async () => {
    expect((await changePin()).body).toMatchObject({ code: 200 });
    expect((await read()).events).toMatchObject([{ kind: 'withdrawPassword' }]);
    expect(await auditOf()).toEqual(['account/withdraw-password/change']);
    expect((await changePin({ pwd: '480263', confirmPwd: '480263' })).body.error).toBe('WITHDRAW_PASSWORD_WRONG');
    expect((await changePin({ oldPwd: NEW_PIN, pwd: '480263', confirmPwd: '480263' })).body.code).toBe(200);
  });

  it('shares its tries with all other uses, and says how many are left', async () => {
    const wrong = await changePin({ oldPwd: '999999' });
    expect(wrong.body).toMatchObject({
      error: 'WITHDRAW_PASSWORD_WRONG',
      fields: { oldPwd: 'WITHDRAW_PASSWORD_WRONG' },
      params: { left: 4 },
    });
    await Promise.all(Array.from({ length: 6 }, async () => await changePin({ oldPwd: '999999' })));
    expect((await changePin()).body).toMatchObject({ error: 'WITHDRAW_PASSWORD_LOCKED' });
    expect((await read()).withdrawTries.left).toBe(0);
  });

  it.each([
    ['the same', OLD_PIN, 'WITHDRAW_PASSWORD_UNCHANGED'],
    ['no six digits', '12345', 'WITHDRAW_PASSWORD_ILLEGAL'],
    ['a sequence', '123456', 'WITHDRAW_PASSWORD_SIMPLE'],
  ])('cannot become %s', async (_, pwd, error) => {
    expect((await changePin({ pwd, confirmPwd: pwd })).body.fields).toMatchObject({ pwd: error });
  });

  it('cannot become the end of the member’s own phone number', async () => {
    await server.ownerPool.query('update member set phone = $2 where id = $1', [memberId.toString(), '+8613900902741']);
    expect((await changePin()).body.fields).toEqual({ pwd: 'WITHDRAW_PASSWORD_SIMPLE' });
  });

  it('is changed once by two calls at once', async () => {
    const both = await Promise.all([changePin(), changePin({ pwd: '480263', confirmPwd: '480263' })]);
    expect(both.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual(['OK', 'WITHDRAW_PASSWORD_WRONG']);
  });
});

it('does not stop withdrawals on a practice site', async () => {
  await changePin();
  expect((await read()).withdrawalsPausedUntil).toBeNull();
});

it.each([
  ['login password', 0],
  ['withdraw password', 1],
] as const)('a new %s stops withdrawals for a day on a live site', async (_, index) => {
  const live = { mode: 'live' } as const;
  const input = {
    seenHash: hashes[index],
    newHash: 'new',
    sessionId: randomUUID(),
    requestOrigin: { device: '', address: '' },
  };
  const call = { memberId, key: undefined, fingerprint: Buffer.alloc(32), input };
  const done =
    index === 0
      ? await runCommand(server.pool, changePassword(live), call)
      : await runCommand(server.pool, changeWithdrawPassword(live), call);
  expect(done).toMatchObject({ ok: true });
  // The other sessions ended with the login password.
  token = await makeSession(server.pool, memberId);
  const until = Date.parse((await read()).withdrawalsPausedUntil ?? '');
  expect((until - (await databaseNow(server.ownerPool))) / 3_600_000).toBeCloseTo(24, 1);
  const terms = await server.call('GET', '/api/wallet/withdrawal-terms', { token });
  expect(withdrawalTermsView.parse(terms.body.data).blockers).toContain('WITHDRAWAL_PAUSED');
});
