import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeMember } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { startRoles } from './roles.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => await server.stop());

/** For each table that is cleaned: one row just too old to keep, and one just young enough. */
async function makeRows(): Promise<void> {
  const member = (await makeMember(server.pool)).toString();
  const add = async (text: string, values: unknown[]): Promise<void> => {
    await server.ownerPool.query(text, values);
  };
  for (const [name, age] of [
    ['old', '7 days 1 minute'],
    ['young', '6 days 23 hours'],
  ]) {
    await add(
      `insert into idempotency (member_id, route, key, fingerprint, answer, created_at) values ($1, $2, $3, '\\x00', '{}', now() - $4::interval)`,
      [member, name, randomUUID(), age],
    );
    await add(
      `insert into register_attempt (key, fingerprint, member_id, created_at) values ($1, $2, $3, now() - $4::interval)`,
      [randomUUID(), Buffer.from(name ?? ''), member, age],
    );
  }
  for (const [name, at] of [
    ['old', '-1 second'],
    ['young', '1 minute'],
  ]) {
    await add(
      `insert into session (member_id, token_hash, user_agent, expires_at) values ($1, $2, $3, now() + $4::interval)`,
      [member, randomBytes(32), name, at],
    );
    await add(`insert into captcha (id, answer_hash, expires_at) values ($1, $2, now() + $3::interval)`, [
      randomUUID(),
      Buffer.from(name ?? ''),
      at,
    ]);
  }
  await add(
    `insert into device_nonce (session_id, nonce, expires_at)
     select s.id, rpad(n.name, 22, '-'), now() + n.at::interval
     from session s cross join (values ('old', '-1 second'), ('young', '1 minute')) n (name, at) where s.user_agent = 'young'`,
    [],
  );
}

async function left(): Promise<string[]> {
  const { rows } = await server.ownerPool.query<{ name: string }>(
    `select 'key ' || route as name from idempotency
     union all select 'attempt ' || convert_from(fingerprint, 'UTF8') from register_attempt
     union all select 'nonce ' || rtrim(nonce, '-') from device_nonce
     union all select 'session ' || user_agent from session
     union all select 'captcha ' || convert_from(answer_hash, 'UTF8') from captcha order by 1`,
  );
  return rows.map(({ name }) => name);
}

it('the worker deletes expired rows and nothing else', async () => {
  await makeRows();
  expect(await left()).toHaveLength(10);
  const worker = await startRoles([server.worker]);
  await vi.waitFor(
    async () =>
      expect(await left()).toEqual(['attempt young', 'captcha young', 'key young', 'nonce young', 'session young']),
    { timeout: 20_000 },
  );
  await worker.stop();
});

it('a part of the cleaning that fails does not stop the others', async () => {
  await server.ownerPool.query('truncate device_nonce');
  await makeRows();
  await server.ownerPool.query('revoke execute on function forget_nonces(), forget_sessions() from candor_worker');
  const worker = await startRoles([server.worker]);
  try {
    await vi.waitFor(
      async () => {
        const names = await left();
        const old = new Set(names.filter((name) => name.endsWith(' old')));
        expect([...old]).toEqual(['nonce old', 'session old']);
      },
      { timeout: 20_000 },
    );
  } finally {
    await worker.stop();
    await server.ownerPool.query('grant execute on function forget_nonces(), forget_sessions() to candor_worker');
  }
});
