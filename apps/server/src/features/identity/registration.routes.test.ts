import { amount } from '@candor/domain/testing/test-currency';
import { expect, test } from 'vitest';
import { unseal } from '../../services/secrets/seal.ts';
import { givenPurpose } from '../../services/verification/verification-of-member.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { person, startEntrySite, tokenOf } from '../../testing/entry-site.ts';
import { appoint } from '../../testing/test-operator.ts';
import type { Pool } from '../../platform/db/pool.ts';

const { site, register, registered, count } = startEntrySite();

test('registering opens a session and a wallet with practice money, and trims the name', async () => {
  const body = person({ username: '  Alice_A ' });
  const token = tokenOf(await register(body));
  const info = await site.server.call('GET', '/api/index/userInfo', { token });
  expect(info.body).toMatchObject({
    code: 200,
    data: { userName: 'Alice_A', avatar: '' },
    roles: ['member'],
    permissions: [],
  });
  expect((await site.server.call('GET', '/api/user/money', { token })).body.data).toMatchObject({
    usermoney: amount('100000'),
    available: amount('100000'),
    wallet: 'practice',
  });
  expect((await site.server.call('GET', '/api/wallet/transfers', { token })).body.data).toMatchObject({
    items: [{ type: 'practiceGrant', amount: amount('100000'), balanceAfter: amount('100000') }],
    nextCursor: null,
  });
});

test('passwords are stored as Argon2id, names and identity numbers encrypted, phones in one format', async () => {
  const { username } = await registered({
    realName: '张三',
    idNumber: '110101199003071233',
    phone: '+86 139-1234-5678',
  });
  const { rows } = await site.server.pool.query<{
    [column: string]: unknown;
    name: Buffer;
    number: Buffer;
    invite: string;
    phone: string;
  }>(
    `select password_hash as p, withdraw_password_hash as w, real_name_sealed as name, id_number_sealed as number, invite_code as invite, phone
     from member where username = $1`,
    [username],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('no member');
  expect(row).toMatchObject({
    p: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    w: expect.stringMatching(/^\$argon2id\$/),
    phone: '+8613912345678',
  });
  const { seal } = site.server.context.secrets;
  expect(unseal(seal, row.name, givenPurpose('realName', row.invite))).toBe('张三');
  expect(unseal(seal, row.number, givenPurpose('idNumber', row.invite))).toBe('110101199003071233');
});

test.each([
  ['username', { username: 'PERSON_TAKEN' }, 'USERNAME_EXISTS', 'This username already exists.'],
  ['phone', { phone: '+86 13700000000' }, 'PHONE_EXISTS', 'This phone number is already registered.'],
  ['inviteCode', { inviteCode: 'NOSUCHXX' }, 'INVITE_CODE_UNKNOWN', 'The invite code does not exist.'],
  ['username', { username: 'bad name' }, 'USERNAME_ILLEGAL', 'The username contains illegal characters.'],
  ['confirmPwd', { confirmPwd: 'other words' }, 'PASSWORDS_DIFFER', 'The two passwords differ.'],
  [
    'confirmWithdrawPwd',
    { confirmWithdrawPwd: '654321' },
    'WITHDRAW_PASSWORDS_DIFFER',
    'The two withdrawal passwords differ.',
  ],
  ['phone', { phone: '+1 123 456 7890' }, 'PHONE_INVALID', 'The phone number is not valid.'],
  [
    'pwd',
    { pwd: 'woaini1314', confirmPwd: 'woaini1314' },
    'PASSWORD_COMMON',
    'Very many people use this password. Please choose another one.',
  ],
  [
    'pwd',
    { pwd: 'Zhangwei88', confirmPwd: 'Zhangwei88' },
    'PASSWORD_COMMON',
    'Very many people use this password. Please choose another one.',
  ],
  [
    'pwd',
    { pwd: '1qaz2wsx', confirmPwd: '1qaz2wsx' },
    'PASSWORD_SIMPLE',
    'This password is a repetition, a sequence or a date. Please choose another one.',
  ],
  [
    'pwd',
    { username: 'carla_kern', pwd: 'carla_kern1', confirmPwd: 'carla_kern1' },
    'PASSWORD_HAS_ACCOUNT',
    'This password holds your username or phone number and little else.',
  ],
  [
    'withdrawPwd',
    { withdrawPwd: '888888', confirmWithdrawPwd: '888888' },
    'WITHDRAW_PASSWORD_SIMPLE',
    'These six digits are easy to guess. Please avoid sequences, repetitions, birthdays and your own numbers.',
  ],
  [
    'withdrawPwd',
    { withdrawPwd: 'correct horse', confirmWithdrawPwd: 'correct horse' },
    'WITHDRAW_PASSWORD_ILLEGAL',
    'The withdrawal password must be 6 digits.',
  ],
])('%s: %j is refused beside its field, and nothing is stored', async (field, change, key, words) => {
  if ((await count(`member where username = 'person_taken'`)) === 0n)
    await registered({ username: 'person_taken', phone: '13700000000' });
  const [members, transfers, sessions] = [await count('member'), await count('transfer'), await count('session')];
  const answer = await register(person(change));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ code: 400, error: key, msg: words, fields: { [field]: key } });
  expect([await count('member'), await count('transfer'), await count('session')]).toEqual([
    members,
    transfers,
    sessions,
  ]);
});

test('all taken fields are reported together', async () => {
  const first = await registered();
  const answer = await register({ ...person(), username: first.username, phone: first.phone, inviteCode: 'NOSUCHXX' });
  expect(answer.body.fields).toEqual({
    username: 'USERNAME_EXISTS',
    phone: 'PHONE_EXISTS',
    inviteCode: 'INVITE_CODE_UNKNOWN',
  });
});

test('an invite code in upper or lower case names the inviter', async () => {
  const inviter = await registered();
  const { inviteCode } = (await site.server.call('GET', '/api/account/profile', { token: inviter.token })).body
    .data as {
    inviteCode: string;
  };
  const invited = await registered({ inviteCode: inviteCode.toLowerCase() });
  expect(
    await count('member i join member m on m.invited_by = i.id where i.username = $1 and m.username = $2', [
      inviter.username,
      invited.username,
    ]),
  ).toBe(1n);
});

test('a field that members may not choose is refused', async () => {
  for (const more of [{ roles: ['admin'] }, { permissions: ['*:*:*'] }, { id: 1 }, { invitedBy: 1 }]) {
    expect((await register(person(more))).body).toMatchObject({ code: 400, error: 'FIELD_UNKNOWN' });
  }
});

test('a body above the limit is refused', async () => {
  const answer = await register({ ...person(), realName: 'x'.repeat(80_000) });
  expect([answer.status, answer.body.error]).toEqual([413, 'BODY_TOO_LARGE']);
});

test('eight people ask for one name at once, and one gets it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await register(person({ username: 'wanted_name' }))),
  );
  expect(answers.filter((answer) => answer.body.code === 200)).toHaveLength(1);
  expect(new Set(answers.filter((answer) => answer.body.code !== 200).map((answer) => answer.body.error))).toEqual(
    new Set(['USERNAME_EXISTS']),
  );
});

test('an address can register a hundred times an hour', async () => {
  await registered();
  await site.server.ownerPool.query(`update rate_limit set points = 99 where key = 'register:127.0.0.1'`);
  await registered();
  expect((await register(person())).body).toMatchObject({
    code: 429,
    error: 'RATE_LIMITED',
    retryAfterSec: expect.any(Number),
  });
  await site.server.ownerPool.query(`delete from rate_limit where key like 'register:%'`);
});

/** Makes a member an operator too. */
async function hire(ownerPool: Pool, username: string): Promise<void> {
  const { rows } = await ownerPool.query<{ id: bigint }>('select id from member where username = $1', [username]);
  await appoint(ownerPool, rows[0]?.id ?? 0n, 'cashier');
}

test('nobody registers, or is called, as the site, its staff or an operator', async () => {
  const { ownerPool, call } = site.server;
  const operator = `Meilin_3`;
  await register(person({ username: operator }));
  await hire(ownerPool, operator);
  const refused = ['support', 'candor_help', '0fficial', 'MEILIN_9', 'mei_lin77', 'meiiin', 'm3il1n'];
  for (const username of refused) {
    const { body } = await register(person({ username: username.padEnd(4, '_') }));
    expect(body, username).toMatchObject({ error: 'NAME_RESERVED', fields: { username: 'NAME_RESERVED' } });
  }
  const token = await makeSession(site.server.pool, await makeMember(site.server.pool));
  const rename = async (nickname: string) =>
    (await call('PUT', '/api/account/profile', { token, body: { nickname } })).body;
  for (const nickname of [...refused, '在线客服', '官方 01', 'Mеi.Lin', 'ＭＥＩＬＩＮ'])
    expect(await rename(nickname), nickname).toMatchObject({
      error: 'NAME_RESERVED',
      fields: { nickname: 'NAME_RESERVED' },
    });
  for (const nickname of ['', 'supporter9', '小梅']) expect((await rename(nickname)).code, nickname).toBe(200);
});

test('the database refuses an operator’s name too, and tells nobody which names these are', async () => {
  const { ownerPool, pool } = site.server;
  const { username } = await registered({ username: `Zhouwei_3` });
  await hire(ownerPool, username);
  const other = await registered();
  const rename = async (nickname: string) =>
    await pool.query('update member set nickname = $1 where username = $2', [nickname, other.username]);
  await expect(rename('zhou wei 88')).rejects.toMatchObject({ code: 'CD321' });
  await rename('周围');
  // An operator keeps their own name.
  await pool.query(`update member set nickname = 'Zhouwei' where username = $1`, [username]);
  const { rows } = await pool.query(`select reads_as_operator('zh0uwei') as yes, reads_as_operator('zhou') as no`);
  expect(rows).toEqual([{ yes: true, no: false }]);
});
