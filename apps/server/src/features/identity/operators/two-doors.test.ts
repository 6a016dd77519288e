import { createPool } from '../../../platform/db/pool.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { createPasswords } from '../../../services/secrets/passwords.ts';
import { makeMember } from '../../../testing/factories.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appoint } from '../../../testing/test-operator.ts';

/*
 * Two doors: the member site and the console. Who uses up the tries of one, by calls or with its login at the database, cannot
 * close the other, and cannot open a lock there.
 */

const PASSWORD = 'correct horse battery';
const ADDRESS = '198.51.100.9';

let server: TestServer;
let consoleSite: TestConsole;
let username: string;
let consolePool: Pool;

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: 'loopback' });
  consoleSite = await startTestConsole(server);
  consolePool = createPool({ url: server.roleUrls.console, max: 1, name: 'attack' });
  const id = await makeMember(server.pool, '0');
  const { rows } = await server.ownerPool.query<{ username: string }>(
    `update member set password_hash = $2 where id = $1 returning username`,
    [id, await createPasswords().hash(PASSWORD)],
  );
  username = rows[0]?.username ?? '';
  await appoint(server.ownerPool, id, 'cashier');
});
afterAll(async () => {
  await consolePool.end();
  await consoleSite.stop();
  await server.stop();
});

async function logIn(door: 'member' | 'console', pwd: string): Promise<string> {
  const [call, path] = door === 'member' ? [server.call, '/api/login/login'] : [consoleSite.call, '/api/console/login'];
  const answer = await call('POST', path, { body: { username, pwd }, headers: { 'x-forwarded-for': ADDRESS } });
  return answer.body.error ?? 'in';
}

/** Wrong passwords until the address itself may try no more. */
async function useUp(door: 'member' | 'console', tries: number): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let n = 0; n < tries; n += 1) seen.add(await logIn(door, 'wrong words'));
  return seen;
}

test('tries under the name of an operator at the member site, from their own network, do not close the console', async () => {
  expect(await useUp('member', 310)).toEqual(new Set(['LOGIN_FAILED', 'ACCOUNT_LOCKED', 'RATE_LIMITED']));
  expect(await logIn('member', PASSWORD)).toBe('RATE_LIMITED');
  expect(await logIn('console', PASSWORD)).toBe('in');
}, 60_000);

test('tries at the console do not close the member site', async () => {
  await server.ownerPool.query('truncate rate_limit, login_failure, login_budget');
  expect(await useUp('console', 110)).toEqual(new Set(['LOGIN_FAILED', 'ACCOUNT_LOCKED', 'RATE_LIMITED']));
  expect(await logIn('console', PASSWORD)).toBe('RATE_LIMITED');
  expect(await logIn('member', PASSWORD)).toBe('in');
}, 60_000);

const COUNTS = ['captcha', 'login_failure', 'login_budget', 'login_network', 'rate_limit'];
const WRITES: Readonly<Record<string, string>> = {
  captcha: `(id, answer_hash, expires_at) values (gen_random_uuid(), 'x', now())`,
  login_failure: `(lane, failures) values ('x', 99)`,
  login_budget: `(key, drained_at) values ('x', now() + interval '9 days')`,
  login_network: `(member_id, network) values (1, 'x')`,
  rate_limit: `(key, points, expire) values ('console-login:1.2.3.4', 999, 9999999999999)`,
};
const CHANGES: Readonly<Record<string, string>> = {
  captcha: 'passed = true',
  login_failure: 'failures = 0',
  login_budget: 'drained_at = now()',
  login_network: 'last_at = now()',
  rate_limit: 'points = 0',
};

const attempts = (['http', 'console'] as const).flatMap((role) => {
  const prefix = role === 'http' ? 'console_' : '';
  const ofTables = COUNTS.flatMap((table) => [
    [role, `select * from ${prefix}${table}`],
    [role, `insert into ${prefix}${table} ${WRITES[table] ?? ''}`],
    [role, `update ${prefix}${table} set ${CHANGES[table] ?? ''}`],
    [role, `delete from ${prefix}${table}`],
  ]);
  const clears = role === 'http' ? 'clear_console_login_lane' : 'clear_login_lane';
  return [...ofTables, [role, `select ${clears}('x')`], [role, 'select forget_console_counts()']];
});

test.each(attempts)('the login of %s may not: %s', async (role, sql) => {
  const pool = role === 'http' ? server.pool : consolePool;
  await expect(pool.query(sql ?? '')).rejects.toThrow(/permission denied/);
});
