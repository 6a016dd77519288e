import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { captchaView, tokenView } from '@candor/contract/identity';
import { registerBody } from '@candor/contract/registration';
import { amount } from '@candor/domain/testing/test-currency';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { unseal } from '../../services/secrets/seal.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import { BOUNDLESS } from '../../testing/boundless-budgets.ts';
import { makeDevice } from '../../testing/test-device.ts';
import { hashToken } from '../../services/sessions/sessions.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { insertCaptcha } from './captcha-store.ts';
import { identityRoutes } from './identity.routes.ts';
import { captchaHash } from './issue-captcha.ts';
import { givenPurpose } from '../../services/papers/papers-of-member.ts';
import { registerMember } from './register-member.ts';

let server: TestServer;
/** The same site with its captcha switched on. */
let guarded: HttpApp;
let verifications = 0;

beforeAll(async () => {
  server = await startTestServer();
  const config = { ...server.context.config, captcha: true };
  guarded = await buildHttp(config, server.context.log, { budgets: createBudgets({ budgets: BOUNDLESS }) });
  const passwords = createPasswords({
    ...argon2,
    verify: async (hash, password) => {
      verifications += 1;
      return await argon2.verify(hash, password);
    },
  });
  identityRoutes(guarded, { ...server.context, config, passwords });
  await guarded.ready();
});

afterAll(async () => {
  await guarded.close();
  await server.stop();
});

const SHARED_KEY = randomUUID();

let people = 0;

/** A body that registers a new person. */
function person(more: Record<string, unknown> = {}) {
  people += 1;
  return {
    username: `person_${people}`,
    pwd: 'correct horse',
    confirmPwd: 'correct horse',
    withdrawPwd: '730482',
    confirmWithdrawPwd: '730482',
    phone: `138${String(people).padStart(8, '0')}`,
    ...more,
  };
}

async function register(body: unknown, key?: string) {
  return await server.call('POST', '/api/login/register', {
    body,
    language: 'en',
    ...(key === undefined ? {} : { key }),
  });
}

async function login(body: unknown) {
  return await server.call('POST', '/api/login/login', { body, language: 'en' });
}

function tokenOf(answer: { body: { data?: unknown } }): string {
  return tokenView.parse(answer.body.data).token;
}

async function registered(more: Record<string, unknown> = {}) {
  const body = person(more);
  const answer = await register(body);
  return { ...body, token: tokenOf(answer) };
}

async function count(sql: string, values: unknown[] = []): Promise<bigint> {
  return (await server.pool.query<{ n: bigint }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n ?? -1n;
}

// Registration -------------------------------------------------------------------------------------------------------

test('registering opens a session and a wallet with practice money, and trims the name', async () => {
  const body = person({ username: '  Alice_A ' });
  const token = tokenOf(await register(body));
  const info = await server.call('GET', '/api/index/userInfo', { token });
  expect(info.body).toMatchObject({
    code: 200,
    data: { userName: 'Alice_A', avatar: '' },
    roles: ['member'],
    permissions: [],
  });
  expect((await server.call('GET', '/api/user/money', { token })).body.data).toMatchObject({
    usermoney: amount('100000'),
    available: amount('100000'),
    wallet: 'practice',
  });
  expect((await server.call('GET', '/api/wallet/transfers', { token })).body.data).toMatchObject({
    items: [{ type: 'practiceGrant', amount: amount('100000'), balanceAfter: amount('100000') }],
    nextCursor: null,
  });
});

test('passwords are stored as Argon2id, names and identity numbers encrypted, phones in one format', async () => {
  const { username } = await registered({
    realName: '张三',
    idNumber: '11010119900307123X',
    phone: '+86 139-1234-5678',
  });
  const { rows } = await server.pool.query<{
    [column: string]: unknown;
    name: Buffer;
    number: Buffer;
    invite: string;
    phone: string;
  }>(
    `select password_hash as p, withdraw_password_hash as w, real_name_sealed as name, id_number_sealed as number, invite_code as invite, phone
     from member where username = $1`,
    [username],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('no member');
  expect(row).toMatchObject({
    p: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    w: expect.stringMatching(/^\$argon2id\$/),
    phone: '+8613912345678',
  });
  const { seal } = server.context.secrets;
  expect(unseal(seal, row.name, givenPurpose('realName', row.invite))).toBe('张三');
  expect(unseal(seal, row.number, givenPurpose('idNumber', row.invite))).toBe('11010119900307123X');
});

test.each([
  ['username', { username: 'PERSON_TAKEN' }, 'USERNAME_EXISTS', 'This username already exists.'],
  ['phone', { phone: '+86 13700000000' }, 'PHONE_EXISTS', 'This phone number is already registered.'],
  ['inviteCode', { inviteCode: 'NOSUCHXX' }, 'INVITE_CODE_UNKNOWN', 'The invite code does not exist.'],
  ['username', { username: 'bad name' }, 'USERNAME_ILLEGAL', 'The username contains illegal characters.'],
  ['confirmPwd', { confirmPwd: 'other words' }, 'PASSWORDS_DIFFER', 'The two passwords differ.'],
  [
    'confirmWithdrawPwd',
    { confirmWithdrawPwd: '654321' },
    'WITHDRAW_PASSWORDS_DIFFER',
    'The two withdrawal passwords differ.',
  ],
  ['phone', { phone: '+1 123 456 7890' }, 'PHONE_INVALID', 'The phone number is not valid.'],
  [
    'pwd',
    { pwd: 'woaini1314', confirmPwd: 'woaini1314' },
    'PASSWORD_COMMON',
    'Very many people use this password. Please choose another one.',
  ],
  [
    'pwd',
    { pwd: 'Zhangwei88', confirmPwd: 'Zhangwei88' },
    'PASSWORD_COMMON',
    'Very many people use this password. Please choose another one.',
  ],
  [
    'pwd',
    { pwd: '1qaz2wsx', confirmPwd: '1qaz2wsx' },
    'PASSWORD_SIMPLE',
    'This password is a repetition, a sequence or a date. Please choose another one.',
  ],
  [
    'pwd',
    { username: 'carla_kern', pwd: 'carla_kern1', confirmPwd: 'carla_kern1' },
    'PASSWORD_HAS_ACCOUNT',
    'This password holds your username or phone number and little else.',
  ],
  [
    'withdrawPwd',
    { withdrawPwd: '888888', confirmWithdrawPwd: '888888' },
    'WITHDRAW_PASSWORD_SIMPLE',
    'These six digits are easy to guess. Please avoid sequences, repetitions, birthdays and your own numbers.',
  ],
  [
    'withdrawPwd',
    { withdrawPwd: 'correct horse', confirmWithdrawPwd: 'correct horse' },
    'WITHDRAW_PASSWORD_ILLEGAL',
    'The withdrawal password must be 6 digits.',
  ],
])('%s: %j is refused beside its field, and nothing is stored', async (field, change, key, words) => {
  if ((await count(`member where username = 'person_taken'`)) === 0n)
    await registered({ username: 'person_taken', phone: '13700000000' });
  const [members, transfers, sessions] = [await count('member'), await count('transfer'), await count('session')];
  const answer = await register(person(change));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ code: 400, error: key, msg: words, fields: { [field]: key } });
  expect([await count('member'), await count('transfer'), await count('session')]).toEqual([
    members,
    transfers,
    sessions,
  ]);
});

test('all taken fields are reported together', async () => {
  const first = await registered();
  const answer = await register({ ...person(), username: first.username, phone: first.phone, inviteCode: 'NOSUCHXX' });
  expect(answer.body.fields).toEqual({
    username: 'USERNAME_EXISTS',
    phone: 'PHONE_EXISTS',
    inviteCode: 'INVITE_CODE_UNKNOWN',
  });
});

test('an invite code in upper or lower case names the inviter', async () => {
  const inviter = await registered();
  const { inviteCode } = (await server.call('GET', '/api/account/profile', { token: inviter.token })).body.data as {
    inviteCode: string;
  };
  const invited = await registered({ inviteCode: inviteCode.toLowerCase() });
  expect(
    await count('member i join member m on m.invited_by = i.id where i.username = $1 and m.username = $2', [
      inviter.username,
      invited.username,
    ]),
  ).toBe(1n);
});

test.each([
  ['empty', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['cut off', '{"username":'],
  ['an attack on the prototype', '{"__proto__":{"roles":["admin"]}}'],
  ['of wrong types', '{"username":{"toString":1}}'],
  ['long', JSON.stringify({ username: 'x'.repeat(60_000) })],
  ['of 3000 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`f${n}`, n])))],
])('a body that is %s is refused with 400', async (_, body) => {
  for (const path of ['/api/login/register', '/api/login/login']) {
    const answer = await server.call('POST', path, { body, language: 'en' });
    expect([answer.status, answer.body.code]).toEqual([200, 400]);
    expect(answer.text.length).toBeLessThan(4_000);
  }
});

test('a field that members may not choose is refused', async () => {
  for (const more of [{ roles: ['admin'] }, { permissions: ['*:*:*'] }, { id: 1 }, { invitedBy: 1 }]) {
    expect((await register(person(more))).body).toMatchObject({ code: 400, error: 'FIELD_UNKNOWN' });
  }
});

test('a body above the limit is refused', async () => {
  const answer = await register({ ...person(), realName: 'x'.repeat(80_000) });
  expect([answer.status, answer.body.error]).toEqual([413, 'BODY_TOO_LARGE']);
});

test('a retry with the same key gets a fresh token and never makes a second member; another body is refused', async () => {
  const [key, body] = [randomUUID(), person()];
  const [first, again] = [tokenOf(await register(body, key)), tokenOf(await register(body, key.toUpperCase()))];
  expect(again).not.toBe(first);
  for (const token of [first, again])
    expect((await server.call('GET', '/api/index/userInfo', { token })).body.code).toBe(200);
  expect((await register({ ...body, pwd: 'another one', confirmPwd: 'another one' }, key)).body).toMatchObject({
    code: 409,
    error: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await count('member where username = $1', [body.username])).toBe(1n);
  expect(await count('register_attempt where key = $1', [key])).toBe(1n);
});

/** Moves a registration into the past; only the owner of the database can do this. */
async function registeredAgo(key: string, seconds: number): Promise<void> {
  await server.ownerPool.query(
    'update register_attempt set created_at = clock_timestamp() - make_interval(secs => $2) where key = $1',
    [key, seconds],
  );
}

test('after a minute a repeated registration gets no token, whatever body comes with its key', async () => {
  const [key, body] = [randomUUID(), person()];
  expect((await register(body, key)).body.code).toBe(200);
  await registeredAgo(key, 55);
  expect((await register(body, key)).body.code).toBe(200);
  await registeredAgo(key, 60);
  const sessions = await count('session');
  for (const sent of [body, { ...body, pwd: 'another one', confirmPwd: 'another one' }, person()])
    expect((await register(sent, key)).body).toMatchObject({ code: 409, error: 'REGISTRATION_DONE' });
  expect(await count('session')).toBe(sessions);
});

test('a repeated registration counts against the limit of its address', async () => {
  const [key, body] = [randomUUID(), person()];
  expect((await register(body, key)).body.code).toBe(200);
  await server.ownerPool.query(`update rate_limit set points = 100 where key = 'register:127.0.0.1'`);
  const sessions = await count('session');
  for (const sent of [body, { ...body, pwd: 'another one', confirmPwd: 'another one' }])
    expect((await register(sent, key)).body).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
  expect(await count('session')).toBe(sessions);
  await server.ownerPool.query(`delete from rate_limit where key like 'register:%'`);
});

test.each([
  ['frozen = true', 403, 'ACCOUNT_FROZEN'],
  ['login_allowed = false', 403, 'LOGIN_NOT_AUTHORIZED'],
])('a repeated registration gives no token to a member with %s', async (change, code, error) => {
  const [key, body] = [randomUUID(), person()];
  expect((await register(body, key)).body.code).toBe(200);
  await server.ownerPool.query(`update member set ${change} where username = $1`, [body.username]);
  const sessions = await count('session');
  expect((await register(body, key)).body).toMatchObject({ code, error });
  expect(await count('session')).toBe(sessions);
});

test('a repeated registration gives no token while its name is locked', async () => {
  const [key, body] = [randomUUID(), person()];
  expect((await register(body, key)).body.code).toBe(200);
  for (let failure = 1; failure <= 5; failure += 1) await login({ username: body.username, pwd: 'wrong words' });
  const sessions = await count('session');
  expect((await register(body, key)).body).toMatchObject({
    code: 429,
    error: 'ACCOUNT_LOCKED',
    retryAfterSec: expect.any(Number),
  });
  expect(await count('session')).toBe(sessions);
});

test('eight retries at once make one member', async () => {
  const [key, body] = [randomUUID(), person()];
  const answers = await Promise.all(Array.from({ length: 8 }, async () => await register(body, key)));
  expect(answers.map((answer) => answer.body.code)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(answers.map(tokenOf)).size).toBe(8);
  expect(await count('member where username = $1', [body.username])).toBe(1n);
});

test('a retry that finishes before its own first try gives the same member', async () => {
  const [key, body] = [randomUUID(), person()];
  const deps = {
    ...server.context,
    captcha: false,
    passwords: createPasswords(argon2),
    sealKey: server.context.secrets.seal,
    countries: [],
    countRegistration: async () => void tokenOf(await register(body, key)),
  };
  const command = { body: registerBody.parse(body), deviceKey: null, key, userAgent: '', address: '' };
  expect(await registerMember(deps, command)).toMatchObject({ ok: true });
  expect(await count('member where username = $1', [body.username])).toBe(1n);
});

test('eight people ask for one name at once, and one gets it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await register(person({ username: 'wanted_name' }))),
  );
  expect(answers.filter((answer) => answer.body.code === 200)).toHaveLength(1);
  expect(new Set(answers.filter((answer) => answer.body.code !== 200).map((answer) => answer.body.error))).toEqual(
    new Set(['USERNAME_EXISTS']),
  );
});

test('a refused registration does not use up its key', async () => {
  const key = randomUUID();
  const body = person();
  expect((await register({ ...body, inviteCode: 'NOSUCHXX' }, key)).body.error).toBe('INVITE_CODE_UNKNOWN');
  expect((await register(body, key)).body.code).toBe(200);
});

test('an invalid key is refused', async () => {
  for (const key of ['1', 'x'.repeat(500), '00000000-0000-0000-0000-00000000000g']) {
    expect((await register(person(), key)).body.code).toBe(400);
  }
});

test('an address can register a hundred times an hour', async () => {
  await registered();
  await server.ownerPool.query(`update rate_limit set points = 99 where key = 'register:127.0.0.1'`);
  await registered();
  expect((await register(person())).body).toMatchObject({
    code: 429,
    error: 'RATE_LIMITED',
    retryAfterSec: expect.any(Number),
  });
  await server.ownerPool.query(`delete from rate_limit where key like 'register:%'`);
});

// Login --------------------------------------------------------------------------------------------------------------

test('a name is trimmed and ignores case; a password is taken as typed', async () => {
  const { username } = await registered({ pwd: ' spaces count ', confirmPwd: ' spaces count ' });
  expect((await login({ username: `  ${username.toUpperCase()} `, pwd: ' spaces count ' })).body.code).toBe(200);
  expect((await login({ username, pwd: 'spaces count' })).body.error).toBe('LOGIN_FAILED');
});

test.each([
  [{}, { username: 'USERNAME_REQUIRED', pwd: 'PASSWORD_REQUIRED' }],
  [{ username: 'a'.repeat(65), pwd: 'x' }, { username: 'USERNAME_LENGTH' }],
  [{ username: ['demo'], pwd: 'x' }, { username: 'USERNAME_ILLEGAL' }],
  [{ username: 'demo', pwd: 5 }, { pwd: 'FIELD_INVALID' }],
])('a login with %j is refused beside the fields', async (body, fields) => {
  expect((await login(body)).body).toMatchObject({ code: 400, fields });
});

test.each([' OR 1=1 --', "' or ''='", '\u0130'.repeat(64), '名字', 'K'.repeat(64)])(
  'the name %j is answered as an unknown name',
  async (username) => {
    expect((await login({ username, pwd: 'x' })).body).toMatchObject({ code: 500, error: 'LOGIN_FAILED' });
  },
);

/** Logs in on the site with its captcha on, and counts the password checks. */
async function guardedLogin(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const uuid = randomUUID();
  await insertCaptcha(server.pool, uuid, captchaHash(server.context.fingerprints, uuid, 'AC3D7'));
  const payload = { uuid, code: 'AC3D7', ...body };
  const before = verifications;
  const response = await guarded.inject({
    method: 'POST',
    url: '/api/login/login',
    headers: { 'accept-language': 'en', ...headers },
    payload,
  });
  return {
    body: response.json<{ code: number; error?: string; data?: unknown }>(),
    worked: verifications - before,
    payload,
  };
}

test('an unknown name and a wrong password get the same answer and cost the same work', async () => {
  const { username } = await registered();
  const known = await guardedLogin({ username, pwd: 'wrong words' });
  const unknown = await guardedLogin({ username: 'nobody_here', pwd: 'wrong words' });
  expect(known.body).toEqual(unknown.body);
  expect(known.body).toEqual({
    code: 500,
    error: 'LOGIN_FAILED',
    msg: 'Login failed: the username does not exist or the password is wrong.',
  });
  expect([known.worked, unknown.worked]).toEqual([1, 1]);
});

/** Ends every wait: those of the lanes, and those of the budgets that strangers share. */
async function waited(): Promise<void> {
  await server.ownerPool.query('update login_failure set locked_until = clock_timestamp()');
  await server.ownerPool.query('delete from login_budget');
}

test('after five failures a name waits longer each time, whether the account exists or not', async () => {
  const { username } = await registered();
  for (const name of [username, 'never_registered']) {
    for (let failure = 1; failure <= 5; failure += 1)
      expect((await guardedLogin({ username: name, pwd: 'wrong words' })).body.error).toBe('LOGIN_FAILED');
    for (const waitSec of [60, 120, 300, 900, 1_800, 1_800]) {
      const locked = await guardedLogin({ username: name, pwd: 'correct horse' });
      expect(locked.body).toMatchObject({ code: 429, error: 'ACCOUNT_LOCKED', retryAfterSec: waitSec });
      expect(locked.worked).toBe(0);
      await waited();
      expect((await guardedLogin({ username: name.toUpperCase(), pwd: 'wrong words' })).body.error).toBe(
        'LOGIN_FAILED',
      );
    }
    await waited();
  }
  expect((await guardedLogin({ username, pwd: 'correct horse' })).body.code).toBe(200);
  expect((await guardedLogin({ username, pwd: 'wrong words' })).body.error).toBe('LOGIN_FAILED');
  expect((await guardedLogin({ username, pwd: 'correct horse' })).body.code, 'a success starts the count again').toBe(
    200,
  );
});

test('failures older than a day do not count', async () => {
  for (let failure = 1; failure <= 4; failure += 1) await guardedLogin({ username: 'day_old', pwd: 'x' });
  await server.ownerPool.query(`update login_failure set last_at = last_at - interval '25 hours'`);
  for (let failure = 1; failure <= 5; failure += 1)
    expect((await guardedLogin({ username: 'day_old', pwd: 'x' })).body.error).toBe('LOGIN_FAILED');
  expect((await guardedLogin({ username: 'day_old', pwd: 'x' })).body.error).toBe('ACCOUNT_LOCKED');
});

test('simultaneous guesses are no more than guesses one after another', async () => {
  const before = verifications;
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => await guardedLogin({ username: 'many_at_once', pwd: 'x' })),
  );
  expect(answers.filter(({ body }) => body.error === 'LOGIN_FAILED')).toHaveLength(5);
  expect(verifications - before).toBe(5);
});

test('only a caller with the right password sees why a member may not log in', async () => {
  const frozen = await registered();
  const barred = await registered();
  await server.ownerPool.query('update member set frozen = true where username = $1', [frozen.username]);
  await server.ownerPool.query('update member set login_allowed = false where username = $1', [barred.username]);
  for (const { username } of [frozen, barred])
    expect((await login({ username, pwd: 'wrong words' })).body.error).toBe('LOGIN_FAILED');
  expect((await login(entry(frozen))).body).toMatchObject({ code: 403, error: 'ACCOUNT_FROZEN' });
  expect((await login(entry(barred))).body).toMatchObject({ code: 403, error: 'LOGIN_NOT_AUTHORIZED' });
  expect(
    (await server.call('GET', '/api/index/userInfo', { token: barred.token })).body.code,
    'open sessions end',
  ).toBe(401);
});

function entry({ username, pwd }: { username: string; pwd: string }) {
  return { username, pwd };
}

test('an address can try three hundred times in ten minutes', async () => {
  await login({ username: 'limit_probe', pwd: 'x' });
  await server.ownerPool.query(`update rate_limit set points = 300 where key = 'login:127.0.0.1'`);
  expect((await login({ username: 'limit_probe', pwd: 'x' })).body).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
  await server.ownerPool.query(`delete from rate_limit where key like 'login:%'`);
});

test('neither the password nor the name of a failed login is stored', async () => {
  await login({ username: 'My Secret Password', pwd: 'My Other Password' });
  const { rows } = await server.pool.query('select lane from login_failure');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row['lane']).toMatch(/^[0-9a-f]{64}$/);
});

/** The site with a failing password check, and everything it logs. */
async function withFailing(failure: Error) {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (entry: string) => logged.push(entry) });
  const app = await buildHttp(server.context.config, log);
  const fail = async () => await Promise.reject(failure);
  identityRoutes(app, { ...server.context, passwords: { hash: fail, verify: fail } });
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers: { 'accept-language': 'en' }, payload })).json<{
      code: number;
      error: string;
    }>();
  return { app, logged, post };
}

test('a password that was never checked does not count as a failure', async () => {
  const { app, post } = await withFailing(new Refused('RATE_LIMITED', { retryAfterSec: 3 }));
  const body = { username: 'turned_away', pwd: 'x' };
  for (let i = 0; i < 8; i += 1)
    expect(await post('/api/login/login', body)).toMatchObject({ code: 429, error: 'RATE_LIMITED', retryAfterSec: 3 });
  await app.close();
  for (let i = 0; i < 5; i += 1) expect((await login(body)).body.error).toBe('LOGIN_FAILED');
  expect((await login(body)).body.error).toBe('ACCOUNT_LOCKED');
});

test('an internal error shows no detail, and no log holds a secret', async () => {
  const { app, logged, post } = await withFailing(new Error('the disk is gone'));
  const secrets = {
    pwd: 'My-Secret-1',
    confirmPwd: 'My-Secret-1',
    withdrawPwd: '975310',
    confirmWithdrawPwd: '975310',
    realName: 'My-Name',
    idNumber: 'ID-246813579',
  };
  const body = person({ ...secrets, phone: '13987654321' });
  expect(await post('/api/login/register', body)).toEqual({ code: 500, msg: 'error', error: 'FAULT' });
  expect(await post('/api/login/login', { username: body.username, pwd: body.pwd })).toEqual({
    code: 500,
    msg: 'error',
    error: 'FAULT',
  });
  await post('/api/login/register', { ...body, pwd: 5 });
  await app.close();
  expect(logged.join('')).toContain('the disk is gone');
  for (const secret of [...Object.values(secrets), '13987654321']) expect(logged.join('')).not.toContain(secret);
});

// The key of the device -----------------------------------------------------------------------------------------------

const NO_POINT = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
/** Of a group of two: anyone can sign for it. */
const WEAK_KEY = Buffer.concat([Buffer.of(0xec), Buffer.alloc(30, 0xff), Buffer.of(0x7f)]).toString('base64url');

test('a session has the key that its own login or registration brought, or none', async () => {
  const [first, second] = [makeDevice(), makeDevice('Ed25519')];
  const member = await registered({ deviceKey: first.deviceKey });
  const again = tokenOf(await login({ ...entry(member), deviceKey: second.deviceKey }));
  const without = tokenOf(await login(entry(member)));
  const keys = await Promise.all(
    [member.token, again, without].map(async (token) => {
      const { rows } = await server.ownerPool.query<{ key: Buffer | null }>(
        'select device_key as key from session where token_hash = $1',
        [hashToken(token)],
      );
      return rows[0]?.key?.toString('base64url') ?? null;
    }),
  );
  expect(keys).toEqual([first.deviceKey, second.deviceKey, null]);
});

test.each([
  ['text', 'not a key'],
  ['a short key', 'A'.repeat(42)],
  ['a point that is not on the curve', NO_POINT],
  ['a key that anyone can sign for', WEAK_KEY],
])('%s is refused at its field, before any password is checked', async (_, deviceKey) => {
  const before = verifications;
  for (const answer of [
    await register(person({ deviceKey })),
    await login({ username: 'whoever', pwd: 'x', deviceKey }),
  ])
    expect(answer.body).toMatchObject({ code: 400, fields: { deviceKey: 'FIELD_INVALID' } });
  expect(verifications).toBe(before);
});

// Captcha ------------------------------------------------------------------------------------------------------------

test('a captcha is issued when the site asks for one', async () => {
  const issued = await guarded.inject({ method: 'GET', url: '/captchaImage' });
  expect(captchaView.parse(issued.json<{ data: unknown }>().data)).toMatchObject({
    captchaEnabled: true,
    img: expect.stringMatching(/^data:image\/png/),
  });
  expect(issued.headers['cache-control']).toBe('no-store');
  expect((await server.call('GET', '/captchaImage')).body.data).toEqual({ uuid: '', img: '', captchaEnabled: false });
});

test('with the captcha on, a login needs its answer, and the answer works once', async () => {
  const { username, pwd } = await registered();
  expect((await guardedLogin({ username, pwd, code: '' })).body).toMatchObject({
    code: 400,
    error: 'CAPTCHA_REQUIRED',
  });
  expect((await guardedLogin({ username, pwd, code: 'WRONG' })).body).toMatchObject({
    code: 400,
    error: 'CAPTCHA_WRONG',
    fields: { code: 'CAPTCHA_WRONG' },
  });
  const first = await guardedLogin({ username, pwd });
  expect(first.body.code).toBe(200);
  expect((await guardedLogin(first.payload)).body.error).toBe('CAPTCHA_EXPIRED');
  expect((await guardedLogin({ username, pwd: 'wrong words', code: 'WRONG' })).worked, 'no password is looked at').toBe(
    0,
  );
});

test('the same key, captcha and body open another session; another body does not', async () => {
  const { username, pwd } = await registered();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await guardedLogin({ username, pwd }, headers);
  const again = await guardedLogin(first.payload, headers);
  expect([first.body.code, again.body.code]).toEqual([200, 200]);
  expect(again.body.data).not.toEqual(first.body.data);
  expect((await guardedLogin({ ...first.payload, pwd: 'wrong words' }, headers)).body.error).toMatch(/^CAPTCHA_/);
  const other = await guardedLogin({ username, pwd }, headers);
  expect((await guardedLogin(other.payload, { 'idempotency-key': randomUUID() })).body.error).toMatch(/^CAPTCHA_/);
});

test('300 logins at once with different keys get one guess at a captcha', async () => {
  const { username, pwd } = await registered();
  await server.ownerPool.query(`delete from rate_limit where key like 'login:%'`);
  const uuid = randomUUID();
  await insertCaptcha(server.pool, uuid, captchaHash(server.context.fingerprints, uuid, 'AC3D7'));
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, call) => {
      const response = await guarded.inject({
        method: 'POST',
        url: '/api/login/login',
        // Half of the calls share a key, but each call has its own body.
        headers: { 'idempotency-key': call % 2 === 0 ? SHARED_KEY : randomUUID() },
        payload: { username, pwd, uuid, code: call === 6 ? 'AC3D7' : `X${call}` },
      });
      return response.json<{ code: number; error?: string }>();
    }),
  );
  expect(answers.filter(({ error }) => error !== 'CAPTCHA_EXPIRED')).toHaveLength(1);
  await server.ownerPool.query(`delete from rate_limit where key like 'login:%'`);
});

test('one captcha registers one member', async () => {
  const uuid = randomUUID();
  await insertCaptcha(server.pool, uuid, captchaHash(server.context.fingerprints, uuid, 'AC3D7'));
  const post = async (body: object) =>
    (
      await guarded.inject({ method: 'POST', url: '/api/login/register', payload: { ...body, uuid, code: 'ac3d7' } })
    ).json<{ code: number; error?: string }>();
  expect(await post(person({ pwd: 'short' })), 'a wrong field leaves the captcha').toMatchObject({ code: 400 });
  expect(await post(person())).toMatchObject({ code: 200 });
  expect(await post(person())).toMatchObject({ code: 400, error: 'CAPTCHA_EXPIRED' });
});
