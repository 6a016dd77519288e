import { expect, test } from 'vitest';
import { entry, startEntrySite } from '../../testing/entry-site.ts';
import { entered } from '../../testing/factors-site.ts';

const { site, login, registered, guardedLogin } = startEntrySite();

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

/** Ends every wait: those of the limit buckets, and those of the budgets that strangers share. */
async function waited(): Promise<void> {
  await site.server.ownerPool.query('update login_failure set locked_until = clock_timestamp()');
  await site.server.ownerPool.query('delete from login_budget');
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
  await site.server.ownerPool.query(`update login_failure set last_at = last_at - interval '25 hours'`);
  for (let failure = 1; failure <= 5; failure += 1)
    expect((await guardedLogin({ username: 'day_old', pwd: 'x' })).body.error).toBe('LOGIN_FAILED');
  expect((await guardedLogin({ username: 'day_old', pwd: 'x' })).body.error).toBe('ACCOUNT_LOCKED');
});

test('simultaneous guesses are no more than guesses one after another', async () => {
  const before = site.verifications();
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => await guardedLogin({ username: 'many_at_once', pwd: 'x' })),
  );
  expect(answers.filter(({ body }) => body.error === 'LOGIN_FAILED')).toHaveLength(5);
  expect(site.verifications() - before).toBe(5);
});

test('right passwords that come at once lock nobody out, also behind four wrong ones', async () => {
  const { username } = await registered();
  const pwd = 'correct horse';
  for (let failure = 1; failure <= 4; failure += 1) await guardedLogin({ username, pwd: 'x' });
  const answers = await Promise.all(Array.from({ length: 12 }, async () => await guardedLogin({ username, pwd })));
  expect(answers.map(({ body }) => body.code)).toEqual(Array.from({ length: 12 }, () => 200));
});

test('only a caller with the right password sees why a member may not log in', async () => {
  const frozen = await registered();
  const barred = await registered();
  await site.server.ownerPool.query('update member set frozen = true where username = $1', [frozen.username]);
  await site.server.ownerPool.query('update member set login_allowed = false where username = $1', [barred.username]);
  for (const { username } of [frozen, barred])
    expect((await login({ username, pwd: 'wrong words' })).body.error).toBe('LOGIN_FAILED');
  expect((await login(entry(frozen))).body).toMatchObject({ code: 403, error: 'ACCOUNT_FROZEN' });
  expect((await login(entry(barred))).body).toMatchObject({ code: 403, error: 'LOGIN_NOT_AUTHORIZED' });
  expect(
    (await site.server.call('GET', '/api/index/userInfo', { token: barred.token })).body.code,
    'open sessions end',
  ).toBe(401);
});

test('an address can try three hundred times in ten minutes', async () => {
  await login({ username: 'limit_probe', pwd: 'x' });
  await site.server.ownerPool.query(`update rate_limit set points = 300 where key = 'login:127.0.0.1'`);
  expect((await login({ username: 'limit_probe', pwd: 'x' })).body).toMatchObject({ code: 429, error: 'RATE_LIMITED' });
  await site.server.ownerPool.query(`delete from rate_limit where key like 'login:%'`);
});

test('neither the password nor the name of a failed login is stored', async () => {
  await login({ username: 'My Secret Password', pwd: 'My Other Password' });
  const { rows } = await site.server.pool.query('select lane from login_failure');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row['lane']).toMatch(/^[0-9a-f]{64}$/);
});

test('a device token of another member joins the two; one that the site did not make leaves nothing', async () => {
  const [first, second, third] = [await registered(), await registered(), await registered()];
  const browsersOf = async ({ username }: { username: string }): Promise<string[]> => {
    const { rows } = await site.server.ownerPool.query<{ mark: string }>(
      `select encode(k.mark, 'hex') as mark from member_mark k join member m on m.id = k.member_id
       where k.kind = 'browser' and m.username = $1`,
      [username],
    );
    return rows.map(({ mark }) => mark);
  };
  const logIn = async ({ username, pwd }: { username: string; pwd: string }, device?: string): Promise<string> => {
    const { body } = await login({ username, pwd, ...(device === undefined ? {} : { device }) });
    return entered.parse(body.data).device;
  };
  const before = { second: (await browsersOf(second)).length, third: (await browsersOf(third)).length };
  for (const junk of ['junk', `${'a'.repeat(22)}.${'b'.repeat(43)}`]) {
    await logIn(second, junk);
    await logIn(third, junk);
  }
  // Each login got a new token, and nothing else.
  expect(await browsersOf(second)).toHaveLength(before.second + 2);
  expect(await browsersOf(third)).toHaveLength(before.third + 2);
  const thirds = await browsersOf(third);
  expect((await browsersOf(second)).filter((mark) => thirds.includes(mark))).toEqual([]);
  const token = await logIn(first);
  await logIn(second, token);
  const firsts = await browsersOf(first);
  expect((await browsersOf(second)).filter((mark) => firsts.includes(mark))).toHaveLength(1);
});
