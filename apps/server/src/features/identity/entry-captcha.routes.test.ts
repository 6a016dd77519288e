import { randomUUID } from 'node:crypto';
import { captchaView } from '@candor/contract/identity';
import { expect, test } from 'vitest';
import { insertCaptcha } from './captcha-store.ts';
import { captchaHash } from './issue-captcha.ts';
import { person, startEntrySite } from '../../testing/entry-site.ts';
import { injectForm } from '../../testing/call.ts';

const { site, registered, guardedLogin } = startEntrySite();

const SHARED_KEY = randomUUID();

test('a captcha is issued when the site asks for one', async () => {
  const issued = await site.guarded.inject({ method: 'GET', url: '/captchaImage' });
  expect(captchaView.parse(issued.json<{ data: unknown }>().data)).toMatchObject({
    captchaEnabled: true,
    img: expect.stringMatching(/^data:image\/png/),
  });
  expect(issued.headers['cache-control']).toBe('no-store');
  expect((await site.server.call('GET', '/captchaImage')).body.data).toEqual({
    uuid: '',
    img: '',
    captchaEnabled: false,
  });
});

test('with the captcha on, a login needs its answer, and the answer works once', async () => {
  const { username, pwd } = await registered();
  expect((await guardedLogin({ username, pwd, code: '' })).body).toMatchObject({
    code: 400,
    error: 'CAPTCHA_REQUIRED',
  });
  expect((await guardedLogin({ username, pwd, code: 'WRONG' })).body).toMatchObject({
    code: 400,
    error: 'CAPTCHA_WRONG',
    fields: { code: 'CAPTCHA_WRONG' },
  });
  const first = await guardedLogin({ username, pwd });
  expect(first.body.code).toBe(200);
  expect((await guardedLogin(first.payload)).body.error).toBe('CAPTCHA_EXPIRED');
  expect((await guardedLogin({ username, pwd: 'wrong words', code: 'WRONG' })).worked, 'no password is looked at').toBe(
    0,
  );
});

test('the same key, captcha and body open another session; another body does not', async () => {
  const { username, pwd } = await registered();
  const headers = { 'idempotency-key': randomUUID() };
  const first = await guardedLogin({ username, pwd }, headers);
  const again = await guardedLogin(first.payload, headers);
  expect([first.body.code, again.body.code]).toEqual([200, 200]);
  expect(again.body.data).not.toEqual(first.body.data);
  expect((await guardedLogin({ ...first.payload, pwd: 'wrong words' }, headers)).body.error).toMatch(/^CAPTCHA_/);
  const other = await guardedLogin({ username, pwd }, headers);
  expect((await guardedLogin(other.payload, { 'idempotency-key': randomUUID() })).body.error).toMatch(/^CAPTCHA_/);
});

test('300 logins at once with different keys get one guess at a captcha', async () => {
  const { username, pwd } = await registered();
  await site.server.ownerPool.query(`delete from rate_limit where key like 'login:%'`);
  const uuid = randomUUID();
  await insertCaptcha(site.server.pool, uuid, captchaHash(site.server.context.fingerprints, uuid, 'AC3D7'));
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, call) => {
      const response = await injectForm(site.guarded, {
        method: 'POST',
        url: '/api/login/login',
        // Half of the calls share a key, but each call has its own body.
        headers: { 'idempotency-key': call % 2 === 0 ? SHARED_KEY : randomUUID() },
        payload: { username, pwd, uuid, code: call === 6 ? 'AC3D7' : `X${call}` },
      });
      return response.json<{ code: number; error?: string }>();
    }),
  );
  expect(answers.filter(({ error }) => error !== 'CAPTCHA_EXPIRED')).toHaveLength(1);
  await site.server.ownerPool.query(`delete from rate_limit where key like 'login:%'`);
});

test('one captcha registers one member', async () => {
  const uuid = randomUUID();
  await insertCaptcha(site.server.pool, uuid, captchaHash(site.server.context.fingerprints, uuid, 'AC3D7'));
  const post = async (body: object) =>
    (
      await injectForm(site.guarded, {
        method: 'POST',
        url: '/api/login/register',
        payload: { ...body, uuid, code: 'ac3d7' },
      })
    ).json<{ code: number; error?: string }>();
  expect(await post(person({ pwd: 'short' })), 'a wrong field leaves the captcha').toMatchObject({ code: 400 });
  expect(await post(person())).toMatchObject({ code: 200 });
  expect(await post(person())).toMatchObject({ code: 400, error: 'CAPTCHA_EXPIRED' });
});
