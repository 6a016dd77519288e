import { randomUUID } from 'node:crypto';
import { markReleasesView, markReleaseView, marksView } from '@candor/contract/console-marks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSession } from '../../../testing/factories.ts';
import { startVerificationSite } from '../../../testing/verification-site.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { makeDevice } from '../../../testing/test-device.ts';

const { site, newMember, bind, residentId, submit, decide: decideVerification } = startVerificationSite();

type Operator = Awaited<ReturnType<TestConsole['operator']>>;
let consoleSite: TestConsole;
let maker: Operator;
let checker: Operator;

beforeAll(async () => {
  consoleSite = await startTestConsole(site.server);
  maker = await consoleSite.operator('support');
  checker = await consoleSite.operator('reviewer');
});
afterAll(async () => await consoleSite.stop());

async function markOf(memberId: bigint, kind: string): Promise<string> {
  const { rows } = await site.server.ownerPool.query<{ mark: string }>(
    `select encode(mark, 'hex') as mark from member_mark where member_id = $1 and kind = $2 order by first_at desc limit 1`,
    [memberId.toString(), kind],
  );
  return rows[0]?.mark ?? '';
}

async function propose(kind: string, { by = maker, id = site.memberId, mark = '', reason = 'sold the card' } = {}) {
  const body = { memberId: `${id}`, kind, mark: mark === '' ? await markOf(id, kind) : mark, reason };
  const path = '/api/console/mark-releases';
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function decide(id: string, body: object, by = checker, name = 'decision') {
  const path = `/api/console/mark-releases/${id}/${name}`;
  return (await consoleSite.call('POST', path, { token: by.token, key: randomUUID(), body })).body;
}

async function proposed(kind: string): Promise<string> {
  const { error, data } = await propose(kind);
  expect(error).toBeUndefined();
  return markReleaseView.parse(data).id;
}

async function told(memberId = site.memberId): Promise<string[]> {
  const { rows } = await site.server.ownerPool.query<{ kind: string }>(
    'select kind from security_event where member_id = $1 order by id',
    [memberId.toString()],
  );
  return rows.map(({ kind }) => kind);
}

async function stateOf(kind: string, memberId = site.memberId): Promise<string | undefined> {
  const { rows } = await site.server.ownerPool.query<{ state: string }>(
    'select state from member_mark where member_id = $1 and kind = $2 order by first_at desc limit 1',
    [memberId.toString(), kind],
  );
  return rows[0]?.state;
}

describe('a card', () => {
  it('is free after two operators released it: the holder is told, another member binds it, and the audit tells both', async () => {
    await bind();
    const other = await newMember();
    expect((await bind({}, other.token)).body.error).toBe('BANK_CARD_TAKEN');
    const id = await proposed('card');
    expect(await decide(id, { approve: true }, maker)).toMatchObject({ error: 'FORBIDDEN' });
    expect((await bind({}, other.token)).body.error).toBe('BANK_CARD_TAKEN');
    expect(await told()).toEqual([]);
    expect(await decide(id, { approve: true })).toMatchObject({ data: { status: 'approved' } });
    expect(await told()).toEqual(['cardReleased']);
    expect((await site.server.call('GET', '/api/account/bank-card', { token: site.token })).body.data).toBeNull();
    expect((await bind({}, other.token)).body.code).toBe(200);
    expect((await bind()).body.error).toBe('BANK_CARD_TAKEN');
    const { rows } = await site.server.ownerPool.query(
      `select command, actor_id::text as actor, seq is not null as chained from audit
       where subject_type = 'member' and subject_id = $1 and command like 'console/mark%' order by id`,
      [site.memberId.toString()],
    );
    expect(rows).toEqual([
      { command: 'console/mark-releases/propose', actor: `${maker.id}`, chained: true },
      { command: 'console/mark-releases/approve', actor: `${checker.id}`, chained: true },
    ]);
  });

  it('of two who had it before the rule belongs to the other one afterwards', async () => {
    await bind();
    const { memberId: other } = await newMember();
    await site.server.ownerPool.query(
      `insert into member_mark (kind, mark, member_id, state) select kind, mark, $2, 'shared' from member_mark
       where member_id = $1 and kind = 'card'`,
      [site.memberId.toString(), other.toString()],
    );
    await decide(await proposed('card'), { approve: true });
    expect(await stateOf('card', other)).toBe('own');
  });

  it('is not released while money is on its way to it', async () => {
    await bind();
    const ask = await site.server.call('POST', '/api/wallet/withdrawals', {
      token: site.token,
      key: randomUUID(),
      body: { amount: '200', withdrawPwd: '271828' },
    });
    expect(ask.body.code, ask.text).toBe(200);
    const id = await proposed('card');
    expect(await decide(id, { approve: true })).toMatchObject({ error: 'MARK_IN_USE' });
    expect(await stateOf('card')).toBe('own');
  });

  it('needs a reason, another operator, and somebody who holds it; one proposal at a time', async () => {
    await bind();
    expect(await propose('card', { reason: ' ' })).toMatchObject({ fields: { reason: 'REASON_REQUIRED' } });
    expect(await propose('card', { mark: 'ab'.repeat(32) })).toMatchObject({ error: 'MARK_NOT_HELD' });
    const id = markReleaseView.parse((await propose('card', { by: checker })).data).id;
    expect(await propose('card')).toMatchObject({ error: 'RELEASE_OPEN' });
    expect(await decide(id, { approve: true })).toMatchObject({ error: 'SECOND_OPERATOR_NEEDED' });
    const second = await consoleSite.operator('cashier');
    expect(await decide(id, { approve: false }, second)).toMatchObject({ error: 'REASON_REQUIRED' });
    expect(await decide(id, { approve: false, reason: 'unclear' }, second)).toMatchObject({
      data: { status: 'rejected', note: 'unclear' },
    });
    expect(await decide(id, { approve: true }, second)).toMatchObject({ error: 'RELEASE_STATE_CHANGED' });
    const again = await proposed('card');
    expect(await decide(again, {}, checker, 'withdraw')).toMatchObject({ error: 'MAKER_ONLY' });
    expect(await decide(again, {}, maker, 'withdraw')).toMatchObject({ data: { status: 'withdrawn' } });
    expect(await stateOf('card')).toBe('own');
  });

  it('decided by many at once is decided once', async () => {
    await bind();
    const id = await proposed('card');
    const others = await Promise.all([1, 2].map(async () => await consoleSite.operator('reviewer')));
    const answers = await Promise.all([checker, ...others].map(async (by) => await decide(id, { approve: true }, by)));
    expect(answers.map(({ error }) => error ?? 'done').toSorted()).toEqual([
      'RELEASE_STATE_CHANGED',
      'RELEASE_STATE_CHANGED',
      'done',
    ]);
    expect(await told()).toEqual(['cardReleased']);
  });
});

describe('an identity and a device key', () => {
  it('are released the same way: the verification ends, and another member is verified with the number', async () => {
    const number = residentId('11010119900307903');
    await submit({ idNumber: number });
    await decideVerification('verified');
    await decide(await proposed('identity'), { approve: true });
    const { body } = await site.server.call('GET', '/api/account/verification', { token: site.token });
    expect(body.data).toMatchObject({ status: 'rejected', reason: 'NUMBER_USED', wrong: ['idNumber'] });
    expect(await told()).toEqual(['identityReleased']);
    ({ memberId: site.memberId, token: site.token } = await newMember());
    expect((await submit({ idNumber: number })).body.code).toBe(200);
    await decideVerification('verified');
    expect(await stateOf('identity')).toBe('own');
  });

  it('end the sessions of the device', async () => {
    const device = makeDevice();
    const token = await makeSession(site.server.pool, site.memberId, device);
    await decide(await proposed('device'), { approve: true });
    expect((await site.server.call('GET', '/api/account/bank-card', { token })).body.error).toBe('SESSION_INVALID');
    const { memberId: other } = await newMember();
    await makeSession(site.server.pool, other, device);
    expect(await stateOf('device', other)).toBe('own');
  });
});

describe('an operator', () => {
  it('sees who has the same card, and every mark of a member, and no number', async () => {
    await bind();
    const other = await newMember();
    await bind({}, other.token);
    const list = async (query: string, by = checker) =>
      marksView.parse((await consoleSite.call('GET', `/api/console/marks?${query}`, { token: by.token })).body.data)
        .items;
    const [contested] = await list('kind=card');
    expect(contested).toMatchObject({
      kind: 'card',
      member: { id: `${other.memberId}` },
      state: 'refused',
      holders: [
        { member: { id: `${other.memberId}` }, state: 'refused' },
        { member: { id: `${site.memberId}` }, state: 'own', open: null },
      ],
    });
    expect(JSON.stringify(contested)).not.toContain('6222');
    const owned = await list(`member=${contested?.holders[1]?.member.username}`);
    expect(owned.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
      expect.arrayContaining(['card own', 'device own']),
    );
    const id = await proposed('card');
    expect((await list('kind=card'))[0]?.holders[1]?.open).toBe(id);
    const path = `/api/console/mark-releases?status=proposed&member=${contested?.holders[1]?.member.username}`;
    const releases = markReleasesView.parse((await consoleSite.call('GET', path, { token: checker.token })).body.data);
    expect(releases.items.map((item) => item.id)).toEqual([id]);
  });
});

describe('the database', () => {
  it('releases nothing by one hand, without an entry, or by another role', async () => {
    await bind();
    const mark = await markOf(site.memberId, 'card');
    const tried = async (pool: typeof site.server.pool, text: string) =>
      await pool.query(text).then(
        () => 'done',
        (error: unknown) => String(Object(error).code),
      );
    const insert = (by: bigint) =>
      `insert into mark_release (member_id, kind, mark, reason, maker) values (${site.memberId}, 'card', decode('${mark}', 'hex'), 'x', ${by})`;
    expect(await tried(consoleSite.context.pool, insert(maker.id))).toBe('CD302');
    expect(await tried(site.server.pool, insert(maker.id))).toBe('42501');
    expect(
      await tried(consoleSite.context.pool, `select release_mark('card', decode('${mark}', 'hex'), ${site.memberId})`),
    ).toBe('42501');
    const id = await proposed('card');
    const approve = `update mark_release set status = 'approved', checker = ${checker.id} where id = ${id}`;
    // What it would release, it would tell the member: nobody's act already ends there.
    expect(await tried(consoleSite.context.pool, approve)).toBe('CD300');
    expect(await tried(consoleSite.context.pool, `update mark_release set mark = sha256('x') where id = ${id}`)).toBe(
      '42501',
    );
    expect(await stateOf('card')).toBe('own');
  });
});
