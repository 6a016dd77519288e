import { beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, tried } from '../../../testing/attacks.ts';
import { makeMember } from '../../../testing/factories.ts';
import { startReleasesSite } from '../../../testing/releases-site.ts';
import { acting, appoint, inName, letAct } from '../../../testing/test-operator.ts';

const { site, giveFactor, act, approve, proposed, waiting } = startReleasesSite();

describe('the database', () => {
  const insert = (by = site.maker.id, member = site.memberId) =>
    `${acting(site.maker.id)}; insert into factor_release (member_id, maker, reason) values (${member}, ${by}, 'x')`;
  const update = (id: string, set: string, by?: bigint) =>
    inName(`update factor_release set ${set} where id = ${id}`, by);
  beforeEach(async () => await letAct(site.server.ownerPool, site.maker.id, site.checker.id));

  it('accepts the right writes, so that each attack below fails for its own reason', async () => {
    const { pool } = site.console.context;
    expect(await tried(pool, insert())).toBe('done');
    const [id, second] = [await proposed(), await makeMember(site.server.pool)];
    expect(await tried(pool, update(id, `status = 'waiting', checker = ${site.checker.id}`))).toBe('done');
    await giveFactor(second);
    site.memberId = second;
    expect(await tried(pool, update(await waiting(), `status = 'stopped', ended_by = ${site.maker.id}`))).toBe('done');
  });

  it('keeps maker, checker and member apart, and all of them operators', async () => {
    const { pool } = site.console.context;
    const stranger = await makeMember(site.server.pool);
    expect(await refusalOf(pool, insert(stranger))).toBe('NOT_AN_OPERATOR');
    await appoint(site.server.ownerPool, site.memberId, 'support');
    expect(await tried(pool, insert(site.memberId))).toBe('23514');
    const id = await proposed();
    expect(await refusalOf(pool, update(id, `status = 'waiting', checker = ${stranger}`, site.checker.id))).toBe(
      'NOT_AN_OPERATOR',
    );
    expect(await tried(pool, update(id, `status = 'waiting', checker = ${site.maker.id}`))).toBe('23514');
    expect(await tried(pool, update(id, `status = 'waiting', checker = ${site.memberId}`, site.checker.id))).toBe(
      '23514',
    );
    expect(await tried(pool, insert())).toBe('23505');
    await approve(id);
    expect(await tried(pool, insert())).toBe('23505');
    expect(await refusalOf(pool, update(id, `status = 'stopped', ended_by = ${stranger}`, site.maker.id))).toBe(
      'NOT_AN_OPERATOR',
    );
  });

  it('knows the edges, and leaves the end of the day to the worker', async () => {
    const { pool } = site.console.context;
    const id = await proposed();
    for (const status of ['released', 'stopped', 'proposed'])
      expect(await refusalOf(pool, update(id, `status = '${status}', checker = ${site.checker.id}`)), status).toBe(
        'STATE',
      );
    await approve(id);
    expect(await refusalOf(pool, update(id, `status = 'released'`))).toBe('NOT_ALLOWED');
    expect(await refusalOf(pool, update(id, `status = 'stopped'`))).toBe('NOT_ALLOWED');
    for (const status of ['proposed', 'waiting', 'rejected', 'withdrawn'])
      expect(await refusalOf(pool, update(id, `status = '${status}'`)), status).toBe('STATE');
    const another = await site.console.operator('reviewer');
    const stop = `status = 'stopped', ended_by = ${site.maker.id}`;
    expect(await refusalOf(pool, update(id, `${stop}, checker = ${another.id}`, site.maker.id))).toBe('FIXED');
    // Not even by the owner: the member has the whole day.
    expect(await refusalOf(site.server.ownerPool, update(id, `status = 'released'`))).toBe('TOO_EARLY');
    await act(id, 'stop', { reason: 'x' }, site.maker);
    for (const status of ['waiting', 'released', 'stopped'])
      expect(await refusalOf(pool, update(id, `status = '${status}'`)), status).toBe('STATE');
  });

  it('takes no proposal that is decided already, or for a member without a factor', async () => {
    const set = `insert into factor_release (member_id, maker, checker, reason, status, decided_at, asked_at)
      values (${site.memberId}, ${site.maker.id}, ${site.checker.id}, 'x', 'waiting', now(), now())`;
    expect(await refusalOf(site.server.ownerPool, set)).toBe('STATE');
    const bare = await makeMember(site.server.pool);
    expect(await refusalOf(site.console.context.pool, insert(site.maker.id, bare))).toBe('NO_FACTOR');
    // An authenticator that is only being set up is none.
    await site.server.ownerPool.query(`insert into member_totp (member_id, fresh_sealed) values ($1, sha256('x'))`, [
      bare.toString(),
    ]);
    expect(await refusalOf(site.console.context.pool, insert(site.maker.id, bare))).toBe('NO_FACTOR');
    const withPasskey = await makeMember(site.server.pool);
    await giveFactor(withPasskey);
    await site.server.ownerPool.query('delete from member_totp where member_id = $1', [withPasskey.toString()]);
    expect(await refusalOf(site.console.context.pool, insert(site.maker.id, withPasskey))).toBe('done');
    const id = await proposed();
    await site.server.ownerPool.query('delete from passkey where member_id = $1', [site.memberId.toString()]);
    await site.server.ownerPool.query('delete from member_totp where member_id = $1', [site.memberId.toString()]);
    expect(
      await refusalOf(site.console.context.pool, update(id, `status = 'waiting', checker = ${site.checker.id}`)),
    ).toBe('NO_FACTOR');
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
    expect(await tried(site.console.context.pool, sql)).toBe('42501');
    if (!/passkey|totp/.test(sql)) expect(await tried(site.server.pool, sql)).toBe('42501');
  });

  it('shows the console whether there is a factor, and nothing of it', async () => {
    for (const table of ['member_totp', 'passkey', 'member_recovery_code'])
      expect(await tried(site.console.context.pool, `select * from ${table}`), table).toBe('42501');
  });
});
