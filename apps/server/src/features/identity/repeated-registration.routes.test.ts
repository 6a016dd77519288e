import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { registerBody } from '@candor/contract/registration';
import { expect, test } from 'vitest';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { registerMember } from './register-member.ts';
import { person, startEntrySite, tokenOf } from '../../testing/entry-site.ts';

const { site, register, login, count } = startEntrySite();

test('a retry with the same key gets a fresh token and never makes a second member; another body is refused', async () => {
  const [key, body] = [randomUUID(), person()];
  const [first, again] = [tokenOf(await register(body, key)), tokenOf(await register(body, key.toUpperCase()))];
  expect(again).not.toBe(first);
  for (const token of [first, again])
    expect((await site.server.call('GET', '/api/index/userInfo', { token })).body.code).toBe(200);
  expect((await register({ ...body, pwd: 'another one', confirmPwd: 'another one' }, key)).body).toMatchObject({
    code: 409,
    error: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await count('member where username = $1', [body.username])).toBe(1n);
  expect(await count('register_attempt where key = $1', [key])).toBe(1n);
});

/** Moves a registration into the past; only the owner of the database can do this. */
async function registeredAgo(key: string, seconds: number): Promise<void> {
  await site.server.ownerPool.query(
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
  await site.server.ownerPool.query(`update rate_limit set points = 100 where key = 'register:127.0.0.1'`);
  const sessions = await count('session');
  for (const sent of [body, { ...body, pwd: 'another one', confirmPwd: 'another one' }])
    expect((await register(sent, key)).body).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
  expect(await count('session')).toBe(sessions);
  await site.server.ownerPool.query(`delete from rate_limit where key like 'register:%'`);
});

test.each([
  ['frozen = true', 403, 'ACCOUNT_FROZEN'],
  ['login_allowed = false', 403, 'LOGIN_NOT_AUTHORIZED'],
])('a repeated registration gives no token to a member with %s', async (change, code, error) => {
  const [key, body] = [randomUUID(), person()];
  expect((await register(body, key)).body.code).toBe(200);
  await site.server.ownerPool.query(`update member set ${change} where username = $1`, [body.username]);
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
    ...site.server.context,
    captcha: false,
    passwords: createPasswords(argon2),
    sealKey: site.server.context.secrets.seal,
    countries: [],
    countRegistration: async () => void tokenOf(await register(body, key)),
  };
  const command = { body: registerBody.parse(body), deviceKey: null, key, userAgent: '', address: '' };
  expect(await registerMember(deps, command)).toMatchObject({ ok: true });
  expect(await count('member where username = $1', [body.username])).toBe(1n);
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
