import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createPasswords } from '../../services/secrets/passwords.ts';
import type { TestAnswer } from '../../testing/call.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';
import { sendCodes } from './send-codes.ts';
import { issueCode, sendNotice } from '../../services/account-codes/account-codes.ts';
import { createFingerprints } from '../../services/idempotency/idempotency.ts';

const LOGIN = 'quiet Otter climbs';
const NEW_PIN = '902741';
const OTHER_PIN = '480263';

let server: TestServer;
let hashes: readonly [string, string];
let memberId: bigint;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  const passwords = createPasswords();
  hashes = [await passwords.hash(LOGIN), await passwords.hash('618034')];
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

async function ask(as = token): Promise<TestAnswer> {
  const body = { purpose: 'withdrawPassword', channel: 'sms' };
  return await server.call('POST', '/api/account/code', { token: as, body });
}

async function shown(as = token): Promise<string | null> {
  const answer = await server.call('GET', '/api/account/code/practice?purpose=withdrawPassword', { token: as });
  return z.object({ code: z.nullable(z.string()) }).parse(answer.body.data).code;
}

async function newCode(): Promise<string> {
  expect((await ask()).body.code).toBe(200);
  return (await shown()) ?? '';
}

async function reset(more: object, key?: string): Promise<TestAnswer> {
  return await server.call('POST', '/api/account/withdraw-password/reset', {
    token,
    body: { loginPwd: LOGIN, pwd: NEW_PIN, confirmPwd: NEW_PIN, ...more },
    ...(key === undefined ? {} : { key }),
  });
}

async function fits(pin: string): Promise<boolean> {
  const { rows } = await server.ownerPool.query<{ hash: string }>(
    'select withdraw_password_hash as hash from member where id = $1',
    [memberId.toString()],
  );
  return await createPasswords().verify(rows[0]?.hash, pin);
}

async function age(table: 'account_code' | 'code_outbox', seconds: number): Promise<void> {
  await server.ownerPool.query(
    `update ${table} set made_at = made_at - make_interval(secs => $2) where member_id = $1`,
    [memberId.toString(), seconds],
  );
}

function wrongOf(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('a code', () => {
  it('has six digits, is shown to its own member on a practice site, and is nowhere in the database as text', async () => {
    const answer = await ask();
    expect(answer.body.data).toMatchObject({ resendAfterSec: 60, expiresInSec: 600, practice: true });
    expect(answer.text).not.toMatch(/\b\d{6}\b/);
    const code = await shown();
    expect(code).toMatch(/^\d{6}$/);
    expect(await shown(await makeSession(server.pool, await makeMember(server.pool)))).toBeNull();
    const { rows } = await server.ownerPool.query(
      'select row_to_json(c)::text as row from account_code c union all select row_to_json(o)::text from code_outbox o',
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { row } of rows) expect(String(row)).not.toContain(`"${code}"`);
  });

  it('counts wrong guesses alone: a right one with a wrong login password takes no try', async () => {
    const code = await newCode();
    const resets = Array.from({ length: 12 }, async () => await reset({ code, pwd: OTHER_PIN, confirmPwd: OTHER_PIN }));
    const errors = (await Promise.all(resets)).map(({ body }) => body.error ?? 'OK');
    expect(errors.filter((error) => error === 'OK')).toHaveLength(1);
    const { rows } = await server.ownerPool.query('select tries from account_code where member_id = $1', [
      memberId.toString(),
    ]);
    expect(rows).toEqual([{ tries: 0 }]);
    const left = await server.ownerPool.query('select from login_failure where failures > 0');
    expect(left.rowCount).toBe(0);
  });

  it('comes once in 60 seconds, also to many calls at once; the next one replaces it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, async () => await ask()));
    expect(answers.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual([
      'OK',
      'RATE_LIMITED',
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    const first = (await shown()) ?? '';
    await age('account_code', 60);
    const second = await newCode();
    if (second !== first) expect((await reset({ code: first })).body.error).toBe('CODE_WRONG');
    expect((await reset({ code: second })).body.code).toBe(200);
  });

  it('lives for ten minutes', async () => {
    const code = await newCode();
    await age('account_code', 601);
    await age('code_outbox', 601);
    expect(await shown()).toBeNull();
    expect((await reset({ code })).body).toMatchObject({ error: 'CODE_WRONG', fields: { code: 'CODE_WRONG' } });
  });
});

describe('a withdraw password', () => {
  it('is reset with a code and the login password, and its tries start anew', async () => {
    await server.ownerPool.query(
      `insert into withdraw_password_try (member_id, failures, locked_until) values ($1, 5, now() + interval '1 day')`,
      [memberId.toString()],
    );
    const key = randomUUID();
    const code = await newCode();
    expect((await reset({ code }, key)).body.code).toBe(200);
    expect(await fits(NEW_PIN)).toBe(true);
    expect((await reset({ code }, key)).body.code, 'a retry').toBe(200);
    expect((await reset({ code: wrongOf(code) }, key)).body.error, 'a key alone').toBe('CODE_WRONG');
    expect((await reset({ code, pwd: OTHER_PIN, confirmPwd: OTHER_PIN })).body.error, 'used up').toBe('CODE_WRONG');
    expect(await shown()).toBeNull();
    const told = await server.ownerPool.query('select purpose from code_outbox where member_id = $1', [
      memberId.toString(),
    ]);
    expect(told.rows).toEqual([{ purpose: 'withdrawPasswordChanged' }]);
    const view = await server.call('GET', '/api/account/security', { token });
    expect(view.body.data).toMatchObject({
      events: [{ kind: 'withdrawPasswordReset' }],
      withdrawTries: { lockedSec: 0 },
    });
  });

  it('is reset once by two calls with one code', async () => {
    const code = await newCode();
    const both = await Promise.all([reset({ code }), reset({ code, pwd: OTHER_PIN, confirmPwd: OTHER_PIN })]);
    expect(both.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual(['CODE_WRONG', 'OK']);
    expect([await fits(NEW_PIN), await fits(OTHER_PIN)].filter(Boolean)).toHaveLength(1);
  });

  it('is not reset after five wrong guesses, at once or one after another', async () => {
    const code = await newCode();
    const wrong = await Promise.all(Array.from({ length: 5 }, async () => await reset({ code: wrongOf(code) })));
    expect(wrong.map(({ body }) => body.error)).toEqual(Array.from({ length: 5 }, () => 'CODE_WRONG'));
    expect((await reset({ code })).body.error).toBe('CODE_WRONG');
    expect(await fits(NEW_PIN)).toBe(false);
  });

  it('is not reset without the login password, and a guess at that uses no guess at the code', async () => {
    const code = await newCode();
    expect((await reset({ code, loginPwd: 'wrong' })).body.fields).toEqual({ loginPwd: 'LOGIN_PASSWORD_WRONG' });
    const { rows } = await server.ownerPool.query('select tries from account_code where member_id = $1', [
      memberId.toString(),
    ]);
    expect(rows).toEqual([{ tries: 0 }]);
    expect((await reset({ code })).body.code).toBe(200);
  });

  it('needs all fields', async () => {
    expect((await reset({ code: '', loginPwd: '', confirmPwd: OTHER_PIN })).body.fields).toEqual({
      code: 'CODE_REQUIRED',
      loginPwd: 'PASSWORD_REQUIRED',
      confirmPwd: 'WITHDRAW_PASSWORDS_DIFFER',
    });
    expect((await reset({ code: '12a456' })).body.fields).toEqual({ code: 'CODE_INVALID' });
  });
});

describe('the gateway', () => {
  const TOKEN = 'a token of the gateway';
  const sealKey = Buffer.alloc(32, 7);
  const fingerprints = createFingerprints(Buffer.alloc(32, 8));
  const received: { body: string; signature: string }[] = [];
  const warned: unknown[] = [];
  const log = { warn: (...what: unknown[]) => void warned.push(what) };
  let status = 200;
  let gateway: Server;
  let url: string;
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const signature = String(request.headers['candor-signature']);
        received.push({ body: Buffer.concat(chunks).toString(), signature });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/codes`;
  });
  beforeEach(async () => {
    await server.ownerPool.query('delete from code_outbox');
    received.length = 0;
    warned.length = 0;
    status = 200;
    const code = { memberId, purpose: 'withdrawPassword', to: '+8613900000001', language: 'en' } as const;
    await issueCode({ pool: server.pool, fingerprints, sealKey }, code);
  });
  afterAll(() => void gateway.close());

  async function send(): Promise<void> {
    const worker = await server.ownerPool.connect();
    try {
      await worker.query('set role candor_worker');
      await sendCodes({ pool: worker, sealKey, gateway: { url, token: TOKEN }, log });
    } finally {
      await worker.query('reset role');
      worker.release();
    }
  }

  async function waiting(): Promise<{ tries: number; seconds: number }[]> {
    const { rows } = await server.ownerPool.query<{ tries: number; seconds: number }>(
      'select tries, round(extract(epoch from next_at - clock_timestamp()))::int as seconds from code_outbox',
    );
    return rows;
  }

  it('gets a signed message once', async () => {
    await send();
    await send();
    expect(received).toHaveLength(1);
    const [{ body, signature } = { body: '', signature: '' }] = received;
    expect(JSON.parse(body)).toMatchObject({
      to: '+8613900000001',
      purpose: 'withdrawPassword',
      channel: 'sms',
      language: 'en',
    });
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(hex).toBe(createHmac('sha256', TOKEN).update(`${seconds}.${body}`).digest('hex'));
    expect(await waiting()).toEqual([]);
  });

  it('gets a notice with its words in the language of the member, and no code; for a day', async () => {
    await server.ownerPool.query('delete from code_outbox');
    const told = [
      ['zh-Hans', 'loginPasswordChanged'],
      ['en', 'withdrawPasswordChanged'],
    ] as const;
    for (const [language, purpose] of told)
      await sendNotice(server.ownerPool, sealKey, { memberId, purpose, language });
    await age('code_outbox', 86_000);
    await send();
    const bodies = received.map(({ body }): unknown => JSON.parse(body));
    const phone = await server.ownerPool.query<{ phone: string }>('select phone from member where id = $1', [
      memberId.toString(),
    ]);
    const all = { id: expect.any(String) as unknown, channel: 'sms', to: phone.rows[0]?.phone };
    expect(bodies).toHaveLength(2);
    for (const [language, purpose] of told)
      expect(bodies).toContainEqual({ ...all, language, purpose, text: NOTICE_TEXTS[language][purpose] });
    expect(await waiting()).toEqual([]);
    await sendNotice(server.ownerPool, sealKey, { memberId, purpose: 'loginPasswordChanged', language: 'en' });
    await age('code_outbox', 86_401);
    await send();
    expect([received.length, await waiting()]).toEqual([2, []]);
  });

  it('is asked again after growing waits while it refuses, until the code is too old; no code is in the log', async () => {
    status = 503;
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await server.ownerPool.query('update code_outbox set next_at = now()');
      await send();
      await send();
      const [row] = await waiting();
      waits.push(row?.seconds ?? 0);
    }
    expect(waits).toEqual([2, 4, 8]);
    expect(received).toHaveLength(3);
    const { code } = z.object({ code: z.string() }).parse(JSON.parse(received[0]?.body ?? '{}'));
    expect(JSON.stringify(warned)).toContain('503');
    expect(JSON.stringify(warned)).not.toContain(code);
    await age('code_outbox', 601);
    await send();
    expect(await waiting()).toEqual([]);
  });
});
