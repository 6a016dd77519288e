import { randomUUID } from 'node:crypto';
import { LIVE_PATH } from '@candor/contract/paths';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { insertNewsForEveryone, insertOutbox, orderNews } from '../services/outbox/outbox-store.ts';
import { PLAIN_NEWS } from '../services/outbox/member-news.ts';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks } from '../testing/factories.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/**
 * The bus of the http role is cut around an event, as by a failing network. Whatever the event is, an open page gets it, or is
 * told to read again: no news is lost for good.
 */
const RESYNC = '"op":"resync"';

let server: TestServer;
let url: string;
let memberId: bigint;
let product: string;
let page: Awaited<ReturnType<typeof openPage>>;

beforeAll(async () => {
  server = await startTestServer({ PORT: '0', HOST: '127.0.0.1' });
  url = (await server.http.listen()).replace('http', 'ws');
  product = await makeProduct(server.ownerPool, `G${randomUUID().slice(0, 8).toUpperCase()}`);
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  memberId = await makeMember(server.pool);
  page = await openPage(await makeSession(server.pool, memberId));
});
afterEach(async () => {
  page.socket.terminate();
  await expect.poll(() => server.http.hub.size()).toBe(0);
});

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

/** Ends the connection with which the http role listens. */
async function cut(): Promise<void> {
  await server.ownerPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'candor-bus' and usename = 'candor_http' and datname = current_database()`,
  );
  await expect.poll(() => server.context.bus.isOpen(), { interval: 2 }).toBe(false);
}

async function expectFrame(part: string): Promise<void> {
  await expect.poll(() => page.frames.join('\n'), { interval: 10 }).toContain(part);
}

const order = randomUUID();
type Kind = readonly [kind: string, channel: 'me' | 'order' | 'everyone', message: (to: string) => object];
const TO_MEMBERS: readonly Kind[] = [
  ...PLAIN_NEWS.map((type) => [type, 'me', (to: string) => ({ memberId: to, d: { type } })] as const),
  ['order', 'order', (to) => ({ memberId: to, orderId: order })],
  ['price_alert', 'me', (to) => ({ memberId: to, d: { type: 'price_alert', id: order } })],
  ['market_open', 'me', (to) => ({ memberId: to, d: { type: 'market_open', id: order } })],
  ['notice for everyone', 'everyone', () => ({ type: 'notice' })],
];

describe('what another process says while this one hears nothing', () => {
  it.each(TO_MEMBERS)('%s: the page reads again', async (_, channel, message) => {
    await cut();
    await server.worker.bus.publish(channel, [message(memberId.toString())]);
    await expectFrame(RESYNC);
    expect(page.frames.join('\n')).not.toContain('"topic":"me"');
  });

  it('is counted, and alarms', async () => {
    await cut();
    await expectFrame(RESYNC);
    const figures = await server.metrics.registry.metrics();
    expect(figures).toMatch(/candor_bus_gaps_total\{[^}]*\} [1-9]/);
    expect(figures).toMatch(/candor_read_again_total\{[^}]*why="all"[^}]*\} [1-9]/);
  });

  it('a tick: it is read from the table', async () => {
    await expectFrame('"op":"hello"');
    const at = Math.floor((await databaseNow(server.pool)) / 1_000) * 1_000 - 60_000;
    await cut();
    await makeTicks(server, product, [{ at, price: 12_345 }]);
    await expectFrame('"price":"123.45"');
    await expectFrame(RESYNC);
  });
});

describe('what this process says meanwhile', () => {
  it('waits in the outbox, and is sent when the bus is there again', async () => {
    await cut();
    await insertOutbox(server.pool, [{ memberId, message: { type: 'withdrawal' } }]);
    await insertNewsForEveryone(server.pool, { type: 'notice' });
    await server.pool.query(orderNews([order]));
    await expectFrame('{"topic":"me","d":{"type":"withdrawal"}}');
    await expectFrame(RESYNC);
    await expect.poll(async () => (await server.ownerPool.query('select 1 from outbox')).rowCount).toBe(0);
  });
});

it('a process that sends news and starts again has all read again: its batch may be lost', async () => {
  await server.worker.bus.publish('everyone', [{ type: 'again' }]);
  await expectFrame(RESYNC);
});
