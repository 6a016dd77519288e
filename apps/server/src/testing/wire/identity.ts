import { setTimeout as delay } from 'node:timers/promises';
import { TOTP, Secret } from 'otpauth';
import { openMessage } from '../../services/account-codes/account-codes.ts';
import { createSoftwareAuthenticator } from '../software-authenticator.ts';
import { assertionOptionsView, creationOptionsView } from '@candor/contract/factors';
import { databaseNow } from '../factories.ts';
import { keepDevice, makeDevice } from '../test-device.ts';
import { ORIGIN, PASSWORD, PIN, idOf, textAt } from './wire-site.ts';
import type { Caller, WireSite } from './wire-site.ts';

const REGISTRATION = {
  username: 'wire_new',
  pwd: 'correct horse battery',
  confirmPwd: 'correct horse battery',
  withdrawPwd: '730482',
  confirmWithdrawPwd: '730482',
  phone: '13900001234',
};

/** Coming in, the profile and the sessions of a member. */
export async function recordIdentity(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  await call(null, 'GET /api/index/getconf');
  await call(null, 'GET /captchaImage');
  await call(null, 'GET /captchaImage?level=2');
  await refused(null, 'GET /captchaImage?level=9', 'FIELD_INVALID');
  await call(null, 'GET /api/login/puzzle?form=login');
  await refused(null, 'GET /api/login/puzzle?form=none', 'FIELD_INVALID');
  for (const language of ['zh-CN', 'zh-TW', 'en'])
    await refused(null, 'POST /api/login/register', 'USERNAME_REQUIRED', {
      body: {},
      key: null,
      language,
      note: language,
    });
  await refused(null, 'POST /api/login/register', 'PUZZLE_REQUIRED', { body: REGISTRATION, puzzle: null });
  await call(null, 'POST /api/index/registration-check', { body: { username: 'wire_new', inviteCode: 'NOSUCHXX' } });
  await refused(null, 'POST /api/index/registration-check', 'USERNAME_ILLEGAL', { body: { username: 'bad name' } });
  const device = makeDevice();
  const registered = await call(null, 'POST /api/login/register', {
    body: { ...REGISTRATION, deviceKey: device.deviceKey },
  });
  await refused(null, 'POST /api/login/register', 'USERNAME_EXISTS', {
    body: { ...REGISTRATION, phone: '13900001235' },
  });
  await refused(null, 'POST /api/login/register', 'PASSWORDS_DIFFER', {
    body: { ...REGISTRATION, username: 'wire_newer', confirmPwd: 'another phrase' },
  });
  await refused(null, 'POST /api/login/login', 'LOGIN_FAILED', { body: { username: 'wire_new', pwd: 'wrong phrase' } });
  await refused(null, 'POST /api/login/password/code', 'USERNAME_REQUIRED', { body: {} });
  await call(null, 'POST /api/login/password/code', { body: { account: 'nobody_here' } });
  await refused(null, 'POST /api/login/password/reset', 'CODE_WRONG', {
    body: { account: 'nobody_here', code: '123456', pwd: 'another long phrase', confirmPwd: 'another long phrase' },
  });
  const entered = await call(null, 'POST /api/login/login', {
    body: { username: 'wire_new', pwd: REGISTRATION.pwd, deviceKey: device.deviceKey },
  });
  await refused(null, 'POST /api/login/login', 'IDEMPOTENCY_KEY_INVALID', {
    body: { username: 'wire_new', pwd: REGISTRATION.pwd },
    key: 'nonsense',
  });
  for (const answer of [registered, entered]) keepDevice(textAt(answer, 'token'), device);
  const member: Caller = { name: 'wire_new', id: 0n, kind: 'member', token: textAt(entered, 'token') };
  await call(member, 'GET /api/index/userInfo');
  await call(member, 'GET /api/account/profile');
  await call(member, 'PUT /api/account/profile', {
    body: {
      nickname: '小王',
      email: 'wang@example.com',
      language: 'zh-Hant',
      riseColour: 'green',
      theme: 'light',
      care: true,
      timeZone: 'Europe/Paris',
    },
  });
  await call(member, 'PUT /api/account/profile', { body: { email: null, riseColour: null, timeZone: null } });
  await refused(member, 'PUT /api/account/profile', 'INFORMATION_EMPTY', { body: {} });
  await refused(member, 'PUT /api/account/profile', 'NAME_RESERVED', { body: { nickname: 'Candor' } });
  await refused(member, 'PUT /api/account/profile', 'PROFILE_INVALID', { body: { timeZone: 'Mars/Olympus' } });
  await refused(member, 'PUT /api/account/profile', 'DEVICE_KEY_REQUIRED', {
    body: { theme: 'dark' },
    signature: null,
  });
  await call(member, 'GET /api/account/sessions');
  const page = await call(member, 'GET /api/account/sessions?limit=1');
  await call(member, `GET /api/account/sessions?limit=1&cursor=${textAt(page, 'nextCursor')}`);
  await refused(member, 'GET /api/account/sessions?cursor=x', 'FIELD_INVALID');
  const other = textAt(await call(member, 'GET /api/account/sessions'), 'items', 1, 'id');
  await call(member, `DELETE /api/account/sessions/${other}`);
  await refused(member, `DELETE /api/account/sessions/${other}`, 'SESSION_NOT_FOUND');
  await call(member, 'DELETE /api/account/sessions');
  await call(member, 'POST /logout', { key: null });
  await refused(member, 'GET /api/account/profile', 'SESSION_INVALID');
  await refused({ ...member, token: 'x'.repeat(43) }, 'GET /api/account/profile', 'SESSION_INVALID');
  await call(null, 'POST /api/login/password/code', { body: { account: 'wire_new' } });
  await call(null, 'POST /api/login/password/reset', {
    body: { account: 'wire_new', code: await sentCode(wire), pwd: 'slow Badger digs', confirmPwd: 'slow Badger digs' },
  });
}

/** The code on its way to the member who forgot the login password. It is made after the answer. */
async function sentCode({ server }: WireSite): Promise<string> {
  const purpose = 'loginPassword';
  for (;;) {
    const { rows } = await server.ownerPool.query<{ id: string; sealed: Buffer }>(
      'select member_id::text as id, sealed from code_outbox where purpose = $1',
      [purpose],
    );
    const [row] = rows;
    if (row !== undefined) return openMessage(server.context.secrets.seal, BigInt(row.id), purpose, row.sealed).code;
    await delay(50);
  }
}

/** What guards an account: factors, confirmations, passwords and codes. */
export async function recordSecurity(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_secure');
  const headers = { origin: ORIGIN };
  await call(member, 'GET /api/account/security');
  await call(member, 'GET /api/account/factors');
  await refused(member, 'POST /api/account/factors/totp', 'CONFIRMATION_REQUIRED');
  await refused(member, 'POST /api/account/confirmation', 'LOGIN_PASSWORD_WRONG', { body: { pwd: 'wrong phrase' } });
  await call(member, 'POST /api/account/confirmation', { body: { pwd: PASSWORD } });
  const { secret } = await setUp(wire, member);
  await refused(member, 'POST /api/account/factors/totp', 'FACTOR_EXISTS');
  await call(member, 'POST /api/account/factors/recovery-codes');
  const made = await call(member, 'POST /api/account/factors/passkeys/options', { headers });
  await refused(member, 'POST /api/account/factors/passkeys/options', 'PASSKEY_UNAVAILABLE');
  const authenticator = createSoftwareAuthenticator(ORIGIN);
  const passkey = authenticator.create(creationOptionsView.parse(made.body.data).options);
  await call(member, 'POST /api/account/factors/passkeys', { body: { name: 'Phone', passkey }, headers });
  await refused(member, 'POST /api/account/factors/passkeys', 'PASSKEY_REFUSED', {
    body: { name: 'Phone', passkey },
    headers,
  });
  const factors = await call(member, 'GET /api/account/factors');
  const asked = await call(member, 'POST /api/account/confirmation/options', { headers });
  const signed = authenticator.sign(assertionOptionsView.parse(asked.body.data).options);
  await call(member, 'POST /api/account/confirmation', { body: { passkey: signed }, headers });

  const login = { username: 'wire_secure', pwd: PASSWORD };
  const first = await refused(null, 'POST /api/login/login', 'SECOND_FACTOR_REQUIRED', { body: login, headers });
  const challenge = challengeOf(first.body);
  const options = await call(null, 'POST /api/login/factor/options', { body: { challenge }, headers });
  await refused(null, 'POST /api/login/factor/options', 'PASSKEY_UNAVAILABLE', { body: { challenge } });
  await refused(null, 'POST /api/login/factor', 'FACTOR_CODE_WRONG', { body: { challenge, code: '000000' }, headers });
  const step = authenticator.sign(assertionOptionsView.parse(options.body.data).options);
  await call(null, 'POST /api/login/factor', { body: { challenge, passkey: step }, headers });
  await refused(null, 'POST /api/login/factor', 'FACTOR_CHALLENGE_EXPIRED', {
    body: { challenge, passkey: step },
    headers,
  });

  await call(member, `DELETE /api/account/factors/passkeys/${textAt(factors, 'passkeys', 0, 'id')}`);
  await refused(
    member,
    `DELETE /api/account/factors/passkeys/${textAt(factors, 'passkeys', 0, 'id')}`,
    'FACTOR_NOT_FOUND',
  );
  await call(member, 'DELETE /api/account/factors/totp');
  await refused(member, 'PUT /api/account/factors/totp', 'FACTOR_NOT_FOUND', {
    body: { code: await codeOf(wire, secret) },
  });
  const events = await call(member, 'GET /api/account/security');
  await call(member, 'POST /api/account/security/seen', { body: { eventId: textAt(events, 'events', 0, 'id') } });
  await recordPasswords(wire);
}

async function recordPasswords(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const member = await wire.member('wire_words');
  const change = { oldPwd: PASSWORD, pwd: 'louder Otter dives', confirmPwd: 'louder Otter dives' };
  await refused(member, 'POST /api/account/password', 'OLD_PASSWORD_WRONG', {
    body: { ...change, oldPwd: 'wrong phrase' },
  });
  await refused(member, 'POST /api/account/password', 'NEW_PASSWORDS_DIFFER', { body: { ...change, confirmPwd: 'x' } });
  await refused(member, 'POST /api/account/password', 'PASSWORD_COMMON', {
    body: { ...change, pwd: 'password123', confirmPwd: 'password123' },
  });
  const key = '0190a5c0-0000-7000-8000-000000000001';
  await call(member, 'POST /api/account/password', { body: change, key });
  await call(member, 'POST /api/account/password', { body: change, key, note: 'again' });
  const pin = { oldPwd: PIN, pwd: '902741', confirmPwd: '902741' };
  await refused(member, 'POST /api/account/withdraw-password', 'WITHDRAW_PASSWORD_SIMPLE', {
    body: { ...pin, pwd: '123456', confirmPwd: '123456' },
  });
  await refused(member, 'POST /api/account/withdraw-password', 'WITHDRAW_PASSWORD_WRONG', {
    body: { ...pin, oldPwd: '111222' },
  });
  await call(member, 'POST /api/account/withdraw-password', { body: pin });
  const asking = { purpose: 'withdrawPassword', channel: 'sms' };
  await call(member, 'POST /api/account/code', { body: asking });
  await refused(member, 'POST /api/account/code', 'RATE_LIMITED', { body: asking });
  await refused(member, 'POST /api/account/code', 'FIELD_INVALID', { body: { ...asking, channel: 'mail' } });
  const shown = await call(member, 'GET /api/account/code/practice?purpose=withdrawPassword');
  await call(await wire.operator('wire_telephone', 'support'), 'GET /api/console/practice-codes');
  const reset = { loginPwd: change.pwd, pwd: '480263', confirmPwd: '480263' };
  const code = textAt(shown, 'code');
  await refused(member, 'POST /api/account/withdraw-password/reset', 'CODE_WRONG', {
    body: { ...reset, code: code === '000000' ? '000001' : '000000' },
  });
  await call(member, 'POST /api/account/withdraw-password/reset', { body: { ...reset, code } });
  await call(member, 'GET /api/account/security');
}

/** Releases of factors in the console. */
export async function recordFactorReleases(wire: WireSite): Promise<void> {
  const { call, refused } = wire;
  const [maker, checker] = [
    await wire.operator('wire_maker', 'support'),
    await wire.operator('wire_checker', 'reviewer'),
  ];
  const propose = async (name: string) => {
    const member = await wire.member(name);
    await call(member, 'POST /api/account/confirmation', { body: { pwd: PASSWORD } });
    await setUp(wire, member);
    const body = { memberId: member.id.toString(), reason: 'lost the phone' };
    const answer = await call(maker, 'POST /api/console/factor-releases', { body });
    await refused(maker, 'POST /api/console/factor-releases', 'RELEASE_OPEN', { body });
    return idOf(answer);
  };
  const bare = await wire.member('wire_bare');
  await refused(maker, 'POST /api/console/factor-releases', 'RELEASE_NO_FACTOR', {
    body: { memberId: bare.id.toString(), reason: 'x' },
  });
  const [first, second, third] = [
    await propose('wire_lost'),
    await propose('wire_broken'),
    await propose('wire_stolen'),
  ];
  const at = (id: string, act: string) => `POST /api/console/factor-releases/${id}/${act}`;
  await refused(checker, at(first, 'decision'), 'REASON_REQUIRED', { body: { approve: false } });
  await call(checker, at(first, 'decision'), { body: { approve: false, reason: 'unclear' } });
  await refused(checker, at(first, 'decision'), 'RELEASE_STATE_CHANGED', { body: { approve: true } });
  await refused(checker, at(second, 'withdraw'), 'MAKER_ONLY', { body: {} });
  await call(maker, at(second, 'withdraw'), { body: {} });
  await call(checker, at(third, 'decision'), { body: { approve: true } });
  await call(maker, at(third, 'stop'), { body: { reason: 'the member called' } });
  await refused(maker, at('999999', 'stop'), 'RELEASE_NOT_FOUND', { body: { reason: 'x' } });
  await call(maker, 'GET /api/console/factor-releases');
  const page = await call(maker, 'GET /api/console/factor-releases?limit=2');
  await call(maker, `GET /api/console/factor-releases?limit=2&cursor=${textAt(page, 'nextCursor')}`);
  await call(maker, 'GET /api/console/factor-releases?status=stopped,rejected&member=wire_lost');
  await refused(maker, 'GET /api/console/factor-releases?status=lost', 'FIELD_INVALID');
  await refused(maker, 'GET /api/console/factor-releases?cursor=x', 'FIELD_INVALID');
  await call(maker, `GET /api/console/factor-releases/${third}`);
  await refused(maker, 'GET /api/console/factor-releases/999999', 'RELEASE_NOT_FOUND');
}

async function setUp(wire: WireSite, member: Caller): Promise<{ secret: string }> {
  const secret = textAt(await wire.call(member, 'POST /api/account/factors/totp'), 'secret');
  wire.hide(secret, 'secret');
  await wire.refused(member, 'PUT /api/account/factors/totp', 'FACTOR_CODE_WRONG', { body: { code: '000000' } });
  await wire.call(member, 'PUT /api/account/factors/totp', { body: { code: await codeOf(wire, secret) } });
  return { secret };
}

export async function codeOf(wire: WireSite, secret: string): Promise<string> {
  const timestamp = await databaseNow(wire.server.ownerPool);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

function challengeOf({ params }: Record<string, unknown>): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'challenge') : undefined;
  return typeof value === 'string' ? value : '';
}
