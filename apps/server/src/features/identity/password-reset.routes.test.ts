import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMessage, openNotice } from '../../services/account-codes/account-codes.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { logIn as logInWith } from './log-in.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { hireOperator } from '../../testing/test-operator.ts';

const OLD = 'quiet Otter climbs';
const NEW = 'loud Heron dives';
const OTHER = 'slow Badger digs';

let server: TestServer;
let oldHash: string;
let memberId: bigint;
let username: string;
let phone: string;
let sequence = 0;
beforeAll(async () => {
  server = await startTestServer();
  oldHash = await createPasswords().hash(OLD);
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  sequence += 1;
  memberId = await makeMember(server.pool);
  username = `lost_${sequence}`;
  phone = `+861391111${String(sequence).padStart(4, '0')}`;
  await set('username = $2, phone = $3, password_hash = $4', [username, phone, oldHash]);
  await server.ownerPool.query('delete from rate_limit');
});

async function set(what: string, values: unknown[] = []): Promise<void> {
  await server.ownerPool.query(`update member set ${what} where id = $1`, [memberId.toString(), ...values]);
}

async function ask(account = username): Promise<TestAnswer> {
  return await server.call('POST', '/api/login/password/code', { body: { account } });
}

async function reset(more: object, key?: string): Promise<TestAnswer> {
  return await server.call('POST', '/api/login/password/reset', {
    body: { account: username, pwd: NEW, confirmPwd: NEW, ...more },
    ...(key === undefined ? {} : { key }),
  });
}

/** The code on its way to the member; null when there is none. */
async function sent(): Promise<string | null> {
  const { rows } = await server.ownerPool.query<{ sealed: Buffer }>(
    `select sealed from code_outbox where member_id = $1 and purpose = 'loginPassword'`,
    [memberId.toString()],
  );
  const sealed = rows[0]?.sealed;
  if (sealed === undefined) return null;
  return openMessage(server.context.secrets.seal, memberId, 'loginPassword', sealed).code;
}

async function newCode(account = username): Promise<string> {
  expect((await ask(account)).body.code).toBe(200);
  return (await vi.waitUntil(sent)) ?? '';
}

async function logIn(pwd: string): Promise<TestAnswer> {
  return await server.call('POST', '/api/login/login', { body: { username, pwd } });
}

function wrongOf(code: string, by = 1): string {
  return ((Number(code) + by) % 1_000_000).toString().padStart(6, '0');
}

async function addPasskey(): Promise<void> {
  await server.ownerPool.query(
    `insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
     values ($1, 1, sha256($2::bytea), sha256('x'), 0, '{}', 'localhost', 'key')`,
    [memberId.toString(), username],
  );
}

async function codes(): Promise<number> {
  const { rowCount } = await server.ownerPool.query('select from account_code where member_id = $1', [
    memberId.toString(),
  ]);
  return rowCount ?? 0;
}

/** The notices on their way to the member. */
async function notices(): Promise<unknown[]> {
  const { rows } = await server.ownerPool.query<{ language: string; sealed: Buffer }>(
    `select language, sealed from code_outbox where member_id = $1 and purpose = 'loginPasswordChanged'`,
    [memberId.toString()],
  );
  return rows.map(({ language, sealed }) => ({
    language,
    ...openNotice(server.context.secrets.seal, memberId, 'loginPasswordChanged', sealed),
  }));
}

describe('a forgotten login password', () => {
  it('is replaced with a code; all sessions end, the member is told, and the new one logs in', async () => {
    const tokens = [await makeSession(server.pool, memberId), await makeSession(server.pool, memberId)];
    const code = await newCode();
    const key = randomUUID();
    expect((await reset({ code }, key)).body).toMatchObject({ code: 200, data: { username } });
    expect((await reset({ code }, key)).body, 'a retry').toMatchObject({ code: 200, data: { username } });
    expect((await reset({ code })).body.error, 'used up').toBe('CODE_WRONG');
    expect((await reset({ code: wrongOf(code) }, key)).body.code, 'a key alone').not.toBe(200);
    for (const token of tokens)
      expect((await server.call('GET', '/api/account/security', { token })).body.code).toBe(401);
    expect((await logIn(OLD)).body.error).toBe('LOGIN_FAILED');
    expect((await logIn(NEW)).body.code).toBe(200);
    const told = await server.ownerPool.query(
      `select kind from security_event where member_id = $1 and kind = 'loginPasswordReset'
       union all select state from member_message where member_id = $1 and state = 'loginPasswordReset'
       union all select command from audit where actor_id = $1 and command = 'account/password/reset'`,
      [memberId.toString()],
    );
    expect(told.rowCount).toBe(3);
  });

  it('is told by a message to the phone of the code, in the language of the member, and only when it was replaced', async () => {
    await set(`language = 'zh-Hant'`);
    const code = await newCode();
    expect((await reset({ code: wrongOf(code) })).body.error).toBe('CODE_WRONG');
    expect(await notices()).toEqual([]);
    const key = randomUUID();
    expect((await reset({ code }, key)).body.code).toBe(200);
    expect((await reset({ code }, key)).body.code, 'a retry').toBe(200);
    expect(await notices()).toEqual([{ language: 'zh-Hant', to: phone }]);
  });

  it('is found by the phone number too, and the answer names the account', async () => {
    const local = phone.slice('+86'.length);
    const code = await newCode(local);
    expect((await reset({ account: local, code })).body.data).toEqual({ username });
  });

  it('is replaced once by two calls with one code', async () => {
    const code = await newCode();
    const both = await Promise.all([reset({ code }), reset({ code, pwd: OTHER, confirmPwd: OTHER })]);
    expect(both.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual(['CODE_WRONG', 'OK']);
  });

  it('does not open a frozen account, and a wait at the login ends for who proved the phone', async () => {
    await set('frozen = true');
    const code = await newCode();
    for (let n = 0; n < 6; n += 1) await logIn('wrong');
    expect((await reset({ code })).body.code).toBe(200);
    expect((await logIn(NEW)).body.error).toBe('ACCOUNT_FROZEN');
  });

  it.each([false, true])(
    'opens nothing for a login whose password was replaced after it was proved',
    async (isFactorOn) => {
      if (isFactorOn) await addPasskey();
      const passwords = createPasswords();
      const replaced = {
        ...passwords,
        verify: async (hash: string | undefined, pwd: string) => {
          const fits = await passwords.verify(hash, pwd);
          const code = await newCode();
          expect((await reset({ code })).body.code).toBe(200);
          return fits;
        },
      };
      const { pool, fingerprints } = server.context;
      const sent = { username, pwd: OLD, address: '203.0.113.7', userAgent: 'test', deviceKey: null };
      const outcome = await logInWith(
        { pool, fingerprints, passwords: replaced, captcha: false },
        { ...sent, code: undefined, uuid: undefined, device: undefined, key: undefined, rpId: 'localhost' },
      );
      expect(outcome).toEqual({ ok: false, error: { key: 'LOGIN_FAILED' } });
      const left = await server.ownerPool.query(
        'select from session where member_id = $1 union all select from factor_challenge where member_id = $1',
        [memberId.toString()],
      );
      expect(left.rowCount).toBe(0);
    },
  );

  it('leaves a second factor on, and ends a login that waits for its second step', async () => {
    await addPasskey();
    expect((await logIn(OLD)).body.error).toBe('SECOND_FACTOR_REQUIRED');
    const code = await newCode();
    expect((await reset({ code })).body.code).toBe(200);
    const left = await server.ownerPool.query('select from factor_challenge where member_id = $1', [
      memberId.toString(),
    ]);
    expect(left.rowCount).toBe(0);
    expect((await logIn(NEW)).body.error).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('a stranger', () => {
  it('reads the same answer for an account, for none, for an operator, and for one without a phone', async () => {
    const answers = [await ask(), await ask('nobody_at_all'), await ask('13900000999')];
    await vi.waitUntil(sent);
    await server.ownerPool.query('delete from rate_limit; delete from account_code; delete from code_outbox');
    await set(`phone = 'none-${memberId}'`);
    answers.push(await ask());
    await server.ownerPool.query('delete from rate_limit');
    await set(`phone = '${phone}'`);
    const operator = await hireOperator(server.ownerPool, 'cashier');
    const { rows } = await server.ownerPool.query<{ name: string }>(
      'select username as name from operator where id = $1',
      [operator.toString()],
    );
    answers.push(await ask(rows[0]?.name));
    for (const { text } of answers) expect(text).toBe(answers[0]?.text);
    // Codes are made in their turn: that of a member who asked later is there, and none for the operator.
    const operatorId = memberId;
    memberId = await makeMember(server.pool);
    await set(`username = 'asked_later', phone = '+8613944440000'`);
    expect((await ask('asked_later')).body.code).toBe(200);
    await vi.waitUntil(sent);
    memberId = operatorId;
    expect(await codes()).toBe(0);
    const wrong = [await reset({ code: '123456' }), await reset({ code: '123456', account: 'nobody_at_all' })];
    expect(wrong[1]?.text).toBe(wrong[0]?.text);
    expect(wrong[0]?.body).toMatchObject({ error: 'CODE_WRONG', fields: { code: 'CODE_WRONG' } });
  });

  it('reads the same of a name asked again too soon and too often', async () => {
    for (const account of [username, 'nobody_at_all']) {
      expect((await ask(account)).body.code).toBe(200);
      expect((await ask(account)).body).toMatchObject({ error: 'RATE_LIMITED' });
    }
    await server.ownerPool.query(`delete from rate_limit where key like 'password-resend%'`);
    await server.ownerPool.query(`update rate_limit set points = 10 where key like 'password-code%'`);
    for (const account of [username, 'nobody_at_all']) expect((await ask(account)).body.error).toBe('RATE_LIMITED');
  });

  it('has five guesses at a code, at once or one after another, and none at one that is old', async () => {
    const code = await newCode();
    const wrong = await Promise.all([1, 2, 3, 4, 5].map(async (by) => await reset({ code: wrongOf(code, by) })));
    expect(wrong.map(({ body }) => body.error)).toEqual(Array.from({ length: 5 }, () => 'CODE_WRONG'));
    expect((await reset({ code })).body.error).toBe('CODE_WRONG');
    await server.ownerPool.query(
      `update account_code set tries = 0, made_at = made_at - interval '601 seconds' where member_id = $1`,
      [memberId.toString()],
    );
    expect((await reset({ code })).body.error).toBe('CODE_WRONG');
    expect((await logIn(OLD)).body.code).toBe(200);
  });

  it('gains nothing from a code that went to a phone the member no longer has', async () => {
    const code = await newCode();
    await set(`phone = '+8613922220000'`);
    expect((await reset({ code })).body.error).toBe('CODE_WRONG');
  });

  it('needs a puzzle for both calls, and a session of the member asks for no such code', async () => {
    const without = [
      await server.call('POST', '/api/login/password/code', { body: { account: username }, puzzle: null }),
      await server.call('POST', '/api/login/password/reset', {
        body: { account: username, code: '123456', pwd: NEW, confirmPwd: NEW },
        puzzle: null,
      }),
    ];
    expect(without.map(({ body }) => body.error)).toEqual(['PUZZLE_REQUIRED', 'PUZZLE_REQUIRED']);
    const token = await makeSession(server.pool, memberId);
    const body = { purpose: 'loginPassword', channel: 'sms' };
    expect((await server.call('POST', '/api/account/code', { token, body })).body.code).toBe(400);
    const read = await server.call('GET', '/api/account/code/practice?purpose=loginPassword', { token });
    expect(read.body.code).toBe(400);
  });
});
