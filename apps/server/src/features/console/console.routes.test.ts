import { createHash } from 'node:crypto';
import { auditCheckView, auditView } from '@candor/contract/console';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordActs, recordOwnActs } from '../../services/commands/audit-store.ts';
import { recordLook } from '../../services/commands/record-look.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import { tried } from '../../testing/attacks.ts';
import { makeMember, writePast } from '../../testing/factories.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let consoleSite: TestConsole;
let token: string;
let cashier: Acting;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  ({ token } = await consoleSite.operator('auditor'));
});

async function emptyLog(): Promise<void> {
  await writePast(server.ownerPool, 'delete from audit');
  await server.ownerPool.query(`update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`);
}

afterAll(async () => {
  // What the last test damaged would be found when the database is dropped.
  await emptyLog();
  await consoleSite.stop();
  await server.stop();
});
beforeEach(async () => {
  cashier = await consoleSite.operator('cashier');
  await emptyLog();
});

function entry(n: number, command = 'console/deposits/approve') {
  return { command, subjectType: 'deposit', subjectId: `d${n}`, detail: { n, note: '好' } };
}

/** What a member did for themselves. */
async function writeOwn(n: number): Promise<void> {
  await recordOwnActs(server.pool, [
    { ...entry(n, 'wallet/practice/reset'), memberId: await makeMember(server.pool, '0') },
  ]);
}

async function write(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await recordLook(consoleSite.context.pool, cashier, entry(n));
}

async function check(after = 0) {
  return auditCheckView.parse(
    (await consoleSite.call('GET', `/api/console/audit/check?after=${after}`, { token })).body.data,
  );
}

async function list(query = '') {
  return auditView.parse((await consoleSite.call('GET', `/api/console/audit?${query}`, { token })).body.data);
}

describe('the chain of what operators do', () => {
  it('is whole, whoever writes at the same time, and entries of members are not in it', async () => {
    await Promise.all([
      ...Array.from(
        { length: 20 },
        async (_, n) =>
          await asOperator(
            consoleSite.context.pool,
            cashier,
            async (db) => await recordActs(db, [entry(n), entry(n + 100)]),
          ),
      ),
      writeOwn(999),
    ]);
    expect(await check()).toMatchObject({ checkedTo: 40, brokenSeq: null, complete: true, head: { seq: 40 } });
    const { items } = await list('command=wallet');
    expect(items.map(({ seq, hash }) => [seq, hash])).toEqual([[null, null]]);
  });

  it('does not hold an entry whose transaction failed, and goes on without a gap', async () => {
    await write(1);
    await expect(
      asOperator(consoleSite.context.pool, cashier, async (db) => {
        await recordActs(db, [entry(2)]);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    await recordLook(consoleSite.context.pool, cashier, entry(2));
    expect(await check()).toMatchObject({ checkedTo: 2, brokenSeq: null, complete: true });
  });

  it('is not waited for by members', async () => {
    await asOperator(consoleSite.context.pool, cashier, async (db) => {
      await recordActs(db, [entry(1)]);
      await writeOwn(2);
    });
    expect((await check()).checkedTo).toBe(1);
  });

  it.each([
    ['changed its detail', `update audit set detail = '{"n": 3, "note": "other"}' where seq = 3`, 3],
    ['changed its moment', `update audit set at = at + interval '1 microsecond' where seq = 3`, 3],
    ['changed its actor', `update audit set actor_id = (select min(id) from operator) where seq = 3`, 3],
    ['removed it', 'delete from audit where seq = 3', 3],
    ['took it out of the chain', 'update audit set seq = null, prev_hash = null, hash = null where seq = 3', 3],
    ['made a new hash for it', `update audit a set detail = '{}', hash = audit_hash(a) where seq = 3`, 3],
    [
      'made a fitting hash for it',
      `update audit set detail = '{}' where seq = 3; update audit a set hash = audit_hash(a) where seq = 3`,
      4,
    ],
    ['removed the first', 'delete from audit where seq = 1', 1],
    ['removed the last', 'delete from audit where seq = 5', 5],
    [
      'changed the last, with a fitting hash',
      `update audit set detail = '{}' where seq = 5; update audit a set hash = audit_hash(a) where seq = 5`,
      5,
    ],
  ])('names the first entry that is not what it was: an owner who %s is found', async (_, sql, broken) => {
    await write(5);
    expect((await check()).brokenSeq).toBeNull();
    await writePast(server.ownerPool, sql);
    expect(await check()).toMatchObject({ brokenSeq: broken, complete: false });
  });

  it.each([
    ['of operators', 'console/adjustments/approve'],
    ['about a member', 'member/frozen/allow'],
    ['of the owner', 'operate/operator-password'],
  ])('an entry in the form of an act %s outside of it is an alarm that names it', async (_, command) => {
    await write(2);
    await writeOwn(3);
    expect((await check()).outside).toBeNull();
    // As the owner, past the trigger: no role can write it any more.
    await writePast(
      server.ownerPool,
      `insert into audit (actor_id, command, subject_type, subject_id) values ($1, $2, 'adjustment', 'x')`,
      [cashier.operatorId.toString(), command],
    );
    const [planted] = (await list()).items;
    expect(planted).toMatchObject({ command, seq: null, isOutside: true });
    expect(await check()).toMatchObject({
      brokenSeq: null,
      outside: { count: 1, id: planted?.id, actor: planted?.actor, command },
    });
    expect((await list('command=wallet')).items).toMatchObject([{ isOutside: false }]);
  });

  it('is walked on from an entry that was checked before', async () => {
    await write(4);
    expect(await check(3)).toMatchObject({ checkedTo: 4, brokenSeq: null, complete: true });
    await writePast(server.ownerPool, `update audit set detail = '{}' where seq = 2`);
    expect((await check(2)).brokenSeq).toBeNull();
    expect((await check()).brokenSeq).toBe(2);
  });

  it('can be checked from its CSV alone', async () => {
    await write(2);
    const { text, headers } = await consoleSite.call('GET', '/api/console/audit?format=csv', { token });
    expect(headers['content-type']).toContain('text/csv');
    const lines = text.trim().split('\r\n').slice(1).toReversed();
    let before = '0'.repeat(64);
    for (const line of lines) {
      const cells = [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      );
      const [seq, at, actor, , command, type, subject, detail, prevHash, hash] = cells;
      expect(prevHash).toBe(before);
      const hashed = `candor-audit-v1\n${prevHash}\n[${seq}, "${at}", ${actor}, "${command}", "${type}", "${subject}", ${detail}]`;
      expect(hash).toBe(createHash('sha256').update(hashed).digest('hex'));
      before = hash ?? '';
    }
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['change an entry', `update audit set detail = '{}'`],
    ['remove an entry', 'delete from audit'],
    [
      'name the moment',
      `insert into audit (actor_id, command, subject_type, subject_id, at) values (1, 'x', 'x', 'x', now())`,
    ],
    [
      'name the place',
      `insert into audit (actor_id, command, subject_type, subject_id, seq) values (1, 'x', 'x', 'x', 9)`,
    ],
    ['move the head', 'update audit_head set seq = 0'],
  ])('nobody at the console may %s', async (_, sql) => {
    expect(await tried(consoleSite.context.pool, sql)).toBe('42501');
  });
});

describe('the audit log', () => {
  it('is searched by actor, command, subject and time, and paged', async () => {
    await write(3);
    const other = await consoleSite.operator('owner');
    await recordLook(consoleSite.context.pool, other, { ...entry(9, 'member/freeze'), subjectType: 'member' });
    const { rows } = await server.ownerPool.query<{ username: string }>('select username from operator where id = $1', [
      other.id,
    ]);
    const found = async (query: string) => (await list(query)).items.map(({ subjectId }) => subjectId);
    expect(await found('')).toEqual(['d9', 'd3', 'd2', 'd1']);
    expect(await found(`actor=${rows[0]?.username.toUpperCase()}`)).toEqual(['d9']);
    expect(await found('actor=nobody')).toEqual([]);
    expect(await found('command=member')).toEqual(['d9']);
    expect(await found('command=m_mber')).toEqual([]);
    expect(await found('subjectType=deposit&subjectId=d2')).toEqual(['d2']);
    expect(await found('from=2100-01-01')).toEqual([]);
    expect(await found('to=2100-01-01&limit=1')).toEqual(['d9']);
    const first = await list('limit=3');
    expect(await found(`limit=3&cursor=${first.nextCursor}`)).toEqual(['d1']);
  });

  it('says what people know a subject by, and nothing of what an id is not', async () => {
    const memberId = await makeMember(server.pool);
    const { rows } = await server.ownerPool.query<{ username: string }>('select username from member where id = $1', [
      memberId,
    ]);
    const member = { id: memberId.toString(), username: rows[0]?.username ?? '' };
    const subjects = [
      ['member', member.id],
      ['operator', cashier.operatorId.toString()],
      ['deposit', 'no-uuid'],
      ['verification', '99999999999999999999'],
      ['list', 'deposits'],
    ] as const;
    for (const [subjectType, subjectId] of subjects)
      await recordLook(consoleSite.context.pool, cashier, { ...entry(1), subjectType, subjectId });
    const { items } = await list();
    expect(items.toReversed().map(({ subject }) => subject)).toEqual([
      { name: null, names: null, member },
      { name: items[0]?.actor, names: null, member: null },
      null,
      null,
      null,
    ]);
  });

  it('is read with its permission alone', async () => {
    for (const role of ['cashier', 'reviewer', 'support']) {
      const { token: other } = await consoleSite.operator(role);
      for (const path of ['/api/console/audit', '/api/console/audit/check'])
        expect((await consoleSite.call('GET', path, { token: other })).body.error, role).toBe('FORBIDDEN');
    }
  });
});

it.each([
  [
    'cashier',
    [
      'adjustments',
      'alarms',
      'deposits',
      'factorReleases',
      'invest',
      'markReleases',
      'payouts',
      'productChanges',
      'productTerms',
      'resumptions',
      'site',
      'terms',
      'withdrawals',
    ],
  ],
  ['reviewer', ['factorReleases', 'markReleases', 'texts', 'verifications']],
  [
    'support',
    ['alarms', 'complaints', 'deposits', 'factorReleases', 'markReleases', 'payouts', 'support', 'withdrawals'],
  ],
])('the counters of %s are those of the queues they may read', async (role, queues) => {
  const { token: own } = await consoleSite.operator(role);
  const counters = (await consoleSite.call('GET', '/api/console/counters', { token: own })).body.data;
  expect(counters).toEqual(Object.fromEntries(queues.map((queue) => [queue, 0])));
});
