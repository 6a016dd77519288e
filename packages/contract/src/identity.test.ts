import { expect, test } from 'vitest';
import { fieldErrors } from './errors.ts';
import { loginBody, loginCaptchaBody, moneyQuery, profileBody, userInfoEnvelope } from './identity.ts';
import { registerBody, registerCaptchaBody } from './registration.ts';

const REGISTRATION = {
  username: 'alice_01',
  pwd: 'correct horse',
  confirmPwd: 'correct horse',
  withdrawPwd: '730482',
  confirmWithdrawPwd: '730482',
  phone: '13812345678',
};

type Schema =
  | typeof loginBody
  | typeof loginCaptchaBody
  | typeof registerBody
  | typeof registerCaptchaBody
  | typeof profileBody;

function refusals(schema: Schema, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  return parsed.success ? {} : { ...fieldErrors(parsed.error) };
}

test('login trims the username, keeps the password as typed, and accepts an empty captcha', () => {
  expect(loginBody.parse({ username: '  demo ', pwd: ' p w ', code: '', uuid: '' })).toEqual({
    username: 'demo',
    pwd: ' p w ',
  });
});

test.each([
  [{}, { username: 'USERNAME_REQUIRED', pwd: 'PASSWORD_REQUIRED' }],
  [
    { username: '   ', pwd: '' },
    { username: 'USERNAME_REQUIRED', pwd: 'PASSWORD_REQUIRED' },
  ],
  [{ username: null, pwd: 'x' }, { username: 'USERNAME_REQUIRED' }],
  [{ username: 'demo\u0000', pwd: 'x' }, { username: 'USERNAME_ILLEGAL' }],
  [{ username: ['demo'], pwd: 'x' }, { username: 'USERNAME_ILLEGAL' }],
  [
    { username: 'x'.repeat(65), pwd: 'x'.repeat(129) },
    { username: 'USERNAME_LENGTH', pwd: 'PASSWORD_LENGTH' },
  ],
  [{ username: 'demo', pwd: 'x', role: 'admin' }, { role: 'FIELD_UNKNOWN' }],
  [{ username: 'demo', pwd: 'x', uuid: 'u'.repeat(65) }, { uuid: 'CAPTCHA_EXPIRED' }],
])('login with %j is refused', (body, fields) => {
  expect(refusals(loginBody, body)).toEqual(fields);
});

test('with the captcha on, its text is required', () => {
  expect(refusals(loginCaptchaBody, { username: 'demo', pwd: 'x', code: '', uuid: 'u' })).toEqual({
    code: 'CAPTCHA_REQUIRED',
  });
  expect(refusals(registerCaptchaBody, { ...REGISTRATION, uuid: 'u' })).toEqual({ code: 'CAPTCHA_REQUIRED' });
});

test('a registration without the optional fields is accepted, with its phone in one format', () => {
  expect(registerBody.parse({ ...REGISTRATION, username: ' alice_01 ', inviteCode: '', realName: ' ' })).toEqual({
    ...REGISTRATION,
    phone: '+8613812345678',
  });
});

test.each([
  [{ username: 'abc' }, { username: 'USERNAME_LENGTH' }],
  [{ username: 'a'.repeat(33) }, { username: 'USERNAME_LENGTH' }],
  [{ username: 'алиса_01' }, { username: 'USERNAME_ILLEGAL' }],
  [{ username: 'a b_c' }, { username: 'USERNAME_ILLEGAL' }],
  // The first true fault: more letters would not help.
  [{ username: 'a<' }, { username: 'USERNAME_ILLEGAL' }],
  [{ username: `${'a'.repeat(40)} b` }, { username: 'USERNAME_ILLEGAL' }],
  [{ username: "a'--b" }, { username: 'USERNAME_ILLEGAL' }],
  [{ pwd: 'short12', confirmPwd: 'short12' }, { pwd: 'PASSWORD_LENGTH' }],
  [{ pwd: 'x'.repeat(129) }, { pwd: 'PASSWORD_LENGTH', confirmPwd: 'PASSWORDS_DIFFER' }],
  [{ confirmPwd: '' }, { confirmPwd: 'PASSWORD_REPEAT_REQUIRED' }],
  [{ confirmPwd: 'correct horsE' }, { confirmPwd: 'PASSWORDS_DIFFER' }],
  [{ confirmPwd: 'correct horse ' }, { confirmPwd: 'PASSWORDS_DIFFER' }],
  [{ withdrawPwd: '12345', confirmWithdrawPwd: '12345' }, { withdrawPwd: 'WITHDRAW_PASSWORD_ILLEGAL' }],
  [{ withdrawPwd: '１２３４５６', confirmWithdrawPwd: '１２３４５６' }, { withdrawPwd: 'WITHDRAW_PASSWORD_ILLEGAL' }],
  [
    { withdrawPwd: 123_456 },
    { withdrawPwd: 'WITHDRAW_PASSWORD_ILLEGAL', confirmWithdrawPwd: 'WITHDRAW_PASSWORDS_DIFFER' },
  ],
  [{ confirmWithdrawPwd: '123457' }, { confirmWithdrawPwd: 'WITHDRAW_PASSWORDS_DIFFER' }],
  [{ phone: '' }, { phone: 'PHONE_REQUIRED' }],
  [{ phone: '11012345678' }, { phone: 'PHONE_INVALID' }],
  [{ phone: '1'.repeat(5_000) }, { phone: 'PHONE_INVALID' }],
  [{ idNumber: '110101199013011234' }, { idNumber: 'ID_NUMBER_INVALID' }],
  [{ idNumber: '110101199003071234' }, { idNumber: 'ID_NUMBER_CHECK' }],
  [{ idNumber: '110101900307123' }, { idNumber: 'ID_NUMBER_OLD' }],
  [{ idNumber: '证件' }, { idNumber: 'ID_NUMBER_INVALID' }],
  [{ realName: 'x'.repeat(65) }, { realName: 'NAME_INVALID' }],
  [{ inviteCode: 'ABC 123' }, { inviteCode: 'INVITE_CODE_UNKNOWN' }],
  [{ country: 'china' }, { country: 'FIELD_INVALID' }],
  [{ balance: '1000000.00' }, { balance: 'FIELD_UNKNOWN' }],
])('registration with %j is refused', (change, fields) => {
  expect(refusals(registerBody, { ...REGISTRATION, ...change })).toEqual(fields);
});

test('every problem is reported together, including differing passwords', () => {
  expect(
    refusals(registerBody, { username: 'a!', pwd: 'long enough', confirmPwd: 'other text', phone: 5, x: 1 }),
  ).toEqual({
    username: 'USERNAME_ILLEGAL',
    confirmPwd: 'PASSWORDS_DIFFER',
    withdrawPwd: 'WITHDRAW_PASSWORD_REQUIRED',
    confirmWithdrawPwd: 'WITHDRAW_PASSWORD_REPEAT_REQUIRED',
    phone: 'PHONE_INVALID',
    x: 'FIELD_UNKNOWN',
  });
});

test.each([
  '110101199003071233',
  '911840198001011235',
  '11010119900101004X\u200B',
  'E12345678',
  'A123456(7)'.replace(/[()]/g, ''),
])('the ID number %s is accepted', (idNumber) => {
  expect(refusals(registerBody, { ...REGISTRATION, idNumber })).toEqual({});
});

test.each([null, undefined, 'text', [], 5])('a registration that is %j is refused as a whole', (value) => {
  expect(refusals(registerBody, value)).toEqual({ body: 'FIELD_INVALID' });
});

test('a body cannot change the prototype', () => {
  const body: unknown = JSON.parse(`{"username":"demo","pwd":"x","__proto__":{"admin":true}}`);
  const parsed = loginBody.safeParse(body);
  expect(parsed.success).toBe(false);
});

test.each([
  [{ language: 'zh-Hant', riseColour: null, theme: 'light' }, {}],
  [{ nickname: '' }, {}],
  [{ email: 'a@b.example', timeZone: 'America/Argentina/Buenos_Aires' }, {}],
  [{}, { body: 'INFORMATION_EMPTY' }],
  [{ language: 'fr' }, { language: 'FIELD_INVALID' }],
  [{ email: 'a@b' }, { email: 'EMAIL_INVALID' }],
  [{ email: `${'a'.repeat(250)}@b.example` }, { email: 'EMAIL_INVALID' }],
  [{ timeZone: '../../etc/passwd' }, { timeZone: 'FIELD_INVALID' }],
  [{ nickname: 'a\nb' }, { nickname: 'NAME_INVALID' }],
])('profile change %j: %j', (body, fields) => {
  expect(refusals(profileBody, body)).toEqual(fields);
});

test('a hostile text does not hang the e-mail pattern', () => {
  const before = Date.now();
  refusals(profileBody, { email: `a@${'a.'.repeat(126)}` });
  refusals(profileBody, { email: '@'.repeat(254) });
  // A pattern that tries every way would take years.
  expect(Date.now() - before).toBeLessThan(10_000);
});

test('only the two wallets can be requested', () => {
  expect(moneyQuery.safeParse({ wallet: 'cash' }).success).toBe(true);
  expect(moneyQuery.safeParse({}).success).toBe(true);
  expect(moneyQuery.safeParse({ wallet: 'escrow' }).success).toBe(false);
});

test('userInfo has roles and permissions beside data', () => {
  const answer = { code: 200, msg: 'ok', data: { sessionkey: 'k', avatar: '', userName: 'demo' } };
  expect(userInfoEnvelope.safeParse({ ...answer, roles: ['member'], permissions: [] }).success).toBe(true);
  expect(userInfoEnvelope.safeParse(answer).success).toBe(false);
});
