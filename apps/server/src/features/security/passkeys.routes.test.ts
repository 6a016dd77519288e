import { assertionOptionsView, creationOptionsView, recoveryCodesView } from '@candor/contract/factors';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { entered, ORIGIN, startFactorsSite } from '../../testing/factors-site.ts';

const { site, call, own, confirmWithPassword, addPasskey, factors, visit, logIn, challengeFor, finish } =
  startFactorsSite();

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
    site.token = answer.token;
    const path = `/api/account/factors/passkeys/${passkeys[0]?.id}`;
    const stranger = await makeSession(site.server.pool, await makeMember(site.server.pool));
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
    const otherSession = await makeSession(site.server.pool, site.memberId);
    expect(await call('POST', '/api/account/factors/passkeys', body, { token: otherSession })).toMatchObject({
      error: 'PASSKEY_REFUSED',
    });
    expect(await call('POST', '/api/account/factors/passkeys', body)).toMatchObject({ code: 200 });
    expect(await addPasskey(device), 'the same again').toMatchObject({ error: 'PASSKEY_EXISTS' });
    const added = await Promise.all(
      Array.from({ length: 12 }, async () => await addPasskey(createSoftwareAuthenticator(ORIGIN))),
    );
    // Five challenges of a session live at a time, so that not all of twelve at once have one. How many do depends on their order.
    const answers: unknown[] = [undefined, 'PASSKEY_REFUSED', 'PASSKEYS_TOO_MANY'];
    for (const { error } of added) expect(answers).toContain(error);
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
