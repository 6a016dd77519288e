import { auditView } from '@candor/contract/console';
import { CSV_START } from '@candor/domain/text/csv';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Acting } from '../services/operators/acting-store.ts';
import { makeMember, writePast } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { seedCashier } from '../features/cashier/seed-channels.ts';

let server: TestServer;
let consoleSite: TestConsole;
let origin: string;
let cashier: Acting & { token: string };
let auditor: Acting & { token: string };
let memberId: bigint;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  await seedCashier(server.ownerPool, { mode: 'practice', currency: TEST_CURRENCY });
  memberId = await makeMember(server.pool, '0');
  auditor = await consoleSite.operator('auditor');
  origin = await consoleSite.role.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});
beforeEach(async () => {
  cashier = await consoleSite.operator('cashier');
  await writePast(server.ownerPool, 'delete from deposit');
});

/** Decided deposits of one member, one a minute. */
async function deposits(count: number, payer = 'Wang'): Promise<void> {
  await writePast(
    server.ownerPool,
    `insert into deposit (reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until, details,
       status, reason, decided_at, created_at, expires_at, promised_minutes, proof_required, payer)
     select lpad(upper(to_hex(i)), 8, '0'), $2::bigint, 'practice', $3, c.code, c.kind, 10000 + i, c.asset, 10000, 10000, at, '{}',
       'rejected', 'OTHER', at, at, at, 60, false, $4
     from generate_series(1, $1::int) i cross join (select * from deposit_channel order by code limit 1) c
     cross join lateral (select timestamptz '2026-01-01 00:00:00Z' + make_interval(mins => i) as at) t`,
    [count, memberId.toString(), TEST_CURRENCY.code, payer],
  );
}

const COLUMNS = [
  { name: 'reference', title: '单号' },
  { name: 'amount', title: '金额' },
  { name: 'state', title: '=状态', words: { rejected: '已拒绝' } },
  { name: 'payer', title: '付款人' },
  { name: 'createdAt', title: '提交时间 (Asia/Shanghai)' },
];
const WANTED = { list: 'deposits', language: 'zh-Hans', filter: { status: 'rejected' }, columns: COLUMNS };

async function ask(body: object, { token } = cashier, signal: AbortSignal | null = null): Promise<Response> {
  return await fetch(`${origin}/api/console/exports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal,
  });
}

async function refusal(body: object, by = cashier): Promise<unknown> {
  const read: unknown = await (await ask(body, by)).json();
  return read;
}

/** Connections of the console that are in a transaction. */
async function busy(): Promise<number> {
  const { rows } = await server.ownerPool.query<{ busy: number }>(
    `select count(*)::int as busy from pg_stat_activity where usename like 'candor_console%' and xact_start is not null`,
  );
  return rows[0]?.busy ?? 0;
}

async function entries() {
  const { body } = await consoleSite.call('GET', '/api/console/audit?command=console/exports', {
    token: auditor.token,
  });
  return auditView.parse(body.data).items.filter(({ actorId }) => actorId === cashier.operatorId.toString());
}

describe('a list as a file', () => {
  it('has the columns, words and moments of the page, exact amounts, and no cell that runs', async () => {
    await deposits(2, '=HYPERLINK("http://x")');
    const response = await ask(WANTED);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/filename="candor-deposits-\d{4}-\d{2}-\d{2}\.csv"/);
    // As bytes: reading as text takes the mark away.
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(text).toBe(
      [
        `${CSV_START}单号,金额,'=状态,付款人,提交时间 (Asia/Shanghai)`,
        `00000001,100.01,已拒绝,"'=HYPERLINK(""http://x"")",2026-01-01 08:01:00`,
        `00000002,100.02,已拒绝,"'=HYPERLINK(""http://x"")",2026-01-01 08:02:00`,
        '',
      ].join('\r\n'),
    );
  });

  it('is in the audit before it is sent and when it ends, with its filter and its rows', async () => {
    await deposits(3);
    await (await ask({ ...WANTED, filter: { status: 'rejected', q: '00000002' } })).text();
    await vi.waitFor(async () => expect(await entries()).toHaveLength(2));
    const [end, begin] = await entries();
    expect(begin).toMatchObject({ command: 'console/exports/begin', subjectId: 'deposits' });
    expect(begin?.detail).toEqual({
      columns: 'reference amount state payer createdAt',
      filter: 'status=rejected q=…',
    });
    expect(end?.detail).toEqual({ rows: 1, whole: true, filter: 'status=rejected q=…' });
  });

  it('goes over every row once, in the order that was asked for, over many batches', async () => {
    await deposits(5_000);
    const text = await (await ask({ ...WANTED, filter: { status: 'rejected', sort: '-amount' } })).text();
    const references = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, 8));
    expect(references).toHaveLength(5_000);
    expect(references).toEqual(references.toSorted().toReversed());
    expect(new Set(references).size).toBe(5_000);
  });

  it('is refused without the right to read the list, and of lists, columns and filters that are not there', async () => {
    const reviewer = await consoleSite.operator('reviewer');
    expect(await refusal(WANTED, reviewer)).toMatchObject({ error: 'FORBIDDEN' });
    for (const odd of [
      { ...WANTED, list: 'sessions' },
      { ...WANTED, columns: [] },
      { ...WANTED, columns: [...COLUMNS, ...COLUMNS] },
      { ...WANTED, columns: [{ name: 'note', title: 'x' }] },
      { ...WANTED, columns: [{ name: 'constructor', title: 'x' }] },
      { ...WANTED, filter: { status: 'gone' } },
      { ...WANTED, filter: { member: '1' } },
      { ...WANTED, filter: { sort: 'note' } },
      { ...WANTED, filter: { from: '2026-02-31' } },
    ])
      expect(await refusal(odd)).toMatchObject({ error: 'FIELD_INVALID' });
    expect(await entries()).toEqual([]);
    // None of them keeps the place of the next.
    expect((await ask(WANTED)).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it.each(["'; drop table deposit; --", '%_\\', '=1+1', '‮evil', '😀 王', '"\r\n,'])(
    'of a filter %j finds what the list finds, and its words stand in no audit entry',
    async (q) => {
      await deposits(1);
      const text = await (await ask({ ...WANTED, filter: { status: 'rejected', q } })).text();
      if (text.startsWith('{')) return expect(JSON.parse(text)).toMatchObject({ error: 'FIELD_INVALID' });
      expect(text.split('\r\n')).toHaveLength(2);
      await vi.waitFor(async () =>
        expect((await entries())[0]?.detail).toMatchObject({ filter: 'status=rejected q=…' }),
      );
    },
  );

  it('is one at a time; a slow reader holds no connection; one that leaves ends it, and the audit says how far it was', async () => {
    await deposits(40_000, '王'.repeat(64));
    const stopping = new AbortController();
    // About 24 MB: far more than what lies between holds.
    const columns = COLUMNS.map((column) =>
      column.name === 'state' ? { ...column, words: { rejected: '拒'.repeat(120) } } : column,
    );
    const slow = await ask({ ...WANTED, columns }, cashier, stopping.signal);
    const reader = slow.body?.getReader();
    await reader?.read();
    // What lies between fills up first. Then nothing is read any more.
    await vi.waitFor(async () => {
      for (let look = 0; look < 10; look += 1) {
        expect(await busy()).toBe(0);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }, 20_000);
    expect(await refusal(WANTED)).toMatchObject({ error: 'EXPORT_RUNNING' });
    stopping.abort();
    await vi.waitFor(async () => expect((await entries())[0]?.command).toBe('console/exports/end'), 5_000);
    const [end] = await entries();
    expect(end?.detail).toMatchObject({ whole: false });
    expect(Number(end?.detail['rows'])).toBeLessThan(40_000);
    const next = await ask(WANTED);
    expect(next.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    await next.text();
  });

  it.each([
    [
      'verifications',
      ['id', 'username', 'submittedAt', 'status', 'takenBy', 'earlier', 'duplicates'],
      'reviewer',
      'content',
    ],
    ['notices', ['title', 'category', 'state', 'from', 'until', 'by', 'body'], 'content', 'reviewer'],
    ['holdings', ['member', 'project', 'principal', 'rate', 'accrued', 'maturesOn', 'status'], 'risk', 'support'],
    ['invitations', ['invitee', 'inviter', 'state', 'reason', 'turnover', 'needed', 'amount'], 'cashier', 'content'],
    ['marks', ['member', 'kind', 'state', 'holder', 'mark', 'firstAt', 'lastAt'], 'compliance', 'content'],
    ['banners', ['title', 'text', 'position', 'state', 'target', 'from', 'until', 'by'], 'content', 'reviewer'],
    ['alarms', ['kind', 'subject', 'figures', 'state', 'openedAt', 'owner', 'note'], 'risk', 'content'],
    ['endsOfDay', ['date', 'step', 'holdingsAccrued', 'matured', 'autoSaved', 'busy'], 'risk', 'support'],
  ])('of %s is for who may read the page, and has its columns', async (list, names, reader, other) => {
    const wanted = { list, language: 'zh-Hant', filter: {}, columns: names.map((name) => ({ name, title: name })) };
    expect(await refusal(wanted, await consoleSite.operator(other))).toMatchObject({ error: 'FORBIDDEN' });
    const text = await (await ask(wanted, await consoleSite.operator(reader))).text();
    expect(text.split('\r\n')[0]).toBe(names.join(','));
  });

  it('of the audit log has the hashes and the exact texts with which its chain is walked', async () => {
    const columns = ['seq', 'actor', 'command', 'detail', 'exactAt', 'prevHash', 'hash'].map((name) => ({
      name,
      title: name,
    }));
    const wanted = { list: 'audit', language: 'en', filter: { sort: 'at', command: 'console/exports' }, columns };
    expect(await refusal(wanted, await consoleSite.operator('content'))).toMatchObject({ error: 'FORBIDDEN' });
    await (await ask(wanted, auditor)).text();
    const text = await (await ask(wanted, auditor)).text();
    const { rows } = await server.ownerPool.query<{ line: string }>(
      `select concat_ws(',', seq, o.username, command, '"' || replace(detail::text, '"', '""') || '"',
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), encode(prev_hash, 'hex'), encode(a.hash, 'hex')) as line
       from audit a join operator o on o.id = a.actor_id where command like 'console/exports%' and seq is not null order by seq`,
    );
    // It begins with its own beginning in it.
    const kept = rows.map(({ line }) => line);
    const lines = text.split('\r\n').slice(1, -1);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(kept.slice(0, lines.length)).toEqual(lines);
  });

  it('stops when the role of its operator loses the right to read the list', async () => {
    await server.ownerPool.query(
      `insert into role (name, permissions) values ('teller', '{cashier:deposit:read,audit:log:read}') on conflict (name) do nothing`,
    );
    const teller = await consoleSite.operator('teller');
    await deposits(40_000, '王'.repeat(64));
    const response = await ask(WANTED, teller);
    const reader = response.body?.getReader();
    await reader?.read();
    await server.ownerPool.query(`update role set permissions = '{audit:log:read}' where name = 'teller'`);
    await expect(
      (async () => {
        for (;;) if ((await reader?.read())?.done !== false) return;
      })(),
    ).rejects.toThrow();
    // Whoever has lost it leaves an end all the same.
    await vi.waitFor(async () => {
      const { rows } = await server.ownerPool.query<{ detail: { whole: boolean } }>(
        `select detail from audit where actor_id = $1 and command = 'console/exports/end'`,
        [teller.operatorId.toString()],
      );
      expect(rows.map(({ detail }) => detail.whole)).toEqual([false]);
    });
  });

  it('stops when the session of its operator ends', async () => {
    await deposits(40_000, '王'.repeat(64));
    const response = await ask(WANTED);
    const reader = response.body?.getReader();
    await reader?.read();
    await server.ownerPool.query('delete from operator_session where operator_id = $1', [
      cashier.operatorId.toString(),
    ]);
    await expect(
      (async () => {
        for (;;) if ((await reader?.read())?.done !== false) return;
      })(),
    ).rejects.toThrow();
  });
});
