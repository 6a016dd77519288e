import { randomUUID } from 'node:crypto';
import { searchView } from '@candor/contract/console-search';
import type { FoundThing } from '@candor/contract/console-search';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardMark, nameMark } from '../services/marks/marks.ts';
import { makeMember, writePast } from '../testing/factories.ts';
import { seedCashier } from '../features/cashier/seed-channels.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

const CARD = '6222020200112233445';
const ID_NUMBER = '11010519491231002X';

let server: TestServer;
let consoleSite: TestConsole;
let support: { id: bigint; token: string };
let memberId: bigint;
let username: string;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  support = await consoleSite.operator('support');
  memberId = await makeMember(server.pool);
  const { rows } = await server.ownerPool.query<{ username: string }>(
    `update member set phone = '+8613812345678', email = 'Wang@Example.com' where id = $1 returning username`,
    [memberId],
  );
  username = rows[0]?.username ?? '';
  const { fingerprints } = consoleSite.context;
  await writePast(
    server.ownerPool,
    `insert into member_mark (kind, mark, member_id, state)
     values ('card', $2::bytea, $1::bigint, 'own'), ('identity', $3::bytea, $1::bigint, 'own')`,
    [memberId.toString(), cardMark(fingerprints, CARD), fingerprints.of({ idNumber: ID_NUMBER })],
  );
  await server.pool.query('insert into name_mark (mark, member_id) values ($1, $2)', [
    nameMark(fingerprints, '王小明'),
    memberId.toString(),
  ]);
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

async function find(q: string, token = support.token): Promise<FoundThing[]> {
  const { body } = await consoleSite.call('POST', '/api/console/search', { token, body: { q } });
  return searchView.parse(body.data).items;
}

/** What the audit has of looks at this member. */
async function looks(by: { id: bigint } = support): Promise<unknown[]> {
  const { rows } = await server.ownerPool.query<{ detail: unknown }>(
    `select detail from audit where command = 'console/search' and subject_type = 'member' and subject_id = $1 and actor_id = $2 order by id`,
    [memberId.toString(), by.id.toString()],
  );
  return rows.map(({ detail }) => detail);
}

describe('looking something up', () => {
  it('finds a member by their name and number, which is no look at personal data', async () => {
    const [found] = await find(username.slice(0, -1));
    expect(found).toMatchObject({ kind: 'member', id: memberId.toString(), name: username, by: 'username' });
    expect((await find(memberId.toString())).map(({ by }) => by)).toContain('id');
    expect(await looks()).toEqual([]);
  });

  it.each([
    ['fullName', '王 小明'],
    ['phone', '138 1234 5678'],
    ['phone', '+86 (138) 1234-5678'],
    ['email', 'wang@example.COM'],
    ['card', '6222 0202 0011 2233 445'],
    ['idNumber', '11010519491231002x'],
  ])('finds them by the whole %s, and the audit says who looked by what', async (by, q) => {
    expect(await find(q)).toMatchObject([{ kind: 'member', id: memberId.toString(), by }]);
    expect(await looks()).toContainEqual({ what: by });
    expect(JSON.stringify(await looks())).not.toContain('1234');
  });

  it.each(['1381234567', 'wang@example.co', 'ng@example.com', '622202020011223344', '110105194912310021', '王小'])(
    'finds nobody by a part of it: %s',
    async (part) => {
      expect((await find(part)).filter(({ kind }) => kind === 'member')).toEqual([]);
    },
  );

  it('is a look too where the list of members finds them by their phone', async () => {
    const other = await consoleSite.operator('support');
    const path = '/api/console/members?q=';
    await consoleSite.call('GET', `${path}${username}`, { token: other.token });
    expect(await looks(other)).toEqual([]);
    const { body } = await consoleSite.call('GET', `${path}13812345678`, { token: other.token });
    expect(body.data).toMatchObject({ items: [{ id: memberId.toString() }] });
    expect(await looks(other)).toEqual([{ what: 'phone' }]);
  });

  it.each(['%', '_', '%%%%', '\\', "' or true --", "'); drop table member; --", '😀', '{}', '9'.repeat(128)])(
    'takes %j for nothing but what it is',
    async (q) => {
      expect(await find(q)).toEqual([]);
    },
  );

  it('reads what is typed in wide or with what nobody sees, and no long text', async () => {
    expect(await find(`\u200b${username}\ufeff`)).toMatchObject([{ by: 'username' }]);
    expect(await find('１３８１２３４５６７８')).toMatchObject([{ by: 'phone' }]);
    expect(
      (
        await consoleSite.call('POST', '/api/console/search', {
          token: support.token,
          body: { q: 'x'.repeat(10_000) },
        })
      ).body,
    ).toMatchObject({ fields: { q: 'FIELD_INVALID' } });
  });

  it('shows whom a whole text names before those whose names begin so', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, async () => await makeMember(server.pool)));
    await server.ownerPool.query(
      `update member set username = '13812345678' || chr(96 + i::int) from unnest($1::bigint[]) with ordinality as o (id, i)
       where member.id = o.id`,
      [others.map(String)],
    );
    const [first, ...more] = await find('13812345678');
    expect(first).toMatchObject({ id: memberId.toString(), by: 'phone' });
    expect(more).toHaveLength(4);
  });

  it('refuses an operator who tries number after number, in the list of members too', async () => {
    const { token } = await consoleSite.operator('support');
    const { token: another } = await consoleSite.operator('support');
    for (let tried = 0; tried < 90; tried += 1) await find(`1390000${(1000 + tried).toString()}`, token);
    const refused = { error: 'RATE_LIMITED' };
    const search = { token, body: { q: '13812345678' } };
    expect((await consoleSite.call('POST', '/api/console/search', search)).body).toMatchObject(refused);
    const inList = await consoleSite.call('GET', '/api/console/members?q=13812345678', { token });
    expect(inList.body).toMatchObject(refused);
    expect((await consoleSite.call('GET', `/api/console/members?q=${username}`, { token })).status).toBe(200);
    expect(await find('13812345678', another)).not.toEqual([]);
  });

  it('finds a deposit by its reference, id, amount and hash, in any case', async () => {
    await seedCashier(server.ownerPool, { mode: 'practice', currency: TEST_CURRENCY });
    const id = randomUUID();
    const txid = `0x${'aB'.repeat(32)}`;
    await writePast(
      server.ownerPool,
      `insert into deposit (id, reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until, details,
         status, reason, decided_at, created_at, expires_at, promised_minutes, proof_required, txid)
       select $3::uuid, 'A1B2C3D4', $1::bigint, 'practice', $2, c.code, c.kind, 123456, c.asset, 10000, 10000, at, '{}', 'rejected', 'OTHER', at,
         at, at, 60, false, $4
       from (select * from deposit_channel order by code limit 1) c cross join (select timestamptz '2026-01-01 00:00:00Z' as at) t`,
      [memberId.toString(), TEST_CURRENCY.code, id, txid],
    );
    for (const [q, by] of [
      ['a1b2c3d4', 'reference'],
      [id.toUpperCase(), 'reference'],
      ['1,234.56', 'amount'],
      [txid.toLowerCase(), 'hash'],
    ] as const)
      expect(await find(q)).toMatchObject([
        { kind: 'deposit', id, name: 'A1B2C3D4', by, member: username, state: 'rejected' },
      ]);
  });

  it('finds a complaint by its number', async () => {
    const { rows } = await server.ownerPool.query<{ id: string }>(
      `insert into complaint (member_id, topic, text) values ($1, 'service', 'Nobody answered') returning id::text`,
      [memberId.toString()],
    );
    const id = rows[0]?.id ?? '';
    expect((await find(`#${id}`)).filter(({ kind }) => kind === 'complaint')).toEqual([
      { kind: 'complaint', id, name: id, by: 'number', member: username, state: null },
    ]);
  });

  it('shows each operator what they may read, and refuses a text of nothing', async () => {
    const content = await consoleSite.operator('content');
    for (const q of [username, '13812345678', CARD, '王小明']) expect(await find(q, content.token)).toEqual([]);
    expect(await looks(content)).toEqual([]);
    expect(
      (await consoleSite.call('POST', '/api/console/search', { token: support.token, body: { q: ' \u200b\u200d ' } }))
        .body,
    ).toMatchObject({ fields: { q: 'FIELD_REQUIRED' } });
    expect((await consoleSite.call('POST', '/api/console/search', { body: { q: 'x' } })).body).toMatchObject({
      error: 'SESSION_INVALID',
    });
  });
});
