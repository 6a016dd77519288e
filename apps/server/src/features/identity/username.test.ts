import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { usernameField } from '@candor/contract/registration';
import { foldUsername } from '@candor/domain/identity/username';
import { readCode } from '@candor/domain/text/typed-text';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import { BOUNDLESS } from '../../testing/boundless-budgets.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { identityRoutes } from './identity.routes.ts';
import { entryParts } from '../../testing/solve-puzzle.ts';
import { injectForm } from '../../testing/call.ts';

/*
 * One name is the same name everywhere: at registration, at login, in the count of failures and in the database. The
 * attacks write a member's name in characters that some folding turns into ASCII letters.
 */

const PASSWORD = 'seven-lamps-under-water';

let server: TestServer;
/** The same site; it counts how often a password was checked. */
let app: HttpApp;
let verifications = 0;

beforeAll(async () => {
  server = await startTestServer();
  app = await buildHttp(server.context.config, server.context.log, { budgets: createBudgets({ budgets: BOUNDLESS }) });
  const passwords = createPasswords({
    ...argon2,
    verify: async (hash, password) => {
      verifications += 1;
      return await argon2.verify(hash, password);
    },
  });
  identityRoutes(app, { ...server.context, ...entryParts(server.context), passwords });
  await app.ready();
  expect((await register('Kiwis_Kin')).error).toBeUndefined();
});
beforeEach(async () => {
  verifications = 0;
  await server.ownerPool.query('delete from login_failure');
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

async function post(url: string, payload: object) {
  const response = await injectForm(app, {
    method: 'POST',
    url,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  });
  return response.json<{ code: number; error?: string; data?: unknown }>();
}

async function register(username: string) {
  const phone = `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  return await post('/api/login/register', {
    username,
    pwd: PASSWORD,
    confirmPwd: PASSWORD,
    withdrawPwd: '730482',
    confirmWithdrawPwd: '730482',
    phone,
  });
}

async function login(username: string, pwd: string) {
  return await post('/api/login/login', { username, pwd });
}

/** What a stranger may write for each letter. */
const LOOKS_LIKE: Readonly<Record<string, readonly string[]>> = {
  k: ['K', '\u212A', '\uFF4B', '\uFF2B'],
  i: ['I', '\u0130', '\u0131', '\uFF49', '\uFF29', 'i\u0307', '\u0456'],
  s: ['S', '\u017F', '\uFF53'],
  _: ['_\u200B', '_\u00AD', '\uFF3F', '_\u0000'],
};

/** The name with each of its letters written another way, and with invisible characters around it. */
function disguises(name: string): string[] {
  const inside = [...name].flatMap((letter, at) =>
    (LOOKS_LIKE[letter] ?? []).map((other) => name.slice(0, at) + other + name.slice(at + 1)),
  );
  const all = [...inside, name.replaceAll('i', '\u0130'), name.replaceAll('k', '\u212A').replaceAll('s', '\u017F')];
  return [
    ...all,
    ...all.map((text) => text.replaceAll('n', 'N')),
    `${name}\u200B`,
    `\uFEFF${name}\u2060`,
    `${name}\u0000`,
  ];
}

test('writing a name differently gives no extra guess', async () => {
  const names = disguises('kiwis_kin');
  expect(names.length).toBeGreaterThan(60);
  for (const name of [...names, ' kiwis_kin ', 'kiwis_kin\u3000', 'KIWIS_KIN']) await login(name, 'not the password');
  expect(verifications).toBeLessThanOrEqual(5);
});

test('only the member’s name opens the account, in any case and width, and with spaces around it', async () => {
  for (const name of disguises('kiwis_kin').filter((text) => foldUsername(readCode(text)) === null)) {
    const answer = await login(name, PASSWORD);
    expect(answer.code, JSON.stringify(name)).not.toBe(200);
  }
  for (const name of [
    'kiwis_kin',
    'KIWIS_KIN',
    '  Kiwis_kin ',
    'kiwis_kin\u3000',
    'ｋｉｗｉｓ＿ｋｉｎ',
    'kiwis\u200b_kin',
  ])
    expect((await login(name, PASSWORD)).code, name).toBe(200);
});

test('a name that no account can have gets the same answer as an unknown name', async () => {
  expect(await login('k\u0130wis_kin', 'x')).toEqual(await login('nobody_has_it', 'x'));
});

test('a name that a member has cannot be registered in any other writing', async () => {
  for (const name of ['kiwis_kin', 'KIWIS_KIN', ' kiwis_Kin'])
    expect((await register(name)).error, name).toBe('USERNAME_EXISTS');
  for (const name of disguises('kiwis_kin').filter((text) => foldUsername(readCode(text)) === null))
    expect((await register(name)).error, JSON.stringify(name)).toMatch(/^USERNAME_(ILLEGAL|LENGTH)$/);
});

async function insert(username: string): Promise<string> {
  const { rows } = await server.ownerPool.query<{ invite: string }>(
    `select upper(substr(md5(random()::text), 1, 10)) as invite`,
  );
  const invite = rows[0]?.invite ?? '';
  return await server.ownerPool
    .query(
      `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
       values ($1, 'none', 'none', $2, $2)`,
      [username, invite],
    )
    .then(
      () => 'taken in',
      (error: unknown) => (error instanceof Error && 'constraint' in error ? String(error.constraint) : String(error)),
    );
}

test('the database stores each name once, whatever its case, and accepts no other characters', async () => {
  expect(await insert('KiWiS_kIn')).toBe('member_username_key');
  expect(await insert('kiwis_kin_2')).toBe('taken in');
  for (const name of [
    'k\u0130wis',
    '\u212Aiwis',
    'kiwi\u017F',
    'ki\u200Bwis',
    'kiwis ',
    'kiwis\n',
    'kiwi',
    'abc',
    'a'.repeat(33),
  ])
    if (foldUsername(name) === null) expect(await insert(name), JSON.stringify(name)).toBe('member_username_check');
});

test('the domain and the index fold every name the same way', async () => {
  const names = fc.sample(fc.stringMatching(/^[A-Za-z0-9_]{4,32}$/), 5_000);
  const { rows } = await server.pool.query<{ folded: string }>(
    'select lower(name collate "C") as folded from unnest($1::text[]) with ordinality as t (name, at) order by at',
    [names],
  );
  expect(rows.map((row) => row.folded)).toEqual(names.map(foldUsername));
  const { rows: index } = await server.ownerPool.query<{ definition: string }>(
    `select pg_get_indexdef('member_username_key'::regclass) as definition`,
  );
  expect(index[0]?.definition).toContain('(lower((username COLLATE "C")))');
});

test('the domain, the contract and the database accept the same names', async () => {
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 3, maxLength: 34 }),
      fc.stringMatching(/^[A-Za-z0-9_]{3,34}$/),
      fc.stringMatching(/^[A-Za-z_]{3,10}[\u0130\u0131\u212a\u017f\uff29 \n]?[a-z]{0,4}$/),
    ),
    3_000,
  );
  // The contract reads a name first: no spaces around it, no wide letters, nothing that nobody sees.
  for (const text of texts.filter((one) => one === readCode(one)))
    expect(usernameField.safeParse(text).success, JSON.stringify(text)).toBe(foldUsername(text) !== null);

  // Postgres stores no NUL and no half of a surrogate pair: such a text cannot even be looked up.
  const storable = texts.filter((text) => !text.includes('\u0000') && text.isWellFormed());
  const { rows } = await server.ownerPool.query<{ check: string }>(
    `select pg_get_expr(conbin, conrelid) as check from pg_constraint where conname = 'member_username_check'`,
  );
  const { rows: legal } = await server.ownerPool.query<{ legal: boolean }>(
    `select ${rows[0]?.check} as legal from unnest($1::text[]) with ordinality as t (username, at) order by at`,
    [storable],
  );
  expect(legal.map((row) => row.legal)).toEqual(storable.map((text) => foldUsername(text) !== null));
});
