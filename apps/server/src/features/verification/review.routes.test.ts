import { randomUUID } from 'node:crypto';
import { readCounters } from '@candor/contract/calls/console/console';
import { reviewsView, reviewView } from '@candor/contract/verification';
import { checkCharacter } from '@candor/domain/identity/resident-id';
import { SUBMISSION_EDGES } from '@candor/domain/identity/verification';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestAnswer } from '../../testing/call.ts';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { formOf, makePhoto } from '../../testing/pictures.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { joinMembers } from '../../testing/test-operator.ts';

let server: TestServer;
let consoleSite: TestConsole;
let photos: { front: Buffer; back: Buffer };
let operator: { id: bigint; token: string };
let other: { id: bigint; token: string };
beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  photos = { front: await makePhoto('#c03050'), back: await makePhoto('#3050c0') };
  operator = await consoleSite.operator('reviewer');
  other = await consoleSite.operator('owner');
});
beforeEach(async () => await server.ownerPool.query('truncate verification, member_mark, mark_release'));
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

function numberOf(sequence: string): string {
  return `11010119900307${sequence}${checkCharacter(`11010119900307${sequence}`)}`;
}

/** Documents of a new member, or of this one, as they are submitted. Returns the submission's id. */
async function submitted(
  idNumber = numberOf('123'),
  memberId?: bigint,
): Promise<{ id: string; memberId: bigint; token: string }> {
  const member = memberId ?? (await makeMember(server.pool));
  const token = await makeSession(server.pool, member);
  const { headers, payload } = formOf({ realName: '王小明', idNumber, ...photos });
  const { body } = await server.call('POST', '/api/account/verification', { token, headers, body: payload });
  expect(body.error).toBeUndefined();
  const { rows } = await server.pool.query<{ id: bigint }>(
    'select max(id) as id from verification where member_id = $1',
    [member.toString()],
  );
  return { id: String(rows[0]?.id), memberId: member, token };
}

async function act(name: string, id: string, body: object, as = operator): Promise<TestAnswer> {
  return await consoleSite.call('POST', `/api/console/verifications/${id}/${name}`, { token: as.token, body });
}

async function see(id: string, as = operator) {
  const { body } = await consoleSite.call('GET', `/api/console/verifications/${id}`, { token: as.token });
  return reviewView.parse(body.data);
}

async function list(query = '', as = operator) {
  const { body } = await consoleSite.call('GET', `/api/console/verifications${query}`, { token: as.token });
  return reviewsView.parse(body.data);
}

async function views(id: string): Promise<string[]> {
  const { rows } = await server.ownerPool.query<{ what: string; seq: bigint | null }>(
    `select detail ->> 'what' as what, seq from audit
     where command = 'console/verifications/view' and subject_id = $1 order by id`,
    [id],
  );
  expect(rows.every(({ seq }) => seq !== null)).toBe(true);
  return rows.map(({ what }) => what);
}

const REJECTION = { version: 2, reason: 'PHOTO_UNREADABLE', wrong: ['front'], note: '请重新拍摄正面' };

describe('the queue', () => {
  it('has what waits, oldest first, in pages', async () => {
    const first = await submitted(numberOf('001'));
    const second = await submitted(numberOf('002'));
    const page = await list('?limit=1');
    expect(page).toMatchObject({ waiting: 2, nextCursor: first.id, items: [{ id: first.id, status: 'pending' }] });
    expect((await list(`?limit=1&cursor=${first.id}`)).items.map(({ id }) => id)).toEqual([second.id]);
    const counted = await consoleSite.call('GET', readCounters.path, { token: operator.token });
    expect(JSON.stringify(counted.body.data)).toContain('verifications');
  });

  it('is filtered by state, by who works on it, and by name', async () => {
    const mine = await submitted(numberOf('001'));
    const free = await submitted(numberOf('002'));
    await act('take', mine.id, { version: 1 });
    const idsOf = async (query: string, as = operator) => (await list(query, as)).items.map(({ id }) => id);
    expect(await idsOf('?taken=mine')).toEqual([mine.id]);
    expect(await idsOf('?taken=free')).toEqual([free.id]);
    expect(await idsOf('?taken=others', other)).toEqual([mine.id]);
    expect(await idsOf('?status=rejected')).toEqual([]);
    const [item] = (await list('?taken=mine')).items;
    expect(item?.takenBy).toMatchObject({ isMe: true });
    expect(await idsOf(`?username=${item?.username.toUpperCase()}`)).toEqual([mine.id]);
    expect(await idsOf('?username=nobody')).toEqual([]);
    await server.ownerPool.query(`alter table verification disable trigger user;
      update verification set taken_at = taken_at - interval '16 minutes' where taken_at is not null;
      alter table verification enable trigger user`);
    expect(await idsOf('?taken=free')).toEqual([mine.id, free.id]);
  });
});

describe('documents', () => {
  it('are shown whole to an operator, with the member and what else is known', async () => {
    const { id, memberId } = await submitted();
    const twin = await submitted();
    const view = await see(id);
    expect(view).toMatchObject({
      realName: '王小明',
      idNumber: numberOf('123'),
      birthDate: '1990-03-07',
      version: 1,
      member: { id: memberId.toString(), cardHolder: null },
      duplicates: [{ id: twin.id, status: 'pending' }],
    });
    expect(view.member.phone).toContain('****');
    expect((await list()).items.map(({ duplicates }) => duplicates)).toEqual([1, 1]);
  });

  it('and photos leave an entry each time they are seen', async () => {
    const { id } = await submitted();
    await see(id);
    for (const side of ['front', 'back'] as const) {
      const answer = await consoleSite.role.app.inject({
        url: `/api/console/verifications/${id}/${side}`,
        headers: { authorization: `Bearer ${operator.token}` },
      });
      expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual(['image/jpeg', 'no-store']);
      const { dominant } = await sharp(answer.rawPayload).stats();
      expect(side === 'front' ? dominant.r > dominant.b : dominant.b > dominant.r).toBe(true);
    }
    expect(await views(id)).toEqual(['papers', 'front', 'back']);
  });

  it('are for operators with the permission alone', async () => {
    const { id, token } = await submitted();
    const support = await consoleSite.operator('support');
    const auditor = await consoleSite.operator('auditor');
    const paths = ['', `/${id}`, `/${id}/front`, `/${id}/back`].map((end) => `/api/console/verifications${end}`);
    for (const path of paths) {
      expect((await consoleSite.call('GET', path, { token: support.token })).body.error).toBe('FORBIDDEN');
      expect((await consoleSite.call('GET', path, { token })).body.error).toBe('SESSION_INVALID');
      expect((await consoleSite.call('GET', path)).body.error).toBe('SESSION_INVALID');
      expect((await consoleSite.call('GET', path, { token: auditor.token })).body.error).toBeUndefined();
    }
    expect((await act('take', id, { version: 1 }, auditor)).body.error).toBe('FORBIDDEN');
    expect((await see(id)).takenBy).toBeNull();
  });
});

describe('a decision', () => {
  it('verifies a member, who hears of it', async () => {
    const { id, memberId, token } = await submitted();
    const heard: string[] = [];
    const unsubscribe = server.context.bus.subscribe('me', (message) => heard.push(JSON.stringify(message)));
    expect((await act('take', id, { version: 1 })).body.data).toMatchObject({ version: 2, takenBy: { isMe: true } });
    expect((await act('verify', id, { version: 2 })).body.data).toMatchObject({ status: 'verified', version: 3 });
    const { body } = await server.call('GET', '/api/account/verification', { token });
    expect(body.data).toMatchObject({ status: 'verified', reason: null });
    const admin = await consoleSite.operator('owner');
    const seen = await consoleSite.call('GET', `/api/console/members/${memberId}`, { token: admin.token });
    // The name that was verified, also where none was given at registration.
    expect(seen.body.data).toMatchObject({ verification: 'verified', realName: '王**' });
    await vi.waitFor(() => expect(heard.join(' ')).toContain('account'));
    expect(heard.join(' ')).toContain(memberId.toString());
    unsubscribe();
    const { rows } = await server.ownerPool.query(
      `select actor_id as actor, command, detail from audit where subject_id = $1 order by id`,
      [id],
    );
    expect(rows).toMatchObject([
      { actor: operator.id, command: 'console/verifications/take' },
      { command: 'console/verifications/verify', detail: { from: 'pending', to: 'verified' } },
    ]);
  });

  it('rejects with a reason and the parts to send again', async () => {
    const { id, token } = await submitted();
    await act('take', id, { version: 1 });
    expect((await act('reject', id, { version: 2 })).body.fields).toEqual({
      reason: 'REJECTION_REASON_REQUIRED',
      wrong: 'WRONG_PART_REQUIRED',
    });
    expect((await act('reject', id, REJECTION)).body.data).toMatchObject({ status: 'rejected', wrong: ['front'] });
    const { body } = await server.call('GET', '/api/account/verification', { token });
    expect(body.data).toMatchObject({ status: 'rejected', reason: 'PHOTO_UNREADABLE' });
    // What the operator wrote is for colleagues.
    expect(JSON.stringify(body)).not.toContain('重新拍摄');
  });

  it('is made by who took it, on what they saw, and once', async () => {
    const { id } = await submitted();
    expect((await act('verify', id, { version: 1 })).body.error).toBe('VERIFICATION_NOT_TAKEN');
    await act('take', id, { version: 1 });
    expect((await act('verify', id, { version: 2 }, other)).body.error).toBe('VERIFICATION_TAKEN');
    expect((await act('verify', id, { version: 1 })).body.error).toBe('VERIFICATION_CHANGED');
    await act('release', id, { version: 2 });
    await act('take', id, { version: 3 }, other);
    const both = await Promise.all([
      act('verify', id, { version: 4 }, other),
      act('reject', id, { ...REJECTION, version: 4 }, other),
    ]);
    expect(both.map(({ body }) => body.error ?? 'done').toSorted()).toEqual(
      ['VERIFICATION_CHANGED', 'done'].toSorted(),
    );
    expect((await act('take', '999999', { version: 1 })).body.error).toBe('VERIFICATION_NOT_FOUND');
  });

  it('takes the work over from an operator who left', async () => {
    const { id } = await submitted();
    await act('take', id, { version: 1 });
    await server.ownerPool.query(`alter table verification disable trigger user;
      update verification set taken_at = taken_at - interval '16 minutes';
      alter table verification enable trigger user`);
    expect((await act('take', id, { version: 2 }, other)).body.data).toMatchObject({ takenBy: { isMe: true } });
    expect((await act('verify', id, { version: 2 })).body.error).toBe('VERIFICATION_CHANGED');
  });

  it('is never about oneself', async () => {
    await joinMembers(server.ownerPool, operator.id);
    const { id } = await submitted(numberOf('009'), operator.id);
    expect((await act('take', id, { version: 1 })).body.error).toBe('VERIFICATION_OWN');
    expect((await act('take', id, { version: 1 }, other)).body.code).toBe(200);
  });

  it('verifies one member with an identity number, also when two are decided at once', async () => {
    const [one, two] = [await submitted(), await submitted()];
    await act('take', one.id, { version: 1 });
    await act('take', two.id, { version: 1 }, other);
    const both = await Promise.all([
      act('verify', one.id, { version: 2 }),
      act('verify', two.id, { version: 2 }, other),
    ]);
    expect(both.map(({ body }) => body.error ?? 'done').toSorted()).toEqual(['ID_NUMBER_USED', 'done'].toSorted());
  });

  it('with the same key is the same decision', async () => {
    const { id } = await submitted();
    const take = async (key: string) =>
      await consoleSite.call('POST', `/api/console/verifications/${id}/take`, {
        token: operator.token,
        key,
        body: { version: 1 },
      });
    const key = randomUUID();
    expect((await take(key)).body.code).toBe(200);
    expect((await take(key)).body.code).toBe(200);
    expect((await take(randomUUID())).body.error).toBe('VERIFICATION_CHANGED');
  });
});

describe('the database', () => {
  it('has the edges of the domain', async () => {
    const { rows } = await server.ownerPool.query<{ from: string; to: string }>(
      'select from_state as from, to_state as to from verification_edge',
    );
    const edges = Object.entries(SUBMISSION_EDGES).flatMap(([from, to]) => to.map((state) => `${from} ${state}`));
    expect(rows.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(edges.toSorted());
  });

  it.each([
    ['console', `update verification set status = 'verified', decided_by = $2 where id = $1`, 'NOT_TAKEN'],
    ['console', `update verification set status = 'verified' where id = $1 and $2 > 0`, 'check'],
    ['console', `update verification set taken_by = member_id where id = $1 and $2 > 0`, 'check'],
    ['console', `update verification set version = 9 where id = $1 and $2 > 0`, 'permission denied'],
    ['console', `update verification set number_hash = sha256('x') where id = $1 and $2 > 0`, 'permission denied'],
    ['console', `delete from verification where id = $1 and $2 > 0`, 'permission denied'],
    ['http', `update verification set status = 'verified', decided_by = $2 where id = $1`, 'permission denied'],
    ['http', `update bank_card set bank = 'ABC' where member_id = $1 and $2 > 0`, 'permission denied'],
  ] as const)('refuses the role %s: %s', async (role, sql, refusal) => {
    const { id } = await submitted();
    await expect(server.pools[role].query(sql, [id, operator.id.toString()])).rejects.toThrow(refusal);
  });

  it('refuses to change what was decided, and photos of another member', async () => {
    const { id, memberId } = await submitted();
    await act('take', id, { version: 1 });
    await act('verify', id, { version: 2 });
    await expect(
      server.pools.console.query(`update verification set status = 'pending', decided_by = null where id = $1`, [id]),
    ).rejects.toThrow('DECIDED');
    const thief = await makeMember(server.pool);
    await expect(
      server.pools.http.query(
        `insert into verification (member_id, name_sealed, number_sealed, number_hash, front_file, back_file)
         select $1, name_sealed, number_sealed, number_hash, front_file, back_file from verification where member_id = $2`,
        [thief.toString(), memberId.toString()],
      ),
    ).rejects.toThrow('foreign key');
  });
});
