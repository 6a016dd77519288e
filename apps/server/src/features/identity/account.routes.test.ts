import { randomUUID } from 'node:crypto';
import { profileView, sessionsView, siteConfigView, userInfoEnvelope } from '@candor/contract/identity';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
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
  token = await makeSession(server.pool, memberId);
});

async function get(path: string, as = token) {
  return await server.call('GET', path, { token: as, language: 'en' });
}

async function put(body: unknown) {
  return await server.call('PUT', '/api/account/profile', { token, body, language: 'en' });
}

async function sessionIdOf(as: string) {
  return userInfoEnvelope.parse((await get('/api/index/userInfo', as)).body).data.sessionkey;
}

const GUARDED = [
  ['GET', '/api/index/userInfo'],
  ['GET', '/api/account/profile'],
  ['PUT', '/api/account/profile'],
  ['GET', '/api/account/sessions'],
  ['DELETE', `/api/account/sessions/${randomUUID()}`],
  ['DELETE', '/api/account/sessions'],
  ['POST', '/logout'],
] as const;

test.each(GUARDED)('%s %s needs a session', async (method, path) => {
  for (const as of [undefined, '', 'x', 'x'.repeat(43), 'x'.repeat(5_000), token.toUpperCase()]) {
    const answer = await server.call(method, path, { ...(as === undefined ? {} : { token: as }), language: 'en' });
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([200, 401, 'SESSION_INVALID']);
    expect(answer.body.msg).toBe('Invalid session or session expired, please log in again.');
  }
});

test('an expired session is not accepted', async () => {
  await server.ownerPool.query('update session set expires_at = clock_timestamp() where member_id = $1', [memberId]);
  expect((await get('/api/index/userInfo')).body.code).toBe(401);
});

test('the configuration is public and fits the contract', async () => {
  const answer = await server.call('GET', '/api/index/getconf');
  expect(siteConfigView.parse(answer.body.data)).toMatchObject({
    domain: null,
    name: 'Candor',
    mode: 'practice',
    currency: { code: 'CNY', symbol: '¥', decimals: TEST_CURRENCY.decimals },
    languages: ['zh-Hans', 'zh-Hant', 'en'],
    hosts: [''],
    captcha: { enabled: false },
    registration: { open: true, inviteRequired: false, identityRequired: false },
    timeZone: 'Asia/Shanghai',
    service_url: null,
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('userInfo gives the session a public id, never the token', async () => {
  const answer = await get('/api/index/userInfo');
  const { data, roles, permissions } = userInfoEnvelope.parse(answer.body);
  expect(data.sessionkey).toMatch(/^[0-9a-f-]{36}$/);
  expect([roles, permissions]).toEqual([['member'], []]);
  expect(answer.text).not.toContain(token);
});

// Profile ------------------------------------------------------------------------------------------------------------

test('a profile shows nothing that could open an account', async () => {
  const answer = await get('/api/account/profile');
  expect(profileView.parse(answer.body.data)).toMatchObject({
    verification: 'none',
    language: null,
    riseColour: null,
    theme: 'system',
  });
  expect(answer.text).not.toMatch(/hash|argon2|sealed/i);
});

test('choices are saved; a field left out stays; null clears one', async () => {
  expect((await put({ language: 'zh-Hant', riseColour: 'green', theme: 'light' })).body.data).toMatchObject({
    language: 'zh-Hant',
    riseColour: 'green',
    theme: 'light',
  });
  await put({ riseColour: null });
  expect((await get('/api/account/profile')).body.data).toMatchObject({
    language: 'zh-Hant',
    riseColour: null,
    theme: 'light',
  });
});

test('appearance comes back with the moment of the last choice, and other details do not move it', async () => {
  expect((await get('/api/account/profile')).body.data).toMatchObject({ care: false, looksAt: null });
  await put({ nickname: '小王' });
  expect((await get('/api/account/profile')).body.data).toMatchObject({ looksAt: null });
  const appearance = { language: 'en', riseColour: 'blue', theme: 'dark', care: true };
  const first = profileView.parse((await put(appearance)).body.data);
  expect(first).toMatchObject(appearance);
  expect(Date.parse(first.looksAt ?? '')).toBeGreaterThan(0);
  await put({ email: null });
  expect((await get('/api/account/profile')).body.data).toMatchObject({ care: true, looksAt: first.looksAt });
  const second = profileView.parse((await put({ care: false })).body.data);
  expect(second).toMatchObject({ ...appearance, care: false });
  expect(Date.parse(second.looksAt ?? '')).toBeGreaterThan(Date.parse(first.looksAt ?? ''));
});

test('a member’s own details are saved and can be cleared', async () => {
  const said = { nickname: '小王', email: 'wang@example.com', timeZone: 'Europe/Paris' };
  expect((await put(said)).body.data).toMatchObject(said);
  expect((await put({ email: null, timeZone: null })).body.data).toMatchObject({
    nickname: '小王',
    email: null,
    timeZone: null,
  });
});

test('a change leaves every other profile alone', async () => {
  const other = await makeSession(server.pool, await makeMember(server.pool));
  await put({ language: 'en' });
  expect((await get('/api/account/profile', other)).body.data).toMatchObject({ language: null });
});

test.each([
  [{}, 'INFORMATION_EMPTY'],
  [{ language: 'fr' }, 'FIELD_INVALID'],
  [{ theme: 5 }, 'FIELD_INVALID'],
  [{ riseColour: { red: true } }, 'FIELD_INVALID'],
  [{ care: 'on' }, 'FIELD_INVALID'],
  [{ looksAt: '2030-01-01T00:00:00.000Z' }, 'FIELD_UNKNOWN'],
  [{ language: 'en', roles: ['admin'] }, 'FIELD_UNKNOWN'],
  [{ language: 'en', frozen: false }, 'FIELD_UNKNOWN'],
  [{ language: 'en', phone: '13812345678' }, 'FIELD_UNKNOWN'],
  ['{"__proto__":{"language":"en"}}', 'BODY_INVALID'],
  ['null', 'PARAMETERS_EMPTY'],
  [undefined, 'PARAMETERS_EMPTY'],
  [{ language: 'en', timeZone: 'Mars/Olympus' }, 'PROFILE_INVALID'],
])('the change %j is refused as a whole', async (body, error) => {
  expect((await put(body)).body).toMatchObject({ code: 400, error });
  expect((await get('/api/account/profile')).body.data).toMatchObject({ language: null, theme: 'system' });
});

// Sessions -----------------------------------------------------------------------------------------------------------

test('sessions are listed in pages, newest first, with this one marked', async () => {
  const newer = await makeSession(server.pool, memberId);
  await makeSession(server.pool, memberId);
  const all = sessionsView.parse((await get('/api/account/sessions', newer)).body.data);
  expect(all.items.map((session) => session.current)).toEqual([false, true, false]);
  expect(all.nextCursor).toBeNull();
  expect(all.items[0]).toMatchObject({ device: 'test', address: '127.0.0.1' });

  const first = sessionsView.parse((await get('/api/account/sessions?limit=2')).body.data);
  const second = sessionsView.parse((await get(`/api/account/sessions?limit=2&cursor=${first.nextCursor}`)).body.data);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  expect(second.nextCursor).toBeNull();
});

test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=1', 'cursor=%00', 'offset=5', 'limit=1&limit=2', '__proto__=1'])(
  'sessions?%s is refused',
  async (query) => {
    expect((await get(`/api/account/sessions?${query}`)).body).toMatchObject({ code: 400 });
  },
);

test('another device can be logged out at once', async () => {
  const other = await makeSession(server.pool, memberId);
  const path = `/api/account/sessions/${await sessionIdOf(other)}`;
  expect((await server.call('DELETE', path, { token })).body).toMatchObject({ code: 200, data: null });
  expect((await get('/api/index/userInfo', other)).body.code).toBe(401);
  expect((await get('/api/index/userInfo')).body.code).toBe(200);
  expect((await server.call('DELETE', path, { token })).body).toMatchObject({ code: 404, error: 'SESSION_NOT_FOUND' });
});

test("a member can neither end nor see another member's session", async () => {
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  const id = await sessionIdOf(token);
  expect((await server.call('DELETE', `/api/account/sessions/${id}`, { token: stranger })).body.error).toBe(
    'SESSION_NOT_FOUND',
  );
  expect((await get('/api/index/userInfo')).body.code).toBe(200);
  const seen = sessionsView.parse((await get('/api/account/sessions', stranger)).body.data);
  expect(seen.items.map((session) => session.id)).not.toContain(id);
});

test.each(['1', 'x', '%00', "' or 1=1", '00000000-0000-0000-0000-000000000000x'])(
  'a session %s is refused',
  async (id) => {
    const answer = await server.call('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`, { token });
    expect(answer.body.code).toBe(400);
  },
);

test('logging out ends only this session, with and without a body', async () => {
  const others = [await makeSession(server.pool, memberId), await makeSession(server.pool, memberId)] as const;
  expect((await server.call('POST', '/logout', { token })).body).toMatchObject({ code: 200 });
  expect((await server.call('POST', '/logout', { token: others[0], body: {} })).body).toMatchObject({ code: 200 });
  expect((await get('/api/index/userInfo')).body.code).toBe(401);
  expect((await get('/api/index/userInfo', others[0])).body.code).toBe(401);
  expect((await get('/api/index/userInfo', others[1])).body.code).toBe(200);
});

test('all other devices are logged out at once, and no other member', async () => {
  const others = [await makeSession(server.pool, memberId), await makeSession(server.pool, memberId)];
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  const end = async () => (await server.call('DELETE', '/api/account/sessions', { token })).body;
  expect(await end()).toMatchObject({ code: 200, data: { ended: 2 } });
  for (const other of others) expect((await get('/api/index/userInfo', other)).body.code).toBe(401);
  for (const kept of [token, stranger]) expect((await get('/api/index/userInfo', kept)).body.code).toBe(200);
  expect(await end()).toMatchObject({ code: 200, data: { ended: 0 } });
});

async function liveSessions(): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>('select id from session where member_id = $1 order by id', [
    memberId.toString(),
  ]);
  return rows.map(({ id }) => id);
}

test('a member has at most twenty sessions; a new one ends the oldest', async () => {
  const second = await makeSession(server.pool, memberId);
  for (let opened = 2; opened < 20; opened += 1) await makeSession(server.pool, memberId);
  expect((await get('/api/index/userInfo')).body.code, 'the twentieth ends none').toBe(200);
  await makeSession(server.pool, memberId);
  expect((await get('/api/index/userInfo')).body.code).toBe(401);
  expect((await get('/api/index/userInfo', second)).body.code).toBe(200);
  expect(await liveSessions()).toHaveLength(20);
});

test('forty logins at once leave twenty sessions, and end none of another member', async () => {
  const neighbour = await makeSession(server.pool, await makeMember(server.pool));
  await Promise.all(Array.from({ length: 40 }, async () => await makeSession(server.pool, memberId)));
  expect(await liveSessions()).toHaveLength(20);
  expect((await get('/api/index/userInfo', neighbour)).body.code).toBe(200);
});

test('expired sessions do not count towards the limit', async () => {
  for (let opened = 1; opened < 20; opened += 1) await makeSession(server.pool, memberId);
  const ids = await liveSessions();
  await server.ownerPool.query('update session set expires_at = clock_timestamp() where id = any($1)', [
    ids.slice(5, 8),
  ]);
  await makeSession(server.pool, memberId);
  expect((await get('/api/index/userInfo')).body.code).toBe(200);
  expect(await liveSessions()).toHaveLength(18);
});

/** Moves the login, the last use and the end of this session into the past. */
async function sessionAgo(created: string, lastSeen: string, expires: string): Promise<void> {
  await server.ownerPool.query(
    `update session set created_at = now() - $2::interval, last_seen_at = now() - $3::interval,
       expires_at = now() + $4::interval where member_id = $1`,
    [memberId.toString(), created, lastSeen, expires],
  );
}

/** In how many days this session ends. */
async function daysLeft(): Promise<number> {
  const { rows } = await server.pool.query<{ days: number }>(
    `select (extract(epoch from expires_at - clock_timestamp()) / 86400)::float8 as days from session where member_id = $1`,
    [memberId.toString()],
  );
  return rows[0]?.days ?? -1;
}

test('using a session extends it by thirty days, at most every two hours', async () => {
  await sessionAgo('10 days', '1 hour 59 minutes', '20 days');
  await get('/api/index/userInfo');
  expect(await daysLeft()).toBeCloseTo(20, 2);
  await sessionAgo('10 days', '2 hours 1 minute', '20 days');
  await get('/api/index/userInfo');
  expect(await daysLeft()).toBeCloseTo(30, 2);
});

test('a session ends ninety days after its login, however much it is used', async () => {
  await sessionAgo('80 days', '3 hours', '5 days');
  await get('/api/index/userInfo');
  expect(await daysLeft()).toBeCloseTo(10, 2);
  await sessionAgo('89 days 23 hours', '3 hours', '30 minutes');
  expect((await get('/api/index/userInfo')).body.code).toBe(200);
  expect(await daysLeft()).toBeCloseTo(1 / 24, 2);
  await sessionAgo('90 days', '3 hours', '0');
  expect((await get('/api/index/userInfo')).body.code).toBe(401);
});

test('the database allows no session to live longer', async () => {
  await expect(
    server.pool.query(`update session set expires_at = created_at + interval '90 days 1 second' where member_id = $1`, [
      memberId.toString(),
    ]),
  ).rejects.toThrow('session_age_check');
});

test('an expired session is not listed and opens no socket', async () => {
  const other = await makeSession(server.pool, memberId);
  const id = await sessionIdOf(other);
  await server.ownerPool.query('update session set expires_at = clock_timestamp() where id = $1', [id]);
  const { items } = sessionsView.parse((await get('/api/account/sessions')).body.data);
  expect(items.map((session) => session.id)).toEqual([await sessionIdOf(token)]);
  expect(await server.context.sessions.authenticate(other)).toBeUndefined();
  expect(await server.context.sessions.authenticate(token)).toBeDefined();
});
