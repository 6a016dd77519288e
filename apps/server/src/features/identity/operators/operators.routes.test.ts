import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { operatorView, totpDoneView, totpSecretView } from '@candor/contract/console';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createPasswords } from '../../../services/secrets/passwords.ts';
import { tried } from '../../../testing/attacks.ts';
import type { TestAnswer } from '../../../testing/call.ts';
import { makeMember, makeProduct, makeSession } from '../../../testing/factories.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { appoint, openTestSession } from '../../../testing/test-operator.ts';
import { employOwner } from './employ-owner.ts';
import { resetAuthenticator } from './reset-authenticator.ts';
import { resetOperatorPassword } from './reset-operator-password.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const PASSWORD = 'correct horse battery';
const tokenView = z.object({ token: z.string(), stage: z.string() });

let server: TestServer;
let consoleSite: TestConsole;
let passwordHash: string;
/** A new operator for each test. */
let username: string;
let operatorId: bigint;
let addresses = 0;

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: 'loopback' });
  consoleSite = await startTestConsole(server);
  passwordHash = await createPasswords().hash(PASSWORD);
});
beforeEach(async () => {
  operatorId = await makeMember(server.pool, '0');
  username = await nameOf(operatorId, 'cashier');
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

/** Gives a member a known password, makes them an operator too if there is a role, and returns the username. */
async function nameOf(id: bigint, role?: string): Promise<string> {
  const { rows } = await server.ownerPool.query<{ username: string }>(
    'update member set password_hash = $2 where id = $1 returning username',
    [id, passwordHash],
  );
  if (role !== undefined) await appoint(server.ownerPool, id, role);
  return rows[0]?.username ?? '';
}

/** Each login comes from another network, so that no test waits for the guesses of another. */
async function logIn(body: Record<string, string> = {}, address = `198.51.${(addresses += 1)}.1`): Promise<TestAnswer> {
  return await consoleSite.call('POST', '/api/console/login', {
    body: { username, pwd: PASSWORD, ...body },
    headers: { 'x-forwarded-for': address },
  });
}

async function loggedIn(): Promise<z.infer<typeof tokenView>> {
  return tokenView.parse((await logIn()).body.data);
}

async function post(path: string, token: string, body: unknown = {}, method: 'POST' | 'PUT' = 'POST') {
  return await consoleSite.call(method, path, { token, body });
}

function codeOf(secret: string, atMs = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
}

/** Sets the second factor up. Returns the secret, the recovery codes and a token that may work. */
async function secured() {
  const { token } = await loggedIn();
  const { secret } = totpSecretView.parse((await post('/api/console/totp', token)).body.data);
  const done = totpDoneView.parse((await post('/api/console/totp', token, { code: codeOf(secret) }, 'PUT')).body.data);
  return { secret, ...done };
}

/** As if the used code were of an hour ago: the next code may be of this very step. */
async function forgetStep(): Promise<void> {
  await server.ownerPool.query('update operator_access set used_step = 1 where operator_id = $1', [operatorId]);
}

async function me(token: string): Promise<TestAnswer> {
  return await consoleSite.call('GET', '/api/console/me', { token });
}

describe('at once', () => {
  it('twelve logins with the right password lock nobody out', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, async () => await logIn({}, '198.51.250.1')));
    expect(answers.map(({ body }) => body.error ?? 'OK')).toEqual(Array.from({ length: 12 }, () => 'OK'));
  });

  it('twelve presses with one right code are one login, and lock nobody out', async () => {
    const { secret } = await secured();
    await forgetStep();
    const { token } = await loggedIn();
    const code = codeOf(secret);
    await Promise.all(Array.from({ length: 12 }, async () => await post('/api/console/login/code', token, { code })));
    const { rows } = await server.ownerPool.query('select failures from operator_access where operator_id = $1', [
      operatorId,
    ]);
    expect(rows).toEqual([{ failures: 0 }]);
  });
});

describe('the password', () => {
  it('opens a session that may set up the second factor, and do nothing else', async () => {
    const { token, stage } = await loggedIn();
    expect(stage).toBe('setup');
    for (const path of ['/api/console/me', '/api/console/counters', '/api/console/audit', '/api/console/sessions'])
      expect((await consoleSite.call('GET', path, { token })).body, path).toMatchObject({
        error: 'OPERATOR_LOGIN_UNFINISHED',
      });
    expect((await post('/api/console/login/code', token, { code: '123456' })).body.error).toBe(
      'OPERATOR_LOGIN_UNFINISHED',
    );
  });

  it('is refused in the same words when it is wrong, when nobody has the name, for a member, and for one who has left', async () => {
    const memberName = await nameOf(await makeMember(server.pool, '0'));
    const leftId = await makeMember(server.pool, '0');
    const leftName = await nameOf(leftId, 'reviewer');
    await server.ownerPool.query(`update operator set roles = '{}', left_at = now() where id = $1`, [leftId]);
    const answers = [
      await logIn({ pwd: 'wrong' }),
      await logIn({ username: 'nobody_at_all' }),
      await logIn({ username: memberName }),
      await logIn({ username: leftName }),
      await logIn({ username: 'no name!' }),
    ];
    for (const { text, body } of answers) {
      expect(body.error).toBe('LOGIN_FAILED');
      expect(text).toBe(answers[0]?.text);
    }
  });

  it('may be guessed four times from one network; then the guesser waits, and the operator elsewhere does not', async () => {
    const errors: unknown[] = [];
    for (let guess = 0; guess < 7; guess += 1)
      errors.push((await logIn({ pwd: `guess ${guess}` }, '203.0.113.7')).body.error);
    expect(errors.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'LOGIN_FAILED'));
    expect(errors.slice(5)).toEqual(['ACCOUNT_LOCKED', 'ACCOUNT_LOCKED']);
    expect((await logIn({}, '203.0.113.8')).body.error).toBe('ACCOUNT_LOCKED');
    expect((await logIn()).body.code).toBe(200);
    // The login of members counts for itself.
    const member = await server.call('POST', '/api/login/login', {
      body: { username, pwd: PASSWORD },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect(member.body.code).toBe(200);
  });

  it('is not known to the console’s database login, except for operators', async () => {
    const member = await makeMember(server.pool, '0');
    expect(await tried(consoleSite.context.pool, `select password_hash from member where id = ${member}`)).toBe(
      '42501',
    );
    expect(await tried(consoleSite.context.pool, `select withdraw_password_hash from member`)).toBe('42501');
    const { rows } = await consoleSite.context.pool.query<{ n: number }>(
      `select count(*)::int as n from operator_credentials((select lower(username) from member where id = $1))`,
      [member],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('the second factor', () => {
  it('is set up with a code of the new secret; the session may then work, with another token', async () => {
    const first = await loggedIn();
    const { secret, uri } = totpSecretView.parse((await post('/api/console/totp', first.token)).body.data);
    expect(uri).toContain(`secret=${secret}`);
    expect((await post('/api/console/totp', first.token, { code: '000000' }, 'PUT')).body).toMatchObject({
      code: 400,
      fields: { code: 'OPERATOR_CODE_WRONG' },
    });
    const { body } = await post('/api/console/totp', first.token, { code: codeOf(secret) }, 'PUT');
    const { token, stage, recoveryCodes } = totpDoneView.parse(body.data);
    expect([stage, recoveryCodes.length]).toEqual(['full', 10]);
    expect((await me(token)).body.data).toMatchObject({ username, roles: ['cashier'], secured: true });
    expect((await me(first.token)).body.error).toBe('SESSION_INVALID');
  });

  it('is asked for from then on, and a code works once', async () => {
    const { secret } = await secured();
    expect((await loggedIn()).stage).toBe('code');
    await forgetStep();
    const fresh = codeOf(secret);
    const [won, lost] = await Promise.all(
      [1, 2].map(async () => {
        const { token } = await loggedIn();
        return await post('/api/console/login/code', token, { code: `${fresh.slice(0, 3)} ${fresh.slice(3)}` });
      }),
    ).then((answers) => answers.toSorted((a, b) => Number(a.body.code) - Number(b.body.code)));
    expect([won?.body.code, lost?.body.error]).toEqual([200, 'OPERATOR_CODE_WRONG']);
    expect((await me(tokenView.parse(won?.body.data).token)).body.code).toBe(200);
  });

  it('may be guessed four times; then even the right code waits, also from a new login', async () => {
    const { secret } = await secured();
    await forgetStep();
    const { token } = await loggedIn();
    const wrong = codeOf(secret) === '111111' ? '222222' : '111111';
    for (let guess = 0; guess < 5; guess += 1)
      expect((await post('/api/console/login/code', token, { code: wrong })).body.error).toBe('OPERATOR_CODE_WRONG');
    for (const again of [token, (await loggedIn()).token])
      expect((await post('/api/console/login/code', again, { code: codeOf(secret) })).body).toMatchObject({
        code: 429,
        error: 'OPERATOR_CODE_LOCKED',
        retryAfterSec: expect.any(Number),
      });
    await server.ownerPool.query('update operator_access set locked_until = now() where operator_id = $1', [
      operatorId,
    ]);
    expect((await post('/api/console/login/code', token, { code: codeOf(secret) })).body.code).toBe(200);
  });

  it('has recovery codes for who lost the authenticator: each works once', async () => {
    const { recoveryCodes } = await secured();
    const [one = ''] = recoveryCodes;
    const first = await loggedIn();
    expect((await post('/api/console/login/code', first.token, { code: one.toLowerCase() })).body.code).toBe(200);
    const second = await loggedIn();
    expect((await post('/api/console/login/code', second.token, { code: one })).body.error).toBe('OPERATOR_CODE_WRONG');
    const { rows } = await server.ownerPool.query(
      `select command, detail from audit where actor_id = $1 order by id desc limit 1`,
      [operatorId],
    );
    expect(rows).toEqual([{ command: 'console/login', detail: { secondFactor: 'recovery' } }]);
  });

  it('is never replaced by a session alone', async () => {
    const { token } = await secured();
    expect((await post('/api/console/totp', token)).body.error).toBe('OPERATOR_SECOND_FACTOR_EXISTS');
    expect((await post('/api/console/totp', token, { code: '123456' }, 'PUT')).body.error).toBe(
      'OPERATOR_SECOND_FACTOR_EXISTS',
    );
  });

  it('may wait on a practice site, and not on a live one', async () => {
    const { token } = await loggedIn();
    const later = tokenView.parse((await post('/api/console/totp/later', token)).body.data);
    expect((await me(later.token)).body.data).toMatchObject({ secured: false });
    // From there it can be set up at any time.
    const { secret } = totpSecretView.parse((await post('/api/console/totp', later.token)).body.data);
    const done = await post('/api/console/totp', later.token, { code: codeOf(secret) }, 'PUT');
    expect((await me(totpDoneView.parse(done.body.data).token)).body.data).toMatchObject({ secured: true });

    const other = await makeMember(server.pool, '0');
    await nameOf(other, 'owner');
    const insert = `insert into operator_session (operator_id, token_hash, stage, expires_at) values (${other}, sha256('t'), 'full', now())`;
    expect(await tried(server.ownerPool, insert)).toBe('done');
    await server.ownerPool.query(`update site set mode = 'live'`);
    try {
      expect(await tried(server.ownerPool, insert)).toBe('CD006');
      expect(await tried(consoleSite.context.pool, insert)).toBe('42501');
    } finally {
      await server.ownerPool.query(`update site set mode = 'practice'`);
    }
  });

  it('is reset by the owner for who lost it: sessions end, the chain says so, and the next login sets up another', async () => {
    const { token } = await secured();
    const { token: other } = await consoleSite.operator('cashier');
    expect(await resetAuthenticator(server.ownerPool, username.toUpperCase())).toEqual({ ok: true, value: operatorId });
    expect((await consoleSite.call('GET', '/api/console/me', { token })).body.error).toBe('SESSION_INVALID');
    expect((await consoleSite.call('GET', '/api/console/me', { token: other })).body.code).toBe(200);
    expect((await loggedIn()).stage).toBe('setup');
    const { rows } = await server.ownerPool.query<{ chained: boolean; whole: boolean }>(
      `select seq is not null as chained, hash = audit_hash(audit) as whole from audit
       where command = 'operate/reset-authenticator' and actor_id = $1`,
      [operatorId],
    );
    expect(rows).toEqual([{ chained: true, whole: true }]);
    const { rows: members } = await server.ownerPool.query<{ username: string }>(
      'select username from member where id = $1',
      [await makeMember(server.pool)],
    );
    for (const name of ['nobody', members[0]?.username ?? ''])
      expect(await resetAuthenticator(server.ownerPool, name)).toEqual({ ok: false, error: 'NO_OPERATOR' });
  });

  it('is set up before anything by an owner whom the owner of the database made, also on a practice site', async () => {
    const employed = await employOwner(server.ownerPool, createPasswords(), 'First_Owner');
    const pwd = employed.ok ? employed.value : '';
    const login = async () => tokenView.parse((await logIn({ username: 'first_owner', pwd })).body.data);
    const { token, stage } = await login();
    expect(stage).toBe('setup');
    expect((await post('/api/console/totp/later', token)).body.error).toBe('OPERATOR_SECOND_FACTOR_REQUIRED');
    const { secret } = totpSecretView.parse((await post('/api/console/totp', token)).body.data);
    const done = await post('/api/console/totp', token, { code: codeOf(secret) }, 'PUT');
    const { token: works } = totpDoneView.parse(done.body.data);
    expect((await me(works)).body.data).toMatchObject({ username: 'First_Owner', roles: ['owner'], secured: true });
    // Once more, for one who lost everything: another password, no factor, no session.
    expect((await employOwner(server.ownerPool, createPasswords(), 'FIRST_OWNER')).ok).toBe(true);
    expect((await me(works)).body.error).toBe('SESSION_INVALID');
    expect((await logIn({ username: 'first_owner', pwd })).body.error).toBe('LOGIN_FAILED');
    const { rows } = await server.ownerPool.query<{ chained: boolean }>(
      `select seq is not null as chained from audit where command = 'operate/owner'`,
    );
    expect(rows).toEqual([{ chained: true }, { chained: true }]);
    expect(await employOwner(server.ownerPool, createPasswords(), 'no name')).toEqual({
      ok: false,
      error: 'NAME_INVALID',
    });
    expect(await tried(consoleSite.context.pool, `select employ_owner('x', 'x')`)).toBe('42501');
  });

  it('is sealed in the database, and its codes are hashed', async () => {
    const { secret, recoveryCodes } = await secured();
    const { rows } = await server.ownerPool.query<{ row: string }>(
      `select a::text as row from operator_access a where operator_id = $1
       union all select c::text from operator_recovery_code c where operator_id = $1`,
      [operatorId],
    );
    expect(rows).toHaveLength(11);
    const hexes = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))].flatMap(
      (text) => [text, Buffer.from(text).toString('hex')],
    );
    for (const { row } of rows) for (const text of hexes) expect(row).not.toContain(text);
  });
});

describe('a session', () => {
  it.each([
    ['unused for half an hour', null],
    ['of an operator who lost the role', `roles = '{}'`],
    ['of an operator who has left', `roles = '{}', left_at = now()`],
  ])('%s is over', async (_, change) => {
    const { token } = await secured();
    expect((await me(token)).body.code).toBe(200);
    if (change !== null) await server.ownerPool.query(`update operator set ${change} where id = ${operatorId}`);
    else
      await server.ownerPool.query(
        `update operator_session set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'
         where operator_id = ${operatorId}`,
      );
    expect((await me(token)).body.error).toBe('SESSION_INVALID');
  });

  it('lives on by use, but not by a page that reads on alone, and never beyond twelve hours', async () => {
    const { token } = await secured();
    const age = async (hours: number) =>
      await server.ownerPool.query(
        `update operator_session set created_at = now() - make_interval(hours => ${hours}),
           last_seen_at = now() - interval '10 minutes', expires_at = now() + interval '1 minute'
         where operator_id = ${operatorId}`,
      );
    const leftMinutes = async (): Promise<number> => {
      const { rows } = await server.ownerPool.query<{ left: number }>(
        `select extract(epoch from expires_at - now())::float8 / 60 as left from operator_session where operator_id = $1`,
        [operatorId],
      );
      return Math.round(rows[0]?.left ?? 0);
    };
    await age(1);
    await consoleSite.call('GET', '/api/console/me', { token, headers: { 'x-candor-unattended': '1' } });
    expect(await leftMinutes()).toBe(1);
    await me(token);
    expect(await leftMinutes()).toBe(30);
    await age(11);
    await server.ownerPool.query(
      `update operator_session set created_at = now() - interval '11 hours 50 minutes' where operator_id = $1`,
      [operatorId],
    );
    await me(token);
    expect(await leftMinutes()).toBe(10);
  });

  it('is one of at most five, listed and revoked by its operator alone', async () => {
    const { secret } = await secured();
    const tokens: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      await forgetStep();
      const { token } = await loggedIn();
      const { body } = await post('/api/console/login/code', token, { code: codeOf(secret) });
      tokens.push(tokenView.parse(body.data).token);
    }
    expect((await me(tokens[0] ?? '')).body.error).toBe('SESSION_INVALID');
    const token = tokens[5] ?? '';
    const { body } = await consoleSite.call('GET', '/api/console/sessions', { token });
    const { items } = z.object({ items: z.array(z.object({ id: z.string(), current: z.boolean() })) }).parse(body.data);
    expect(items.map(({ current }) => current)).toEqual([true, false, false, false, false]);
    const stranger = await consoleSite.operator('owner');
    const path = `/api/console/sessions/${items[1]?.id}`;
    expect((await consoleSite.call('DELETE', path, { token: stranger.token })).body.error).toBe('SESSION_NOT_FOUND');
    expect((await consoleSite.call('DELETE', path, { token })).body.code).toBe(200);
    expect((await me(tokens[4] ?? '')).body.error).toBe('SESSION_INVALID');
    expect((await post('/api/console/logout', token)).body.code).toBe(200);
    expect((await me(token)).body.error).toBe('SESSION_INVALID');
  });

  it('of a member opens no route of operators, and that of an operator none of members', async () => {
    const { token } = await secured();
    const member = await makeSession(server.pool, operatorId);
    expect((await me(member)).body.error).toBe('SESSION_INVALID');
    for (const path of ['/api/user/money', '/api/index/userInfo', '/api/account/sessions'])
      expect((await server.call('GET', path, { token })).body.error, path).toBe('SESSION_INVALID');
  });
});

describe('the password of an operator', () => {
  const NEW = 'another battery horse 7';
  const change = async (token: string, body: object = {}) =>
    (
      await consoleSite.call('POST', '/api/console/password', {
        token,
        body: { oldPwd: PASSWORD, pwd: NEW, confirmPwd: NEW, ...body },
      })
    ).body;

  it('is changed with the current one and a code; the other sessions end, and the chain says so', async () => {
    const { token, secret } = await secured();
    const { token: other } = await openTestSession(server.ownerPool, operatorId);
    await forgetStep();
    expect(await change(token, { code: codeOf(secret) })).toMatchObject({ code: 200 });
    expect((await me(other)).body.error).toBe('SESSION_INVALID');
    expect((await me(token)).body.code).toBe(200);
    expect((await logIn()).body.error).toBe('LOGIN_FAILED');
    expect((await logIn({ pwd: NEW })).body.code).toBe(200);
    const { rows } = await server.ownerPool.query(
      'select command, seq is not null as chained from audit where actor_id = $1 order by id desc limit 1',
      [operatorId],
    );
    expect(rows).toEqual([{ command: 'console/password', chained: true }]);
  });

  it('is not changed without them, and not to a weak one', async () => {
    const { token, secret } = await secured();
    await forgetStep();
    const code = codeOf(secret);
    for (const [body, fields] of [
      [{ oldPwd: 'a guess', code }, { oldPwd: 'OLD_PASSWORD_WRONG' }],
      [{}, { code: 'CODE_REQUIRED' }],
      [{ code: code === '000000' ? '111111' : '000000' }, { code: 'OPERATOR_CODE_WRONG' }],
      [{ pwd: 'password1', confirmPwd: 'password1', code }, { pwd: 'PASSWORD_COMMON' }],
      [{ pwd: PASSWORD, confirmPwd: PASSWORD, code }, { pwd: 'PASSWORD_UNCHANGED' }],
      [{ confirmPwd: 'other', code }, { confirmPwd: 'NEW_PASSWORDS_DIFFER' }],
    ])
      expect(await change(token, body)).toMatchObject({ fields });
    expect((await logIn()).body.code).toBe(200);
  });

  it('is guessed ten times by a session, and no more', async () => {
    const { token } = await openTestSession(server.ownerPool, operatorId);
    for (let guess = 0; guess < 10; guess += 1)
      expect(await change(token, { oldPwd: `guess ${guess}` })).toMatchObject({ error: 'OLD_PASSWORD_WRONG' });
    expect(await change(token)).toMatchObject({ error: 'RATE_LIMITED' });
  });

  it('is not that of the member, whoever changes that', async () => {
    const { token } = await openTestSession(server.ownerPool, operatorId);
    const member = await makeSession(server.pool, operatorId);
    const body = { oldPwd: PASSWORD, pwd: NEW, confirmPwd: NEW };
    const changed = await server.call('POST', '/api/account/password', { token: member, key: randomUUID(), body });
    expect(changed.body.code, changed.text).toBe(200);
    expect((await logIn({ pwd: NEW })).body.error).toBe('LOGIN_FAILED');
    expect((await logIn()).body.code).toBe(200);
    expect((await me(token)).body.code).toBe(200);
  });

  it('is out of reach of http and the worker, also of a member who becomes an operator later', async () => {
    const hash = await createPasswords().hash(NEW);
    // What http may write: the hash of a member. It opens nothing at the console.
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('update member set password_hash = $2 where id = $1', [operatorId.toString(), hash]);
      await client.query('commit');
    } finally {
      client.release();
    }
    expect((await logIn({ pwd: NEW })).body.error).toBe('LOGIN_FAILED');
    for (const { pool } of [server.context, server.worker])
      for (const sql of [
        'select password_hash from operator_access',
        `update operator_access set password_hash = 'x'`,
        `select change_operator_password('x', 'x')`,
        `select set_operator_password(1, 'x')`,
        `select * from operator_credentials('admin')`,
        'select * from operator_session',
        'select * from operator_recovery_code',
      ])
        expect(await tried(pool, sql), sql).toBe('42501');
    for (const sql of ['select password_hash from operator_access', `update operator_access set password_hash = 'x'`])
      expect(await tried(consoleSite.context.pool, sql), sql).toBe('42501');
    expect(await tried(consoleSite.context.pool, `select change_operator_password('x', 'x')`)).toBe('CD300');
  });

  it('is replaced by the owner for who lost it; every session ends, and the chain says so', async () => {
    const { token } = await openTestSession(server.ownerPool, operatorId);
    const reset = await resetOperatorPassword(server.ownerPool, createPasswords(), username.toUpperCase());
    if (!reset.ok) throw new Error('there is such an operator');
    expect((await me(token)).body.error).toBe('SESSION_INVALID');
    expect((await logIn()).body.error).toBe('LOGIN_FAILED');
    expect((await logIn({ pwd: reset.value })).body.code).toBe(200);
    const { rows } = await server.ownerPool.query(
      `select seq is not null as chained from audit where command = 'operate/operator-password' and actor_id = $1`,
      [operatorId],
    );
    expect(rows).toEqual([{ chained: true }]);
    expect(await resetOperatorPassword(server.ownerPool, createPasswords(), 'nobody')).toMatchObject({ ok: false });
  });
});

it('asks for the code of the picture where the site has one, before anything else is looked at', async () => {
  const withPictures = await startTestConsole(server, { captcha: true });
  try {
    const answer = await withPictures.call('POST', '/api/console/login', { body: { username, pwd: PASSWORD } });
    expect(answer.body).toMatchObject({ error: 'CAPTCHA_REQUIRED' });
  } finally {
    await withPictures.stop();
  }
});

describe('a calendar that ends soon', () => {
  const until = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

  async function toldOf(role: string): Promise<unknown> {
    const { token } = await consoleSite.operator(role);
    return operatorView.parse((await me(token)).body.data).calendarsEnding;
  }

  it('is told to those who may read all, and to nobody else', async () => {
    expect(await toldOf('owner')).toEqual([]);
    await makeProduct(server.ownerPool, 'ENDSUSD');
    const weekly = { 1: [{ start: '09:00', end: '17:00' }] };
    const calendar = { timeZone: 'UTC', weekly, holidays: [until] };
    await server.ownerPool.query(`update product set calendar = $1 where code = 'ENDSUSD'`, [calendar]);
    expect(await toldOf('owner')).toEqual([{ product: 'ENDSUSD', until }]);
    expect(await toldOf('auditor')).toEqual([{ product: 'ENDSUSD', until }]);
    expect(await toldOf('cashier')).toEqual([]);
  });

  it('is read with the rest of the product, of which a console changes nothing', async () => {
    const done = async (sql: string) =>
      await consoleSite.context.pool.query(sql).then(
        () => 'done',
        () => 'refused',
      );
    expect(await done('select code, active, calendar, signed_scale from product limit 1')).toBe('done');
    for (const column of ['calendar', 'active', 'forbidden', 'decimals'])
      expect(await done(`update product set ${column} = ${column}`), column).toBe('refused');
  });
});
