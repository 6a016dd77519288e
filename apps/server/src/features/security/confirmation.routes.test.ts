import { randomUUID } from 'node:crypto';
import { assertionOptionsView, totpSecretView } from '@candor/contract/factors';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { ORIGIN, PASSWORD, startFactorsSite } from '../../testing/factors-site.ts';

const { site, call, own, confirmWithPassword, forget, codeOf, turnOnTotp, addPasskey, challengeFor, finish } =
  startFactorsSite();

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
  // Everything about a member, and the end of their account.
  'POST /api/account/data': { rule: 'always' },
  'POST /api/account/data/{id}/link': { rule: 'always' },
  'POST /api/account/closing': { rule: 'always' },
  'POST /api/account/factors/totp': { rule: 'always' },
  'DELETE /api/account/factors/totp': { rule: 'with factor' },
  'POST /api/account/factors/passkeys/options': { rule: 'always' },
  'DELETE /api/account/factors/passkeys/{id}': { rule: 'with factor' },
  'POST /api/account/factors/recovery-codes': { rule: 'always' },
};

describe('at once', () => {
  it('twelve confirmations with the right password lock nobody out', async () => {
    const path = '/api/account/confirmation';
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => await call('POST', path, { pwd: PASSWORD })),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  it('twelve confirmations with one right code count as no wrong try', async () => {
    const { secret } = await turnOnTotp();
    const code = await codeOf(secret);
    const path = '/api/account/confirmation';
    const answers = await Promise.all(Array.from({ length: 12 }, async () => await call('POST', path, { code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    const { rows } = await site.server.ownerPool.query('select failures from login_failure where failures > 0');
    expect(rows).toEqual([]);
  });
});

describe('sensitive calls', () => {
  it('are all that ask for a confirmation, each as its route declares', async () => {
    const { secret } = await turnOnTotp();
    const text = await site.server.http.app.openApi();
    const paths = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(JSON.parse(text)).paths;
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const asks = async (name: string, as: string) => {
      const [method = '', path = ''] = name.split(' ');
      const body = SENSITIVE[name]?.body ?? {};
      const answer = await site.server.call(
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
    const plain = await makeSession(site.server.pool, await makeMember(site.server.pool));
    const asked = { with: [] as string[], without: [] as string[] };
    for (const name of routes.filter((route) => !route.endsWith('/logout') && !route.endsWith('/sessions'))) {
      if (await asks(name, site.token)) asked.with.push(name);
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
      if (await asks(name, site.token)) still.push(name);
    }
    expect(still, 'after a confirmation').toEqual([]);
  });

  it('ask again after five minutes, in another session, and take a code once', async () => {
    const { secret } = await turnOnTotp();
    const ask = async (as = site.token) =>
      (await call('POST', '/api/account/factors/recovery-codes', undefined, { token: as })).error;
    const code = await codeOf(secret);
    await call('POST', '/api/account/confirmation', { code });
    expect(await ask()).toBeUndefined();
    expect(await ask(await makeSession(site.server.pool, site.memberId))).toBe('CONFIRMATION_REQUIRED');
    await site.server.ownerPool.query(
      `update session set confirmed_at = clock_timestamp() - interval '301 seconds' where member_id = $1`,
      [site.memberId.toString()],
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
    const other = await makeSession(site.server.pool, site.memberId);
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
    const mine = site.token;
    const thief = await makeSession(site.server.pool, site.memberId);
    site.token = thief;
    await confirmWithPassword();
    site.token = mine;
    await confirmWithPassword();
    const { secret } = await own(totpSecretView, 'POST', '/api/account/factors/totp');
    await call('PUT', '/api/account/factors/totp', { code: await codeOf(secret) });
    expect((await call('POST', '/api/account/factors/recovery-codes')).error).toBeUndefined();
    expect(await call('DELETE', '/api/account/factors/totp', undefined, { token: thief })).toMatchObject({
      error: 'CONFIRMATION_REQUIRED',
    });
  });
});
