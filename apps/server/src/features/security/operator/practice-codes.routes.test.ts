import { practiceCodesView } from '@candor/contract/console-security';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendNotice } from '../../../services/account-codes/account-codes.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import { refusalOf, tried } from '../../../testing/attacks.ts';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { readPracticeCodes } from './practice-code-store.ts';

const PATH = '/api/console/practice-codes';

let server: TestServer;
let consoleSite: TestConsole;
let operator: Acting & { id: bigint; token: string };
beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  operator = await consoleSite.operator('support');
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

/** A member who asked for a code, and the code as the member sees it. */
async function memberWithCode(): Promise<{ id: bigint; code: string }> {
  const id = await makeMember(server.pool);
  const token = await makeSession(server.pool, id);
  const body = { purpose: 'withdrawPassword', channel: 'sms' };
  expect((await server.call('POST', '/api/account/code', { token, body })).body.code).toBe(200);
  const shown = await server.call('GET', '/api/account/code/practice?purpose=withdrawPassword', { token });
  return { id, code: JSON.stringify(shown.body.data).replaceAll(/\D/g, '') };
}

async function read() {
  const { body } = await consoleSite.call('GET', PATH, { token: operator.token });
  return practiceCodesView.parse(body.data);
}

async function entries() {
  const { rows } = await server.ownerPool.query<{ members: string; seq: unknown }>(
    `select seq, detail ->> 'members' as members from audit
     where command = 'console/practice-codes/read' and actor_id = $1 order by id`,
    [operator.id.toString()],
  );
  return rows;
}

async function setMode(mode: string): Promise<void> {
  await server.ownerPool.query('update site set mode = $1', [mode]);
}

describe('the codes of a practice site', () => {
  it('are shown newest first with their member, until they are used or ten minutes old', async () => {
    const [first, second] = [await memberWithCode(), await memberWithCode()];
    const { shown, items } = await read();
    expect(shown).toBe(true);
    expect(items.map(({ member, code }) => [member.id, code])).toEqual([
      [second.id.toString(), second.code],
      [first.id.toString(), first.code],
    ]);
    const [newest] = items;
    expect(newest).toMatchObject({ purpose: 'withdrawPassword' });
    expect(Date.parse(newest?.expiresAt ?? '') - Date.parse(newest?.sentAt ?? '')).toBe(600_000);

    // A notice has no code to show.
    const notice = { memberId: first.id, purpose: 'loginPasswordChanged', language: 'en' } as const;
    await sendNotice(server.ownerPool, server.context.secrets.seal, notice);
    expect((await read()).items).toHaveLength(2);

    await server.ownerPool.query(`delete from code_outbox where member_id = $1`, [second.id.toString()]);
    await server.ownerPool.query(`update code_outbox set made_at = made_at - interval '601 seconds'`);
    expect((await read()).items).toEqual([]);
  });

  it('are never read without an entry of the audit log, which names the members and no code', async () => {
    const { id, code } = await memberWithCode();
    const before = (await entries()).length;
    await read();
    const all = await entries();
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)?.members).toBe(id.toString());
    // It is in the chain of what operators do.
    expect(all.at(-1)?.seq).not.toBeNull();
    const { rows } = await server.ownerPool.query('select detail::text as detail from audit');
    for (const { detail } of rows) expect(String(detail)).not.toContain(code);
  });

  it('are at most fifty', async () => {
    await server.ownerPool.query('delete from code_outbox');
    const { code, id } = await memberWithCode();
    expect(code).toMatch(/^\d{6}$/);
    await server.ownerPool.query(
      `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
       select 'many' || n, 'x', 'x', '+86' || (20000000000 + n), 'MANY' || lpad(translate(n::text, '0123456789', 'ABCDEFGHJK'), 4, 'A')
       from generate_series(1, 60) n`,
    );
    await server.ownerPool.query(
      `insert into code_outbox (member_id, purpose, channel, language, sealed)
       select m.id, o.purpose, o.channel, o.language, o.sealed from code_outbox o, member m
       where o.member_id = $1 and m.username like 'many%'`,
      [id.toString()],
    );
    const rows = await asOperator(
      consoleSite.context.pool,
      operator,
      async (db) => await readPracticeCodes(db, { operatorId: operator.id, lifeSec: 600, limit: 1000 }),
    );
    expect(rows).toHaveLength(50);
    await server.ownerPool.query('delete from code_outbox');
  });

  it('are not read where a gateway sends them', async () => {
    const sending = await startTestConsole(server, { codeGateway: { url: 'http://127.0.0.1:9', token: 'x' } });
    try {
      await memberWithCode();
      const before = (await entries()).length;
      const { body } = await sending.call('GET', PATH, { token: operator.token });
      expect(body.data).toEqual({ shown: false, items: [] });
      expect(await entries()).toHaveLength(before);
    } finally {
      await sending.stop();
    }
  });
});

describe('a live site', () => {
  it('refuses, in the route and in the database', async () => {
    await memberWithCode();
    await setMode('live');
    const live = await startTestConsole(server, { mode: 'live' });
    try {
      expect((await live.call('GET', PATH, { token: operator.token })).body.error).toBe('NOT_FOUND');
      expect(await refusalOf(live.context.pool, `select * from read_practice_codes(${operator.id}, 600, 50)`)).toBe(
        'LIVE',
      );
    } finally {
      await live.stop();
      await setMode('practice');
    }
  });
});

it('nobody reads the codes past the function', async () => {
  for (const table of ['code_outbox', 'account_code'])
    expect(await tried(consoleSite.context.pool, `select * from ${table}`), table).toBe('42501');
  for (const { pool } of [server.context, server.worker])
    expect(await tried(pool, `select * from read_practice_codes(${operator.id}, 600, 50)`)).toBe('42501');
});
