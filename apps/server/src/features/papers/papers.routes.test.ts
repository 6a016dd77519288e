import { randomUUID } from 'node:crypto';
import { bankCardView, verificationView } from '@candor/contract/papers';
import { checkCharacter } from '@candor/domain/identity/resident-id';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMember, makeSession, writePast } from '../../testing/factories.ts';
import { formOf, makePhoto } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestAnswer } from '../../testing/call.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { bindCard } from './bind-card.ts';
import { erasePhotos } from './erase-photos.ts';

let server: TestServer;
let hash: string;
let photo: Buffer;
let memberId: bigint;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  hash = await createPasswords().hash('271828');
  photo = await makePhoto();
});
beforeEach(async () => {
  ({ memberId, token } = await newMember());
});
afterAll(async () => await server.stop());

async function newMember(): Promise<{ memberId: bigint; token: string }> {
  const id = await makeMember(server.pool);
  await server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [id.toString(), hash]);
  return { memberId: id, token: await makeSession(server.pool, id) };
}

const CARD = { holder: '王小明', number: '6222 0212 3456 7890 128', bank: 'ICBC', withdrawPwd: '271828' };

async function bind(more: object = {}, as = token, key?: string): Promise<TestAnswer> {
  return await server.call('POST', '/api/account/bank-card', {
    token: as,
    body: { ...CARD, ...more },
    ...(key === undefined ? {} : { key }),
  });
}

/** A number of the member's own: no two members are verified with the same one. */
function residentId(first = `11010119900307${String(Number(memberId) % 1_000).padStart(3, '0')}`): string {
  return `${first}${checkCharacter(first)}`;
}

async function send(
  path: string,
  parts: Readonly<Record<string, string | Uint8Array>>,
  as = token,
  key?: string,
): Promise<TestAnswer> {
  const { headers, payload } = formOf(parts);
  return await server.call('POST', path, {
    token: as,
    headers,
    body: payload,
    ...(key === undefined ? {} : { key }),
  });
}

async function submit(more: Readonly<Record<string, string | Uint8Array>> = {}, as = token, key?: string) {
  const parts = { realName: '王小明', idNumber: residentId(), front: photo, back: photo, ...more };
  return await send('/api/account/verification', parts, as, key);
}

async function decide(status: 'verified' | 'rejected', wrong: readonly string[] = []): Promise<void> {
  const operator = await makeMember(server.pool, '0');
  await server.ownerPool.query('update verification set taken_by = $2 where member_id = $1 and status = $3', [
    memberId.toString(),
    operator.toString(),
    'pending',
  ]);
  await server.ownerPool.query(
    `update verification set status = $2, decided_by = $3, wrong = $4, reason = $5 where member_id = $1 and status = 'pending'`,
    [memberId.toString(), status, operator.toString(), wrong, status === 'rejected' ? 'PHOTO_UNREADABLE' : null],
  );
}

async function countOf(table: string): Promise<number> {
  const { rows } = await server.ownerPool.query<{ count: bigint }>(
    `select count(*) as count from ${table} where member_id = $1`,
    [memberId.toString()],
  );
  return Number(rows[0]?.count);
}

describe('a bank card', () => {
  it('is bound once, masked in every answer, and sealed in the database', async () => {
    const { body } = await bind({ branch: '北京海淀支行' });
    expect(bankCardView.parse(body.data)).toMatchObject({
      holder: '王**',
      number: '6222 **** **** 0128',
      bank: 'ICBC',
      branch: '北京海淀支行',
    });
    const read = await server.call('GET', '/api/account/bank-card', { token });
    expect(read.body.data).toEqual(body.data);
    const { rows } = await server.ownerPool.query('select row_to_json(c)::text as row from bank_card c');
    for (const { row } of rows) expect(String(row)).not.toMatch(/6222|王小明/);
    expect((await bind()).body).toMatchObject({ error: 'BANK_CARD_BOUND', fields: { number: 'BANK_CARD_BOUND' } });
  });

  it('stops withdrawals for 24 hours on a live site, and not on a practice site', async () => {
    const ask = async () =>
      await server.call('POST', '/api/wallet/withdrawals', {
        token,
        key: randomUUID(),
        body: { amount: '200', withdrawPwd: CARD.withdrawPwd },
      });
    const input = { ...CARD, number: '6222021234567890128', bank: 'ICBC' } as const;
    const call = { memberId, key: undefined, fingerprint: Buffer.alloc(32), input };
    await runCommand(server.pool, bindCard(server.context.secrets.seal, { mode: 'live' }), call);
    expect((await ask()).body).toMatchObject({ error: 'WITHDRAWAL_PAUSED' });
    await server.ownerPool.query(
      `update member set withdrawals_paused_until = withdrawals_paused_until - interval '24 hours' where id = $1`,
      [memberId.toString()],
    );
    expect((await ask()).body.code).toBe(200);

    ({ memberId, token } = await newMember());
    await bind();
    expect((await ask()).body.code).toBe(200);
  });

  it('is null before it is bound, and is nobody else’s', async () => {
    await bind();
    const other = await newMember();
    expect((await server.call('GET', '/api/account/bank-card', { token: other.token })).body).toMatchObject({
      code: 200,
      data: null,
    });
  });

  it.each<[string, object, Record<string, string>]>([
    ['no number', { number: '' }, { number: 'BANK_CARD_NUMBER_REQUIRED' }],
    ['a wrong digit', { number: '6222021234567890127' }, { number: 'BANK_CARD_INVALID' }],
    ['too short a number', { number: '62220212' }, { number: 'BANK_CARD_LENGTH' }],
    ['another bank', { bank: 'ABC' }, { bank: 'BANK_DIFFERS' }],
    ['no bank', { bank: undefined }, { bank: 'BANK_REQUIRED' }],
    ['no such bank', { bank: 'LEHMAN' }, { bank: 'BANK_REQUIRED' }],
    ['no holder where no name is known', { holder: '' }, { holder: 'NAME_REQUIRED' }],
    ['no password', { withdrawPwd: '' }, { withdrawPwd: 'WITHDRAW_PASSWORD_REQUIRED' }],
    [
      'both wrong',
      { number: '6222021234567890127', bank: 'ABC' },
      { number: 'BANK_CARD_INVALID', bank: 'BANK_DIFFERS' },
    ],
  ])('is refused at its field: %s', async (_, more, fields) => {
    const { body } = await bind(more);
    expect(body.fields).toEqual(fields);
    expect(await countOf('bank_card')).toBe(0);
  });

  it('needs the withdraw password', async () => {
    const { body } = await bind({ withdrawPwd: '000000' });
    expect(Object.keys(body.fields ?? {})).toEqual(['withdrawPwd']);
    expect(await countOf('bank_card')).toBe(0);
  });

  it('is one card, however many are bound at once', async () => {
    const numbers = ['6222021234567890128', '6228480402564890018', '6225880123456783', '4111111111111111'];
    const banks = ['ICBC', 'ABC', 'CMB', 'BOC'];
    const answers = await Promise.all(numbers.map(async (number, index) => await bind({ number, bank: banks[index] })));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'BANK_CARD_BOUND')).toHaveLength(3);
    expect(await countOf('bank_card')).toBe(1);
  });

  it('has the name that was verified, and a name that waits for its check', async () => {
    await submit();
    expect((await bind({ holder: '李雷' })).body.fields).toEqual({ holder: 'CARD_HOLDER_DIFFERS' });
    await decide('verified');
    expect((await bind({ holder: '李雷' })).body.fields).toEqual({ holder: 'CARD_HOLDER_DIFFERS' });
    expect((await bind({ holder: undefined })).body).toMatchObject({ code: 200, data: { holder: '王**' } });
  });

  it('gives the same key the same answer', async () => {
    const key = randomUUID();
    const first = await bind({}, token, key);
    expect((await bind({}, token, key)).body).toEqual(first.body);
    expect((await bind({ bank: 'ICBC', holder: '王大明' }, token, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is removed with the withdraw password', async () => {
    const remove = async (withdrawPwd: string) =>
      (await server.call('DELETE', '/api/account/bank-card', { token, body: { withdrawPwd } })).body;
    expect((await remove('271828')).error).toBe('BANK_CARD_NOT_FOUND');
    await bind();
    expect((await remove('000000')).code).not.toBe(200);
    expect(await countOf('bank_card')).toBe(1);
    expect(await remove('271828')).toMatchObject({ code: 200 });
    expect((await bind({ number: '6225880123456783', bank: 'CMB' })).body.code).toBe(200);
  });
});

describe('identity papers', () => {
  it('wait for their review, masked, sealed and out of reach', async () => {
    const { body } = await submit();
    expect(verificationView.parse(body.data)).toMatchObject({
      status: 'pending',
      realName: '王**',
      idNumber: `1101**********${residentId().slice(-4)}`,
      wrong: [],
    });
    expect((await server.call('GET', '/api/account/verification', { token })).body.data).toEqual(body.data);
    expect((await server.call('GET', '/api/account/profile', { token })).body.data).toMatchObject({
      verification: 'pending',
    });
    const other = await newMember();
    expect((await server.call('GET', '/api/account/verification', { token: other.token })).body.data).toMatchObject({
      status: 'none',
      realName: null,
    });
    const { rows } = await server.ownerPool.query('select row_to_json(v)::text as row from verification v');
    for (const { row } of rows) expect(String(row)).not.toMatch(/王小明|1990/);
  });

  it('are stored as new pictures without what the camera wrote into them', async () => {
    const front = await sharp(photo)
      .withExif({ IFD0: { Model: 'Secret Phone' } })
      .toBuffer();
    await submit({ front });
    const { rows } = await server.pool.query<{ id: string; bytes: number; used: boolean }>(
      'select id, bytes, unused_since is null as used from file where member_id = $1',
      [memberId.toString()],
    );
    expect(rows.map(({ used }) => used)).toEqual([true, true]);
    expect(front.includes('Secret')).toBe(true);
  });

  it('are refused at each field that is wrong or missing', async () => {
    const none = await send('/api/account/verification', {});
    expect(none.body.fields).toEqual({
      realName: 'NAME_REQUIRED',
      idNumber: 'ID_NUMBER_REQUIRED',
      front: 'IMAGE_REQUIRED',
      back: 'IMAGE_REQUIRED',
    });
    for (const [more, fields] of [
      [{ idNumber: '110101900307123' }, { idNumber: 'ID_NUMBER_OLD' }],
      [{ idNumber: '110101199003071230' }, { idNumber: 'ID_NUMBER_CHECK' }],
      [{ idNumber: residentId('31010120200101001') }, { idNumber: 'ID_NUMBER_MINOR' }],
      [{ idNumber: 'A1234567' }, { idNumber: 'ID_NUMBER_INVALID' }],
      [{ front: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }, { front: 'IMAGE_INVALID' }],
      [{ back: Buffer.alloc(0) }, { back: 'IMAGE_INVALID' }],
      [{ back: Buffer.alloc(6 * 1024 * 1024 + 1) }, { back: 'IMAGE_TOO_LARGE' }],
      [{ back: 'not a file' }, { back: 'IMAGE_INVALID' }],
    ] as const)
      expect((await submit(more)).body).toMatchObject({ fields });
    expect(await countOf('verification')).toBe(0);
  });

  it('of 50 MB are refused unread', async () => {
    const { headers, payload } = formOf({ front: Buffer.alloc(50 * 1024 * 1024) });
    const answer = await server.call('POST', '/api/account/verification', { token, headers, body: payload });
    expect([answer.status, answer.body.error]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('need a session before a byte is read', async () => {
    expect((await submit({}, 'x'.repeat(43))).body.error).toBe('SESSION_INVALID');
  });

  it('are one submission, however many come at once, and none while they wait or after they passed', async () => {
    const answers = await Promise.all([submit(), submit()]);
    expect(answers.map(({ body }) => body.error ?? 'ok').toSorted()).toEqual(['VERIFICATION_PENDING', 'ok'].toSorted());
    expect(await countOf('verification')).toBe(1);
    await decide('verified');
    expect((await submit()).body.error).toBe('VERIFICATION_DONE');
    expect(await countOf('verification')).toBe(1);
  });

  it('that were rejected come again with the wrong part alone', async () => {
    await submit();
    await decide('rejected', ['front']);
    expect((await server.call('GET', '/api/account/verification', { token })).body.data).toMatchObject({
      status: 'rejected',
      reason: 'PHOTO_UNREADABLE',
      wrong: ['front'],
    });
    const path = '/api/account/verification';
    expect((await send(path, { realName: '王小明' })).body.fields).toEqual({ front: 'IMAGE_REQUIRED' });
    const again = await send(path, { front: await makePhoto('#208040') });
    expect(again.body.data).toMatchObject({ status: 'pending', realName: '王**' });
    const { rows } = await server.pool.query<{ front: string; back: string; hash: Buffer }>(
      'select front_file as front, back_file as back, number_hash as hash from verification where member_id = $1 order by id',
      [memberId.toString()],
    );
    expect(rows[1]?.front).not.toBe(rows[0]?.front);
    expect([rows[1]?.back, rows[1]?.hash]).toEqual([rows[0]?.back, rows[0]?.hash]);
  });

  it('have the name of the card that is bound', async () => {
    await bind({ holder: '李雷' });
    expect((await submit()).body.fields).toEqual({ realName: 'NAME_HOLDER_DIFFERS' });
    expect((await submit({ realName: '李 雷' })).body.code).toBe(200);
  });

  it('give the same key the same answer, and store no picture twice', async () => {
    const key = randomUUID();
    const first = await submit({}, token, key);
    expect((await submit({}, token, key)).body).toEqual(first.body);
    expect(await countOf('file')).toBe(2);
    expect((await submit({ realName: '王大明' }, token, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('an avatar', () => {
  const path = '/api/account/avatar';

  it('is a small square that only its owner reads', async () => {
    const { body } = await send(path, { avatar: await makePhoto('#3050c0', 900, 400) });
    const { avatar } = body.data as { avatar: string };
    const info = await server.call('GET', '/api/index/userInfo', { token });
    expect(info.body.data).toMatchObject({ avatar });
    const picture = await server.http.app.inject({ url: avatar, headers: { authorization: `Bearer ${token}` } });
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
    const other = await newMember();
    expect((await server.call('GET', avatar, { token: other.token })).body.error).toBe('NOT_FOUND');
    expect((await server.call('GET', avatar)).body.error).toBe('SESSION_INVALID');
  });

  it('that is replaced is free to be deleted', async () => {
    await send(path, { avatar: photo });
    await send(path, { avatar: await makePhoto('#ffffff') });
    const { rows } = await server.pool.query(
      'select unused_since is null as used from file where member_id = $1 order by created_at',
      [memberId.toString()],
    );
    expect(rows).toEqual([{ used: false }, { used: true }]);
  });

  it('is a picture', async () => {
    expect((await send(path, {})).body.fields).toEqual({ avatar: 'IMAGE_REQUIRED' });
    expect((await send(path, { avatar: Buffer.from('GIF89a') })).body.fields).toEqual({ avatar: 'IMAGE_INVALID' });
  });
});

describe('photos of rejected papers', () => {
  const DAYS = 90;
  const erase = async () => await erasePhotos(server.worker, DAYS);
  /** Moves every decision so many days into the past, as time would. */
  const wait = async (days: number) =>
    await writePast(
      server.ownerPool,
      `update verification set decided_at = decided_at - make_interval(days => $2) where member_id = $1`,
      [memberId.toString(), days],
    );
  const photos = async () => {
    const { rows } = await server.ownerPool.query<{ id: string; erased: boolean }>(
      `select f.id, f.erased_at is not null as erased from file f where f.member_id = $1 order by f.created_at`,
      [memberId.toString()],
    );
    return await Promise.all(
      rows.map(async ({ id, erased }) => {
        const deps = { privateFiles: server.context.privateFiles, sealKey: server.context.secrets.seal };
        return { erased, isOnDisk: (await openFile(deps, { id, purpose: 'identity' })) !== null };
      }),
    );
  };
  const KEPT = { erased: false, isOnDisk: true };
  const ERASED = { erased: true, isOnDisk: false };

  it('are erased after so many days, once, with an entry in the audit', async () => {
    await submit();
    await decide('rejected', ['front']);
    await wait(DAYS - 1);
    await erase();
    expect(await photos()).toEqual([KEPT, KEPT]);
    await wait(1);
    await erase();
    expect(await photos()).toEqual([ERASED, ERASED]);
    expect(await erase()).toBe(0);
    const { rows } = await server.ownerPool.query(
      `select detail from audit where actor_id = $1 and command = 'papers/photo/erase'`,
      [memberId.toString()],
    );
    expect(rows).toEqual([{ detail: { days: DAYS } }, { detail: { days: DAYS } }]);
  });

  it('have to be sent again, also those that were right', async () => {
    await submit();
    await decide('rejected', ['front']);
    await wait(DAYS);
    await erase();
    const read = await server.call('GET', '/api/account/verification', { token });
    expect(verificationView.parse(read.body.data).wrong).toEqual(['front', 'back']);
    expect((await send('/api/account/verification', { front: photo })).body.fields).toHaveProperty('back');
    expect((await send('/api/account/verification', { front: photo, back: photo })).body.code).toBe(200);
  });

  it('stay while a newer submission needs them, and while papers wait or have passed', async () => {
    await submit();
    await decide('rejected', ['front']);
    await wait(DAYS);
    // The back is kept.
    expect((await send('/api/account/verification', { front: photo })).body.code).toBe(200);
    await erase();
    expect(await photos()).toEqual([ERASED, KEPT, KEPT]);
    await decide('verified');
    await wait(10 * DAYS);
    await erase();
    expect(await photos()).toEqual([ERASED, KEPT, KEPT]);
  });
});
