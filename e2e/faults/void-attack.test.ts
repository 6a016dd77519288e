import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pool } from '../../apps/server/src/platform/db/pool.ts';
import { puzzleHeaders } from '../../apps/server/src/testing/solve-puzzle.ts';
import { waitUntilSettled } from './check-book.ts';
import { floodReads, secondsWithoutTick } from './read-flood.ts';
import type { FloodAnswers } from './read-flood.ts';
import { createSite, pause } from './server-process.ts';
import type { Site } from './server-process.ts';
import { createTrader } from './trader.ts';
import type { Trader } from './trader.ts';

/*
 * Members try to get their losing orders voided: in the last seconds of each order they send every request that is
 * expensive for the server. They gain nothing: no second is without its tick, and each order ends as its ticks say.
 */
const ROUNDS = 4;
const MEMBERS = 8;
const FLOOD_MS = 6_000;
const PRODUCTS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];

let site: Site;
let trader: Trader;
let owner: Pool;
beforeAll(async () => {
  // A full month, so that reading it is expensive.
  site = createSite(30);
  await site.start();
  trader = await createTrader(site, MEMBERS);
  owner = site.openOwner();
  // Wait for prices: the first seconds are busy with filling the history.
  for (let tries = 0; (await tickCount()) < 10; tries += 1) {
    if (tries > 300) throw new Error(`no prices came:\n${site.output()}`);
    await pause(200);
  }
});
afterAll(async () => {
  await owner.end();
  await site.remove();
});

async function tickCount(): Promise<number> {
  const { rows } = await owner.query<{ n: bigint }>(`select count(*) as n from tick where product = 'BTCUSDT'`);
  return Number(rows[0]?.n);
}

function publicPaths(): string[] {
  // Pages that were never requested before, so none is in memory.
  const before = Array.from({ length: 200 }, (_, i) => new Date(Date.now() - i * 61_000).toISOString());
  return [
    ...before.flatMap((moment, i) =>
      PRODUCTS.map(
        (code) =>
          `/api/market/products/${code}/candles?interval=1d&limit=${1_000 - i}&before=${encodeURIComponent(moment)}`,
      ),
    ),
    ...PRODUCTS.map((code) => `/api/market/products/${code}/ticks?fromSeq=1&toSeq=5000`),
    '/api/market/products',
    '/api/market/fairness?days=365',
    `/api/market/fairness/orders?date=${new Date().toISOString().slice(0, 10)}&limit=1000`,
    `/api/market/fairness/orders?date=${new Date().toISOString().slice(0, 10)}&format=csv`,
    '/api/market/checkpoints?limit=100',
    '/captchaImage',
    '/api/none',
    '/health/ready',
  ];
}

function ownPaths(orderId: string): string[] {
  return [
    `/api/trade/orders/${orderId}/receipt`,
    '/api/trade/orders?limit=100',
    '/api/wallet/transfers?format=csv',
    '/api/wallet/transfers?limit=100',
    '/api/trade/summary',
    '/api/index/member',
  ];
}

/** Guesses passwords: each guess costs the attacker a puzzle, and the server a slow hash. */
async function guessPasswords(ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    const puzzle = await puzzleHeaders(site.baseUrl(), 'POST', '/api/login/login').catch(() => ({}));
    await fetch(`${site.baseUrl()}/api/login/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...puzzle },
      body: JSON.stringify({
        username: `nobody${randomUUID().slice(0, 6)}`,
        pwd: 'wrong-password-1',
        code: '',
        uuid: '',
      }),
    }).catch(() => undefined);
  }
}

async function attack(orderId: string, token: string): Promise<FloodAnswers[]> {
  const origin = site.baseUrl();
  const headers = { authorization: `Bearer ${token}` };
  const [publicFlood, ownFlood] = await Promise.all([
    floodReads({ origin, paths: publicPaths(), parallel: 60, ms: FLOOD_MS }),
    floodReads({ origin, paths: ownPaths(orderId), parallel: 30, ms: FLOOD_MS, headers }),
    ...Array.from({ length: 4 }, async () => await guessPasswords(FLOOD_MS)),
  ]);
  return [publicFlood, ownFlood];
}

it('a flood of reads voids no order and loses no second', async () => {
  const floods: FloodAnswers[] = [];
  const from = Date.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const entries = await Promise.all(Array.from({ length: MEMBERS }, async (_, member) => await trader.place(member)));
    const order = entries.map(({ answers }) => answers[0]?.told).find((told) => typeof told === 'object');
    if (order === undefined) throw new Error(`no order was accepted: ${JSON.stringify(entries)}`);
    floods.push(...(await attack(order.id, trader.token(0))));
    await waitUntilSettled(owner);
  }
  const lost = await Promise.all(
    PRODUCTS.map(async (product) => await secondsWithoutTick(owner, product, from, Date.now() - 1_500)),
  );
  const { rows } = await owner.query<{ outcome: string; reason: string | null; orders: bigint }>(
    'select outcome, reason, count(*) as orders from settlement group by 1, 2',
  );
  const orders = (outcome: string) => rows.filter((row) => row.outcome === outcome).map(({ orders: count }) => count);
  expect(orders('voided')).toEqual([]);
  expect(Number(orders('lost')[0] ?? 0n)).toBeGreaterThan(0);
  expect(lost).toEqual(PRODUCTS.map(() => 0));
  // The attack really happened: answers came, and calls over the budget were refused.
  const all = floods.reduce((sum, { answered }) => sum + answered, 0);
  const shed = floods.reduce((sum, { byStatus }) => sum + (byStatus['429'] ?? 0), 0);
  expect([all > 1_000, shed > 500]).toEqual([true, true]);
  // No loser's stake came back.
  const { rows: refunds } = await owner.query<{ n: bigint }>(
    `select count(*) as n from transfer t join settlement s on s.order_id::text = t.ref_id
     where t.type = 'orderRefund' and s.outcome = 'lost'`,
  );
  expect(refunds[0]?.n).toBe(0n);
}, 240_000);
