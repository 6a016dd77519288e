import { randomUUID } from 'node:crypto';
import { verificationView } from '@candor/contract/verification';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writePast } from '../../testing/factories.ts';
import { formOf, makePhoto } from '../../testing/pictures.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { erasePhotos } from './erase-photos.ts';
import { startVerificationSite } from '../../testing/verification-site.ts';

const { site, newMember, bind, residentId, send, submit, decide, countOf } = startVerificationSite();

describe('identity documents', () => {
  it('wait for their review, masked, sealed and out of reach', async () => {
    const { body } = await submit();
    expect(verificationView.parse(body.data)).toMatchObject({
      status: 'pending',
      realName: '王**',
      idNumber: `1101**********${residentId().slice(-4)}`,
      wrong: [],
    });
    expect((await site.server.call('GET', '/api/account/verification', { token: site.token })).body.data).toEqual(
      body.data,
    );
    expect((await site.server.call('GET', '/api/account/profile', { token: site.token })).body.data).toMatchObject({
      verification: 'pending',
    });
    const other = await newMember();
    expect(
      (await site.server.call('GET', '/api/account/verification', { token: other.token })).body.data,
    ).toMatchObject({
      status: 'none',
      realName: null,
    });
    const { rows } = await site.server.ownerPool.query('select row_to_json(v)::text as row from verification v');
    // The whole date: four digits alone also stand in a sealed text, by chance.
    for (const { row } of rows) expect(String(row)).not.toMatch(/王小明|19900307/);
  });

  it('are stored as new pictures without what the camera wrote into them', async () => {
    const front = await sharp(site.photo)
      .withExif({ IFD0: { Model: 'Secret Phone' } })
      .toBuffer();
    await submit({ front });
    const { rows } = await site.server.pool.query<{ id: string; bytes: number; used: boolean }>(
      'select id, bytes, unused_since is null as used from file where member_id = $1',
      [site.memberId.toString()],
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
    const answer = await site.server.call('POST', '/api/account/verification', {
      token: site.token,
      headers,
      body: payload,
    });
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
    expect((await site.server.call('GET', '/api/account/verification', { token: site.token })).body.data).toMatchObject(
      {
        status: 'rejected',
        reason: 'PHOTO_UNREADABLE',
        wrong: ['front'],
      },
    );
    const path = '/api/account/verification';
    expect((await send(path, { realName: '王小明' })).body.fields).toEqual({ front: 'IMAGE_REQUIRED' });
    const again = await send(path, { front: await makePhoto('#208040') });
    expect(again.body.data).toMatchObject({ status: 'pending', realName: '王**' });
    const { rows } = await site.server.pool.query<{ front: string; back: string; hash: Buffer }>(
      'select front_file as front, back_file as back, number_hash as hash from verification where member_id = $1 order by id',
      [site.memberId.toString()],
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
    const first = await submit({}, site.token, key);
    expect((await submit({}, site.token, key)).body).toEqual(first.body);
    expect(await countOf('file')).toBe(2);
    expect((await submit({ realName: '王大明' }, site.token, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('photos of rejected documents', () => {
  const DAYS = 90;
  const erase = async () => await erasePhotos(site.server.worker, DAYS);
  /** Moves every decision so many days into the past, as time would. */
  const wait = async (days: number) =>
    await writePast(
      site.server.ownerPool,
      `update verification set decided_at = decided_at - make_interval(days => $2) where member_id = $1`,
      [site.memberId.toString(), days],
    );
  const photos = async () => {
    const { rows } = await site.server.ownerPool.query<{ id: string; erased: boolean }>(
      `select f.id, f.erased_at is not null as erased from file f where f.member_id = $1 order by f.created_at`,
      [site.memberId.toString()],
    );
    return await Promise.all(
      rows.map(async ({ id, erased }) => {
        const deps = { privateFiles: site.server.context.privateFiles, sealKey: site.server.context.secrets.seal };
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
    const { rows } = await site.server.ownerPool.query(
      `select detail from audit where actor_id = $1 and command = 'papers/photo/erase'`,
      [site.memberId.toString()],
    );
    expect(rows).toEqual([{ detail: { days: DAYS } }, { detail: { days: DAYS } }]);
  });

  it('have to be sent again, also those that were right', async () => {
    await submit();
    await decide('rejected', ['front']);
    await wait(DAYS);
    await erase();
    const read = await site.server.call('GET', '/api/account/verification', { token: site.token });
    expect(verificationView.parse(read.body.data).wrong).toEqual(['front', 'back']);
    expect((await send('/api/account/verification', { front: site.photo })).body.fields).toHaveProperty('back');
    expect((await send('/api/account/verification', { front: site.photo, back: site.photo })).body.code).toBe(200);
  });

  it('stay while a newer submission needs them, and while documents wait or have passed', async () => {
    await submit();
    await decide('rejected', ['front']);
    await wait(DAYS);
    // The back is kept.
    expect((await send('/api/account/verification', { front: site.photo })).body.code).toBe(200);
    await erase();
    expect(await photos()).toEqual([ERASED, KEPT, KEPT]);
    await decide('verified');
    await wait(10 * DAYS);
    await erase();
    expect(await photos()).toEqual([ERASED, KEPT, KEPT]);
  });
});
