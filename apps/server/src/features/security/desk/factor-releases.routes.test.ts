import { randomUUID } from 'node:crypto';
import { factorReleasesView, factorReleaseView } from '@candor/contract/console-security';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, tried } from '../../../testing/attacks.ts';
import { makeMember, makeSession, writePast } from '../../../testing/factories.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { carryOutReleases } from './carry-out-releases.ts';

type Operator = Awaited<ReturnType<TestConsole['operator']>>;
type Act = 'decision' | 'withdraw' | 'stop';

let server: TestServer;
let desk: TestConsole;
let maker: Operator;
let checker: Operator;
let memberId: bigint;
beforeAll(async () => {
  server = await startTestServer();
  desk = await startTestConsole(server);
  maker = await desk.operator('support');
  checker = await desk.operator('reviewer');
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  await giveFactor(memberId);
});
afterAll(async () => {
  await desk.stop();
  await server.stop();
});

async function giveFactor(id: bigint): Promise<void> {
  await server.ownerPool.query(
    `insert into member_totp (member_id, secret_sealed, added_at) values ($1, sha256('secret'), now())`,
    [id.toString()],
  );
  await server.ownerPool.query(
    `insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
     values ($1, 1, sha256($2::text::bytea), 'key', 0, '{}', 'candor.example', 'Phone')`,
    [id.toString(), `passkey ${id}`],
  );
  await server.ownerPool.query(`insert into member_recovery_code values ($1, sha256('code'))`, [id.toString()]);
}

async function propose(by = maker, { id = memberId, key = randomUUID(), reason = 'lost the phone' } = {}) {
  const body = { memberId: id.toString(), reason };
  return (await desk.call('POST', '/api/console/factor-releases', { token: by.token, key, body })).body;
}

async function act(id: string, name: Act, body: object, by: Operator, key: string = randomUUID()) {
  return (await desk.call('POST', `/api/console/factor-releases/${id}/${name}`, { token: by.token, key, body })).body;
}

async function approve(id: string, by = checker) {
  return await act(id, 'decision', { approve: true }, by);
}

async function proposed(): Promise<string> {
  const { error, data } = await propose();
  expect(error).toBeUndefined();
  return factorReleaseView.parse(data).id;
}

async function waiting(): Promise<string> {
  const id = await proposed();
  expect((await approve(id)).error).toBeUndefined();
  return id;
}

async function one(id: string) {
  const { body } = await desk.call('GET', `/api/console/factor-releases/${id}`, { token: checker.token });
  return factorReleaseView.parse(body.data);
}

async function aDayLater(id: string, seconds = 86_400): Promise<void> {
  await writePast(
    server.ownerPool,
    'update factor_release set asked_at = asked_at - make_interval(secs => $2) where id = $1',
    [id, seconds],
  );
}

async function carryOut(): Promise<number> {
  const { released, troubled } = await carryOutReleases(server.worker.pool);
  expect(troubled).toEqual([]);
  return released;
}

async function left(id = memberId) {
  const { rows } = await server.ownerPool.query<Record<string, number>>(
    `select (select count(*)::int from member_totp where member_id = $1 and (secret_sealed is not null or fresh_sealed is not null
         or added_at is not null)) as totp,
       (select count(*)::int from passkey where member_id = $1) as passkeys,
       (select count(*)::int from member_recovery_code where member_id = $1) as codes,
       (select count(*)::int from session where member_id = $1) as sessions`,
    [id.toString()],
  );
  return rows[0];
}

async function told(): Promise<string[]> {
  const { rows } = await server.ownerPool.query<{ kind: string }>(
    'select kind from security_event where member_id = $1 order by id',
    [memberId.toString()],
  );
  return rows.map(({ kind }) => kind);
}

async function audit(): Promise<{ command: string; actor: string; seq: unknown; detail: Record<string, unknown> }[]> {
  const { rows } = await server.ownerPool.query<Awaited<ReturnType<typeof audit>>[number]>(
    `select command, actor_id::text as actor, seq, detail from audit
     where subject_type = 'member' and subject_id = $1 order by id`,
    [memberId.toString()],
  );
  return rows;
}

describe('the release of a lost second factor', () => {
  it('is proposed by one operator and approved by another; after a day the factor and all sessions are gone', async () => {
    const stranger = await makeMember(server.pool);
    await giveFactor(stranger);
    await makeSession(server.pool, memberId);
    const id = await proposed();
    expect(await told()).toEqual([]);
    expect(await approve(id, maker)).toMatchObject({ code: 403, error: 'FORBIDDEN' });

    const body = factorReleaseView.parse((await approve(id)).data);
    expect(body).toMatchObject({ status: 'waiting', checker: { id: checker.id.toString() }, doneAt: null });
    expect(Date.parse(body.dueAt ?? '') - Date.parse(body.decidedAt ?? '')).toBe(86_400_000);
    expect(await told()).toEqual(['releaseAsked']);
    const { rows } = await server.ownerPool.query(`select message from outbox where member_id = $1`, [
      memberId.toString(),
    ]);
    expect(rows.length).toBeLessThanOrEqual(1);

    await aDayLater(id, 86_390);
    expect(await carryOut()).toBe(0);
    expect(await left()).toEqual({ totp: 1, passkeys: 1, codes: 1, sessions: 1 });
    await aDayLater(id, 10);
    expect(await carryOut()).toBe(1);
    expect(await left()).toEqual({ totp: 0, passkeys: 0, codes: 0, sessions: 0 });
    expect(await left(stranger)).toMatchObject({ totp: 1, passkeys: 1, codes: 1 });
    expect(await one(id)).toMatchObject({ status: 'released', dueAt: null, doneAt: expect.any(String) });
    expect(await told()).toEqual(['releaseAsked', 'released']);
    expect(await carryOut()).toBe(0);

    expect(await audit()).toMatchObject([
      {
        command: 'console/factor-releases/propose',
        actor: maker.id.toString(),
        seq: expect.anything(),
        detail: { reason: 'lost the phone' },
      },
      {
        command: 'console/factor-releases/approve',
        actor: checker.id.toString(),
        seq: expect.anything(),
        detail: { release: id, status: 'waiting' },
      },
      { command: 'account/factors/released', actor: checker.id.toString(), seq: null, detail: { release: id } },
    ]);
  });

  it('is carried out beside one that cannot be, which stays due and is left out while it rests', async () => {
    const stranger = await makeMember(server.pool);
    await giveFactor(stranger);
    const bad = await waiting();
    const good = factorReleaseView.parse((await propose(maker, { id: stranger })).data).id;
    await approve(good);
    // The bad one comes first.
    await aDayLater(bad, 86_401);
    await aDayLater(good);
    await server.ownerPool.query(
      `create function refuse_planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger a_planted before delete on passkey for each row when (old.member_id = ${memberId})
         execute function refuse_planted()`,
    );
    try {
      const { released, troubled } = await carryOutReleases(server.worker.pool);
      expect({ released, troubled: troubled.map(({ id }) => id) }).toEqual({ released: 1, troubled: [BigInt(bad)] });
      expect(await carryOutReleases(server.worker.pool, [BigInt(bad)])).toEqual({ released: 0, troubled: [] });
    } finally {
      await server.ownerPool.query('drop function refuse_planted cascade');
    }
    expect(await left(stranger)).toMatchObject({ totp: 0, passkeys: 0, codes: 0 });
    // Nothing of the bad one was kept.
    expect(await left()).toMatchObject({ totp: 1, passkeys: 1, codes: 1 });
    expect((await one(bad)).status).toBe('waiting');
    expect(await carryOut()).toBe(1);
    expect(await left()).toMatchObject({ totp: 0, passkeys: 0, codes: 0 });
  });

  it('does nothing before its time, and nothing twice', async () => {
    const id = await waiting();
    await aDayLater(id, 86_390);
    const again = `select carry_out_factor_release(${id})`;
    const answer = async () => (await server.worker.pool.query<{ done: boolean }>(`${again} as done`)).rows[0]?.done;
    expect(await answer()).toBe(false);
    expect(await left()).toMatchObject({ totp: 1, passkeys: 1, codes: 1 });
    await aDayLater(id, 10);
    expect(await answer()).toBe(true);
    expect(await answer()).toBe(false);
  });

  it('pauses withdrawals for a day on a live site, and never shortens a pause', async () => {
    const pausedFor = async () => {
      const { rows } = await server.ownerPool.query<{ hours: number | null }>(
        'select round(extract(epoch from withdrawals_paused_until - now()) / 3600)::int as hours from member where id = $1',
        [memberId.toString()],
      );
      return rows[0]?.hours ?? null;
    };
    await aDayLater(await waiting());
    await carryOut();
    expect(await pausedFor()).toBeNull();

    await server.ownerPool.query(`update site set mode = 'live'`);
    try {
      for (const [before, after] of [
        [null, 24],
        [1, 24],
        [30, 30],
      ]) {
        memberId = await makeMember(server.pool);
        await giveFactor(memberId);
        await server.ownerPool.query(
          'update member set withdrawals_paused_until = now() + make_interval(hours => $2) where id = $1',
          [memberId.toString(), before],
        );
        await aDayLater(await waiting());
        await carryOut();
        expect(await pausedFor()).toBe(after);
      }
    } finally {
      await server.ownerPool.query(`update site set mode = 'practice'`);
    }
  });

  it.each([
    ['a login with it', `insert into member_login (member_id, device, address, factor) values ($1, '', '', 'totp')`],
    [
      'a recovery code',
      `insert into member_login (member_id, device, address, factor) values ($1, '', '', 'recovery')`,
    ],
    ['a confirmation', 'update session set confirmed_at = clock_timestamp() where member_id = $1'],
  ])('ends at once when the member uses the factor: %s', async (_, sql) => {
    await makeSession(server.pool, memberId);
    const id = await waiting();
    await server.pool.query(sql, [memberId.toString()]);
    expect(await one(id)).toMatchObject({ status: 'stopped', endedBy: null, doneAt: expect.any(String) });
    expect(await told()).toEqual(['releaseAsked', 'releaseStopped']);
    await aDayLater(id);
    expect(await carryOut()).toBe(0);
    expect(await left()).toMatchObject({ totp: 1, passkeys: 1, codes: 1 });
  });

  it('goes on when the member, or somebody else, does anything else', async () => {
    const other = await makeMember(server.pool);
    await makeSession(server.pool, memberId);
    await makeSession(server.pool, other);
    const id = await waiting();
    for (const sql of [
      `insert into member_login (member_id, device, address, factor) values (${memberId}, '', '', 'none')`,
      `insert into member_login (member_id, device, address, factor) values (${other}, '', '', 'totp')`,
      `update session set confirmed_at = null where member_id = ${memberId}`,
      `update session set confirmed_at = clock_timestamp() where member_id = ${other}`,
    ])
      await server.pool.query(sql);
    expect((await one(id)).status).toBe('waiting');
  });

  it('is stopped by an operator with a reason, and then the member is told', async () => {
    const id = await waiting();
    expect(await act(id, 'stop', { reason: ' ' }, maker)).toMatchObject({ fields: { reason: 'REASON_REQUIRED' } });
    const stopped = await act(id, 'stop', { reason: 'the voice was another' }, maker);
    expect(stopped.data).toMatchObject({
      status: 'stopped',
      endedBy: { id: maker.id.toString() },
      checker: { id: checker.id.toString() },
      note: 'the voice was another',
    });
    expect(await told()).toEqual(['releaseAsked', 'releaseStopped']);
    expect(await act(id, 'stop', { reason: 'again' }, checker)).toMatchObject({ error: 'RELEASE_STATE_CHANGED' });
    // Another one may follow.
    await waiting();
  });

  it('is rejected with a reason, or withdrawn by its maker alone', async () => {
    const first = await proposed();
    expect(await act(first, 'decision', { approve: false }, checker)).toMatchObject({
      error: 'REASON_REQUIRED',
      fields: { reason: 'REASON_REQUIRED' },
    });
    const rejected = await act(first, 'decision', { approve: false, reason: 'no papers' }, checker);
    expect(rejected.data).toMatchObject({ status: 'rejected', note: 'no papers' });
    const second = await proposed();
    expect(await act(second, 'withdraw', {}, await desk.operator('support'))).toMatchObject({ error: 'MAKER_ONLY' });
    expect((await act(second, 'withdraw', {}, maker)).data).toMatchObject({ status: 'withdrawn' });
    expect(await approve(second)).toMatchObject({ error: 'RELEASE_STATE_CHANGED' });
    expect(await told()).toEqual([]);
    expect(await carryOut()).toBe(0);
  });

  it('needs two operators, neither of them the member', async () => {
    const admin = await desk.operator('admin');
    const other = await desk.operator('admin');
    await giveFactor(admin.id);
    expect(await propose(admin, { id: admin.id })).toMatchObject({ error: 'ITEM_OWN' });
    const own = factorReleaseView.parse((await propose(other, { id: admin.id })).data).id;
    expect(await approve(own, admin)).toMatchObject({ error: 'ITEM_OWN' });
    expect(await approve(own, other)).toMatchObject({ error: 'SECOND_OPERATOR_NEEDED' });
  });

  it('is not proposed without a reason, a member, a factor, or while another is open', async () => {
    expect(await propose(maker, { reason: ' ' })).toMatchObject({ fields: { reason: 'REASON_REQUIRED' } });
    expect(await propose(maker, { id: 999_999_999n })).toMatchObject({ error: 'MEMBER_NOT_FOUND' });
    expect(await propose(maker, { id: await makeMember(server.pool) })).toMatchObject({ error: 'RELEASE_NO_FACTOR' });
    const key = randomUUID();
    const first = await propose(maker, { key });
    expect(await propose(maker, { key })).toEqual(first);
    expect(await propose()).toMatchObject({ error: 'RELEASE_OPEN' });
    expect((await approve(factorReleaseView.parse(first.data).id)).error).toBeUndefined();
    expect(await propose()).toMatchObject({ error: 'RELEASE_OPEN' });
    expect(await act('1', 'stop', { reason: 'x' }, maker)).not.toMatchObject({ code: 200 });
    expect(await act('999999', 'withdraw', {}, maker)).toMatchObject({ error: 'RELEASE_NOT_FOUND' });
  });

  it('is not approved when the factor is gone', async () => {
    const id = await proposed();
    await server.ownerPool.query('delete from passkey where member_id = $1', [memberId.toString()]);
    await server.ownerPool.query('update member_totp set secret_sealed = null, added_at = null where member_id = $1', [
      memberId.toString(),
    ]);
    expect(await approve(id)).toMatchObject({ error: 'RELEASE_NO_FACTOR' });
  });

  it('decided by many at once, or withdrawn meanwhile, has exactly one effect', async () => {
    const others = await Promise.all([1, 2, 3].map(async () => await desk.operator('reviewer')));
    const id = await proposed();
    const answers = await Promise.all([
      ...others.map(async (by) => (await approve(id, by)).error ?? 'done'),
      (async () => (await act(id, 'withdraw', {}, maker)).error ?? 'done')(),
    ]);
    expect(answers.toSorted()).toEqual([
      'RELEASE_STATE_CHANGED',
      'RELEASE_STATE_CHANGED',
      'RELEASE_STATE_CHANGED',
      'done',
    ]);
  });

  it('is listed by state and member, newest first, and counted while it has to be checked', async () => {
    const { rows } = await server.ownerPool.query<{ username: string }>('select username from member where id = $1', [
      memberId.toString(),
    ]);
    const first = await proposed();
    await act(first, 'withdraw', {}, maker);
    const second = await proposed();
    const list = async (query: string) => {
      const path = `/api/console/factor-releases?member=${rows[0]?.username}&${query}`;
      return factorReleasesView.parse((await desk.call('GET', path, { token: checker.token })).body.data);
    };
    expect((await list('')).items.map(({ id }) => id)).toEqual([second, first]);
    expect((await list('status=withdrawn')).items.map(({ id }) => id)).toEqual([first]);
    const page = await list('limit=1');
    expect((await list(`limit=1&cursor=${page.nextCursor}`)).items.map(({ id }) => id)).toEqual([first]);
    const counted = async () => {
      const { body } = await desk.call('GET', '/api/console/counters', { token: checker.token });
      return Number(Object(body.data)['factorReleases']);
    };
    const before = await counted();
    await approve(second);
    expect(await counted()).toBe(before - 1);
  });
});

describe('the database', () => {
  const insert = (by = maker.id, member = memberId) =>
    `insert into factor_release (member_id, maker, reason) values (${member}, ${by}, 'x')`;
  const update = (id: string, set: string) => `update factor_release set ${set} where id = ${id}`;

  it('accepts the right writes, so that each attack below fails for its own reason', async () => {
    const { pool } = desk.context;
    expect(await tried(pool, insert())).toBe('done');
    const [id, second] = [await proposed(), await makeMember(server.pool)];
    expect(await tried(pool, update(id, `status = 'waiting', checker = ${checker.id}`))).toBe('done');
    await giveFactor(second);
    memberId = second;
    expect(await tried(pool, update(await waiting(), `status = 'stopped', ended_by = ${maker.id}`))).toBe('done');
  });

  it('keeps maker, checker and member apart, and all of them operators', async () => {
    const { pool } = desk.context;
    const stranger = await makeMember(server.pool);
    expect(await refusalOf(pool, insert(stranger))).toBe('NOT_AN_OPERATOR');
    await server.ownerPool.query(`update member set roles = '{support}' where id = $1`, [memberId.toString()]);
    expect(await tried(pool, insert(memberId))).toBe('23514');
    const id = await proposed();
    expect(await refusalOf(pool, update(id, `status = 'waiting', checker = ${stranger}`))).toBe('NOT_AN_OPERATOR');
    expect(await tried(pool, update(id, `status = 'waiting', checker = ${maker.id}`))).toBe('23514');
    expect(await tried(pool, update(id, `status = 'waiting', checker = ${memberId}`))).toBe('23514');
    expect(await tried(pool, insert())).toBe('23505');
    await approve(id);
    expect(await tried(pool, insert())).toBe('23505');
    expect(await refusalOf(pool, update(id, `status = 'stopped', ended_by = ${stranger}`))).toBe('NOT_AN_OPERATOR');
  });

  it('knows the edges, and leaves the end of the day to the worker', async () => {
    const { pool } = desk.context;
    const id = await proposed();
    for (const status of ['released', 'stopped', 'proposed'])
      expect(await refusalOf(pool, update(id, `status = '${status}', checker = ${checker.id}`)), status).toBe('STATE');
    await approve(id);
    expect(await refusalOf(pool, update(id, `status = 'released'`))).toBe('NOT_ALLOWED');
    expect(await refusalOf(pool, update(id, `status = 'stopped'`))).toBe('NOT_ALLOWED');
    for (const status of ['proposed', 'waiting', 'rejected', 'withdrawn'])
      expect(await refusalOf(pool, update(id, `status = '${status}'`)), status).toBe('STATE');
    const another = await desk.operator('reviewer');
    const stop = `status = 'stopped', ended_by = ${maker.id}`;
    expect(await refusalOf(pool, update(id, `${stop}, checker = ${another.id}`))).toBe('FIXED');
    // Not even by the owner: the member has the whole day.
    expect(await refusalOf(server.ownerPool, update(id, `status = 'released'`))).toBe('TOO_EARLY');
    await act(id, 'stop', { reason: 'x' }, maker);
    for (const status of ['waiting', 'released', 'stopped'])
      expect(await refusalOf(pool, update(id, `status = '${status}'`)), status).toBe('STATE');
  });

  it('takes no proposal that is decided already, or for a member without a factor', async () => {
    const set = `insert into factor_release (member_id, maker, checker, reason, status, decided_at, asked_at)
      values (${memberId}, ${maker.id}, ${checker.id}, 'x', 'waiting', now(), now())`;
    expect(await refusalOf(server.ownerPool, set)).toBe('STATE');
    const bare = await makeMember(server.pool);
    expect(await refusalOf(desk.context.pool, insert(maker.id, bare))).toBe('NO_FACTOR');
    // An authenticator that is only being set up is none.
    await server.ownerPool.query(`insert into member_totp (member_id, fresh_sealed) values ($1, sha256('x'))`, [
      bare.toString(),
    ]);
    expect(await refusalOf(desk.context.pool, insert(maker.id, bare))).toBe('NO_FACTOR');
    const withPasskey = await makeMember(server.pool);
    await giveFactor(withPasskey);
    await server.ownerPool.query('delete from member_totp where member_id = $1', [withPasskey.toString()]);
    expect(await refusalOf(desk.context.pool, insert(maker.id, withPasskey))).toBe('done');
    const id = await proposed();
    await server.ownerPool.query('delete from passkey where member_id = $1', [memberId.toString()]);
    await server.ownerPool.query('delete from member_totp where member_id = $1', [memberId.toString()]);
    expect(await refusalOf(desk.context.pool, update(id, `status = 'waiting', checker = ${checker.id}`))).toBe(
      'NO_FACTOR',
    );
  });

  it.each([
    ['the member', 'update factor_release set member_id = 1'],
    ['the maker', 'update factor_release set maker = 1'],
    ['the reason', `update factor_release set reason = 'y'`],
    ['the time', 'update factor_release set asked_at = now()'],
    ['that it was there', 'delete from factor_release'],
    ['the factor', 'delete from passkey'],
    ['the authenticator', 'update member_totp set secret_sealed = null'],
    ['when it is carried out', 'select carry_out_factor_release(1)'],
  ])('lets nobody at the console change %s, nor the role http', async (_, sql) => {
    expect(await tried(desk.context.pool, sql)).toBe('42501');
    if (!/passkey|totp/.test(sql)) expect(await tried(server.pool, sql)).toBe('42501');
  });

  it('shows the console whether there is a factor, and nothing of it', async () => {
    for (const table of ['member_totp', 'passkey', 'member_recovery_code'])
      expect(await tried(desk.context.pool, `select * from ${table}`), table).toBe('42501');
  });
});
