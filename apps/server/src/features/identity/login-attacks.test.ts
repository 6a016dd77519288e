import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { captchaView, tokenView } from '@candor/contract/identity';
import type { CaptchaLevel } from '@candor/contract/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import { memoryLimit } from '../../platform/http/rate-limit.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { BOUNDLESS } from '../../testing/boundless-budgets.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { insertCaptcha } from './captcha-store.ts';
import { cleanUpIdentity } from './clean-up-identity.ts';
import { identityRoutes } from './identity.routes.ts';
import { captchaHash } from './issue-captcha.ts';
import { entryParts } from '../../testing/solve-puzzle.ts';
import { injectForm } from '../../testing/call.ts';

/*
 * Simulated attacks on logins: by one stranger, by very many, and by the neighbour of a member. None of them locks the
 * member out, and all of them together get a limited number of guesses.
 */

const PASSWORD = 'seven-lamps-under-water';
const HOME = '198.51.100.20';

let server: TestServer;
/** The site with its captcha off and on; both count how often a password was checked. */
let open: HttpApp;
let guarded: HttpApp;
let verifications = 0;

async function siteWith(captcha: boolean): Promise<HttpApp> {
  const config = { ...server.context.config, captcha };
  const app = await buildHttp(config, server.context.log, { budgets: createBudgets({ budgets: BOUNDLESS }) });
  const passwords = createPasswords({
    // The attacks are about the number of tries, so passwords are compared without the work of Argon2.
    hash: argon2.hash,
    verify: async (_, password) => {
      verifications += 1;
      return await Promise.resolve(password === PASSWORD);
    },
  });
  const limits = {
    login: memoryLimit({ points: 1e6, durationSec: 60 }),
    captcha: memoryLimit({ points: 1e6, durationSec: 60 }),
  };
  identityRoutes(app, { ...server.context, ...entryParts(server.context), config, passwords, limits });
  await app.ready();
  return app;
}

beforeAll(async () => {
  server = await startTestServer();
  open = await siteWith(false);
  guarded = await siteWith(true);
});
beforeEach(async () => {
  verifications = 0;
  await server.ownerPool.query('truncate login_failure, login_budget');
});
afterAll(async () => {
  await open.close();
  await guarded.close();
  await server.stop();
});

let people = 0;

/** A member who registered at home, and the token of the device they used. */
async function member(): Promise<{ username: string; device: string }> {
  people += 1;
  const response = await injectForm(open, {
    method: 'POST',
    url: '/api/login/register',
    remoteAddress: HOME,
    payload: {
      username: `target_${people}`,
      pwd: PASSWORD,
      confirmPwd: PASSWORD,
      withdrawPwd: '730482',
      confirmWithdrawPwd: '730482',
      phone: `137${String(people).padStart(8, '0')}`,
    },
  });
  const { data } = response.json<{ data: unknown }>();
  return { username: `target_${people}`, device: tokenView.parse(data).device };
}

interface Answer {
  code: number;
  error?: string;
  retryAfterSec?: number;
  params?: { level?: CaptchaLevel };
  fields?: Record<string, string>;
  data?: unknown;
}

interface Entry {
  username: string;
  pwd: string;
  device?: string;
  uuid?: string;
  code?: string;
}

async function login(body: Entry, from: string, app: HttpApp = open): Promise<Answer> {
  const response = await injectForm(app, {
    method: 'POST',
    url: '/api/login/login',
    remoteAddress: from,
    payload: body,
  });
  return response.json<Answer>();
}

/** Logs in on the site with captchas, and solves a picture of this level. */
async function loginWith(level: CaptchaLevel, body: Entry, from: string) {
  const uuid = randomUUID();
  await insertCaptcha(server.pool, uuid, captchaHash(server.context.fingerprints, uuid, 'AC3D7'), level);
  return await login({ ...body, uuid, code: 'AC3D7' }, from, guarded);
}

/** An address for every number, each in its own network. */
function elsewhere(number: number): string {
  return `10.${Math.floor(number / 256)}.${number % 256}.9`;
}

/** Strangers guess at a name until no more guesses are allowed. */
async function exhaust(username: string): Promise<number> {
  const before = verifications;
  for (let network = 0; network < 130; network += 1) await login({ username, pwd: 'guess' }, elsewhere(network));
  return verifications - before;
}

test('a stranger who fails a thousand times gets five guesses and locks out no other network', async () => {
  const { username } = await member();
  for (let call = 0; call < 1_000; call += 1) await login({ username, pwd: `guess ${call}` }, elsewhere(1));
  expect(verifications).toBe(5);
  expect((await login({ username, pwd: PASSWORD }, elsewhere(1))).error, 'the stranger waits').toBe('ACCOUNT_LOCKED');
  expect((await login({ username, pwd: PASSWORD }, HOME)).code, 'at home').toBe(200);
  expect((await login({ username, pwd: PASSWORD }, elsewhere(2))).code, 'on the road').toBe(200);
});

test('all addresses of one network count as one stranger', async () => {
  const { username } = await member();
  for (let host = 1; host <= 20; host += 1) await login({ username, pwd: 'guess' }, `10.9.9.${host}`);
  for (let host = 1; host <= 20; host += 1)
    await login({ username, pwd: 'guess' }, `2001:db8:7:${host.toString(16)}::1`);
  expect(verifications).toBe(10);
});

test('strangers from many networks get a hundred guesses together, even all at the same moment', async () => {
  const { username } = await member();
  const from = Array.from({ length: 150 }, (_, network) => elsewhere(network));
  const answers = await Promise.all(from.map(async (address) => await login({ username, pwd: 'guess' }, address)));
  expect(verifications).toBe(100);
  const refused = answers.filter(({ error }) => error === 'ACCOUNT_LOCKED');
  expect(refused).toHaveLength(50);
  for (const { retryAfterSec } of refused) expect(retryAfterSec).toBeLessThanOrEqual(288);
  await server.ownerPool.query(`update login_budget set drained_at = drained_at - interval '1 hour'`);
  expect(await exhaust(username), 'an hour gives 12 more').toBe(12);
});

test('while strangers keep a name locked, its member can log in at home, and anywhere on their device', async () => {
  const { username, device } = await member();
  expect(await exhaust(username)).toBe(100);
  expect((await login({ username, pwd: PASSWORD }, elsewhere(999))).error, 'from a strange place').toBe(
    'ACCOUNT_LOCKED',
  );
  expect((await login({ username, pwd: PASSWORD }, '198.51.100.77')).code, 'at home').toBe(200);
  expect((await login({ username, pwd: PASSWORD, device }, elsewhere(999))).code, 'with their device').toBe(200);
  expect((await login({ username, pwd: PASSWORD }, elsewhere(998))).error, 'their success helps no stranger').toBe(
    'ACCOUNT_LOCKED',
  );
});

test('a neighbour in a member’s network locks that network, but not the member’s device', async () => {
  const { username, device } = await member();
  for (let call = 0; call < 20; call += 1) await login({ username, pwd: 'guess' }, '198.51.100.99');
  expect(verifications).toBe(5);
  expect((await login({ username, pwd: PASSWORD }, HOME)).error).toBe('ACCOUNT_LOCKED');
  expect((await login({ username, pwd: PASSWORD, device }, HOME)).code).toBe(200);
});

test('a device token works only for its own name, and gives its holder no more guesses than a network has', async () => {
  const [target, other] = [await member(), await member()];
  await exhaust(target.username);
  const bent = `${target.device.slice(0, -2)}${target.device.endsWith('A') ? 'B' : 'A'}A`;
  for (const device of [other.device, bent, 'x', 'x'.repeat(22).concat('.', 'y'.repeat(43)), ''])
    expect((await login({ username: target.username, pwd: PASSWORD, device }, elsewhere(500))).error, device).toBe(
      'ACCOUNT_LOCKED',
    );
  verifications = 0;
  for (let network = 200; network < 230; network += 1)
    await login({ username: target.username, pwd: 'guess', device: target.device }, elsewhere(network));
  expect(verifications).toBe(5);
});

test('one network that tries one password on very many names gets 200 guesses at once', async () => {
  const { username } = await member();
  for (let name = 0; name < 230; name += 1) await login({ username: `sprayed_${name}`, pwd: 'guess' }, elsewhere(7));
  expect(verifications).toBe(200);
  expect((await login({ username, pwd: PASSWORD }, elsewhere(8))).code, 'another network').toBe(200);
});

test('a neighbour who used up the network does not lock out a member who is at home there', async () => {
  const { username } = await member();
  for (let name = 0; name < 230; name += 1) await login({ username: `sprayed_${name}`, pwd: 'guess' }, '198.51.100.99');
  expect((await login({ username, pwd: PASSWORD }, HOME)).code).toBe(200);
});

test('a successful login costs no budget', async () => {
  const { username } = await member();
  for (let round = 0; round < 120; round += 1)
    expect((await login({ username, pwd: PASSWORD }, elsewhere(round))).code).toBe(200);
  const { rows } = await server.ownerPool.query('select from login_budget where drained_at > clock_timestamp()');
  expect(rows).toEqual([]);
});

test('captchas get harder with the failures of a name, whether or not an account has it', async () => {
  const { username, device } = await member();
  for (const name of [username, 'nobody_at_all']) {
    for (let network = 0; network < 10; network += 1)
      await loginWith(0, { username: name, pwd: 'guess' }, elsewhere(network));
    const refused = await loginWith(0, { username: name, pwd: 'guess' }, elsewhere(300));
    expect(refused).toMatchObject({
      code: 400,
      error: 'CAPTCHA_HARDER',
      fields: { code: 'CAPTCHA_HARDER' },
      params: { level: 1 },
    });
    expect((await loginWith(1, { username: name, pwd: 'guess' }, elsewhere(300))).error).toBe('LOGIN_FAILED');
    for (let network = 10; network < 40; network += 1)
      await loginWith(1, { username: name, pwd: 'guess' }, elsewhere(network));
    expect((await loginWith(1, { username: name, pwd: 'guess' }, elsewhere(301))).params).toMatchObject({ level: 2 });
    expect((await loginWith(2, { username: name, pwd: 'guess' }, elsewhere(301))).error).toBe('LOGIN_FAILED');
  }
  expect((await loginWith(0, { username, pwd: PASSWORD }, HOME)).params, 'at home it is harder').toEqual({ level: 2 });
  expect((await loginWith(2, { username, pwd: PASSWORD }, HOME)).code).toBe(200);
  expect((await loginWith(0, { username, pwd: PASSWORD, device }, elsewhere(302))).code, 'on their device not').toBe(
    200,
  );
});

test('an answer to a captcha that was too easy is not checked as a guess, and uses it up', async () => {
  const { username } = await member();
  for (let network = 0; network < 10; network += 1) await login({ username, pwd: 'guess' }, elsewhere(network));
  verifications = 0;
  const uuid = randomUUID();
  await insertCaptcha(server.pool, uuid, captchaHash(server.context.fingerprints, uuid, 'AC3D7'));
  const body = { username, pwd: PASSWORD, uuid, code: 'AC3D7' };
  expect((await login(body, elsewhere(300), guarded)).error).toBe('CAPTCHA_HARDER');
  expect((await login(body, elsewhere(300), guarded)).error).toBe('CAPTCHA_EXPIRED');
  expect(verifications).toBe(0);
});

test.each([
  ['', 0],
  ['?level=0', 0],
  ['?level=1', 1],
  ['?level=2', 2],
])('GET /captchaImage%s is a picture of level %d', async (query, level) => {
  const { data } = (await guarded.inject({ method: 'GET', url: `/captchaImage${query}` })).json<{ data: unknown }>();
  const { uuid } = captchaView.parse(data);
  const { rows } = await server.pool.query('select level from captcha where id = $1', [uuid]);
  expect(rows).toEqual([{ level }]);
});

test.each(['3', '-1', '1.5', 'x', '', '1&level=2'])('the level %j is refused', async (level) => {
  const response = await guarded.inject({ method: 'GET', url: `/captchaImage?level=${level}` });
  expect(response.json<Answer>()).toMatchObject({ code: 400 });
});

test('a network that a member has not used for ninety days counts as strange again', async () => {
  const { username } = await member();
  await exhaust(username);
  await server.ownerPool.query(`update login_network set last_at = last_at - interval '89 days'`);
  expect((await login({ username, pwd: PASSWORD }, HOME)).code).toBe(200);
  await server.ownerPool.query(`update login_network set last_at = last_at - interval '90 days'`);
  expect((await login({ username, pwd: PASSWORD }, HOME)).error).toBe('ACCOUNT_LOCKED');
});

test('no login table stores a name, an address or a device in clear text', async () => {
  const { username, device } = await member();
  await login({ username, pwd: 'guess', device }, elsewhere(3));
  await login({ username, pwd: 'guess' }, elsewhere(4));
  const { rows } = await server.ownerPool.query<{ key: string }>(
    'select lane as key from login_failure union all select key from login_budget union all select network from login_network',
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test('cleaning removes what no longer counts, and nothing else', async () => {
  const { username } = await member();
  await login({ username, pwd: 'guess' }, elsewhere(3));
  await cleanUpIdentity(server.pools.worker);
  const counted = async () =>
    (
      await server.ownerPool.query<{ buckets: number; budgets: number; networks: number }>(
        `select (select count(*) from login_failure)::int as buckets, (select count(*) from login_budget)::int as budgets,
           (select count(*) from login_network n join member m on m.id = n.member_id where m.username = $1)::int as networks`,
        [username],
      )
    ).rows[0];
  expect(await counted()).toEqual({ buckets: 1, budgets: 2, networks: 1 });
  await server.ownerPool.query(`update login_failure set last_at = last_at - interval '25 hours'`);
  await server.ownerPool.query(`update login_budget set drained_at = drained_at - interval '1 hour'`);
  await server.ownerPool.query(`update login_network set last_at = last_at - interval '91 days'`);
  await cleanUpIdentity(server.pools.worker);
  expect(await counted()).toEqual({ buckets: 0, budgets: 0, networks: 0 });
});
