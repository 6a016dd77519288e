import { randomUUID } from 'node:crypto';
import { puzzleView } from '@candor/contract/puzzle';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import type { PuzzleForm } from '@candor/contract/puzzle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { createPuzzles } from './puzzles.ts';
import { BOUNDLESS } from '../../testing/boundless-budgets.ts';
import { person } from '../../testing/entry-site.ts';
import { solvePuzzle } from '../../testing/solve-puzzle.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { identityRoutes } from './identity.routes.ts';

/*
 * A form of a stranger comes with a solved puzzle, or nothing is done for it: no password is hashed, no picture is drawn and no
 * row is written. A solution works once, for its form, for its price, until it expires.
 */

let server: TestServer;
let app: HttpApp;
let hashes = 0;
let nowMs = Date.now();

beforeAll(async () => {
  server = await startTestServer();
  const { context } = server;
  const count = async () => {
    hashes += 1;
    return await Promise.resolve('none');
  };
  app = await buildHttp(context.config, context.log, { budgets: createBudgets({ budgets: BOUNDLESS }) });
  identityRoutes(app, {
    ...context,
    puzzles: createPuzzles({ ...context, config: { puzzleFreeLogins: 10 }, rounds: 4, nowMs: () => nowMs }),
    budgets: createBudgets({ budgets: BOUNDLESS }),
    passwords: { hash: count, verify: async () => (await count()) === '' },
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

async function get(form: PuzzleForm, from: string) {
  const response = await app.inject({ method: 'GET', url: `/api/login/puzzle?form=${form}`, remoteAddress: from });
  return puzzleView.parse(response.json<{ data: unknown }>().data);
}

interface Answer {
  code: number;
  error?: string;
  params?: { form: string; fault: string };
}

async function login(puzzle: string | undefined, from: string, username = 'nobody_here'): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/login/login',
    remoteAddress: from,
    headers: puzzle === undefined ? {} : { [PUZZLE_HEADER]: puzzle },
    payload: { username, pwd: 'guess' },
  });
  return response.json<Answer>();
}

async function rows(): Promise<unknown> {
  const tables = ['login_failure', 'login_budget', 'rate_limit', 'captcha', 'used_puzzle', 'member', 'session'];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await server.ownerPool.query(`select ${counts.join(', ')}`)).rows[0];
}

let addresses = 0;
/** An address in a network of its own. */
function someone(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 256)}.${addresses % 256}.9`;
}

test('without a solution nothing is hashed and no row is written', async () => {
  const [before, hashed, from] = [await rows(), hashes, someone()];
  expect(await login(undefined, from)).toMatchObject({
    code: 403,
    error: 'PUZZLE_REQUIRED',
    params: { form: 'login', fault: 'missing' },
  });
  const registered = await app.inject({ method: 'POST', url: '/api/login/register', payload: person() });
  expect(registered.json()).toMatchObject({ error: 'PUZZLE_REQUIRED', params: { form: 'register', fault: 'missing' } });
  expect([await rows(), hashes]).toEqual([before, hashed]);
});

test('a solution opens its form once, even for many calls at the same moment', async () => {
  const from = someone();
  const solved = await solvePuzzle(await get('login', from));
  const answers = await Promise.all(Array.from({ length: 12 }, async () => await login(solved, from)));
  expect(answers.filter(({ error }) => error === 'LOGIN_FAILED')).toHaveLength(1);
  expect(answers.filter(({ params }) => params?.fault === 'used')).toHaveLength(11);
});

test('another process of the site knows a used solution too', async () => {
  const from = someone();
  const puzzles = [1, 2].map(() => createPuzzles({ ...server.context, config: { puzzleFreeLogins: 10 }, rounds: 4 }));
  const view = await puzzles[0]?.issue('login', from);
  const request = { headers: { [PUZZLE_HEADER]: await solvePuzzle(view) }, ip: from } as never;
  await expect(puzzles[0]?.take(request, 'login')).resolves.toBeUndefined();
  await expect(puzzles[1]?.take(request, 'login')).rejects.toMatchObject({ params: { fault: 'used' } });
});

test('a solution for one form opens no other', async () => {
  const from = someone();
  expect(await login(await solvePuzzle(await get('register', from)), from)).toMatchObject({
    params: { form: 'login', fault: 'wrong' },
  });
});

test('a changed price, form, time or answer is refused', async () => {
  const from = someone();
  const solved = await solvePuzzle(await get('login', from));
  type Sent = {
    challenge: { signature: string; parameters: Record<string, unknown> & { data: Record<string, unknown> } };
    solution: Record<string, unknown>;
  };
  const changed = (change: (sent: Sent) => void): string => {
    const sent = JSON.parse(Buffer.from(solved, 'base64url').toString()) as Sent;
    change(sent);
    return Buffer.from(JSON.stringify(sent)).toString('base64url');
  };
  for (const change of [
    (sent: Sent) => (sent.challenge.parameters.data['tries'] = 65_000),
    (sent: Sent) => (sent.challenge.parameters['expiresAt'] = Math.floor(nowMs / 1000) + 3_000),
    (sent: Sent) => (sent.challenge.parameters['cost'] = 1),
    (sent: Sent) => (sent.challenge.parameters['nonce'] = '00'.repeat(16)),
    (sent: Sent) => (sent.challenge.parameters['keySignature'] = '00'.repeat(32)),
    (sent: Sent) => (sent.challenge.signature = '00'.repeat(32)),
    (sent: Sent) => (sent.solution['derivedKey'] = '00'.repeat(32)),
    (sent: Sent) => (sent.solution['counter'] = -1),
    (sent: Sent) => (sent.solution['more'] = 1),
    (sent: Sent) => delete sent.challenge.parameters['keySignature'],
  ])
    expect(await login(changed(change), from), String(change)).toMatchObject({ params: { fault: 'wrong' } });
  for (const odd of ['x', '{}', 'e30', 'bnVsbA', 'W10', 'a'.repeat(5_000)])
    expect(await login(odd, from), odd.slice(0, 9)).toMatchObject({ params: { fault: 'wrong' } });
  expect(await login(solved, from), 'it is still good itself').toMatchObject({ error: 'LOGIN_FAILED' });
});

test('a solution expires', async () => {
  const from = someone();
  const solved = await solvePuzzle(await get('login', from));
  nowMs += 11 * 60_000;
  expect(await login(solved, from)).toMatchObject({ params: { fault: 'expired' } });
  nowMs -= 11 * 60_000;
});

test('the price of a block grows with its forms; a stock of cheap solutions is worth nothing; others pay as before', async () => {
  const [from, other] = [someone(), someone()];
  const stock = await Promise.all(Array.from({ length: 40 }, async () => await solvePuzzle(await get('login', from))));
  const first = (await get('login', from)).tries;
  const answers = [];
  for (const solved of stock) answers.push((await login(solved, from)).params?.fault ?? 'taken');
  const taken = answers.filter((answer) => answer === 'taken').length;
  expect(taken).toBeGreaterThanOrEqual(20);
  expect(taken).toBeLessThan(30);
  expect(answers.at(-1)).toBe('cheap');
  expect((await get('login', from)).tries).toBeGreaterThan(first * 4);
  expect((await get('login', other)).tries).toBe(first);
  // Ten quiet minutes later half of it is forgotten.
  nowMs += 40 * 60_000;
  expect((await get('login', from)).tries).toBe(first);
  nowMs -= 40 * 60_000;
});

test('the address of a whole /48 does not matter: it pays as one', async () => {
  const subnet = (number: number) => `2001:db8:77:${number.toString(16)}::1`;
  const first = (await get('login', subnet(0))).tries;
  for (let call = 0; call < 200; call += 1) {
    const from = subnet(call * 300);
    await login(await solvePuzzle(await get('login', from)), from);
  }
  expect((await get('login', subnet(65_535))).tries).toBeGreaterThan(first * 4);
});

test('asking for puzzles costs others nothing: only solved ones raise the price', async () => {
  const from = someone();
  const first = (await get('login', from)).tries;
  for (let call = 0; call < 200; call += 1) await get('login', from);
  expect((await get('login', from)).tries).toBe(first);
});

test('a used solution is forgotten when it can be used no more', async () => {
  await server.ownerPool.query(`insert into used_puzzle (id, expires_at)
    select decode(md5(n::text), 'hex'), clock_timestamp() - interval '1 second' from generate_series(1, 50) n`);
  const from = someone();
  const expired = async () =>
    (await server.ownerPool.query('select from used_puzzle where expires_at < clock_timestamp()')).rowCount;
  for (let call = 0; call < 13; call += 1) await login(await solvePuzzle(await get('login', from)), from);
  expect(await expired()).toBe(0);
});

test('the database uses a solution once, and none that lives longer than puzzles do', async () => {
  const use = async (id: string, life: string): Promise<unknown> =>
    (
      await server.pool.query(`select use_puzzle(decode(md5($1), 'hex'), clock_timestamp() + $2::interval) as first`, [
        id,
        life,
      ])
    ).rows[0]?.['first'];
  const id = randomUUID();
  expect([await use(id, '5 minutes'), await use(id, '5 minutes'), await use(id, '9 minutes')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([await use(randomUUID(), '-1 second'), await use(randomUUID(), '1 year')]).toEqual([false, false]);
});
