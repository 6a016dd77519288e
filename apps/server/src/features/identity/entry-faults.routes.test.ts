import pino from 'pino';
import { expect, test } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { identityRoutes } from './identity.routes.ts';
import { person, startEntrySite } from '../../testing/entry-site.ts';
import { entryParts } from '../../testing/solve-puzzle.ts';
import { injectForm } from '../../testing/call.ts';

const { site, login } = startEntrySite();

test.each([
  ['empty', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['cut off', '{"username":'],
  ['an attack on the prototype', '{"__proto__":{"roles":["admin"]}}'],
  ['of wrong types', '{"username":{"toString":1}}'],
  ['long', JSON.stringify({ username: 'x'.repeat(60_000) })],
  ['of 3000 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`f${n}`, n])))],
])('a body that is %s is refused with 400', async (_, body) => {
  for (const path of ['/api/login/register', '/api/login/login']) {
    const answer = await site.server.call('POST', path, { body, language: 'en' });
    expect([answer.status, answer.body.code]).toEqual([200, 400]);
    expect(answer.text.length).toBeLessThan(4_000);
  }
});

/** The site with a failing password check, and everything it logs. */
async function withFailing(failure: Error) {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (entry: string) => logged.push(entry) });
  const app = await buildHttp(site.server.context.config, log);
  const fail = async () => await Promise.reject(failure);
  identityRoutes(app, {
    ...site.server.context,
    ...entryParts(site.server.context),
    passwords: { hash: fail, verify: fail },
  });
  const post = async (url: string, payload: object) =>
    (await injectForm(app, { method: 'POST', url, headers: { 'accept-language': 'en' }, payload })).json<{
      code: number;
      error: string;
    }>();
  return { app, logged, post };
}

test('a password that was never checked does not count as a failure', async () => {
  const { app, post } = await withFailing(new Refused('RATE_LIMITED', { retryAfterSec: 3 }));
  const body = { username: 'turned_away', pwd: 'x' };
  for (let i = 0; i < 8; i += 1)
    expect(await post('/api/login/login', body)).toMatchObject({ code: 429, error: 'RATE_LIMITED', retryAfterSec: 3 });
  await app.close();
  for (let i = 0; i < 5; i += 1) expect((await login(body)).body.error).toBe('LOGIN_FAILED');
  expect((await login(body)).body.error).toBe('ACCOUNT_LOCKED');
});

test('an internal error shows no detail, and no log holds a secret', async () => {
  const { app, logged, post } = await withFailing(new Error('the disk is gone'));
  const secrets = {
    pwd: 'My-Secret-1',
    confirmPwd: 'My-Secret-1',
    withdrawPwd: '975310',
    confirmWithdrawPwd: '975310',
    realName: 'My-Name',
    idNumber: 'ID-246813579',
  };
  const body = person({ ...secrets, phone: '13987654321' });
  expect(await post('/api/login/register', body)).toEqual({ code: 500, msg: 'error', error: 'FAULT' });
  expect(await post('/api/login/login', { username: body.username, pwd: body.pwd })).toEqual({
    code: 500,
    msg: 'error',
    error: 'FAULT',
  });
  await post('/api/login/register', { ...body, pwd: 5 });
  await app.close();
  expect(logged.join('')).toContain('the disk is gone');
  for (const secret of [...Object.values(secrets), '13987654321']) expect(logged.join('')).not.toContain(secret);
});
