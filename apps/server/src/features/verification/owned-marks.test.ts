import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFingerprints } from '../../services/idempotency/idempotency.ts';
import { deleteOldMarks } from '../../services/marks/mark-store.ts';
import { cardMark } from '../../services/marks/marks.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { startVerificationSite } from '../../testing/verification-site.ts';
import { makeDevice } from '../../testing/test-device.ts';

const { site, newMember, bind, residentId, submit, decide } = startVerificationSite();

const NUMBER = '6222021234567890128';

/** Who has a mark of this kind, and how, in the order in which they came. */
async function marksOf(kind: string): Promise<string[]> {
  const { rows } = await site.server.ownerPool.query<{ state: string }>(
    'select state from member_mark where kind = $1 order by first_at',
    [kind],
  );
  return rows.map(({ state }) => state);
}

async function remove(as = site.token) {
  const body = { withdrawPwd: '271828' };
  return await site.server.call('DELETE', '/api/account/bank-card', { token: as, key: randomUUID(), body });
}

/** What a statement as the role http raises. */
async function tried(text: string, values: unknown[] = []): Promise<string> {
  return await site.server.pool.query(text, values).then(
    () => 'done',
    (error: unknown) => String(Object(error).code),
  );
}

describe('a card belongs to one member', () => {
  it('and seven who bind the same one at once are one who has it', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, async () => await newMember()));
    const answers = await Promise.all(members.map(async ({ token }) => await bind({}, token)));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ body: { code } }) => code !== 200))
      expect(body).toMatchObject({ error: 'BANK_CARD_TAKEN', fields: { number: 'BANK_CARD_TAKEN' } });
    expect((await marksOf('card')).toSorted()).toEqual(['own', ...Array<string>(6).fill('refused')]);
  });

  it.each([
    ['with spaces', '6222 0212 3456 7890 128'],
    ['with wide digits', '６２２２０２１２３４５６７８９０１２８'],
  ])('however it is typed: %s', async (_, number) => {
    expect((await bind({ number: NUMBER })).body.code).toBe(200);
    const other = await newMember();
    expect((await bind({ number }, other.token)).body.code).not.toBe(200);
  });

  it('and zeros before the number make no other card', async () => {
    const card = { number: '4000000000000002', bank: 'CMB' };
    expect((await bind(card)).body.code).toBe(200);
    for (const zeros of ['0', '00', '000', '０'])
      expect((await bind({ ...card, number: zeros + card.number }, (await newMember()).token)).body).toMatchObject({
        fields: { number: 'BANK_CARD_BEGINS_WITH_ZERO' },
      });
    const fingerprints = createFingerprints(site.server.context.secrets.fingerprint);
    expect(cardMark(fingerprints, `000${card.number}`)).toEqual(cardMark(fingerprints, card.number));
  });

  it('and its message is clear in each language, and does not tell whose it is', async () => {
    await bind();
    const { rows } = await site.server.ownerPool.query<{ username: string }>(
      'select username from member where id = $1',
      [site.memberId.toString()],
    );
    const other = await newMember();
    const messages = new Set<string>();
    for (const language of ['zh-Hans', 'zh-Hant', 'en']) {
      const { body, text } = await site.server.call('POST', '/api/account/bank-card', {
        token: other.token,
        language,
        body: { holder: '王小明', number: NUMBER, bank: 'ICBC', withdrawPwd: '271828' },
      });
      messages.add(String(body.msg));
      expect(text).not.toContain(rows[0]?.username);
    }
    expect(messages.size).toBe(3);
  });

  it('also after that member removed it, who alone may bind it again', async () => {
    await bind();
    expect((await remove()).body.code).toBe(200);
    const other = await newMember();
    expect((await bind({}, other.token)).body.error).toBe('BANK_CARD_TAKEN');
    expect((await bind()).body.code).toBe(200);
  });

  it('by the database too: no card without a mark, none with another’s, and no mark by hand', async () => {
    await bind();
    const { memberId: other } = await newMember();
    const card = (mark: string) =>
      `insert into bank_card (member_id, holder_sealed, number_sealed, number_mark, bank)
       select ${other}, holder_sealed, number_sealed, ${mark}, bank from bank_card where member_id = ${site.memberId}`;
    expect(await tried(card('null'))).toBe('CD340');
    expect(await tried(card('number_mark'))).toBe('CD340');
    expect(await tried(`insert into member_mark values ('card', sha256('x'), ${other}, 'own')`)).toBe('42501');
    expect(await tried(`update member_mark set state = 'released'`)).toBe('42501');
    expect(await tried('delete from member_mark')).toBe('42501');
    expect(await tried(`select take_mark('card', sha256('x'), ${other})`)).toBe('42501');
    expect(await tried(`update bank_card set number_mark = sha256('x')`)).toBe('42501');
  });
});

describe('an identity belongs to one member', () => {
  it('who is verified with it; the next one is refused at the field', async () => {
    const number = residentId('11010119900307901');
    await submit({ idNumber: number });
    await decide('verified');
    const other = await newMember();
    const { body } = await submit({ idNumber: number }, other.token);
    expect(body).toMatchObject({ error: 'ID_NUMBER_USED', fields: { idNumber: 'ID_NUMBER_USED' } });
    expect(await marksOf('identity')).toEqual(expect.arrayContaining(['own', 'refused']));
  });

  it('by the database too', async () => {
    const number = residentId('11010119900307902');
    await submit({ idNumber: number });
    const first = site.memberId;
    ({ memberId: site.memberId, token: site.token } = await newMember());
    await submit({ idNumber: number });
    await decide('verified');
    site.memberId = first;
    await expect(decide('verified')).rejects.toMatchObject({ code: 'CD340' });
  });
});

describe('a device key belongs to one member', () => {
  it('so that a second one neither logs in nor registers with it', async () => {
    const device = makeDevice();
    await makeSession(site.server.pool, site.memberId, device);
    const body = {
      username: `two${Date.now().toString(36)}`,
      pwd: 'Device-key-4711',
      confirmPwd: 'Device-key-4711',
      withdrawPwd: '618034',
      confirmWithdrawPwd: '618034',
      phone: `+86138${String(Date.now()).slice(-8)}`,
    };
    const register = async (deviceKey: string) =>
      (await site.server.call('POST', '/api/login/register', { body: { ...body, deviceKey } })).body;
    expect(await register(device.deviceKey)).toMatchObject({
      error: 'DEVICE_KEY_TAKEN',
      fields: { deviceKey: 'DEVICE_KEY_TAKEN' },
    });
    const own = makeDevice();
    expect((await register(own.deviceKey)).code).toBe(200);
    const logIn = async (deviceKey: string) =>
      (
        await site.server.call('POST', '/api/login/login', {
          body: { username: body.username, pwd: body.pwd, deviceKey },
        })
      ).body;
    expect(await logIn(device.deviceKey)).toMatchObject({ error: 'DEVICE_KEY_TAKEN' });
    expect((await logIn(own.deviceKey)).code).toBe(200);
  });

  it('by the database too, for two who come at once', async () => {
    const [device, other] = [makeDevice(), await makeMember(site.server.pool)];
    const both = await Promise.allSettled(
      [site.memberId, other].map(async (member) => await makeSession(site.server.pool, member, device)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('marks that belong to nobody', () => {
  it('are forgotten half a year after they were last seen; a card’s and a living session’s stay', async () => {
    const { ownerPool, worker } = site.server;
    await bind();
    await ownerPool.query(
      `insert into member_mark (kind, mark, member_id, state) values
         ('network', sha256('old'), $1, 'seen'), ('browser', sha256('old'), $1, 'seen'), ('device', sha256('old'), $1, 'own'),
         ('network', sha256('new'), $1, 'seen')`,
      [site.memberId.toString()],
    );
    await ownerPool.query(
      `update member_mark set first_at = first_at - interval '181 days', last_at = last_at - interval '181 days'
       where member_id = $1 and mark <> sha256('new')`,
      [site.memberId.toString()],
    );
    await deleteOldMarks(worker.pool);
    const { rows } = await ownerPool.query<{ kind: string }>(
      'select kind from member_mark where member_id = $1 order by kind',
      [site.memberId.toString()],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['card', 'device', 'network']);
    expect(await tried('select forget_marks()')).toBe('42501');
  });
});
