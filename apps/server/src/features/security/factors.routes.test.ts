import { randomUUID } from 'node:crypto';
import {
  assertionOptionsView,
  creationOptionsView,
  factorsView,
  recoveryCodesView,
  totpSecretView,
} from '@candor/contract/factors';
import { securityView } from '@candor/contract/security';
import * as argon2 from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CallOptions, TestAnswer } from '../../testing/call.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import type { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { decideFactor } from './change-factors.ts';
import type { FactorChange, FactorFacts } from './change-factors.ts';

const PASSWORD = 'quiet Otter climbs';
const ORIGIN = 'https://candor.example';

let server: TestServer;
let hash: string;
let memberId: bigint;
let username: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ HOSTS: `${ORIGIN},https://other.example` });
  // Cheap to verify: most tests log in many times, and none is about hashes.
  hash = await argon2.hash(PASSWORD, { memoryCost: 64, timeCost: 1 });
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  const { rows } = await server.ownerPool.query<{ username: string }>(
    'update member set password_hash = $2 where id = $1 returning username',
    [memberId.toString(), hash],
  );
  username = rows[0]?.username ?? '';
  token = await makeSession(server.pool, memberId);
});
afterAll(async () => await server.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, path: string, body?: unknown, more: CallOptions = {}): Promise<TestAnswer['body']> {
  const headers = { origin: ORIGIN, ...more.headers };
  const answer = await server.call(method, path, { token, ...(body === undefined ? {} : { body }), ...more, headers });
  return answer.body;
}

async function own<T>(schema: z.ZodMiniType<T>, method: Method, path: string, body?: unknown): Promise<T> {
  const { error, data } = await call(method, path, body);
  expect(error, path).toBeUndefined();
  return schema.parse(data);
}

async function confirmWithPassword(): Promise<void> {
  expect(await call('POST', '/api/account/confirmation', { pwd: PASSWORD })).toMatchObject({ code: 200 });
}

/** As if the last confirmation, and the last used code, were long ago. */
async function forget(): Promise<void> {
  await server.ownerPool.query('update session set confirmed_at = null where member_id = $1', [memberId.toString()]);
  await server.ownerPool.query('update member_totp set used_step = 0 where member_id = $1', [memberId.toString()]);
}

async function codeOf(secret: string, stepsAway = 0): Promise<string> {
  const { rows } = await server.ownerPool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  return new TOTP({ secret }).generate({ timestamp: (rows[0]?.ms ?? 0) + stepsAway * 30_000 });
}

async function turnOnTotp(): Promise<{ secret: string; codes: string[] }> {
  await confirmWithPassword();
  const { secret } = await own(totpSecretView, 'POST', '/api/account/factors/totp');
  const { recoveryCodes } = await own(recoveryCodesView, 'PUT', '/api/account/factors/totp', {
    code: await codeOf(secret),
  });
  await forget();
  return { secret, codes: recoveryCodes ?? [] };
}

async function addPasskey(device: SoftwareAuthenticator, lies = {}, name = 'Phone'): Promise<TestAnswer['body']> {
  const { options } = await own(creationOptionsView, 'POST', '/api/account/factors/passkeys/options');
  return await call('POST', '/api/account/factors/passkeys', { name, passkey: device.create(options, lies) });
}

async function factors() {
  return await own(factorsView, 'GET', '/api/account/factors');
}

async function security() {
  return await own(securityView, 'GET', '/api/account/security');
}

/** A call without a session, from an address. */
async function visit(path: string, body: unknown, { address = '192.0.2.1', origin = ORIGIN } = {}) {
  const answer = await server.http.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: address,
    headers: { origin, 'content-type': 'application/json', 'user-agent': 'Browser of a test' },
    payload: JSON.stringify(body),
  });
  return z
    .looseObject({
      code: z.number(),
      error: z.optional(z.string()),
      params: z.optional(z.record(z.string(), z.unknown())),
      data: z.optional(z.unknown()),
    })
    .parse(answer.json());
}

type Visit = { address?: string; origin?: string };

async function logIn(from: Visit = {}, device?: string) {
  return await visit(
    '/api/login/login',
    { username, pwd: PASSWORD, ...(device === undefined ? {} : { device }) },
    from,
  );
}

async function challengeFor(from: Visit = {}, device?: string): Promise<string> {
  const answer = await logIn(from, device);
  expect(answer).toMatchObject({ code: 500, error: 'SECOND_FACTOR_REQUIRED' });
  expect(answer).not.toHaveProperty('data');
  return z.string().parse(answer.params?.['challenge']);
}

async function finish(challenge: string, proof: object, from: Visit = {}) {
  return await visit('/api/login/factor', { challenge, ...proof }, from);
}

const entered = z.object({ token: z.string(), device: z.string() });

describe('the authenticator', () => {
  it('is turned on with the password and a code of its secret; recovery codes are told once', async () => {
    expect(await call('POST', '/api/account/factors/totp')).toMatchObject({
      error: 'CONFIRMATION_REQUIRED',
      params: { methods: 'password' },
    });
    expect(await call('POST', '/api/account/confirmation', { pwd: 'wrong' })).toMatchObject({
      fields: { pwd: 'LOGIN_PASSWORD_WRONG' },
    });
    await confirmWithPassword();
    const { secret, uri } = await own(totpSecretView, 'POST', '/api/account/factors/totp');
    expect(uri).toContain(secret);
    expect(await call('PUT', '/api/account/factors/totp', { code: '000000' })).toMatchObject({
      fields: { code: 'FACTOR_CODE_WRONG' },
    });
    expect((await factors()).totpSince, 'nothing counts yet').toBeNull();
    const { recoveryCodes } = await own(recoveryCodesView, 'PUT', '/api/account/factors/totp', {
      code: await codeOf(secret),
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await factors()).toMatchObject({ recoveryLeft: 10, passkeys: [] });
    expect((await factors()).totpSince).not.toBeNull();
    expect(await call('POST', '/api/account/factors/totp')).toMatchObject({ error: 'FACTOR_EXISTS' });
    expect((await security()).events).toMatchObject([{ kind: 'totpOn', isNew: false }]);
  });

  it('keeps no secret and no code in clear', async () => {
    const { secret, codes } = await turnOnTotp();
    const { rows } = await server.ownerPool.query<{ text: string }>(
      `select string_agg(t::text, ' ') || (select string_agg(r::text, ' ') from member_recovery_code r) ||
         coalesce((select string_agg(i::text, ' ') from idempotency i), '') || (select string_agg(a::text, ' ') from audit a) as text
       from member_totp t`,
    );
    const text = rows[0]?.text ?? '';
    expect(text).toContain('totpOn');
    for (const clear of [secret, Buffer.from(secret).toString('hex'), ...codes]) expect(text).not.toContain(clear);
  });

  it('opens one session with a code, also for answers at once', async () => {
    const { secret } = await turnOnTotp();
    const code = await codeOf(secret);
    const challenges = await Promise.all(Array.from({ length: 4 }, async () => await challengeFor()));
    const answers = await Promise.all(challenges.map(async (challenge) => await finish(challenge, { code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error === 'FACTOR_CODE_WRONG')).toHaveLength(3);
    expect(await finish(await challengeFor(), { code: await codeOf(secret, -1) }), 'an older code').toMatchObject({
      error: 'FACTOR_CODE_WRONG',
    });
  });

  it('allows the code before and the code after, and no other', async () => {
    const { secret } = await turnOnTotp();
    for (const [steps, code] of [
      [-1, 200],
      [1, 200],
      [2, 400],
      [-2, 400],
    ] as const) {
      await forget();
      expect(await finish(await challengeFor(), { code: await codeOf(secret, steps) }), `${steps}`).toMatchObject({
        code,
      });
    }
  });
});

describe('the second step of a login', () => {
  it('is asked for after the right password alone, opens no session before it, and tells of a new device', async () => {
    const { secret } = await turnOnTotp();
    expect(await visit('/api/login/login', { username, pwd: 'wrong' })).toMatchObject({ error: 'LOGIN_FAILED' });
    const before = await server.ownerPool.query('select from session where member_id = $1', [memberId.toString()]);
    const challenge = await challengeFor();
    const after = await server.ownerPool.query('select from session where member_id = $1', [memberId.toString()]);
    expect(after.rowCount).toBe(before.rowCount);
    const answer = entered.parse((await finish(challenge, { code: await codeOf(secret) })).data);
    token = answer.token;
    expect((await security()).logins).toMatchObject([
      { factor: 'totp', address: '192.0.2.0/24', device: 'Browser of a test' },
    ]);
    // A login with the factor counts as a confirmation.
    expect(await call('POST', '/api/account/factors/recovery-codes')).toMatchObject({ code: 200 });
    expect(await finish(challenge, { code: await codeOf(secret, 1) }), 'used up').toMatchObject({
      error: 'FACTOR_CHALLENGE_EXPIRED',
    });
    // A device that is known is no news; another one is.
    await forget();
    await finish(await challengeFor({}, answer.device), { code: await codeOf(secret), device: answer.device });
    const news = async () => (await security()).events.filter(({ kind }) => kind === 'newDevice');
    expect(await news()).toHaveLength(0);
    await forget();
    await finish(await challengeFor(), { code: await codeOf(secret) });
    // A client that never says which device it is tells of itself once a day.
    await forget();
    await finish(await challengeFor(), { code: await codeOf(secret) });
    expect(await news()).toHaveLength(1);
    const [alert] = await news();
    expect(alert).toMatchObject({ isNew: true, address: '192.0.2.0/24' });
    await call('POST', '/api/account/security/seen', { eventId: alert?.id });
    expect(await news()).toMatchObject([{ isNew: false }]);
    await call('POST', '/api/account/security/seen', { eventId: '999999999999999999' });
    const { rows } = await server.ownerPool.query<{ ahead: boolean }>(
      'select event_id > (select max(id) from security_event) as ahead from security_seen where member_id = $1',
      [memberId.toString()],
    );
    expect(rows, 'nobody hides what is still to come').toEqual([{ ahead: false }]);
  });

  it('is answered from the address it was asked at, within five minutes, in five tries', async () => {
    const { secret } = await turnOnTotp();
    const code = await codeOf(secret);
    const challenge = await challengeFor();
    const expired = { error: 'FACTOR_CHALLENGE_EXPIRED' };
    expect(await finish(challenge, { code }, { address: '192.0.2.2' }), 'a neighbour').toMatchObject(expired);
    expect(await finish('x'.repeat(43), { code })).toMatchObject(expired);
    await server.ownerPool.query(`update factor_challenge set expires_at = clock_timestamp() where member_id = $1`, [
      memberId.toString(),
    ]);
    expect(await finish(challenge, { code })).toMatchObject(expired);
    const tried = await challengeFor();
    await server.ownerPool.query(`update factor_challenge set tries = 5 where member_id = $1`, [memberId.toString()]);
    expect(await finish(tried, { code })).toMatchObject(expired);
    // A challenge for a confirmation is none for a login.
    expect(await finish(await challengeFor(), { code })).toMatchObject({ code: 200 });
  });

  it('makes who guesses wait, and never the member on their own device', async () => {
    const { secret } = await turnOnTotp();
    const home = { address: '198.51.100.7' };
    const { device } = entered.parse(
      (await finish(await challengeFor(home), { code: await codeOf(secret) }, home)).data,
    );
    await forget();
    const guesses = [];
    for (let n = 0; n < 6; n += 1) guesses.push(await finish(await challengeFor(), { code: '000000' }));
    expect(guesses.slice(0, 5).every(({ error }) => error === 'FACTOR_CODE_WRONG')).toBe(true);
    expect(guesses[5]).toMatchObject({ code: 429, error: 'FACTOR_LOCKED' });
    const code = await codeOf(secret);
    expect(await finish(await challengeFor(), { code }), 'not even the right one').toMatchObject({ code: 429 });
    const atHome = await finish(await challengeFor(home, device), { code, device }, home);
    expect(atHome).toMatchObject({ code: 200 });
    expect((await security()).events.filter(({ kind }) => kind === 'factorLocked')).toMatchObject([{ isNew: true }]);
  });

  it('counts guesses at once like guesses one after another', async () => {
    await turnOnTotp();
    const challenges = [];
    for (let n = 0; n < 5; n += 1) challenges.push(await challengeFor());
    const answers = await Promise.all(
      challenges.flatMap((challenge) => [1, 2, 3, 4].map(async () => await finish(challenge, { code: '000000' }))),
    );
    expect(answers.filter(({ error }) => error === 'FACTOR_CODE_WRONG')).toHaveLength(5);
  });

  it('opens nothing for a member who was frozen meanwhile', async () => {
    const { secret } = await turnOnTotp();
    const challenge = await challengeFor();
    await server.ownerPool.query('update member set frozen = true where id = $1', [memberId.toString()]);
    expect(await finish(challenge, { code: await codeOf(secret) })).toMatchObject({ error: 'ACCOUNT_FROZEN' });
    await server.ownerPool.query('update member set frozen = false where id = $1', [memberId.toString()]);
  });
});

describe('recovery codes', () => {
  it('work once, also for 20 uses at once, and their use is told', async () => {
    const { codes } = await turnOnTotp();
    const [code = ''] = codes;
    const addresses = Array.from({ length: 20 }, (_, n) => ({ address: `203.0.${n}.1` }));
    const challenges = await Promise.all(addresses.map(async (from) => await challengeFor(from)));
    const answers = await Promise.all(
      challenges.map(async (challenge, n) => await finish(challenge, { code: code.toLowerCase() }, addresses[n])),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await factors()).recoveryLeft).toBe(9);
    expect((await security()).events.filter(({ kind }) => kind === 'recoveryUsed')).toMatchObject([{ isNew: true }]);
  });

  it('made anew, the old ones are worth nothing; without a factor there are none', async () => {
    await confirmWithPassword();
    expect(await call('POST', '/api/account/factors/recovery-codes')).toMatchObject({ error: 'FACTOR_NOT_FOUND' });
    const { secret, codes } = await turnOnTotp();
    expect(await call('POST', '/api/account/confirmation', { code: await codeOf(secret) })).toMatchObject({
      code: 200,
    });
    const { recoveryCodes } = await own(recoveryCodesView, 'POST', '/api/account/factors/recovery-codes');
    expect(await finish(await challengeFor(), { code: codes[0] })).toMatchObject({ error: 'FACTOR_CODE_WRONG' });
    expect(await finish(await challengeFor(), { code: recoveryCodes?.[0] })).toMatchObject({ code: 200 });
    expect(await call('DELETE', '/api/account/factors/totp')).toMatchObject({ code: 200 });
    expect(await factors()).toEqual({ totpSince: null, passkeys: [], recoveryLeft: 0 });
    expect(await logIn(), 'the password is enough again').toMatchObject({ code: 200 });
  });

  it('cannot be read by the role http, and its count can', async () => {
    const denied = async (sql: string) =>
      await server.pool.query(sql).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    expect(await denied('select code_hash from member_recovery_code')).toBe('42501');
    expect(await denied('delete from member_recovery_code')).toBe('42501');
    expect(await denied('select count(member_id) from member_recovery_code')).toBe('done');
    expect(await denied('delete from security_event')).toBe('42501');
  });
});

describe('passkeys', () => {
  it('are made, sign a login, and are removed', async () => {
    const device = createSoftwareAuthenticator(ORIGIN);
    expect(await call('POST', '/api/account/factors/passkeys/options')).toMatchObject({
      error: 'CONFIRMATION_REQUIRED',
      params: { methods: 'password' },
    });
    await confirmWithPassword();
    const added = recoveryCodesView.parse((await addPasskey(device)).data);
    expect(added.recoveryCodes).toHaveLength(10);
    const { passkeys } = await factors();
    expect(passkeys).toMatchObject([{ name: 'Phone', host: 'candor.example', lastUsedAt: null }]);
    const first = await logIn();
    expect(first.params).toMatchObject({ methods: 'passkey recovery' });
    const challenge = z.string().parse(first.params?.['challenge']);
    const { options } = assertionOptionsView.parse((await visit('/api/login/factor/options', { challenge })).data);
    expect(options).toMatchObject({ rpId: 'candor.example', userVerification: 'required' });
    const passkey = device.sign(options);
    const answer = entered.parse((await finish(challenge, { passkey })).data);
    expect(await finish(challenge, { passkey }), 'signed once').toMatchObject({ error: 'FACTOR_CHALLENGE_EXPIRED' });
    expect((await factors()).passkeys[0]?.lastUsedAt).not.toBeNull();
    token = answer.token;
    const path = `/api/account/factors/passkeys/${passkeys[0]?.id}`;
    const stranger = await makeSession(server.pool, await makeMember(server.pool));
    expect(await call('DELETE', path, undefined, { token: stranger }), 'not theirs').toMatchObject({
      error: 'FACTOR_NOT_FOUND',
    });
    expect(await call('DELETE', path)).toMatchObject({ code: 200 });
    expect(await call('DELETE', path)).toMatchObject({ error: 'FACTOR_NOT_FOUND' });
    expect(await logIn()).toMatchObject({ code: 200 });
  });

  it.each([
    ['another site', { origin: 'https://candor.example.evil' }],
    ['another host name', { rpId: 'other.example' }],
    ['nobody verified', { verified: false }],
    ['a challenge of its own', { challenge: 'x'.repeat(43) }],
  ])('are not made for a lie: %s', async (_, lies) => {
    await confirmWithPassword();
    expect(await addPasskey(createSoftwareAuthenticator(ORIGIN), lies)).toMatchObject({ error: 'PASSKEY_REFUSED' });
    expect((await factors()).passkeys).toEqual([]);
  });

  it('sign nothing for a lie, nor with a count that does not grow', async () => {
    const device = createSoftwareAuthenticator(ORIGIN);
    await confirmWithPassword();
    await addPasskey(device);
    const attempt = async (lies: object, signer = device) => {
      // Each from its own network: these tries are wrong answers, not guesses.
      const from = { address: `203.0.${Math.floor(Math.random() * 200)}.9` };
      const challenge = await challengeFor(from);
      const { options } = assertionOptionsView.parse(
        (await visit('/api/login/factor/options', { challenge }, from)).data,
      );
      return await finish(challenge, { passkey: signer.sign(options, lies) }, from);
    };
    const refused = { error: 'PASSKEY_REFUSED' };
    expect(await attempt({ origin: 'https://candor.example.evil' })).toMatchObject(refused);
    expect(await attempt({ rpId: 'other.example' })).toMatchObject(refused);
    expect(await attempt({ verified: false })).toMatchObject(refused);
    expect(await attempt({ challenge: 'x'.repeat(43) })).toMatchObject(refused);
    expect(await attempt({}, createSoftwareAuthenticator(ORIGIN)), 'a stranger’s').toMatchObject(refused);
    expect(await attempt({ signCount: 50 })).toMatchObject({ code: 200 });
    expect(await attempt({ signCount: 50 }), 'a copy').toMatchObject(refused);
  });

  it('belong to the session that asked, to one member, and are at most ten', async () => {
    await confirmWithPassword();
    const { options } = await own(creationOptionsView, 'POST', '/api/account/factors/passkeys/options');
    const device = createSoftwareAuthenticator(ORIGIN);
    const body = { name: 'Phone', passkey: device.create(options) };
    const otherSession = await makeSession(server.pool, memberId);
    expect(await call('POST', '/api/account/factors/passkeys', body, { token: otherSession })).toMatchObject({
      error: 'PASSKEY_REFUSED',
    });
    expect(await call('POST', '/api/account/factors/passkeys', body)).toMatchObject({ code: 200 });
    expect(await addPasskey(device), 'the same again').toMatchObject({ error: 'PASSKEY_EXISTS' });
    const added = await Promise.all(
      Array.from({ length: 12 }, async () => await addPasskey(createSoftwareAuthenticator(ORIGIN))),
    );
    // Five challenges of a session live at a time, so that not all of twelve at once have one.
    expect(added.every(({ error }) => error === undefined || error === 'PASSKEY_REFUSED')).toBe(true);
    while ((await factors()).passkeys.length < 10) await addPasskey(createSoftwareAuthenticator(ORIGIN));
    expect(await addPasskey(createSoftwareAuthenticator(ORIGIN))).toMatchObject({ error: 'PASSKEYS_TOO_MANY' });
  });

  it('work at the site’s own addresses alone', async () => {
    await confirmWithPassword();
    const options = async (origin: string) =>
      await call('POST', '/api/account/factors/passkeys/options', undefined, { headers: { origin } });
    expect(await options('https://other.example')).toMatchObject({
      data: { options: { rp: { id: 'other.example' } } },
    });
    for (const origin of ['https://candor.example.evil', 'http://candor.example', 'https://192.0.2.1', 'null', '']) {
      expect(await options(origin), origin).toMatchObject({ error: 'PASSKEY_UNAVAILABLE' });
    }
    await addPasskey(createSoftwareAuthenticator(ORIGIN));
    // At the other address of the site its passkey does not work; the recovery codes do.
    expect((await logIn({ origin: 'https://other.example' })).params).toMatchObject({ methods: 'recovery' });
  });
});

/** Every sensitive call of a member, with a body that its schema takes. */
const SENSITIVE: Readonly<Record<string, { rule: 'always' | 'with factor'; body?: object }>> = {
  'POST /api/account/password': {
    rule: 'with factor',
    body: { oldPwd: 'x', pwd: 'seven brave lanterns', confirmPwd: 'seven brave lanterns' },
  },
  'POST /api/account/withdraw-password': {
    rule: 'with factor',
    body: { oldPwd: '618034', pwd: '902741', confirmPwd: '902741' },
  },
  'POST /api/account/withdraw-password/reset': {
    rule: 'with factor',
    body: { code: '123456', loginPwd: 'x', pwd: '902741', confirmPwd: '902741' },
  },
  'POST /api/account/bank-card': {
    rule: 'with factor',
    body: { holder: '张三', number: '6222020200112233445', bank: 'ICBC', withdrawPwd: '618034' },
  },
  'DELETE /api/account/bank-card': { rule: 'with factor', body: { withdrawPwd: '618034' } },
  'POST /api/wallet/withdrawals': { rule: 'with factor', body: { amount: '100', withdrawPwd: '618034' } },
  'POST /api/account/factors/totp': { rule: 'always' },
  'DELETE /api/account/factors/totp': { rule: 'with factor' },
  'POST /api/account/factors/passkeys/options': { rule: 'always' },
  'DELETE /api/account/factors/passkeys/{id}': { rule: 'with factor' },
  'POST /api/account/factors/recovery-codes': { rule: 'always' },
};

describe('sensitive calls', () => {
  it('are all that ask for a confirmation, each as its route declares', async () => {
    const { secret } = await turnOnTotp();
    const { text } = await server.call('GET', '/api/openapi.json');
    const paths = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(JSON.parse(text)).paths;
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const asks = async (name: string, as: string) => {
      const [method = '', path = ''] = name.split(' ');
      const body = SENSITIVE[name]?.body ?? {};
      const answer = await server.call(
        z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(method),
        path.replaceAll(/\{\w+\}/g, randomUUID()),
        {
          token: as,
          key: randomUUID(),
          headers: { origin: ORIGIN },
          ...(method === 'GET' || (name in SENSITIVE && SENSITIVE[name]?.body === undefined) ? {} : { body }),
        },
      );
      return answer.body.error === 'CONFIRMATION_REQUIRED';
    };
    const plain = await makeSession(server.pool, await makeMember(server.pool));
    const asked = { with: [] as string[], without: [] as string[] };
    for (const name of routes.filter((route) => !route.endsWith('/logout') && !route.endsWith('/sessions'))) {
      if (await asks(name, token)) asked.with.push(name);
      if (await asks(name, plain)) asked.without.push(name);
    }
    const listed = Object.keys(SENSITIVE);
    expect(asked.with.toSorted(), 'of a member with a factor').toEqual(listed.toSorted());
    expect(asked.without.toSorted(), 'of a member without one').toEqual(
      listed.filter((name) => SENSITIVE[name]?.rule === 'always').toSorted(),
    );
    expect(await call('POST', '/api/account/confirmation', { code: await codeOf(secret) })).toMatchObject({
      code: 200,
    });
    const still = [];
    for (const name of listed.filter((route) => !route.includes('DELETE /api/account/factors/totp'))) {
      if (await asks(name, token)) still.push(name);
    }
    expect(still, 'after a confirmation').toEqual([]);
  });

  it('ask again after five minutes, in another session, and take a code once', async () => {
    const { secret } = await turnOnTotp();
    const ask = async (as = token) =>
      (await call('POST', '/api/account/factors/recovery-codes', undefined, { token: as })).error;
    const code = await codeOf(secret);
    await call('POST', '/api/account/confirmation', { code });
    expect(await ask()).toBeUndefined();
    expect(await ask(await makeSession(server.pool, memberId))).toBe('CONFIRMATION_REQUIRED');
    await server.ownerPool.query(
      `update session set confirmed_at = clock_timestamp() - interval '301 seconds' where member_id = $1`,
      [memberId.toString()],
    );
    expect(await ask()).toBe('CONFIRMATION_REQUIRED');
    expect(await call('POST', '/api/account/confirmation', { code }), 'used').toMatchObject({
      fields: { code: 'FACTOR_CODE_WRONG' },
    });
    expect(await call('POST', '/api/account/confirmation', { pwd: PASSWORD }), 'the password alone').toMatchObject({
      error: 'CONFIRMATION_REQUIRED',
      params: { methods: 'totp recovery' },
    });
  });

  it('are confirmed by a passkey that signed for this session', async () => {
    const device = createSoftwareAuthenticator(ORIGIN);
    await confirmWithPassword();
    await addPasskey(device);
    await forget();
    const { options } = await own(assertionOptionsView, 'POST', '/api/account/confirmation/options');
    const passkey = device.sign(options);
    const other = await makeSession(server.pool, memberId);
    expect(await call('POST', '/api/account/confirmation', { passkey }, { token: other })).toMatchObject({
      error: 'PASSKEY_REFUSED',
    });
    expect(await call('POST', '/api/account/confirmation', { passkey })).toMatchObject({ code: 200 });
    expect(await call('POST', '/api/account/confirmation', { passkey }), 'once').toMatchObject({
      error: 'PASSKEY_REFUSED',
    });
    expect(await call('POST', '/api/account/factors/recovery-codes')).toMatchObject({ code: 200 });
  });

  it('cannot be confirmed by guessing, and a login is not affected', async () => {
    const { secret } = await turnOnTotp();
    const tries = await Promise.all(
      Array.from({ length: 8 }, async () => await call('POST', '/api/account/confirmation', { code: '000000' })),
    );
    expect(tries.filter(({ error }) => error === 'FACTOR_CODE_WRONG')).toHaveLength(5);
    const code = await codeOf(secret);
    expect(await call('POST', '/api/account/confirmation', { code })).toMatchObject({
      code: 429,
      error: 'FACTOR_LOCKED',
    });
    expect(await finish(await challengeFor(), { code })).toMatchObject({ code: 200 });
  });

  it('of other sessions lose what a password confirmed, when the first factor is turned on', async () => {
    const mine = token;
    const thief = await makeSession(server.pool, memberId);
    token = thief;
    await confirmWithPassword();
    token = mine;
    await confirmWithPassword();
    const { secret } = await own(totpSecretView, 'POST', '/api/account/factors/totp');
    await call('PUT', '/api/account/factors/totp', { code: await codeOf(secret) });
    expect((await call('POST', '/api/account/factors/recovery-codes')).error).toBeUndefined();
    expect(await call('DELETE', '/api/account/factors/totp', undefined, { token: thief })).toMatchObject({
      error: 'CONFIRMATION_REQUIRED',
    });
  });
});

describe('locks', () => {
  it('of the login are told to the member, once an hour, and to nobody for a name that nobody has', async () => {
    for (let n = 0; n < 5; n += 1) await visit('/api/login/login', { username, pwd: 'wrong' });
    expect(await logIn()).toMatchObject({ error: 'ACCOUNT_LOCKED' });
    for (let n = 0; n < 5; n += 1) {
      await visit('/api/login/login', { username, pwd: 'wrong' }, { address: '198.51.100.1' });
      await visit('/api/login/login', { username: 'nobody_here', pwd: 'wrong' }, { address: '198.51.100.1' });
    }
    expect((await security()).events).toMatchObject([{ kind: 'loginLocked', isNew: true, address: '192.0.2.0/24' }]);
    const { rows } = await server.ownerPool.query('select from outbox where member_id = $1', [memberId.toString()]);
    expect(rows.length).toBeLessThanOrEqual(1);
  });
});

describe('a member who has lost everything', () => {
  const ask = async (maker = 'maker1', checker = 'checker1') =>
    await server.ownerPool.query('select ask_factor_release($1, $2, $3, $4)', [username, maker, checker, 'lost']);
  const carryOut = async () => await server.ownerPool.query('select carry_out_factor_release($1)', [username]);
  const aDayLater = async () =>
    await server.ownerPool.query(
      `update factor_release set asked_at = asked_at - interval '25 hours' where member_id = $1`,
      [memberId.toString()],
    );
  beforeAll(async () => {
    for (const name of ['maker1', 'checker1'])
      await server.ownerPool.query(`update member set username = $2, roles = '{support}' where id = $1`, [
        (await makeMember(server.pool)).toString(),
        name,
      ]);
  });

  it('is released by two operators, a day after the member was told', async () => {
    await expect(ask(), 'without a factor').rejects.toThrow('RELEASE_REFUSED');
    await turnOnTotp();
    await expect(carryOut(), 'without asking').rejects.toThrow('RELEASE_REFUSED');
    await expect(ask('maker1', 'maker1'), 'by one').rejects.toThrow('factor_release_check2');
    await expect(ask('maker1', username), 'by no operator').rejects.toThrow('RELEASE_REFUSED');
    await ask();
    expect((await security()).events[0]).toMatchObject({ kind: 'releaseAsked', isNew: true });
    await expect(carryOut(), 'at once').rejects.toThrow('24 hours');
    await aDayLater();
    await carryOut();
    expect(await factors()).toEqual({ totpSince: null, passkeys: [], recoveryLeft: 0 });
    expect((await security()).events[0]).toMatchObject({ kind: 'released', isNew: true });
    await expect(carryOut(), 'twice').rejects.toThrow('RELEASE_REFUSED');
  });

  it('keeps the factor when it was used since', async () => {
    const { secret } = await turnOnTotp();
    await ask();
    await aDayLater();
    await finish(await challengeFor(), { code: await codeOf(secret) });
    await forget();
    await expect(carryOut()).rejects.toThrow('used the factor');
  });

  it('is released by no process of the site', async () => {
    await expect(server.pool.query(`select ask_factor_release('a', 'b', 'c', 'd')`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(server.pool.query(`select carry_out_factor_release('a')`)).rejects.toMatchObject({ code: '42501' });
  });
});

it('the first factor brings recovery codes, and the last takes them along', () => {
  const facts: FactorFacts = { isTotpOn: false, freshSealed: null, passkeys: [], isCredentialKnown: false };
  const one = [{ id: 'a', slot: 2 }];
  const bytes = Buffer.of(1);
  const passkey = { credentialId: bytes, publicKey: bytes, signCount: 0n, transports: [], rpId: 'x', name: 'x' };
  const added = { kind: 'passkeyAdded', passkey } as const;
  const decided = (change: FactorChange, more: Partial<FactorFacts>) => decideFactor({ change }, { ...facts, ...more });
  const ok = (codes: string, slot: number) => ({ ok: true, value: { codes, slot } });
  expect(decided(added, {})).toEqual(ok('replace', 1));
  expect(decided(added, { isTotpOn: true })).toEqual(ok('keep', 1));
  expect(
    decided(added, {
      passkeys: [
        { id: 'a', slot: 1 },
        { id: 'b', slot: 3 },
      ],
    }),
  ).toEqual(ok('keep', 2));
  expect(decided({ kind: 'passkeyRemoved', id: 'a' }, { passkeys: one })).toEqual(ok('remove', 0));
  expect(decided({ kind: 'totpOff' }, { isTotpOn: true, passkeys: one })).toEqual(ok('keep', 0));
});
