import { randomUUID } from 'node:crypto';
import { bankCardView } from '@candor/contract/verification';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePhoto } from '../../testing/pictures.ts';
import { createFingerprints } from '../../services/idempotency/idempotency.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import { bindCard } from './bind-card.ts';
import { CARD, startVerificationSite } from '../../testing/verification-site.ts';

const { site, newMember, bind, send, submit, decide, countOf } = startVerificationSite();

describe('a bank card', () => {
  it('is bound once, masked in every answer, and sealed in the database', async () => {
    const { body } = await bind({ branch: '北京海淀支行' });
    expect(bankCardView.parse(body.data)).toMatchObject({
      holder: '王**',
      number: '6222 **** **** 0128',
      bank: 'ICBC',
      branch: '北京海淀支行',
    });
    const read = await site.server.call('GET', '/api/account/bank-card', { token: site.token });
    expect(read.body.data).toEqual(body.data);
    const { rows } = await site.server.ownerPool.query('select row_to_json(c)::text as row from bank_card c');
    for (const { row } of rows) expect(String(row)).not.toMatch(/6222|王小明/);
    expect((await bind()).body).toMatchObject({ error: 'BANK_CARD_BOUND', fields: { number: 'BANK_CARD_BOUND' } });
  });

  it('stops withdrawals for 24 hours on a live site, and not on a practice site', async () => {
    const ask = async () =>
      await site.server.call('POST', '/api/wallet/withdrawals', {
        token: site.token,
        key: randomUUID(),
        body: { amount: '200', withdrawPwd: CARD.withdrawPwd },
      });
    const input = { ...CARD, number: '6222021234567890128', bank: 'ICBC' } as const;
    const call = { memberId: site.memberId, key: undefined, fingerprint: Buffer.alloc(32), input };
    const { secrets } = site.server.context;
    const fingerprints = createFingerprints(secrets.fingerprint);
    const bindLive = bindCard({ sealKey: secrets.seal, fingerprints, site: { mode: 'live' } });
    await runCommand(site.server.pool, bindLive, call);
    expect((await ask()).body).toMatchObject({ error: 'WITHDRAWAL_PAUSED' });
    await site.server.ownerPool.query(
      `update member set withdrawals_paused_until = withdrawals_paused_until - interval '24 hours' where id = $1`,
      [site.memberId.toString()],
    );
    expect((await ask()).body.code).toBe(200);

    ({ memberId: site.memberId, token: site.token } = await newMember());
    await bind({ number: '6228480402564890018', bank: 'ABC' });
    expect((await ask()).body.code).toBe(200);
  });

  it('is null before it is bound, and is nobody else’s', async () => {
    await bind();
    const other = await newMember();
    expect((await site.server.call('GET', '/api/account/bank-card', { token: other.token })).body).toMatchObject({
      code: 200,
      data: null,
    });
  });

  it.each<[string, object, Record<string, string>]>([
    ['no number', { number: '' }, { number: 'BANK_CARD_NUMBER_REQUIRED' }],
    ['a wrong digit', { number: '6222021234567890127' }, { number: 'BANK_CARD_INVALID' }],
    ['a zero before the number', { number: '06222021234567890128' }, { number: 'BANK_CARD_BEGINS_WITH_ZERO' }],
    ['too short a number', { number: '62220212' }, { number: 'BANK_CARD_LENGTH' }],
    ['another bank', { bank: 'ABC' }, { bank: 'BANK_DIFFERS' }],
    ['no bank', { bank: undefined }, { bank: 'BANK_REQUIRED' }],
    ['a letter for a bank', { bank: 'X' }, { bank: 'BANK_REQUIRED' }],
    ['a bank that is written the other way round', { bank: '\u202EHSBC' }, { bank: 'TEXT_TURNED' }],
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

  it('is of any bank that the member names', async () => {
    const { body } = await bind({ number: '4111111111111111', bank: ' Sparkasse Köln\u200B' });
    expect(bankCardView.parse(body.data)).toMatchObject({ bank: 'Sparkasse Köln' });
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
    const first = await bind({}, site.token, key);
    expect((await bind({}, site.token, key)).body).toEqual(first.body);
    expect((await bind({ bank: 'ICBC', holder: '王大明' }, site.token, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is removed with the withdraw password', async () => {
    const remove = async (withdrawPwd: string) =>
      (await site.server.call('DELETE', '/api/account/bank-card', { token: site.token, body: { withdrawPwd } })).body;
    expect((await remove('271828')).error).toBe('BANK_CARD_NOT_FOUND');
    await bind();
    expect((await remove('000000')).code).not.toBe(200);
    expect(await countOf('bank_card')).toBe(1);
    expect(await remove('271828')).toMatchObject({ code: 200 });
    expect((await bind({ number: '6225880123456783', bank: 'CMB' })).body.code).toBe(200);
  });
});

describe('an avatar', () => {
  const path = '/api/account/avatar';

  it('is a small square that only its owner reads', async () => {
    const { body } = await send(path, { avatar: await makePhoto('#3050c0', 900, 400) });
    const { avatar } = body.data as { avatar: string };
    const info = await site.server.call('GET', '/api/index/userInfo', { token: site.token });
    expect(info.body.data).toMatchObject({ avatar });
    const picture = await site.server.http.app.inject({
      url: avatar,
      headers: { authorization: `Bearer ${site.token}` },
    });
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
    const other = await newMember();
    expect((await site.server.call('GET', avatar, { token: other.token })).body.error).toBe('NOT_FOUND');
    expect((await site.server.call('GET', avatar)).body.error).toBe('SESSION_INVALID');
  });

  it('that is replaced is free to be deleted', async () => {
    await send(path, { avatar: site.photo });
    await send(path, { avatar: await makePhoto('#ffffff') });
    const { rows } = await site.server.pool.query(
      'select unused_since is null as used from file where member_id = $1 order by created_at',
      [site.memberId.toString()],
    );
    expect(rows).toEqual([{ used: false }, { used: true }]);
  });

  it('is a picture', async () => {
    expect((await send(path, {})).body.fields).toEqual({ avatar: 'IMAGE_REQUIRED' });
    expect((await send(path, { avatar: Buffer.from('GIF89a') })).body.fields).toEqual({ avatar: 'IMAGE_INVALID' });
  });
});
