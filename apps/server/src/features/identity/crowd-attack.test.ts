import { tokenView } from '@candor/contract/identity';
import { puzzleView } from '@candor/contract/puzzle';
import { PUZZLE_HEADER } from '@candor/contract/puzzle-header';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildHttp } from '../../app/build-http.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { createBudgets } from '../../platform/http/route-cost.ts';
import { person } from '../../testing/entry-site.ts';
import { solvePuzzle } from '../../testing/solve-puzzle.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { identityRoutes } from './identity.routes.ts';
import { NETWORK_BUDGET } from './login-lock.ts';
import { createPuzzles } from './puzzles.ts';

/*
 * An attack from a whole /48, twenty logins a second for a minute, on the site with its real budgets. The seconds are counted here;
 * the work of puzzles is real, with few rounds a try. All honest logins of that minute must succeed.
 */

const PASSWORD = 'seven-lamps-under-water';
const SECONDS = 60;
const ATTACKS_PER_SEC = 20;
/** What three cores try in a second, at about 2,500 tries each. */
const TRIES_PER_SEC = 7_500;

let server: TestServer;
let app: HttpApp;
let atMs = 0;
let hashes = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const { context } = server;
  await server.ownerPool.query('truncate rate_limit, login_budget, login_failure');
  const budgets = createBudgets({ nowMs: () => atMs });
  const startedMs = Date.now() - atMs;
  app = await buildHttp(context.config, context.log, { budgets });
  identityRoutes(app, {
    ...context,
    budgets,
    puzzles: createPuzzles({ ...context, config: { puzzleFreeLogins: 10 }, rounds: 2, nowMs: () => startedMs + atMs }),
    passwords: {
      hash: async () => await Promise.resolve('none'),
      verify: async (_, password) => {
        hashes += 1;
        return await Promise.resolve(password === PASSWORD);
      },
    },
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

interface Answer {
  code: number;
  error?: string;
  data?: unknown;
}

/** A call through the proxy that names its client. */
async function post(path: string, from: string, payload: object, puzzle?: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': from, ...(puzzle === undefined ? {} : { [PUZZLE_HEADER]: puzzle }) };
  return (await app.inject({ method: 'POST', url: `/api/login/${path}`, headers, payload })).json<Answer>();
}

async function puzzleOf(form: string, from: string) {
  const headers = { 'x-forwarded-for': from };
  const response = await app.inject({ method: 'GET', url: `/api/login/puzzle?form=${form}`, headers });
  return puzzleView.safeParse(response.json<{ data: unknown }>().data).data;
}

async function solved(form: string, from: string): Promise<string> {
  return await solvePuzzle(await puzzleOf(form, from));
}

async function member(from: string): Promise<{ username: string; device: string }> {
  const body = person({ pwd: PASSWORD, confirmPwd: PASSWORD });
  const { data } = await post('register', from, body, await solved('register', from));
  return { username: body.username, device: tokenView.parse(data).device };
}

/** One address of the attacker's /48, which has 65,536 blocks of /64. */
function attacker(call: number): string {
  return `2001:db8:bad:${((call * 7_919) % 65_536).toString(16)}::${(call % 9) + 1}`;
}

type Attack = (call: number, second: number) => Promise<Answer>;

/** Runs the minute. Every third second somebody honest logs in. Returns how they and the attackers fared. */
async function minuteOf(attack: Attack) {
  const home = '198.51.100.20';
  const members = await Promise.all(Array.from({ length: 10 }, async () => await member(home)));
  const honest: string[] = [];
  const attacked = new Map<string, number>();
  const [start, hashed] = [atMs, hashes];
  let call = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    for (let n = 0; n < ATTACKS_PER_SEC; n += 1) {
      atMs = start + second * 1_000 + n * 50;
      const { error = 'in' } = await attack((call += 1), second);
      attacked.set(error, (attacked.get(error) ?? 0) + 1);
    }
    if (second % 3 !== 0) continue;
    const index = second / 3;
    const { username, device } = members[index % 10] ?? { username: '', device: '' };
    const body = { username, pwd: PASSWORD };
    // Half of them far from home on their own device, half of them at home on a device that nobody knows.
    const answer =
      index < 10
        ? await post('login', `203.0.${index + 1}.7`, { ...body, device })
        : await post('login', home, body, await solved('login', home));
    honest.push(answer.error ?? 'in');
  }
  return { honest, attacked, hashed: hashes - hashed - honest.length };
}

/** A member far from home, on a device that nobody knows, solves what is asked. */
async function strangersGetIn(): Promise<number> {
  const away = '192.0.2.44';
  const { username } = await member('198.51.100.77');
  const puzzle = await puzzleOf('login', away);
  expect(await post('login', away, { username, pwd: PASSWORD }, await solvePuzzle(puzzle))).toMatchObject({
    code: 200,
  });
  return puzzle?.tries ?? 0;
}

test('under names that no member can have: 20 of 20 honest logins succeed, and nothing was hashed for the attack', async () => {
  const { honest, attacked, hashed } = await minuteOf(
    async (call) => await post('login', attacker(call), { username: `no such name ${call}`, pwd: 'guess' }),
  );
  expect(honest).toEqual(Array.from({ length: 20 }, () => 'in'));
  expect([...attacked]).toEqual([['LOGIN_FAILED', SECONDS * ATTACKS_PER_SEC]]);
  expect(hashed).toBe(0);
  await strangersGetIn();
}, 120_000);

test('under possible names without puzzles: 20 of 20 honest logins succeed, and nothing was hashed for the attack', async () => {
  const { honest, attacked, hashed } = await minuteOf(
    async (call) => await post('login', attacker(call), { username: `somebody_${call}`, pwd: 'guess' }),
  );
  expect(honest).toEqual(Array.from({ length: 20 }, () => 'in'));
  expect([...attacked]).toEqual([['PUZZLE_REQUIRED', SECONDS * ATTACKS_PER_SEC]]);
  expect(hashed).toBe(0);
  await strangersGetIn();
}, 120_000);

test('under possible names with three cores that solve puzzles: 20 of 20 honest logins succeed', async () => {
  let credit = 0;
  let paidTo = -1;
  const { honest, attacked, hashed } = await minuteOf(async (call, second) => {
    if (second > paidTo) [credit, paidTo] = [Math.min(credit, 60_000) + TRIES_PER_SEC, second];
    const from = attacker(call);
    const login = { username: `somebody_${call}`, pwd: 'guess' };
    const puzzle = await puzzleOf('login', from);
    if (puzzle === undefined || puzzle.tries / 2 > credit) return await post('login', from, login);
    credit -= puzzle.tries / 2;
    return await post('login', from, login, await solvePuzzle(puzzle));
  });
  expect(honest).toEqual(Array.from({ length: 20 }, () => 'in'));
  // The whole block has the guesses of one network, however many addresses it has.
  expect(hashed).toBeLessThanOrEqual(NETWORK_BUDGET.most + 1);
  expect([...attacked.keys()].toSorted(), JSON.stringify([...attacked])).toEqual(
    ['ACCOUNT_LOCKED', 'LOGIN_FAILED', 'PUZZLE_REQUIRED', 'RATE_LIMITED'].filter((key) => attacked.has(key)),
  );
  expect(await strangersGetIn()).toBeLessThanOrEqual(16 * 64);
}, 120_000);

test('from very many networks that all solve puzzles: the honest at home and on their devices get in', async () => {
  const { honest } = await minuteOf(async (call) => {
    const from = `2001:db8:${call.toString(16)}::1`;
    const puzzle = await solved('login', from);
    return await post('login', from, { username: `somebody_${call}`, pwd: 'guess' }, puzzle);
  });
  expect(honest).toEqual(Array.from({ length: 20 }, () => 'in'));
}, 180_000);
