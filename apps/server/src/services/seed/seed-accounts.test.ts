import { minor } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../secrets/passwords.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { seedAccounts } from './seed-accounts.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.stop();
});

function options(password: string) {
  return { password, withdrawPassword: '271828', site: server.context.site };
}

test('the first start creates four accounts, even when two processes start at once; the next start changes nothing', async () => {
  const [first, second] = await Promise.all([
    seedAccounts(server.ownerPool, options('seed password 1')),
    seedAccounts(server.ownerPool, options('seed password 1')),
  ]);
  expect([...first, ...second].toSorted()).toEqual(['admin', 'cashier1', 'cashier2', 'demo']);
  expect(await seedAccounts(server.ownerPool, options('seed password 2'))).toEqual([]);

  const { rows: members } = await server.ownerPool.query<{
    username: string;
    hash: string;
    withdraw: string;
    posted: bigint;
  }>(
    `select m.username, m.password_hash as hash, m.withdraw_password_hash as withdraw, a.posted
     from member m join account a on a.member_id = m.id`,
  );
  expect(members.map(({ username, posted }) => [username, posted])).toEqual([['demo', minor('100000')]]);
  const { rows: operators } = await server.ownerPool.query<{ username: string; hash: string; roles: string[] }>(
    `select o.username, a.password_hash as hash, o.roles from operator o join operator_access a on a.operator_id = o.id
     order by o.username`,
  );
  expect(operators.map(({ username, roles }) => [username, roles])).toEqual([
    ['admin', ['owner']],
    ['cashier1', ['cashier']],
    ['cashier2', ['cashier']],
  ]);
  const passwords = createPasswords();
  for (const { hash } of [...members, ...operators]) expect(await passwords.verify(hash, 'seed password 1')).toBe(true);
  for (const { withdraw } of members) expect(await passwords.verify(withdraw, '271828')).toBe(true);
});

test('only a deleted account is created again', async () => {
  await server.ownerPool.query(
    `delete from operator_access where operator_id = (select id from operator where username = 'cashier2')`,
  );
  await server.ownerPool.query(`delete from operator where username = 'cashier2'`);
  expect(await seedAccounts(server.ownerPool, options('seed password 3'))).toEqual(['cashier2']);
});
