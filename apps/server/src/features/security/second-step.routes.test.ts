import { describe, expect, it } from 'vitest';
import { entered, startFactorsSite } from '../../testing/factors-site.ts';

const { site, call, forget, codeOf, turnOnTotp, security, visit, logIn, challengeFor, finish } = startFactorsSite();

describe('the second step of a login', () => {
  it('is asked for after the right password alone, opens no session before it, and tells of a new device', async () => {
    const { secret } = await turnOnTotp();
    expect(await visit('/api/login/login', { username: site.username, pwd: 'wrong' })).toMatchObject({
      error: 'LOGIN_FAILED',
    });
    const before = await site.server.ownerPool.query('select from session where member_id = $1', [
      site.memberId.toString(),
    ]);
    const challenge = await challengeFor();
    const after = await site.server.ownerPool.query('select from session where member_id = $1', [
      site.memberId.toString(),
    ]);
    expect(after.rowCount).toBe(before.rowCount);
    const answer = entered.parse((await finish(challenge, { code: await codeOf(secret) })).data);
    site.token = answer.token;
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
    const { rows } = await site.server.ownerPool.query<{ ahead: boolean }>(
      'select event_id > (select max(id) from security_event) as ahead from security_seen where member_id = $1',
      [site.memberId.toString()],
    );
    expect(rows, 'nobody hides what is still to come').toEqual([{ ahead: false }]);
  });

  it('opens one session for twelve presses with one right code, and locks nobody out', async () => {
    const { secret } = await turnOnTotp();
    const [challenge, other] = [await challengeFor(), await challengeFor()];
    const code = await codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 12 }, async () => await finish(challenge, { code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await finish(other, { code }), 'a code works once').toMatchObject({ error: 'FACTOR_CODE_WRONG' });
    const { rows } = await site.server.ownerPool.query('select failures from login_failure where failures > 0');
    expect(rows).toEqual([]);
  });

  it('is answered from the address it was asked at, within five minutes, in five tries', async () => {
    const { secret } = await turnOnTotp();
    const code = await codeOf(secret);
    const challenge = await challengeFor();
    const expired = { error: 'FACTOR_CHALLENGE_EXPIRED' };
    expect(await finish(challenge, { code }, { address: '192.0.2.2' }), 'a neighbour').toMatchObject(expired);
    expect(await finish('x'.repeat(43), { code })).toMatchObject(expired);
    await site.server.ownerPool.query(
      `update factor_challenge set expires_at = clock_timestamp() where member_id = $1`,
      [site.memberId.toString()],
    );
    expect(await finish(challenge, { code })).toMatchObject(expired);
    const tried = await challengeFor();
    await site.server.ownerPool.query(`update factor_challenge set tries = 5 where member_id = $1`, [
      site.memberId.toString(),
    ]);
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
    await site.server.ownerPool.query('update member set frozen = true where id = $1', [site.memberId.toString()]);
    expect(await finish(challenge, { code: await codeOf(secret) })).toMatchObject({ error: 'ACCOUNT_FROZEN' });
    await site.server.ownerPool.query('update member set frozen = false where id = $1', [site.memberId.toString()]);
  });
});

describe('locks', () => {
  it('of the login are told to the member, once an hour, and to nobody for a name that nobody has', async () => {
    for (let n = 0; n < 5; n += 1) await visit('/api/login/login', { username: site.username, pwd: 'wrong' });
    expect(await logIn()).toMatchObject({ error: 'ACCOUNT_LOCKED' });
    for (let n = 0; n < 5; n += 1) {
      await visit('/api/login/login', { username: site.username, pwd: 'wrong' }, { address: '198.51.100.1' });
      await visit('/api/login/login', { username: 'nobody_here', pwd: 'wrong' }, { address: '198.51.100.1' });
    }
    expect((await security()).events).toMatchObject([{ kind: 'loginLocked', isNew: true, address: '192.0.2.0/24' }]);
    const { rows } = await site.server.ownerPool.query('select from outbox where member_id = $1', [
      site.memberId.toString(),
    ]);
    // News of what was before may still be under way; one for each guess would be ten.
    expect(rows.length).toBeLessThan(5);
  });
});
