import { randomUUID } from 'node:crypto';
import { LIVE_PATH } from '@candor/contract/paths';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ROLES } from '../platform/db/roles.ts';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * Every login of the database may send on the bus, and that right cannot be taken away. So whatever a stolen login sends
 * there, a member's open page never shows anything that the tables do not hold, and true news still comes in time.
 */
const FALSE = '66666.66';
/** What the page may wait for a true tick, on a machine that runs other tests too. */
const TICK_MS_MAX = 4_000;

let server: TestServer;
let url: string;
let product: string;
let memberId: bigint;
let seq: number;
let page: Awaited<ReturnType<typeof openPage>>;

beforeAll(async () => {
  server = await startTestServer({ PORT: '0', HOST: '127.0.0.1' });
  url = (await server.http.listen()).replace('http', 'ws');
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  product = await makeProduct(server.ownerPool, `F${randomUUID().slice(0, 8).toUpperCase()}`);
  memberId = await makeMember(server.pool);
  seq = 0;
  await publish('100.00');
  page = await openPage(await makeSession(server.pool, memberId));
});
afterEach(() => page.socket.terminate());

async function openPage(token: string) {
  const socket = new WebSocket(`${url}${LIVE_PATH}`);
  const frames: string[] = [];
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ op: 'auth', token }));
  socket.send(JSON.stringify({ op: 'sub', topics: ['me', `tick:${product}`, `product:${product}`] }));
  await expect.poll(() => frames.some((frame) => frame.includes('"auth"'))).toBe(true);
  return { socket, frames };
}

/** A true tick, and the hint that the feed sends after it. */
async function publish(price: string): Promise<void> {
  seq += 1;
  const at = Math.floor((await databaseNow(server.pool)) / 1_000) * 1_000 - 60_000 + seq * 1_000;
  await makeTicks(server, product, [{ price: Number(price.replace('.', '')), at }]);
}

async function expectTrueTick(price: string): Promise<number> {
  const startedAt = performance.now();
  await publish(price);
  const tick = { product, seq, at: new Date().toISOString(), price, status: 'OK' };
  await server.pools.feed.query(`select pg_notify('candor_tick', $1)`, [JSON.stringify([tick])]);
  await expect
    .poll(() => page.frames.join('\n'), { timeout: TICK_MS_MAX, interval: 10 })
    .toContain(`"price":"${price}"`);
  return performance.now() - startedAt;
}

function forgeries(): Record<string, unknown> {
  const to = memberId.toString();
  const id = randomUUID();
  const at = new Date().toISOString();
  const order = { id, product, status: 'won', profit: FALSE, wallet: 'practice' };
  const alert = {
    id,
    product,
    side: 'above',
    price: FALSE,
    feed: 'simulated',
    createdAt: at,
    expiresAt: at,
    state: 'fired',
    fired: { seq: 2, at, price: FALSE },
  };
  return {
    tick: [{ product, seq: seq + 1, at, price: FALSE, status: 'OK' }],
    product: [{ code: product, status: 'forbidden', last: { seq: 9, at, price: FALSE, status: 'OK' }, note: FALSE }],
    order: [{ memberId: to, orderId: id, order }],
    me: [
      { memberId: to, d: { type: 'order', order } },
      { memberId: to, d: { type: 'withdrawal', id, status: 'approved', amount: FALSE } },
      { memberId: to, d: { type: 'money', amount: FALSE, id } },
      { memberId: to, d: { type: 'account', id, event: 'password-changed' } },
      { memberId: to, d: { type: 'price_alert', alert, id } },
      {
        memberId: to,
        d: { type: 'market_open', reminder: { id, product, opensAt: at, createdAt: at, toldAt: at }, id },
      },
    ],
    everyone: [
      { type: 'notice', id: FALSE, title: FALSE },
      { type: 'withdrawal', id },
      { type: 'price_alert', alert },
    ],
  };
}

describe('nothing false reaches a member, by any channel', () => {
  it.each(ROLES)('from the login candor_%s, and true ticks come', async (role) => {
    for (const [channel, message] of Object.entries(forgeries()))
      await server.pools[role].query('select pg_notify($1, $2)', [`candor_${channel}`, JSON.stringify(message)]);
    await expectTrueTick('101.25');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const all = page.frames.join('\n');
    expect(all).not.toContain(FALSE);
    expect(all).not.toMatch(/forbidden|price_alert|market_open|notice|"order"|"status":"won"/);
    expect([...new Set(page.frames.filter((frame) => frame.includes('"me"')))].toSorted()).toEqual(
      ['account', 'money', 'withdrawal'].map((type) => JSON.stringify({ topic: 'me', d: { type } })),
    );
  });
});

describe('a flood holds up no true tick', () => {
  it.each(ROLES)('from the login candor_%s', async (role) => {
    await server.pools[role].query(
      `select pg_notify('candor_' || (array['tick','product','me','everyone','order'])[1 + n % 5], n || repeat('x', 4000))
       from generate_series(1, 30000) n`,
    );
    expect(await expectTrueTick('102.50')).toBeLessThan(TICK_MS_MAX);
    expect(await expectTrueTick('103.75')).toBeLessThan(TICK_MS_MAX);
    expect((await server.call('GET', `/api/market/products/${product}`)).body.code).toBe(200);
  });
});
