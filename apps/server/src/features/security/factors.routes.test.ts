import { recoveryCodesView, totpSecretView } from '@candor/contract/factors';
import { describe, expect, it } from 'vitest';
import { makeMember } from '../../testing/factories.ts';
import { startFactorsSite } from '../../testing/factors-site.ts';

const {
  site,
  call,
  own,
  confirmWithPassword,
  forget,
  codeOf,
  turnOnTotp,
  factors,
  security,
  logIn,
  challengeFor,
  finish,
} = startFactorsSite();

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
    const { rows } = await site.server.ownerPool.query<{ text: string }>(
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
    /** Judged in the step of time in which the code was made; a try that a new step overtook is made again. */
    const judged = async (steps: number): Promise<number> => {
      await forget();
      const begun = await codeOf(secret);
      const { code } = await finish(await challengeFor(), { code: await codeOf(secret, steps) });
      return (await codeOf(secret)) === begun ? code : await judged(steps);
    };
    for (const [steps, code] of [
      [-1, 200],
      [1, 200],
      [2, 400],
      [-2, 400],
    ] as const)
      expect(await judged(steps), `${steps}`).toBe(code);
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

  it('of one member are neither used nor replaced for another', async () => {
    await turnOnTotp();
    const other = (await makeMember(site.server.pool)).toString();
    const { rows } = await site.server.ownerPool.query<{ hash: Buffer }>(
      'select code_hash as hash from member_recovery_code where member_id = $1',
      [site.memberId.toString()],
    );
    const used = await site.server.pool.query<{ used: boolean }>('select use_recovery_code($1, $2) as used', [
      other,
      rows[0]?.hash,
    ]);
    expect(used.rows).toEqual([{ used: false }]);
    await site.server.pool.query('select replace_recovery_codes($1, $2)', [other, [Buffer.alloc(32)]]);
    expect((await factors()).recoveryLeft).toBe(10);
  });

  it('cannot be read by the role http, and its count can', async () => {
    const denied = async (sql: string) =>
      await site.server.pool.query(sql).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    expect(await denied('select code_hash from member_recovery_code')).toBe('42501');
    expect(await denied('delete from member_recovery_code')).toBe('42501');
    expect(await denied('select count(member_id) from member_recovery_code')).toBe('done');
    expect(await denied('delete from security_event')).toBe('42501');
  });
});
