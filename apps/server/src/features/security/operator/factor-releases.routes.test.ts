import { randomUUID } from 'node:crypto';
import { factorReleaseView } from '@candor/contract/console-security';
import { describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { carryOutReleases } from './carry-out-releases.ts';
import { startReleasesSite } from '../../../testing/releases-site.ts';

const { site, giveFactor, propose, act, approve, proposed, waiting, one, aDayLater, carryOut, left, told, audit } =
  startReleasesSite();

describe('the release of a lost second factor', () => {
  it('is proposed by one operator and approved by another; after a day the factor and all sessions are gone', async () => {
    const stranger = await makeMember(site.server.pool);
    await giveFactor(stranger);
    await makeSession(site.server.pool, site.memberId);
    const id = await proposed();
    expect(await told()).toEqual([]);
    expect(await approve(id, site.maker)).toMatchObject({ code: 403, error: 'FORBIDDEN' });

    const body = factorReleaseView.parse((await approve(id)).data);
    expect(body).toMatchObject({ status: 'waiting', checker: { id: site.checker.id.toString() }, doneAt: null });
    expect(Date.parse(body.dueAt ?? '') - Date.parse(body.decidedAt ?? '')).toBe(86_400_000);
    expect(await told()).toEqual(['releaseAsked']);
    const { rows } = await site.server.ownerPool.query(`select message from outbox where member_id = $1`, [
      site.memberId.toString(),
    ]);
    // To read the account again, and the message about it.
    expect(rows.length).toBeLessThanOrEqual(2);

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
        actor: site.maker.id.toString(),
        seq: expect.anything(),
        detail: { reason: 'lost the phone' },
      },
      {
        command: 'console/factor-releases/approve',
        actor: site.checker.id.toString(),
        seq: expect.anything(),
        detail: { release: id, status: 'waiting' },
      },
      { command: 'account/factors/released', actor: site.memberId.toString(), seq: null, detail: { release: id } },
    ]);
  });

  it('is carried out beside one that cannot be, which stays due and is left out while it rests', async () => {
    const stranger = await makeMember(site.server.pool);
    await giveFactor(stranger);
    const bad = await waiting();
    const good = factorReleaseView.parse((await propose(site.maker, { id: stranger })).data).id;
    await approve(good);
    // The bad one comes first.
    await aDayLater(bad, 86_401);
    await aDayLater(good);
    await site.server.ownerPool.query(
      `create function refuse_planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger a_planted before delete on passkey for each row when (old.member_id = ${site.memberId})
         execute function refuse_planted()`,
    );
    try {
      const { released, troubled } = await carryOutReleases(site.server.worker.pool);
      expect({ released, troubled: troubled.map(({ id }) => id) }).toEqual({ released: 1, troubled: [BigInt(bad)] });
      expect(await carryOutReleases(site.server.worker.pool, [BigInt(bad)])).toEqual({ released: 0, troubled: [] });
    } finally {
      await site.server.ownerPool.query('drop function refuse_planted cascade');
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
    const answer = async () =>
      (await site.server.worker.pool.query<{ done: boolean }>(`${again} as done`)).rows[0]?.done;
    expect(await answer()).toBe(false);
    expect(await left()).toMatchObject({ totp: 1, passkeys: 1, codes: 1 });
    await aDayLater(id, 10);
    expect(await answer()).toBe(true);
    expect(await answer()).toBe(false);
  });

  it('pauses withdrawals for a day on a live site, and never shortens a pause', async () => {
    const pausedFor = async () => {
      const { rows } = await site.server.ownerPool.query<{ hours: number | null }>(
        'select round(extract(epoch from withdrawals_paused_until - now()) / 3600)::int as hours from member where id = $1',
        [site.memberId.toString()],
      );
      return rows[0]?.hours ?? null;
    };
    await aDayLater(await waiting());
    await carryOut();
    expect(await pausedFor()).toBeNull();

    await site.server.ownerPool.query(`update site set mode = 'live'`);
    try {
      for (const [before, after] of [
        [null, 24],
        [1, 24],
        [30, 30],
      ]) {
        site.memberId = await makeMember(site.server.pool);
        await giveFactor(site.memberId);
        await site.server.ownerPool.query(
          'update member set withdrawals_paused_until = now() + make_interval(hours => $2) where id = $1',
          [site.memberId.toString(), before],
        );
        await aDayLater(await waiting());
        await carryOut();
        expect(await pausedFor()).toBe(after);
      }
    } finally {
      await site.server.ownerPool.query(`update site set mode = 'practice'`);
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
    await makeSession(site.server.pool, site.memberId);
    const id = await waiting();
    await site.server.pool.query(sql, [site.memberId.toString()]);
    expect(await one(id)).toMatchObject({ status: 'stopped', endedBy: null, doneAt: expect.any(String) });
    expect(await told()).toEqual(['releaseAsked', 'releaseStopped']);
    await aDayLater(id);
    expect(await carryOut()).toBe(0);
    expect(await left()).toMatchObject({ totp: 1, passkeys: 1, codes: 1 });
  });

  it('lets the member in with the factor also before it waits, and after it ended', async () => {
    const logIn = async () =>
      await site.server.pool.query(
        `insert into member_login (member_id, device, address, factor) values (${site.memberId}, '', '', 'totp')`,
      );
    const proposed = factorReleaseView.parse((await propose(site.maker)).data).id;
    await logIn();
    expect((await one(proposed)).status).toBe('proposed');
    await approve(proposed);
    await logIn();
    await logIn();
    expect((await one(proposed)).status).toBe('stopped');
    expect(await told()).toEqual(['releaseAsked', 'releaseStopped']);
  });

  it('goes on when the member, or somebody else, does anything else', async () => {
    const other = await makeMember(site.server.pool);
    await makeSession(site.server.pool, site.memberId);
    await makeSession(site.server.pool, other);
    const id = await waiting();
    for (const sql of [
      `insert into member_login (member_id, device, address, factor) values (${site.memberId}, '', '', 'none')`,
      `insert into member_login (member_id, device, address, factor) values (${other}, '', '', 'totp')`,
      `update session set confirmed_at = null where member_id = ${site.memberId}`,
      `update session set confirmed_at = clock_timestamp() where member_id = ${other}`,
    ])
      await site.server.pool.query(sql);
    expect((await one(id)).status).toBe('waiting');
  });

  it('is stopped by an operator with a reason, and then the member is told', async () => {
    const id = await waiting();
    expect(await act(id, 'stop', { reason: ' ' }, site.maker)).toMatchObject({ fields: { reason: 'REASON_REQUIRED' } });
    const stopped = await act(id, 'stop', { reason: 'the voice was another' }, site.maker);
    expect(stopped.data).toMatchObject({
      status: 'stopped',
      endedBy: { id: site.maker.id.toString() },
      checker: { id: site.checker.id.toString() },
      note: 'the voice was another',
    });
    expect(await told()).toEqual(['releaseAsked', 'releaseStopped']);
    expect(await act(id, 'stop', { reason: 'again' }, site.checker)).toMatchObject({ error: 'RELEASE_STATE_CHANGED' });
    // Another one may follow.
    await waiting();
  });

  it('is rejected with a reason, or withdrawn by its maker alone', async () => {
    const first = await proposed();
    expect(await act(first, 'decision', { approve: false }, site.checker)).toMatchObject({
      error: 'REASON_REQUIRED',
      fields: { reason: 'REASON_REQUIRED' },
    });
    const rejected = await act(first, 'decision', { approve: false, reason: 'no documents' }, site.checker);
    expect(rejected.data).toMatchObject({ status: 'rejected', note: 'no documents' });
    const second = await proposed();
    expect(await act(second, 'withdraw', {}, await site.console.operator('support'))).toMatchObject({
      error: 'MAKER_ONLY',
    });
    expect((await act(second, 'withdraw', {}, site.maker)).data).toMatchObject({ status: 'withdrawn' });
    expect(await approve(second)).toMatchObject({ error: 'RELEASE_STATE_CHANGED' });
    expect(await told()).toEqual([]);
    expect(await carryOut()).toBe(0);
  });

  it('is not proposed without a reason, a member, a factor, or while another is open', async () => {
    expect(await propose(site.maker, { reason: ' ' })).toMatchObject({ fields: { reason: 'REASON_REQUIRED' } });
    expect(await propose(site.maker, { id: 999_999_999n })).toMatchObject({ error: 'MEMBER_NOT_FOUND' });
    expect(await propose(site.maker, { id: await makeMember(site.server.pool) })).toMatchObject({
      error: 'RELEASE_NO_FACTOR',
    });
    const key = randomUUID();
    const first = await propose(site.maker, { key });
    expect(await propose(site.maker, { key })).toEqual(first);
    expect(await propose()).toMatchObject({ error: 'RELEASE_OPEN' });
    expect((await approve(factorReleaseView.parse(first.data).id)).error).toBeUndefined();
    expect(await propose()).toMatchObject({ error: 'RELEASE_OPEN' });
    expect(await act('1', 'stop', { reason: 'x' }, site.maker)).not.toMatchObject({ code: 200 });
    expect(await act('999999', 'withdraw', {}, site.maker)).toMatchObject({ error: 'RELEASE_NOT_FOUND' });
  });

  it('is not approved when the factor is gone', async () => {
    const id = await proposed();
    await site.server.ownerPool.query('delete from passkey where member_id = $1', [site.memberId.toString()]);
    await site.server.ownerPool.query(
      'update member_totp set secret_sealed = null, added_at = null where member_id = $1',
      [site.memberId.toString()],
    );
    expect(await approve(id)).toMatchObject({ error: 'RELEASE_NO_FACTOR' });
  });
});
