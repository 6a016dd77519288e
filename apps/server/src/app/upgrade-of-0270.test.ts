import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealCard } from '../services/verification/verification-of-member.ts';
import { markOldCards } from '../services/marks/mark-old-cards.ts';
import { migrate } from '../platform/db/migrate.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { createTestDb, migrateAlone } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Updates a database with rows in every table from the release before: nothing is lost, and each new rule knows the old rows. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const ROWS = readFileSync(new URL('../testing/rows-of-0270.sql', import.meta.url), 'utf8');
const LAST_OF_RELEASE = '0270_reports_of_sources_bounded.sql';

/** Keeps every row of before as it was, in a schema that no migration knows. */
const KEEP = `create schema kept;
  do $$ declare one record; begin
    for one in select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition loop
      execute format('create table kept.%1$I as select to_jsonb(a_row) as was from public.%1$I a_row', one.name);
    end loop;
  end $$`;

/** Columns that left their table, because another table has them now. */
const MOVED_COLUMNS = ['invitation_reward'];

let server: TestServer;
let consoleSite: TestConsole;
let client: pg.Client;
let tables = 0;
const empty: string[] = [];
/** The tables and rows that the upgrade did not keep as they were. */
const lost: [string, object][] = [];
const old = mkdtempSync(join(tmpdir(), 'candor-0270-'));
for (const name of readdirSync(MIGRATIONS))
  if (name <= LAST_OF_RELEASE) cpSync(join(MIGRATIONS, name), join(old, name));

beforeAll(async () => {
  const db = await createTestDb(async (ownerUrl) => {
    await migrateAlone(async () => await migrate(ownerUrl, old));
    client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query(`set session_replication_role = replica; ${ROWS}`);
    await client.query(KEEP);
    await migrateAlone(async () => await migrate(ownerUrl));
    await compare();
    // The rows name keys of another site, which would not let this one start.
    await client.query('delete from site_key');
  });
  server = await startTestServer({ SITE_CURRENCY: 'CNY', SITE_CURRENCY_DECIMALS: '2' }, db);
  consoleSite = await startTestConsole(server);
}, 240_000);

afterAll(async () => {
  rmSync(old, { recursive: true });
  await client.end();
  await consoleSite.stop();
  // These rows belong to no real site: conservation does not hold for them.
  await server.stop().catch(() => undefined);
});

/** Before any role starts, which changes rows too. */
async function compare(): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'kept'::regnamespace order by 1`,
  );
  tables = rows.length;
  for (const { name } of rows) {
    const gone = await client.query<{ was: object }>(
      `select was from kept.${name} k where not exists (
         select from public.${name} a_row where to_jsonb(a_row) @> (k.was - $1::text[]))`,
      [MOVED_COLUMNS],
    );
    lost.push(...gone.rows.map(({ was }): [string, object] => [name, was]));
    const { rowCount } = await client.query(`select from kept.${name} limit 1`);
    if (rowCount === 0) empty.push(name);
  }
}

async function rowsOf(sql: string, values: unknown[] = []): Promise<unknown[]> {
  return (await client.query<Record<string, unknown>>(sql, values)).rows;
}

/** The state by which the database refuses it to this role; undefined when it does not. */
async function refusal(role: 'http' | 'worker' | 'console', sql: string): Promise<string | undefined> {
  try {
    await server.pools[role].query(sql);
    return undefined;
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : 'no database error';
  }
}

it('every table had a row, and none lost one or a value of it', () => {
  expect(tables).toBeGreaterThan(80);
  expect(empty).toEqual([]);
  expect(lost).toEqual([
    // Money that came back needs two operators now (0330).
    ['cashier_edge', { flow: 'payout', from_state: 'sent', to_state: 'returned', roles: ['candor_console'] }],
  ]);
});

it('operators log in at the console with the password that they had, which http cannot read', async () => {
  for (const username of ['op_one', 'op_two', 'op_three']) {
    const { body, text } = await consoleSite.call('POST', '/api/console/login', {
      body: { username, pwd: 'correct horse battery' },
      headers: { 'x-forwarded-for': `198.51.100.${username.length}` },
    });
    expect(body.code, text).toBe(200);
  }
  expect(
    await rowsOf(`select operator_id::int from operator_access where password_hash is not null order by 1`),
  ).toEqual([11, 12, 13].map((id) => ({ operator_id: id })));
  for (const role of ['http', 'worker', 'console'] as const)
    expect(await refusal(role, 'select password_hash from operator_access'), role).toBe('42501');
});

it('of two members with one card and one device, the first has both alone, and the other one keeps them', async () => {
  for (const memberId of [31n, 32n]) {
    const { numberSealed } = sealCard(server.context.secrets.seal, memberId, {
      holder: '王',
      number: '6222020200112233445',
    });
    await client.query('update bank_card set number_sealed = $2 where member_id = $1', [
      memberId.toString(),
      numberSealed,
    ]);
  }
  await markOldCards(server.ownerPool, server.context.secrets, server.context.log);
  expect(
    await rowsOf(
      `select kind, member_id::int as member, state from member_mark where member_id in (31, 32) order by 1, 2`,
    ),
  ).toEqual([
    { kind: 'card', member: 31, state: 'own' },
    { kind: 'card', member: 32, state: 'shared' },
    { kind: 'device', member: 31, state: 'own' },
    { kind: 'device', member: 32, state: 'shared' },
  ]);
  expect(
    await rowsOf('select member_id::int as id from bank_card where number_mark is not null order by 1'),
  ).toHaveLength(2);
  expect(
    await rowsOf(
      `select is_payee_shared(c.member_id, 'x', c.number_mark) as shared from bank_card c where c.member_id = 32`,
    ),
  ).toEqual([{ shared: true }]);
  expect(await rowsOf(`select member_id::int as member, state from member_mark where kind = 'identity'`)).toEqual([
    { member: 2, state: 'own' },
  ]);
});

it('a deposit whose first operator approved it before is credited by the second one', async () => {
  const id = '00000000-0000-0000-0000-00000000d004';
  expect(
    await rowsOf(
      `select reference, code, second_from::int as "from", far_rate, bound_rate
    from deposit d join deposit_channel c on c.code = d.channel where d.id = $1`,
      [id],
    ),
  ).toEqual([{ reference: 'DEPOSIT4', code: 'bank', from: 1_000_000, far_rate: 1000, bound_rate: 10_000 }]);
  const { token } = await consoleSite.operator('admin');
  const { body, text } = await consoleSite.call('POST', `/api/console/deposits/${id}/approve`, {
    token,
    key: '00000000-0000-4000-8000-00000000d004',
    body: { version: 3, credited: '190.00' },
  });
  expect(body.code, text).toBe(200);
  expect(await rowsOf('select status, credited::int from deposit where id = $1', [id])).toEqual([
    { status: 'approved', credited: 19_000 },
  ]);
});

it('payments of before have their operator where a step names one, and keep their reference; of two, the older one', async () => {
  expect(
    await rowsOf(`select w.reference, w.sent_by::int as "by", p.ref_key as key from withdrawal w
      left join payout_reference p on p.withdrawal_id = w.id where w.reference like 'PAYOUTS%' order by 1`),
  ).toEqual([
    { reference: 'PAYOUTS1', by: null, key: null },
    { reference: 'PAYOUTS2', by: null, key: null },
    { reference: 'PAYOUTS3', by: 13, key: 'icbc1' },
    { reference: 'PAYOUTS4', by: null, key: null },
    { reference: 'PAYOUTS5', by: null, key: null },
    { reference: 'PAYOUTS6', by: 11, key: 'icbc6' },
    { reference: 'PAYOUTS7', by: null, key: 'icbc7' },
  ]);
  expect(await rowsOf(`select subject, terms from cashier_change where subject like 'channel/%' order by 1`)).toEqual([
    { subject: 'channel/bank', terms: { max: '50000', farRate: '1000', boundRate: '10000', secondFrom: '50000' } },
    { subject: 'channel/new', terms: { max: '50000', farRate: '1000', boundRate: '10000', secondFrom: '5000' } },
  ]);
});

it('the upgrade pays no reward: who was paid is not paid again, and a deposit of before makes nothing due', async () => {
  const states = async () =>
    await rowsOf(`select invitee_id::int as id, state, amount::int, deposit_id is not null as deposit from invitation
      where inviter_id = 21 order by 1`);
  expect(await states()).toEqual([
    { id: 22, state: 'paid', amount: 5800, deposit: true },
    { id: 24, state: 'waiting', amount: 5800, deposit: false },
  ]);
  expect(
    await rowsOf(`select invitee_id from invitation where state in ('waiting', 'earned') and due_at < 'infinity'`),
  ).toEqual([]);
  expect(await rowsOf('select amount::int, version from reward_rule')).toEqual([{ amount: 5800, version: 1 }]);
  for (const invitee of [22, 24])
    expect((await server.pools.worker.query('select judge_invitation($1) as due', [invitee])).rows).toEqual([
      { due: false },
    ]);
  expect(await rowsOf(`select count(*)::int as n from invitation_reward`)).toEqual(
    await rowsOf(`select count(*)::int as n from kept.invitation_reward`),
  );
});

it('what operators wrote stays inside, under the code OTHER', async () => {
  for (const table of ['member_restriction', 'adjustment'])
    expect(await rowsOf(`select distinct code from ${table}`), table).toEqual([{ code: 'OTHER' }]);
  for (const [table, column] of [
    ['member_restriction', 'reason'],
    ['adjustment', 'reason'],
    ['adjustment', 'note'],
    ['deposit', 'note'],
    ['withdrawal', 'note'],
    ['withdrawal', 'bank_ref'],
    ['cashier_step', 'note'],
    ['verification', 'note'],
  ])
    expect(await refusal('http', `select ${column} from ${table}`), `${table}.${column}`).toBe('42501');
  expect((await server.pool.query('select code from member_restriction')).rows.length).toBeGreaterThan(2);
});

it('a visitor whom nobody answered leaves, and the others stay', async () => {
  const { rows } = await server.pools.worker.query<{ gone: bigint }>('select expire_silent_visitors(100) as gone');
  expect(rows).toEqual([{ gone: 1n }]);
  expect(await rowsOf('select id::int from support_conversation where id >= 20001')).toEqual([{ id: 20_002 }]);
});

it('the chain of the audit goes on where it was, and nothing in the form of an operator’s entry is outside of it', async () => {
  expect(
    await rowsOf(`select a.seq::int as seq from audit a left join audit b on b.seq = a.seq - 1
      where a.seq is not null and (a.hash <> audit_hash(a) or a.prev_hash <> coalesce(b.hash, decode(repeat('00', 32), 'hex')))`),
  ).toEqual([]);
  expect(await rowsOf('select command from audit where seq <= 3 order by seq')).toEqual(
    ['console/login', 'member/frozen', 'operate/reset-authenticator'].map((command) => ({ command })),
  );
  expect(await rowsOf('select count(*)::int > 3 as more from audit where seq is not null')).toEqual([{ more: true }]);
  expect(
    await rowsOf(`select command from audit where seq is null and not is_own_command(command)
      and id > (select id from audit where seq = 1)`),
  ).toEqual([]);
});
